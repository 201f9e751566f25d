import { expect, type Page } from '@playwright/test'
import { adminOrderApi } from '#contract/orders.ts'
import { expectNoAxeViolations } from './support/axe.ts'
import {
  bulkButton,
  button,
  columnTexts,
  enterBackOffice,
  header,
  openList,
  rowOf,
  rows,
  table,
} from './support/back-office.ts'
import { callShop, getDemoProduct, placeOrder } from './support/shop-api.ts'
import { test } from './support/test.ts'

const newestFirst = '?sort=id&order=desc'

let token: string
test.beforeEach(async ({ page, baseURL }) => {
  token = await enterBackOffice(page, baseURL)
})

async function orderOne(page: Page, name = '王小明'): Promise<string> {
  const product = await getDemoProduct(page.request)
  return placeOrder(page.request, { product, qty: 2, name })
}

/** The ids of the rows, behind the numbers that are read out. */
async function shownIds(page: Page): Promise<string[]> {
  return (await columnTexts(page, 1)).map((text) => text.slice(-20))
}

test('AORDER-01 AORDER-02 AORDER-03 AORDER-04 AORDER-05 AORDER-06 AORDER-09 a row tells what was ordered', async ({
  page,
}) => {
  const id = await orderOne(page)
  const { orders } = await callShop(page.request, adminOrderApi.list, { query: {} }, token)
  const order = orders.find((one) => one.id === id)
  if (!order) throw new Error('the order is not on the first page')
  await openList(page, '訂單', newestFirst)
  await expect(page.getByRole('heading', { name: '訂單列表', level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: /新增/ })).toHaveCount(0)
  const heads = await table(page).getByRole('columnheader').allInnerTexts()
  expect(heads.map((text) => text.trim()).filter(Boolean)).toEqual([
    '訂單日期',
    '訂單編號',
    '訂購人',
    '備註',
    '訂單金額',
    '付款狀態',
    '操作',
  ])
  const row = rowOf(page, id)
  await expect(row.getByRole('cell', { name: '王小明', exact: true })).toBeVisible()
  await expect(row).toContainText(/20\d\d\/\d\d\/\d\d \d\d:\d\d/)
  await expect(row).toContainText(`NT$${order.total.toLocaleString('zh-TW')}`)
  await expect(row.getByText('未付款')).toBeVisible()
  await expect(button(row, '編輯')).toBeEnabled()
  await expect(button(row, '刪除')).toBeEnabled()
  await expectNoAxeViolations(page)
})

test('AORDER-07 AORDER-11 the list begins with the oldest order, and its pages are links', async ({
  page,
}) => {
  for (let count = 0; count < 11; count += 1) await orderOne(page)
  const listRequest = page.waitForRequest('**/admin/orders?*')
  await openList(page, '訂單')
  const { searchParams } = new URL((await listRequest).url())
  expect([searchParams.get('sort'), searchParams.get('order')]).toEqual(['id', 'asc'])
  await expect(header(page, '訂單編號')).toHaveAttribute('aria-sort', 'ascending')
  const ids = await shownIds(page)
  expect(ids).toHaveLength(10)
  expect(ids).toEqual([...ids].sort())

  const pages = page.getByRole('navigation', { name: '訂單列表分頁' })
  const second = pages.getByRole('link', { name: /第 2 頁/ })
  await expect(second).toHaveAttribute('href', '#/backend/order?page=2')
  await second.click()
  await expect(page).toHaveURL(/#\/backend\/order\?page=2$/)
  await expect.poll(async () => ((await shownIds(page))[0] ?? '') > (ids[9] ?? '~')).toBe(true)

  await header(page, '訂單編號').getByRole('button').click()
  await expect(header(page, '訂單編號')).toHaveAttribute('aria-sort', 'descending')
  await expect(page).not.toHaveURL(/page=2/)
})

test('AORDER-12 AORDER-13 AORDER-14 AORDER-15 AORDER-16 AORDER-17 AORDER-20 AORDER-21 only the payment state can be changed, and it is saved', {
  tag: '@phone',
}, async ({ page }) => {
  const id = await orderOne(page)
  await openList(page, '訂單', newestFirst)
  await rowOf(page, id).getByRole('checkbox').check()
  await button(rowOf(page, id), '編輯').click()
  const dialog = page.getByRole('dialog', { name: `編輯 ${id}` })
  for (const [label, value] of [
    ['電子信箱', 'ming@example.com'],
    ['訂購人', '王小明'],
    ['地址', '臺北市信義區市府路 1 號'],
  ] as const) {
    await expect(dialog.getByRole('textbox', { name: label })).toHaveValue(value)
    await expect(dialog.getByRole('textbox', { name: label })).not.toBeEditable()
  }
  const lines = dialog.getByRole('table')
  await expect(lines.getByRole('columnheader')).toHaveText(['商品', '數量', '折扣後金額', '原金額'])
  await expect(lines.getByRole('row')).toHaveCount(2)
  await expect(lines.getByRole('textbox')).toHaveCount(0)
  await expect(dialog.getByRole('checkbox')).toHaveCount(1)
  const paid = dialog.getByRole('checkbox', { name: '付款狀態' })
  await expect(paid).not.toBeChecked()
  await expectNoAxeViolations(page)

  await paid.check()
  const request = page.waitForRequest((one) => one.method() === 'PUT')
  await button(dialog, '儲存').click()
  expect((await request).postDataJSON()).toEqual({ data: { is_paid: true } })
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('status').filter({ hasText: '已更新訂單資訊' })).toBeVisible()
  await expect(rowOf(page, id).getByText('已付款')).toBeVisible()
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0)
  await expect(page).toHaveURL(/sort=id&order=desc/)
})

test('AORDER-18 AORDER-19 only 關閉 and the X close the dialog, and a change is asked about', async ({
  page,
}) => {
  const id = await orderOne(page)
  await openList(page, '訂單', newestFirst)
  const edit = button(rowOf(page, id), '編輯')
  const dialog = page.getByRole('dialog', { name: `編輯 ${id}` })
  await edit.click()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 400)
  await expect(dialog).toBeVisible()
  await button(dialog, '關閉').click()
  await expect(dialog).toHaveCount(0)
  await edit.click()
  await dialog.getByRole('checkbox', { name: '付款狀態' }).check()
  await button(dialog, '關閉視窗').click()
  await button(page.getByRole('alertdialog'), '捨棄變更').click()
  await expect(dialog).toHaveCount(0)
  await expect(rowOf(page, id).getByText('未付款')).toBeVisible()
})

test('AORDER-10 several orders are checked and deleted together', { tag: '@phone' }, async ({
  page,
}) => {
  const ids = [await orderOne(page), await orderOne(page)]
  // One more, or all would be checked.
  await orderOne(page)
  await openList(page, '訂單', newestFirst)
  for (const id of ids) await rowOf(page, id).getByRole('checkbox').check()
  await bulkButton(page, '刪除').click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  await button(dialog, '確認刪除').click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('成功刪除 2 筆資料')).toBeVisible()
  for (const id of ids) await expect(rowOf(page, id)).toHaveCount(0)
  await expect(rows(page).getByRole('checkbox', { checked: true })).toHaveCount(0)
})

test('ERROR-10 an order that is gone meanwhile cannot be saved, and the dialog stays', async ({
  page,
}) => {
  const id = await orderOne(page)
  await openList(page, '訂單', newestFirst)
  await button(rowOf(page, id), '編輯').click()
  const dialog = page.getByRole('dialog', { name: `編輯 ${id}` })
  await dialog.getByRole('checkbox', { name: '付款狀態' }).check()
  await callShop(page.request, adminOrderApi.remove, { params: { id } }, token)
  await button(dialog, '儲存').click()
  await expect(page.getByRole('alert').filter({ hasText: '找不到訂單' })).toBeVisible()
  await expect(dialog.getByRole('checkbox', { name: '付款狀態' })).toBeChecked()
})

test('ERROR-12 a failed delete of an order only closes the dialog', async ({ page }) => {
  const id = await orderOne(page)
  await openList(page, '訂單', newestFirst)
  await button(rowOf(page, id), '刪除').click()
  const dialog = page.getByRole('dialog', { name: `${id} - 確認刪除` })
  await callShop(page.request, adminOrderApi.remove, { params: { id } }, token)
  const reply = page.waitForResponse((one) => one.request().method() === 'DELETE')
  await button(dialog, '確認刪除').click()
  expect((await reply).status()).toBe(404)
  await expect(dialog).toHaveCount(0)
  await expect(rowOf(page, id)).toHaveCount(0)
  await expect(page.getByText('找不到訂單')).toHaveCount(0)
})
