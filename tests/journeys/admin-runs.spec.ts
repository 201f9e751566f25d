import { expect, type Page } from '@playwright/test'
import { adminOrderLifeApi } from '#contract/order-life.ts'
import { adminOrderApi } from '#contract/orders.ts'
import { expectNoAxeViolations } from './support/axe.ts'
import {
  bulkButton,
  button,
  createCategory,
  enterBackOffice,
  openList,
  rowOf,
  rows,
} from './support/back-office.ts'
import { callShop, listDemoProducts } from './support/shop-api.ts'
import { queryShop } from './support/shop-database.ts'
import { test } from './support/test.ts'

test.describe.configure({ mode: 'default' })

let token: string
test.beforeEach(async ({ page, baseURL }) => {
  token = await enterBackOffice(page, baseURL)
  await queryShop('delete from runs', [])
  await queryShop('update orders set deleted_at = now() where deleted_at is null', [])
})

async function place(page: Page, isPaid: boolean): Promise<string> {
  const [product] = await listDemoProducts(page.request)
  const data = {
    products: [{ product_id: product?.id ?? '', qty: 1 }],
    user: { name: '王小明', email: 'ming@example.com', tel: '0912345678', address: '臺北市 1 號' },
    is_paid: isPaid,
  }
  return (await callShop(page.request, adminOrderApi.create, { data }, token)).orderId
}
const stateOf = async (page: Page, id: string) => {
  const input = { params: { id } }
  return (await callShop(page.request, adminOrderLifeApi.detail, input, token)).order.state
}
const toast = (page: Page, text: string) =>
  page.getByLabel('通知').getByText(text, { exact: false })

/** Opens the dialog of an action over the checked rows. */
async function choose(page: Page, action: string) {
  await bulkButton(page, '批次操作').click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
  return page.getByRole('dialog', { name: action })
}

/** A run that no job works on, half way through. */
async function placeRun(): Promise<string> {
  const id = `-run${Date.now().toString(36)}xxxxxxxxxxxxxxxx`.slice(0, 20)
  await queryShop(
    `insert into runs (id, kind, action, state, started_by, starter_name, starter, total, done)
     select $1, 'orders', 'prepare', 'running', uid, username,
       jsonb_build_object('id', uid, 'requestId', '', 'network', '', 'device', ''), 4, 1
     from administrators limit 1`,
    [id],
  )
  await queryShop(
    `insert into run_entries (run_id, position, subject_id, title, state)
     select $1, n, '-order' || n, '261122-' || n, case when n = 1 then 'done' else 'waiting' end
     from generate_series(1, 4) as n`,
    [id],
  )
  return id
}

test('orders are changed together, after a dialog that tells how many and why not, and undone by the toast or in the list of runs (BULK-01, BULK-03, BULK-04, BULK-08)', async ({
  page,
}) => {
  const [paid, unpaid] = [await place(page, true), await place(page, false)]

  await test.step('shipped, and undone by the toast', async () => {
    await openList(page, '訂單')
    await expect(bulkButton(page, '批次操作')).toHaveCount(0)
    await rowOf(page, paid).getByRole('checkbox').check()
    await expect(bulkButton(page, '批次操作')).toBeVisible()
    await rowOf(page, unpaid).getByRole('checkbox').check()
    await expect(bulkButton(page, '全部刪除')).toBeVisible()
    await expectNoAxeViolations(page)
    const dialog = await choose(page, '標示已出貨')
    await expect(dialog).toContainText('1 筆將標示已出貨，1 筆無法變更')
    await expect(dialog).toContainText('1 筆訂單目前為「待付款」')
    await expectNoAxeViolations(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await bulkButton(page, '批次操作').click()
    const offered = page.getByRole('menu').getByRole('menuitem')
    expect(await offered.allInnerTexts()).toEqual([
      ...['標示備貨中', '標示已出貨', '標示已送達', '標示已列印', '封存', '匯出'],
      ...['揀貨單', '出貨單'],
    ])
    await page.keyboard.press('Escape')
    await choose(page, '標示已出貨')
    await button(dialog, '標示已出貨').click()
    await expect(dialog).toHaveCount(0)
    await expect(toast(page, '標示已出貨：部分完成，完成 1 筆，1 筆未變更')).toBeVisible()
    expect(await stateOf(page, paid)).toBe('shipped')
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0)
    await button(page.getByLabel('通知'), '復原').click()
    await expect(toast(page, '已復原 1 筆')).toBeVisible()
    expect(await stateOf(page, paid)).toBe('paid')
  })

  await test.step('prepared, and undone in the list of runs', async () => {
    await openList(page, '訂單')
    await rowOf(page, paid).getByRole('checkbox').check()
    const dialog = await choose(page, '標示備貨中')
    await button(dialog, '標示備貨中').click()
    await expect(toast(page, '標示備貨中：已完成 1 筆')).toBeVisible()
    await page.goto('/#/backend/run')
    await expect(page.getByRole('heading', { name: '執行紀錄', level: 1 })).toBeVisible()
    const main = page.getByRole('main')
    const run = main.getByRole('row').filter({ hasText: '標示備貨中（訂單）' })
    await expect(run).toContainText('已完成')
    await expect(run).toContainText('1 / 1')
    await expectNoAxeViolations(page)
    await button(run, '復原').click()
    await expect(toast(page, '已復原 1 筆')).toBeVisible()
    await expect(run).toContainText('已復原')
    expect(await stateOf(page, paid)).toBe('paid')
  })
})

test('all that a filter finds is changed, beyond the page, and a new category asked for before the entries are counted (BULK-02, BULK-03)', {
  tag: '@long',
}, async ({ page }) => {
  await test.step('all that the filter finds', async () => {
    const { search } = await createCategory(
      page.request,
      token,
      Array.from({ length: 11 }, (_, n) => ({ title: `燈 ${n + 1} 號` })),
    )
    await openList(page, '產品', search)
    await page.getByRole('checkbox', { name: '全選' }).check()
    await bulkButton(page, '選取符合條件的全部資料').click()
    await expect(page.getByText('已選取符合條件的全部資料')).toBeVisible()
    const dialog = await choose(page, '設為未啟用')
    await expect(dialog).toContainText('11 筆將設為未啟用')
    await button(dialog, '設為未啟用').click()
    await expect(toast(page, '設為未啟用：已完成 11 筆')).toBeVisible()
    const off = rows(page).filter({ hasText: '未啟用' })
    await expect(off).toHaveCount(10)
    await openList(page, '產品', `${search}&page=2`)
    await expect(off).toHaveCount(1)
  })

  await test.step('a new category for the one that is left', async () => {
    await rows(page).getByRole('checkbox').check()
    const dialog = await choose(page, '變更分類')
    await expect(button(dialog, '變更分類')).toBeDisabled()
    await dialog.getByLabel('新的分類').fill('換季')
    await expect(dialog).toContainText('1 筆將變更分類')
    await button(dialog, '變更分類').click()
    await expect(toast(page, '變更分類：已完成 1 筆')).toBeVisible()
  })
})

test('progress is seen on every screen, after a reload and on another device, and stopped there (BULK-04, BULK-07)', async ({
  page,
  browser,
  baseURL,
}) => {
  const id = await placeRun()
  const progress = (of: Page) => of.getByRole('link', { name: /標示備貨中（訂單）/ })
  await openList(page, '產品')
  await expect(progress(page)).toContainText('1 / 4')
  await page.goto('/#/backend/setting')
  await expect(progress(page)).toContainText('1 / 4')
  await page.reload()
  await expect(progress(page)).toContainText('1 / 4')
  const context = await browser.newContext({ baseURL: baseURL ?? '' })
  const other = await context.newPage()
  await enterBackOffice(other, baseURL)
  await openList(other, '訂單')
  await expect(progress(other)).toContainText('1 / 4')
  await context.close()
  await button(page, '停止').click()
  await expect(progress(page)).toHaveCount(0)
  await expect(toast(page, '標示備貨中：已停止，完成 1 筆')).toBeVisible()
  await page.goto(`/#/backend/run/${id}`)
  await expect(page.getByRole('heading', { name: '標示備貨中（訂單）', level: 1 })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('已停止')
  await expect(page.getByRole('list', { name: '資料' }).getByRole('listitem')).toHaveCount(4)
  await page.getByRole('button', { name: '未執行' }).click()
  await expect(page.getByRole('list', { name: '資料' }).getByRole('listitem')).toHaveCount(3)
  await expectNoAxeViolations(page)
})
