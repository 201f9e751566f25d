import { expect, type Page } from '@playwright/test'
import { couponApi } from '#contract/coupons.ts'
import { adminOrderApi, orderApi, type StaffOrder } from '#contract/orders.ts'
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
import { addToCart, callShop, getDemoProduct, placeOrder } from './support/shop-api.ts'
import { test } from './support/test.ts'

const newestFirst = '?sort=id&order=desc'
const money = (value: number) => `NT$${value.toLocaleString('zh-TW')}`

let token: string
test.beforeEach(async ({ page, baseURL }) => {
  // Many orders are deleted with a password that was given within 15 minutes.
  token = await enterBackOffice(page, baseURL, { isOwnSession: true })
})

async function orderOne(page: Page, name = '王小明'): Promise<string> {
  const product = await getDemoProduct(page.request)
  return placeOrder(page.request, { product, qty: 2, name })
}

async function readOrder(page: Page, id: string): Promise<StaffOrder> {
  const { orders } = await callShop(page.request, adminOrderApi.list, { query: {} }, token)
  const order = orders.find((one) => one.id === id)
  if (!order) throw new Error('the order is not on the first page')
  return order
}

const remove = (page: Page, id: string) =>
  callShop(page.request, adminOrderApi.remove, { params: { id } }, token)

/** The ids of the rows, behind the numbers that are read out. */
async function shownIds(page: Page): Promise<string[]> {
  return (await columnTexts(page, 1)).map((text) => text.slice(-20))
}

test('the list tells what was ordered, the oldest first until it is told otherwise, and finds an order by its number (AORDER-01, AORDER-02, AORDER-03, AORDER-04, AORDER-05, AORDER-06, AORDER-07, AORDER-09, AORDER-11, HAND-10, EASE-11)', async ({
  page,
}) => {
  for (let count = 0; count < 10; count += 1) await orderOne(page)
  const id = await orderOne(page)
  const order = await readOrder(page, id)
  const row = rowOf(page, id)
  const sorted = header(page, '訂單編號')

  await test.step('it begins with the oldest order, and its pages are links', async () => {
    const listRequest = page.waitForRequest('**/admin/orders?*')
    await openList(page, '訂單')
    const { searchParams } = new URL((await listRequest).url())
    expect([searchParams.get('sort'), searchParams.get('order')]).toEqual(['id', 'asc'])
    await expect(sorted).toHaveAttribute('aria-sort', 'ascending')
    const ids = await shownIds(page)
    expect(ids).toHaveLength(10)
    expect(ids).toEqual([...ids].sort())
    const pages = page.getByRole('navigation', { name: '訂單列表分頁' })
    const second = pages.getByRole('link', { name: /第 2 頁/ })
    await expect(second).toHaveAttribute('href', '#/backend/order?page=2')
    await second.press('Enter')
    await expect(page).toHaveURL(/#\/backend\/order\?page=2$/)
    await expect.poll(async () => ((await shownIds(page))[0] ?? '') > (ids[9] ?? '~')).toBe(true)
    // The keyboard goes on from there.
    await expect(second).toBeFocused()
  })

  await test.step('one press shows the newest first, which the list remembers', async () => {
    await sorted.getByRole('button').click()
    await expect(sorted).toHaveAttribute('aria-sort', 'descending')
    await expect(page).not.toHaveURL(/page=2/)
    await expect(rows(page).first()).toContainText(id)
    await page.goto('/#/backend')
    await expect(page.getByRole('heading', { name: '公告資訊' })).toBeVisible()
    await openList(page, '訂單')
    await expect(rows(page).first()).toContainText(id)
  })

  await test.step('a row tells what was ordered', async () => {
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
    await expect(row.getByRole('cell', { name: '王小明', exact: true })).toBeVisible()
    await expect(row).toContainText(/20\d\d\/\d\d\/\d\d \d\d:\d\d/)
    await expect(row).toContainText(money(order.total ?? 0))
    await expect(row.getByText('未付款')).toBeVisible()
    await expect(button(row, '編輯')).toBeEnabled()
    await expect(button(row, '刪除')).toBeEnabled()
    await expectNoAxeViolations(page)
  })

  await test.step('the number that can be read out finds the order', async () => {
    const number = order.number ?? ''
    expect(number).toMatch(/^\d{6}-\d+$/)
    await expect(row.getByText(number, { exact: true })).toBeVisible()
    await page.getByRole('searchbox', { name: '關鍵字' }).fill(number)
    await page.keyboard.press('Enter')
    await expect(rows(page)).toHaveCount(1)
    await expect(row).toBeVisible()
    await button(row, '編輯').click()
    await expect(page.getByRole('dialog').getByText(number, { exact: true })).toBeVisible()
  })
})

test('the dialog shows all of an order, changes its payment alone and keeps what could not be saved (AORDER-12, AORDER-13, AORDER-14, AORDER-15, AORDER-16, AORDER-17, AORDER-18, AORDER-19, AORDER-20, AORDER-21, HAND-01, ERROR-10)', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const product = await getDemoProduct(page.request)
  await addToCart(page.request, { product, qty: 3 })
  await callShop(page.request, couponApi.apply, { data: { code: 'frost' } })
  const user = {
    name: '許備註',
    email: 'remark@example.com',
    tel: '0987654321',
    address: '臺北市信義區市府路 1 號',
  }
  const { orderId: id, total } = await callShop(page.request, orderApi.create, {
    data: { user, message: '請放管理室' },
  })
  await openList(page, '訂單', newestFirst)
  const row = rowOf(page, id)
  const dialog = page.getByRole('dialog', { name: `編輯 ${id}` })
  const paid = dialog.getByRole('checkbox', { name: '付款狀態' })

  await test.step('only 關閉 and the X close the dialog, and a change is asked about', async () => {
    await button(row, '編輯').click()
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await page.mouse.click(5, 400)
    await expect(dialog).toBeVisible()
    await button(dialog, '關閉').click()
    await expect(dialog).toHaveCount(0)
    await button(row, '編輯').click()
    await paid.check()
    await button(dialog, '關閉視窗').click()
    await button(page.getByRole('alertdialog'), '捨棄變更').click()
    await expect(dialog).toHaveCount(0)
    await expect(row.getByText('未付款')).toBeVisible()
  })

  await test.step('contact and lines can be read, and not written', async () => {
    await row.getByRole('checkbox').check()
    await button(row, '編輯').click()
    for (const [label, value] of [
      ['電子信箱', user.email],
      ['訂購人', user.name],
      ['地址', user.address],
    ] as const) {
      await expect(dialog.getByRole('textbox', { name: label })).toHaveValue(value)
      await expect(dialog.getByRole('textbox', { name: label })).not.toBeEditable()
    }
    const lines = dialog.getByRole('table')
    await expect(lines.getByRole('columnheader')).toHaveText([
      '商品',
      '數量',
      '折扣後金額',
      '原金額',
    ])
    await expect(lines.getByRole('row')).toHaveCount(2)
    await expect(lines.getByRole('textbox')).toHaveCount(0)
    await expect(dialog.getByRole('checkbox')).toHaveCount(1)
    await expect(paid).not.toBeChecked()
    await expectNoAxeViolations(page)
  })

  await test.step('telephone, remark, date, coupon, subtotal, discount and total', async () => {
    await expect(dialog.getByRole('link', { name: '撥打 0987654321' })).toHaveAttribute(
      'href',
      'tel:0987654321',
    )
    await button(dialog, '複製電話').click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('0987654321')
    await expect(dialog.getByText('請放管理室')).toBeVisible()
    await expect(dialog.getByText(/20\d\d\/\d\d\/\d\d \d\d:\d\d/).first()).toBeVisible()
    const subtotal = product.price * 3
    await expect(dialog.getByRole('definition').filter({ hasText: 'NT$' })).toHaveText([
      money(subtotal),
      `−${money(subtotal - total)}`,
      money(total),
    ])
    await expect(dialog.getByText('優惠（frost，8 折）')).toBeVisible()
  })

  await test.step('the payment is saved', async () => {
    await paid.check()
    const request = page.waitForRequest((one) => one.method() === 'PUT')
    await button(dialog, '儲存').click()
    expect((await request).postDataJSON()).toEqual({ data: { is_paid: true } })
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('status').filter({ hasText: '已更新訂單資訊' })).toBeVisible()
    await expect(row.getByText('已付款')).toBeVisible()
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0)
    await expect(page).toHaveURL(/sort=id&order=desc/)
  })

  await test.step('an order that is gone meanwhile cannot be saved, and the dialog stays', async () => {
    await button(row, '編輯').click()
    await paid.uncheck()
    await remove(page, id)
    await button(dialog, '儲存').click()
    await expect(page.getByRole('alert').filter({ hasText: '找不到訂單' })).toBeVisible()
    await expect(paid).not.toBeChecked()
  })
})

test('orders are shown before they are deleted, one or several, and paid ones are asked about twice (AORDER-10, DELETE-01, DELETE-06, DELETE-07, DELETE-09, DELETE-12, HAND-02, ERROR-12)', async ({
  page,
}) => {
  const product = await getDemoProduct(page.request)
  // One more than are checked, or the button would read otherwise.
  await orderOne(page)
  const [failed, many, others] = [await orderOne(page), await orderOne(page), await orderOne(page)]
  const id = await placeOrder(page.request, { product, qty: 1, name: '陳大文' })
  for (const paid of [id, many]) {
    const input = { params: { id: paid }, data: { is_paid: true } }
    await callShop(page.request, adminOrderApi.update, input, token)
  }
  await openList(page, '訂單', newestFirst)
  let deletes = 0
  page.on('request', (request) => {
    if (request.method() === 'DELETE') deletes += 1
  })

  await test.step('a paid order is shown, asked about twice, then deleted', async () => {
    await button(rowOf(page, id), '刪除').click()
    const dialog = page.getByRole('dialog', { name: `${id} - 確認刪除` })
    await expect(dialog.getByRole('definition')).toHaveText([
      id,
      '陳大文',
      product.title,
      money(product.price),
      '已付款',
    ])
    await expectNoAxeViolations(page)
    await button(dialog, '關閉').click()
    await expect(rowOf(page, id)).toBeVisible()
    await button(rowOf(page, id), '刪除').click()
    await button(dialog, '確認刪除').click()
    const second = page.getByRole('alertdialog', { name: '這筆訂單已付款' })
    await expect(second).toContainText(money(product.price))
    await expectNoAxeViolations(page)
    await button(second, '返回').click()
    expect(deletes).toBe(0)
    await button(dialog, '確認刪除').click()
    await button(second, '仍要刪除').click()
    await expect(dialog).toHaveCount(0)
    await expect(rowOf(page, id)).toHaveCount(0)
    expect(deletes).toBe(1)
  })

  await test.step('a failed delete only closes the dialog', async () => {
    await button(rowOf(page, failed), '刪除').click()
    const dialog = page.getByRole('dialog', { name: `${failed} - 確認刪除` })
    await remove(page, failed)
    const reply = page.waitForResponse((one) => one.request().method() === 'DELETE')
    await button(dialog, '確認刪除').click()
    expect((await reply).status()).toBe(404)
    await expect(dialog).toHaveCount(0)
    await expect(rowOf(page, failed)).toHaveCount(0)
    await expect(page.getByText('找不到訂單')).toHaveCount(0)
  })

  await test.step('several are deleted together, the paid one asked about', async () => {
    for (const one of [many, others]) await rowOf(page, one).getByRole('checkbox').check()
    await bulkButton(page, '刪除').click()
    await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(2)
    await button(page.getByRole('dialog'), '確認刪除').click()
    const second = page.getByRole('alertdialog', { name: '有 1 筆訂單已付款' })
    await button(second, '仍要刪除').click()
    await expect(page.getByText('成功刪除 2 筆資料')).toBeVisible()
    for (const one of [many, others]) await expect(rowOf(page, one)).toHaveCount(0)
    await expect(rows(page).getByRole('checkbox', { checked: true })).toHaveCount(0)
  })
})
