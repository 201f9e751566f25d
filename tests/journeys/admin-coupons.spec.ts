import { expect, type Locator, type Page } from '@playwright/test'
import { adminCouponApi, type Coupon, type CouponInput } from '#contract/coupons.ts'
import { expectNoAxeViolations } from './support/axe.ts'
import {
  bulkButton,
  button,
  columnTexts,
  enterBackOffice,
  freshWord,
  header,
  openList,
  rowOf,
  rows,
  table,
  todayInTaipei,
} from './support/back-office.ts'
import { interceptRequests } from './support/intercept-requests.ts'
import { callShop } from './support/shop-api.ts'
import { test } from './support/test.ts'

const endOf = (day: string) => Date.parse(`${day}T23:59:59.999+08:00`)

let token: string
test.beforeEach(async ({ page, baseURL }) => {
  token = await enterBackOffice(page, baseURL)
})

const field = (dialog: Locator, label: string) => dialog.getByRole('textbox', { name: label })

/** The newest coupons stand first, so a fresh one is on the first page. */
async function createOne(page: Page, coupon: Partial<CouponInput> = {}): Promise<Coupon> {
  const word = freshWord()
  const data = {
    title: `券 ${word}`,
    code: `c${word}`,
    percent: 85,
    due_date: endOf('2030-05-17'),
    is_enabled: 1 as const,
    ...coupon,
  }
  return (await callShop(page.request, adminCouponApi.create, { data }, token)).coupon
}

async function openNew(page: Page): Promise<Locator> {
  await button(page, '新增優惠券').click()
  return page.getByRole('dialog', { name: '新增優惠券' })
}

async function openEdit(page: Page, coupon: Coupon): Promise<Locator> {
  await button(rowOf(page, coupon.title), '編輯').click()
  return page.getByRole('dialog', { name: `編輯 ${coupon.title}` })
}

test('ACOUPON-01 ACOUPON-04 ACOUPON-08 a row tells what its coupon is', async ({ page }) => {
  const coupon = await createOne(page)
  await openList(page, '優惠券')
  await expect(page.getByRole('heading', { name: '優惠券列表', level: 1 })).toBeVisible()
  const heads = await table(page).getByRole('columnheader').allInnerTexts()
  expect(heads.map((text) => text.trim()).filter(Boolean)).toEqual([
    '名稱',
    '折扣數 (%)',
    '到期日',
    '優惠碼',
    '狀態',
    '操作',
  ])
  const row = rowOf(page, coupon.title)
  for (const text of ['85', '2030/05/17', coupon.code, '啟用']) {
    await expect(row.getByText(text, { exact: true })).toBeVisible()
  }
  await expect(button(row, '編輯')).toBeEnabled()
  await expect(button(row, '刪除')).toBeEnabled()
  await expectNoAxeViolations(page)
})

test('ACOUPON-02 ACOUPON-04 ACOUPON-05 ACOUPON-06 what is checked decides what can be pressed', async ({
  page,
}) => {
  const first = await createOne(page)
  const second = await createOne(page)
  await createOne(page)
  await openList(page, '優惠券')
  const bulk = (name: string) => bulkButton(page, name)
  await expect(button(page, '新增優惠券')).toBeVisible()
  await rowOf(page, first.title).getByRole('checkbox').check()
  await expect(button(page, '新增優惠券')).toHaveCount(0)
  await expect(bulk('刪除')).toHaveCount(0)
  await rowOf(page, second.title).getByRole('checkbox').check()
  await expect(bulk('刪除')).toBeVisible()
  await expect(button(rowOf(page, first.title), '編輯')).toBeDisabled()
  await expect(button(rowOf(page, first.title), '刪除')).toBeDisabled()
  await page.getByRole('checkbox', { name: '全選' }).check()
  await expect(rows(page).getByRole('checkbox', { checked: false })).toHaveCount(0)
  await expect(bulk('全部刪除')).toBeVisible()
  await page.getByRole('checkbox', { name: '全選' }).uncheck()
  await expect(button(page, '新增優惠券')).toBeVisible()
})

const percentOf = (row: Locator, percent: string) =>
  row.getByRole('cell', { name: percent, exact: true })

test('ACOUPON-03 a header sorts ascending first, then the other way', async ({ page }) => {
  await createOne(page, { percent: 100 })
  await createOne(page, { percent: 1 })
  await openList(page, '優惠券')
  const percent = header(page, '折扣數 (%)')
  await percent.getByRole('button').click()
  await expect(percent).toHaveAttribute('aria-sort', 'ascending')
  await expect(percentOf(rows(page).first(), '1')).toBeVisible()
  const ascending = (await columnTexts(page, 1)).map(Number)
  expect(ascending).toEqual([...ascending].sort((one, other) => one - other))
  await percent.getByRole('button').click()
  await expect(percent).toHaveAttribute('aria-sort', 'descending')
  await expect(percentOf(rows(page).first(), '100')).toBeVisible()
  const descending = (await columnTexts(page, 1)).map(Number)
  expect(descending).toEqual([...descending].sort((one, other) => other - one))
  await header(page, '名稱').getByRole('button').click()
  await expect(header(page, '名稱')).toHaveAttribute('aria-sort', 'ascending')
})

test('ACOUPON-07 the pages are links of the list', async ({ page }) => {
  for (let count = 0; count < 11; count += 1) await createOne(page)
  await openList(page, '優惠券')
  const pages = page.getByRole('navigation', { name: '優惠券列表分頁' })
  const second = pages.getByRole('link', { name: /第 2 頁/ })
  await expect(second).toHaveAttribute('href', '#/backend/coupon?page=2')
  const firstRow = await rows(page).first().textContent()
  await second.click()
  await expect(page).toHaveURL(/#\/backend\/coupon\?page=2$/)
  await expect(rows(page).first()).not.toHaveText(firstRow ?? '')
})

test('ACOUPON-09 a shop without coupons says 目前無資料', async ({ page }) => {
  // The journeys share one shop: its own answer, with no coupons left in it.
  await interceptRequests(page, '**/admin/coupons?*', async (route) => {
    const response = await route.fetch()
    const reply = await response.json()
    const pagination = { ...reply.pagination, total_pages: 1, has_next: false }
    await route.fulfill({ response, json: { ...reply, coupons: [], pagination } })
  })
  await openList(page, '優惠券')
  await expect(page.getByText('目前無資料')).toBeVisible()
})

test('ACOUPON-10 ACOUPON-11 ACOUPON-12 ACOUPON-19 ACOUPON-20 ACOUPON-21 VALID-43 VALID-44 a new coupon starts with its defaults', async ({
  page,
}) => {
  await openList(page, '優惠券')
  const dialog = await openNew(page)
  for (const label of ['名稱', '折扣數', '優惠碼']) {
    await expect(field(dialog, label)).toHaveAttribute('required', '')
  }
  for (const label of ['名稱', '到期日', '折扣數', '優惠碼']) {
    await expect(dialog.locator('label', { hasText: `${label} *` })).toBeAttached()
  }
  await expect(field(dialog, '名稱')).toHaveValue('')
  await expect(field(dialog, '折扣數')).toHaveValue('80')
  await expect(field(dialog, '優惠碼')).toHaveValue('frost')
  await expect(expiry(dialog)).toHaveText(todayInTaipei())
  await expect(dialog.getByRole('checkbox', { name: '是否啟用' })).not.toBeChecked()
  await expectNoAxeViolations(page)
})

/** The date as its field shows it, free of the marks between its parts. */
function expiry(dialog: Locator): Locator {
  return dialog.getByRole('group', { name: '到期日' }).locator('.MuiPickersSectionList-root')
}

test('ACOUPON-12 ACOUPON-13 ACOUPON-17 ACOUPON-18 VALID-41 a coupon is created, good to the end of the chosen day in Taipei', {
  tag: '@phone',
}, async ({ page, isMobile }) => {
  const word = freshWord()
  await openList(page, '優惠券')
  const dialog = await openNew(page)
  await field(dialog, '名稱').fill(`新券 ${word}`)
  await field(dialog, '折扣數').fill('75')
  await field(dialog, '優惠碼').fill(`N${word}`)
  await dialog.getByRole('checkbox', { name: '是否啟用' }).check()
  await chooseDay(page, dialog, '15', isMobile)

  const request = page.waitForRequest((one) => one.method() === 'POST')
  await button(dialog, '新增').click()
  const { data } = (await request).postDataJSON()
  const month = todayInTaipei().slice(0, 7).replace('/', '-')
  expect(data).toMatchObject({ percent: 75, is_enabled: 1, due_date: endOf(`${month}-15`) })
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('status').filter({ hasText: '已建立優惠券' })).toBeVisible()
  await expect(rowOf(page, word)).toContainText(`${month.replace('-', '/')}/15`)
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0)
})

/** By the calendar; on a touch screen it is a dialog of its own. */
async function chooseDay(page: Page, dialog: Locator, day: string, isMobile: boolean) {
  await dialog.getByRole('button', { name: /選擇日期/ }).click()
  await page.getByRole('gridcell', { name: day, exact: true }).click()
  if (isMobile) await button(page, '確認').click()
  await expect(page.getByRole('gridcell')).toHaveCount(0)
}

test('ACOUPON-10 ACOUPON-13 ACOUPON-14 ACOUPON-17 ACOUPON-18 an edit starts with the coupon, its date included', async ({
  page,
}) => {
  const coupon = await createOne(page)
  await openList(page, '優惠券')
  await rowOf(page, coupon.title).getByRole('checkbox').check()
  const dialog = await openEdit(page, coupon)
  await expect(field(dialog, '名稱')).toHaveValue(coupon.title)
  await expect(field(dialog, '折扣數')).toHaveValue('85')
  await expect(field(dialog, '優惠碼')).toHaveValue(coupon.code)
  await expect(expiry(dialog)).toHaveText('2030/05/17')
  await expect(dialog.getByRole('checkbox', { name: '是否啟用' })).toBeChecked()
  await expectNoAxeViolations(page)

  await field(dialog, '折扣數').fill('60')
  await dialog.getByRole('checkbox', { name: '是否啟用' }).uncheck()
  const request = page.waitForRequest((one) => one.method() === 'PUT')
  await button(dialog, '儲存').click()
  const { data } = (await request).postDataJSON()
  expect(data).toMatchObject({ percent: 60, is_enabled: 0, due_date: coupon.due_date })
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('status').filter({ hasText: '已更新優惠券' })).toBeVisible()
  await expect(rowOf(page, coupon.title)).toContainText('未啟用')
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0)
})

test('ACOUPON-12 ACOUPON-14 the expiry can be typed, and emptied', async ({ page }) => {
  const coupon = await createOne(page)
  await openList(page, '優惠券')
  let dialog = await openEdit(page, coupon)
  const year = dialog.getByRole('spinbutton', { name: '年份' })
  await year.click()
  await page.keyboard.type('20320229')
  await expect(expiry(dialog)).toHaveText('2032/02/29')
  await button(dialog, '儲存').click()
  await expect(dialog).toHaveCount(0)
  await expect(rowOf(page, coupon.title)).toContainText('2032/02/29')

  dialog = await openEdit(page, coupon)
  await year.click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Delete')
  await button(dialog, '儲存').click()
  await expect(dialog.getByText('請選擇到期日')).toBeVisible()
  await expect(year).toBeFocused()
  await expect(dialog).toBeVisible()
})

test('ACOUPON-15 ACOUPON-16 only 關閉 and the X close the dialog', async ({ page }) => {
  await openList(page, '優惠券')
  const dialog = await openNew(page)
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 400)
  await expect(dialog).toBeVisible()
  await button(dialog, '關閉').click()
  await expect(dialog).toHaveCount(0)
  await openNew(page)
  await button(dialog, '關閉視窗').click()
  await expect(dialog).toHaveCount(0)
})

test('ACOUPON-17 a coupon is created by keyboard alone', async ({ page }) => {
  const word = freshWord()
  await openList(page, '優惠券')
  const tabTo = async (goal: Locator) => {
    for (let presses = 0; presses < 30; presses += 1) {
      if (await goal.evaluate((element) => element === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    await expect(goal).toBeFocused()
  }
  await tabTo(button(page, '新增優惠券'))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: '新增優惠券' })
  await tabTo(field(dialog, '名稱'))
  await page.keyboard.type(`鍵盤 ${word}`)
  await tabTo(dialog.getByRole('spinbutton', { name: '年份' }))
  await page.keyboard.type('20310131')
  await tabTo(field(dialog, '優惠碼'))
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(`k${word}`)
  await tabTo(dialog.getByRole('checkbox', { name: '是否啟用' }))
  await page.keyboard.press('Space')
  await tabTo(button(dialog, '新增'))
  await page.keyboard.press('Enter')
  await expect(rowOf(page, `鍵盤 ${word}`)).toContainText('2031/01/31')
  await expect(rowOf(page, `鍵盤 ${word}`).getByText('啟用', { exact: true })).toBeVisible()
  await expect(button(page, '新增優惠券')).toBeFocused()
})

test('VALID-42 折扣數 takes digits only', async ({ page }) => {
  await openList(page, '優惠券')
  const dialog = await openNew(page)
  await field(dialog, '折扣數').fill('')
  await field(dialog, '折扣數').pressSequentially('7e-5.%')
  await expect(field(dialog, '折扣數')).toHaveValue('75')
  await field(dialog, '折扣數').fill('6.0e')
  await expect(field(dialog, '折扣數')).toHaveValue('60')
})

test('ERROR-10 VALID-45 a refused coupon keeps what was typed and says why', async ({ page }) => {
  const other = await createOne(page)
  await openList(page, '優惠券')
  const dialog = await openNew(page)
  await field(dialog, '折扣數').fill('')
  await field(dialog, '優惠碼').fill(other.code.toUpperCase())
  await button(dialog, '新增').click()
  await expect(field(dialog, '名稱')).toHaveAccessibleDescription('請輸入名稱')
  await expect(field(dialog, '折扣數')).toHaveAccessibleDescription('請輸入折扣數')
  await field(dialog, '名稱').fill('重複的優惠碼')
  await field(dialog, '折扣數').fill('50')
  await button(dialog, '新增').click()
  await expect(page.getByRole('alert').filter({ hasText: '優惠碼已存在' })).toBeVisible()
  await expect(field(dialog, '優惠碼')).toHaveAccessibleDescription('優惠碼已存在')
  await expect(field(dialog, '優惠碼')).toBeFocused()
  await expect(field(dialog, '名稱')).toHaveValue('重複的優惠碼')
  await expect(field(dialog, '優惠碼')).toHaveValue(other.code.toUpperCase())
})
