import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { adminOrderLifeApi } from '#contract/order-life.ts'
import { adminOrderApi } from '#contract/orders.ts'
import { adminRefundApi } from '#contract/refunds.ts'
import {
  button,
  chooseFromMenu,
  expectLoaded,
  signInToBackOffice,
  todayInTaipei,
} from './support/back-office.ts'
import { adminToken, callShop, createProduct } from './support/shop-api.ts'
import { queryShop } from './support/shop-database.ts'
import { createStaff } from './support/staff.ts'
import { createShopTest } from './support/test.ts'

const test = createShopTest()

/** A month of every kind: paid, unpaid, cancelled, withdrawn, refunded in part and as a whole. */
async function tradeOfTheMonth(page: Page): Promise<void> {
  const token = await adminToken(page.request)
  const { id: product_id } = await createProduct(page.request, token, { title: '月茶', price: 137 })
  const user = {
    name: '王小明',
    email: 'ming@example.com',
    tel: '0912345678',
    address: '臺北市 1 號',
  }
  const place = async (qty: number, is_paid: boolean) => {
    const data = { products: [{ product_id, qty }], user, is_paid }
    return (await callShop(page.request, adminOrderApi.create, { data }, token)).orderId
  }
  const refund = async (id: string, amount: number) => {
    const input = { params: { id }, data: { amount, reason: '短少' } }
    const { data: made } = await callShop(page.request, adminRefundApi.create, input, token)
    const done = { remitted_on: todayInTaipei().replaceAll('/', '-'), account_last5: '12345' }
    await callShop(
      page.request,
      adminRefundApi.complete,
      { params: { id: made.id }, data: done },
      token,
    )
  }
  for (let qty = 1; qty <= 9; qty++) await place(qty, true)
  await place(10, false)
  await refund(await place(11, true), 200)
  await refund(await place(12, true), 12 * 137)
  const withdrawn = { params: { id: await place(13, true) }, data: { is_paid: false } }
  await callShop(page.request, adminOrderApi.update, withdrawn, token)
  const cancelled = { params: { id: await place(14, false) }, data: { reason: '客人取消' } }
  await callShop(page.request, adminOrderLifeApi.cancel, cancelled, token)
}

/** The lines of a file by its column words. No cell of these files holds a comma or a line break. */
async function readCsv(path: string): Promise<Record<string, string>[]> {
  const [head = '', ...lines] = (await readFile(path, 'utf8'))
    .replace('\uFEFF', '')
    .trim()
    .split('\r\n')
  const words = head.split(',')
  return lines.map((line) => {
    const cells = line.split(',').map((cell) => cell.replaceAll('"', ''))
    return Object.fromEntries(words.map((word, index) => [word, cells[index] ?? '']))
  })
}

async function saveExport(page: Page, hasLines: boolean) {
  await button(page.getByRole('main'), '匯出').click()
  const dialog = page.getByRole('dialog', { name: '匯出訂單' })
  if (hasLines) await dialog.getByLabel('每項商品一列（訂單明細）').check()
  await expect(dialog.getByLabel('包含姓名、電話等個人資料')).toHaveCount(0)
  const [saved] = await Promise.all([page.waitForEvent('download'), button(dialog, '匯出').click()])
  const lines = await readCsv(await saved.path())
  await expect(dialog).toContainText(`共 ${lines.length} 列`)
  await button(dialog, '關閉').click()
  return lines
}

const sum = (lines: Record<string, string>[], word: string) =>
  lines.reduce((all, line) => all + Number(line[word]), 0)
const money = (amount: number) => `NT$${amount.toLocaleString('zh-TW')}`

test('an accountant exports the month, and its sums are those of the books (CSV-01, TODAY-05, TODAY-10)', {
  tag: '@long',
}, async ({ page }) => {
  await tradeOfTheMonth(page)
  await signInToBackOffice(page, await createStaff(page.request, 'accountant'))
  await button(page, '本月').click()
  await expect(page).toHaveURL(/range=month/)
  const main = page.getByRole('main')
  const figure = async (name: string) => {
    const shown = main.locator('dl > div').filter({ has: page.locator(`dt:text-is("${name}")`) })
    const text = await shown.locator('dd').first().textContent()
    return Number(text?.replaceAll(/[^\d-]/g, ''))
  }
  const paid = [1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12].reduce((all, qty) => all + qty * 137, 0)
  const refunded = 200 + 12 * 137
  await expect(main).toContainText(money(paid))
  const figures = {
    orders: await figure('訂單數'),
    received: await figure('收款'),
    refunded: await figure('退款'),
    net: await figure('淨額'),
  }
  expect(figures).toEqual({ orders: 13, received: paid, refunded, net: paid - refunded })

  await chooseFromMenu(page, '訂單列表')
  await button(page, '篩選').click()
  const filters = page.getByRole('dialog', { name: '篩選' })
  const today = todayInTaipei().replaceAll('/', '-')
  await filters.getByLabel('訂購日起').fill(`${today.slice(0, 7)}-01`)
  await filters.getByLabel('訂購日迄').fill(today)
  await button(filters, '套用').click()
  await expect(page).toHaveURL(/from=/)
  await expectLoaded(page)
  const orders = await saveExport(page, false)
  expect(Object.keys(orders[0] ?? {})).not.toContain('訂購人')
  const live = orders.filter(({ 訂單狀態: state }) => state !== '已取消')
  const settled = orders.filter(({ 付款日期: day }) => day !== '')
  expect(live).toHaveLength(figures.orders)
  expect(sum(settled, '訂單金額')).toBe(figures.received)
  expect(sum(orders, '已退款')).toBe(figures.refunded)
  expect(sum(settled, '訂單金額') - sum(orders, '已退款')).toBe(figures.net)

  const lines = await saveExport(page, true)
  expect(sum(lines, '折扣後金額')).toBe(sum(orders, '訂單金額'))
  const books = `select
    (select sum(amount)::int from payments where status = 'succeeded' and counts) as received,
    (select sum(amount)::int from refunds where state = 'done') as refunded`
  expect(await queryShop(books, [])).toEqual([
    { received: figures.received, refunded: figures.refunded },
  ])
})
