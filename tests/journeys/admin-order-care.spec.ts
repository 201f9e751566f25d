import { expect, type Page } from '@playwright/test'
import { couponApi } from '#contract/coupons.ts'
import { adminOrderApi, orderApi } from '#contract/orders.ts'
import { expectNoAxeViolations } from './support/axe.ts'
import {
  bulkButton,
  button,
  enterBackOffice,
  openList,
  rowOf,
  rows,
} from './support/back-office.ts'
import { addToCart, callShop, getDemoProduct, placeOrder } from './support/shop-api.ts'
import { test } from './support/test.ts'

const newestFirst = '?sort=id&order=desc'

let token: string
test.beforeEach(async ({ page, baseURL }) => {
  token = await enterBackOffice(page, baseURL)
})

async function payByHand(page: Page, id: string) {
  const data = { is_paid: true }
  await callShop(page.request, adminOrderApi.update, { params: { id }, data }, token)
}

test('shows telephone, remark, date, coupon, subtotal, discount and total of an order (HAND-01)', async ({
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
  const { orderId, total } = await callShop(page.request, orderApi.create, {
    data: { user, message: '請放管理室' },
  })
  await openList(page, '訂單', newestFirst)
  await button(rowOf(page, orderId), '編輯').click()
  const dialog = page.getByRole('dialog', { name: `編輯 ${orderId}` })
  await expect(dialog.getByRole('link', { name: '撥打 0987654321' })).toHaveAttribute(
    'href',
    'tel:0987654321',
  )
  await button(dialog, '複製電話').click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('0987654321')
  await expect(dialog.getByText('請放管理室')).toBeVisible()
  await expect(dialog.getByText(/20\d\d\/\d\d\/\d\d \d\d:\d\d/).first()).toBeVisible()
  const subtotal = product.price * 3
  const money = (value: number) => `NT$${value.toLocaleString('zh-TW')}`
  await expect(dialog.getByRole('definition').filter({ hasText: 'NT$' })).toHaveText([
    money(subtotal),
    `−${money(subtotal - total)}`,
    money(total),
  ])
  await expect(dialog.getByText('優惠（frost，8 折）')).toBeVisible()
  await expectNoAxeViolations(page)
})

test('tells the amount and the payment before an order is deleted, and asks twice about a paid one (HAND-02)', async ({
  page,
}) => {
  const product = await getDemoProduct(page.request)
  const id = await placeOrder(page.request, { product, qty: 2, name: '陳已付' })
  await payByHand(page, id)
  await openList(page, '訂單', newestFirst)
  await button(rowOf(page, id), '刪除').click()
  const dialog = page.getByRole('dialog', { name: `${id} - 確認刪除` })
  const amount = `NT$${(product.price * 2).toLocaleString('zh-TW')}`
  await expect(dialog.getByRole('definition').filter({ hasText: amount })).toBeVisible()
  await expect(dialog.getByRole('definition').filter({ hasText: '已付款' })).toBeVisible()
  let deletes = 0
  page.on('request', (request) => {
    if (request.method() === 'DELETE') deletes += 1
  })
  await button(dialog, '確認刪除').click()
  const second = page.getByRole('alertdialog', { name: '這筆訂單已付款' })
  await expect(second).toContainText(amount)
  await expectNoAxeViolations(page)
  await button(second, '返回').click()
  expect(deletes).toBe(0)
  await button(dialog, '確認刪除').click()
  await button(second, '仍要刪除').click()
  await expect(dialog).toHaveCount(0)
  await expect(rowOf(page, id)).toHaveCount(0)
  expect(deletes).toBe(1)
})

test('asks twice before paid orders are deleted together (HAND-02)', async ({ page }) => {
  const product = await getDemoProduct(page.request)
  const ids = [
    await placeOrder(page.request, { product, qty: 1 }),
    await placeOrder(page.request, { product, qty: 1 }),
  ]
  // With every order of the list checked the button would read otherwise.
  await placeOrder(page.request, { product, qty: 1 })
  await payByHand(page, ids[0] ?? '')
  await openList(page, '訂單', newestFirst)
  for (const id of ids) await rowOf(page, id).getByRole('checkbox').check()
  await bulkButton(page, '刪除').click()
  await button(page.getByRole('dialog'), '確認刪除').click()
  const second = page.getByRole('alertdialog', { name: '有 1 筆訂單已付款' })
  await button(second, '仍要刪除').click()
  await expect(page.getByText('成功刪除 2 筆資料')).toBeVisible()
})

test('shows the newest orders first by one press, and remembers it (HAND-10)', {
  tag: '@phone',
}, async ({ page, isMobile }) => {
  const product = await getDemoProduct(page.request)
  await placeOrder(page.request, { product, qty: 1 })
  const id = await placeOrder(page.request, { product, qty: 1 })
  const first = page.waitForRequest('**/admin/orders?*')
  await openList(page, '訂單')
  expect(new URL((await first).url()).searchParams.get('order')).toBe('asc')
  if (isMobile) await page.getByLabel('排序').selectOption({ label: '訂單編號：新到舊' })
  else await page.getByRole('columnheader', { name: '訂單編號' }).getByRole('button').click()
  await expect(rows(page).first()).toContainText(id)

  await page.goto('/#/backend')
  await expect(page.getByRole('heading', { name: '公告資訊' })).toBeVisible()
  await openList(page, '訂單')
  await expect(rows(page).first()).toContainText(id)
})

test('shows the number of an order that can be read out, and finds an order by it (EASE-11)', async ({
  page,
}) => {
  const product = await getDemoProduct(page.request)
  const id = await placeOrder(page.request, { product, qty: 1 })
  const { orders } = await callShop(page.request, adminOrderApi.list, { query: {} }, token)
  const number = orders.find((order) => order.id === id)?.number ?? ''
  expect(number).toMatch(/^\d{6}-\d+$/)
  await openList(page, '訂單', newestFirst)
  await expect(rowOf(page, id).getByText(number, { exact: true })).toBeVisible()
  await page.getByRole('searchbox', { name: '關鍵字' }).fill(number)
  await page.keyboard.press('Enter')
  await expect(rows(page)).toHaveCount(1)
  await expect(rowOf(page, id)).toBeVisible()
  await button(rowOf(page, id), '編輯').click()
  await expect(page.getByRole('dialog').getByText(number, { exact: true })).toBeVisible()
})
