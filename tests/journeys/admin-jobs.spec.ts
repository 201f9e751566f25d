import { expect } from '@playwright/test'
import { expectNoAxeViolations } from './support/axe.ts'
import { button, enterBackOffice, expectLoaded, rows, table } from './support/back-office.ts'
import { queryShop } from './support/shop-database.ts'
import { test } from './support/test.ts'

test.beforeEach(({ page, baseURL }) => enterBackOffice(page, baseURL).then(() => {}))

/** Jobs that have failed for the last time; the first one failed first. */
async function createFailedJobs(name: string, count: number): Promise<void> {
  for (let number = 1; number <= count; number++) {
    await queryShop(
      `insert into pgboss.job (name, data, state, output, completed_on, retry_count)
       values ($1, $2, 'failed', $3, now(), 4)`,
      [name, { couponId: `-coupon${number}` }, { message: `failure ${number}` }],
    )
  }
}

test('failed jobs are listed, run again and given up (JOBS-06)', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/#/backend/job')
  await expect(page.getByRole('heading', { name: '失敗的工作', level: 1 })).toBeVisible()
  await expect(page.getByText('沒有失敗的工作')).toBeVisible()

  await createFailedJobs('housekeeping.sweep', 12)
  await createFailedJobs('mail.sweep', 1)
  await page.reload()
  await expectLoaded(page)
  const heads = await table(page).getByRole('columnheader').allInnerTexts()
  expect(heads.map((text) => text.trim()).filter(Boolean)).toEqual([
    '工作',
    '對象',
    '次數',
    '最後錯誤',
    '建立時間',
    '失敗時間',
    '操作',
  ])
  await expect(rows(page)).toHaveCount(10)
  await expect(rows(page).first()).toContainText('mail.sweep')
  await expect(rows(page).nth(1)).toContainText('failure 12')
  await expectNoAxeViolations(page)

  await page.goto('/#/backend/job?name=mail.sweep')
  await expect(rows(page)).toHaveCount(1)
  const only = rows(page).first()
  await expect(only.getByRole('link', { name: '優惠券 -coupon1' })).toHaveAttribute(
    'href',
    '#/backend/coupon/-coupon1',
  )
  await button(only, '重試').click()
  await button(page.getByRole('alertdialog'), '重試').click()
  await expect(page.getByText('已重新執行')).toBeVisible()
  await expect(page.getByText('沒有失敗的工作')).toBeVisible()

  await page.goto('/#/backend/job?page=2')
  await expect(rows(page)).toHaveCount(2)
  const oldest = rows(page).filter({ hasText: 'failure 1' }).last()
  await button(oldest, '不再執行').click()
  await button(page.getByRole('alertdialog'), '不再執行').click()
  await expect(page.getByText('已結束工作')).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
})
