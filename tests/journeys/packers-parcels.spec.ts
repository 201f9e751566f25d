import { expect, type Page } from '@playwright/test'
import { adminOrderApi } from '#contract/orders.ts'
import { button, chooseFromMenu, signInToBackOffice } from './support/back-office.ts'
import { adminToken, callShop, createProduct } from './support/shop-api.ts'
import { queryShop } from './support/shop-database.ts'
import { createStaff } from './support/staff.ts'
import { test } from './support/test.ts'

/** A price that stands nowhere else, and what two pieces cost. */
const price = 73_939
const amounts = new RegExp(`(?<!\\d)(?:${price}|${price * 2})(?!\\d)`)

/** Two paid orders; no journey before has left another one to pack. */
async function placeOrders(page: Page): Promise<void> {
  await queryShop('update orders set deleted_at = now() where deleted_at is null', [])
  const token = await adminToken(page.request)
  const { id } = await createProduct(page.request, token, { title: '青瓷花器', price })
  for (const qty of [1, 2]) {
    const user = {
      name: '王小明',
      email: 'ming@example.com',
      tel: '0912345678',
      address: '臺北市信義區市府路 1 號',
    }
    const data = { products: [{ product_id: id, qty }], user, is_paid: true }
    await callShop(page.request, adminOrderApi.create, { data }, token)
  }
}

/** The answers of the shop that tell an amount, from now on. */
function collectAmounts(page: Page): { found: string[]; read: () => number } {
  const found: string[] = []
  let count = 0
  page.on('response', async (response) => {
    if (!response.url().includes('/v2/')) return
    const text = await response.text().catch(() => '')
    count += 1
    if (amounts.test(text)) found.push(`${response.request().method()} ${response.url()}`)
  })
  return { found, read: () => count }
}

async function expectNoAmounts(page: Page) {
  await expect(page.getByRole('main')).not.toContainText('NT$')
}

test('a packer picks, prints and ships, and no screen or answer on that way tells an amount (PACK-03, STAFF-06, MEND-81)', {
  tag: '@phone-only',
}, async ({ page }) => {
  await placeOrders(page)
  const packer = await createStaff(page.request, 'packer')
  const answers = collectAmounts(page)
  await signInToBackOffice(page, packer)
  await expect(page.getByRole('heading', { name: '營業概況' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: '公告資訊' })).toBeVisible()
  await expectNoAmounts(page)

  await chooseFromMenu(page, '訂單列表')
  const listed = page.getByRole('list', { name: '訂單列表' }).getByRole('listitem')
  await expect(listed).toHaveCount(2)
  await expectNoAmounts(page)
  await listed.first().getByRole('link').click()
  await expect(page.getByRole('table', { name: '訂購商品' })).toContainText('青瓷花器')
  await expectNoAmounts(page)

  await chooseFromMenu(page, '揀貨與出貨')
  const orders = page.getByRole('list', { name: '待出貨訂單' }).locator(':scope > li')
  await expect(orders).toHaveCount(2)
  await expectNoAmounts(page)
  for (const [name, shown] of [
    ['揀貨單', '共 3 件'],
    ['出貨單', '臺北市信義區市府路 1 號'],
    ['標籤貼紙', '0912345678'],
  ] as const) {
    await page.getByRole('checkbox', { name: '全選' }).check()
    await page.getByRole('link', { name, exact: true }).click()
    await expect(page.getByRole('main')).toContainText(shown)
    await expect(page.getByLabel('列印金額')).toHaveCount(0)
    await expectNoAmounts(page)
    await page.getByRole('link', { name: /^(關閉|返回)$/ }).click()
  }

  await page.getByRole('checkbox', { name: '全選' }).check()
  await button(page, '標示已出貨').click()
  await expect(page.getByText('目前沒有待出貨的訂單')).toBeVisible()
  for (const name of ['執行紀錄', '庫存', '我的帳號']) {
    await chooseFromMenu(page, name)
    await expectNoAmounts(page)
  }
  expect(answers.read()).toBeGreaterThan(8)
  expect(answers.found).toEqual([])
})
