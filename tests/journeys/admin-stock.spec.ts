import { expect, type Page } from '@playwright/test'
import { adminOrderApi } from '#contract/orders.ts'
import { adminStockApi } from '#contract/stock.ts'
import { expectNoAxeViolations } from './support/axe.ts'
import {
  bulkButton,
  button,
  columnTexts,
  createCategory,
  enterBackOffice,
  expectLoaded,
  freshWord,
  rowOf,
} from './support/back-office.ts'
import { callShop } from './support/shop-api.ts'
import { test } from './support/test.ts'

let token: string
test.beforeEach(async ({ page, baseURL }) => {
  token = await enterBackOffice(page, baseURL)
})

/** Products with one word in their titles, each with a number on hand or none. */
async function createStock(page: Page, numbers: (number | null)[]) {
  const word = freshWord()
  const titles = numbers.map((number, index) => ({ title: `${word} 商品 ${index} ${number}` }))
  const { products } = await createCategory(page.request, token, titles)
  for (const [index, number] of numbers.entries()) {
    const id = products[index]?.id ?? ''
    if (number === null) continue
    const data = { on_hand: number, reason: 'received' }
    await callShop(page.request, adminStockApi.update, { params: { id }, data }, token)
  }
  return { word, products, search: `?q=${word}` }
}

async function openStock(page: Page, search: string) {
  await page.goto(`/#/backend/stock${search}`)
  await expect(page.getByRole('heading', { name: '庫存', level: 1 })).toBeVisible()
  await expectLoaded(page)
}

async function hold(page: Page, product_id: string, qty: number): Promise<string> {
  const user = { name: '王小明', email: 'ming@example.com', tel: '0912345678', address: '台北市' }
  const data = { user, products: [{ product_id, qty }] }
  return (await callShop(page.request, adminOrderApi.create, { data }, token)).orderId
}

test('the list has the least available first, filters and a search in its address (STOCK-18)', async ({
  page,
}) => {
  const { word, products, search } = await createStock(page, [30, 0, null, 9])
  await hold(page, products[3]?.id ?? '', 4)
  await openStock(page, '')
  await page.getByRole('searchbox', { name: '商品名稱' }).fill(word)
  await button(page, '搜尋').click()
  await expect(page).toHaveURL(new RegExp(`q=${word}`))
  await expectLoaded(page)
  const heads = await page.getByRole('columnheader').allTextContents()
  for (const label of ['商品', '庫存', '已保留', '可售']) {
    expect(heads.join(' ')).toContain(label)
  }
  await expect.poll(() => columnTexts(page, 1)).toEqual(['0', '9', '30', '不限量'])
  expect(await columnTexts(page, 2)).toEqual(['0', '4', '0', '—'])
  expect(await columnTexts(page, 3)).toEqual(['0', '5', '30', '—'])
  await expectNoAxeViolations(page)
  for (const [label, stock, shown] of [
    ['偏低', 'low', ['0', '9']],
    ['已售完', 'out', ['0']],
    ['不限量', 'unlimited', ['不限量']],
    ['全部', undefined, ['0', '9', '30', '不限量']],
  ] as const) {
    await button(page, label).click()
    await expect.poll(() => columnTexts(page, 1)).toEqual(shown)
    const query = new URLSearchParams(page.url().split('?')[1])
    expect(query.get('stock') ?? undefined).toBe(stock)
    expect(query.get('q')).toBe(word)
  }
  await openStock(page, `${search}&stock=out`)
  await expect.poll(() => columnTexts(page, 1)).toEqual(['0'])
})

test('a number is changed with a reason, and refused below what is held (STOCK-20, STOCK-21)', async ({
  page,
}) => {
  const { word, products, search } = await createStock(page, [9])
  await hold(page, products[0]?.id ?? '', 4)
  await openStock(page, search)
  await button(rowOf(page, word), '調整').click()
  const dialog = page.getByRole('dialog', { name: /^調整庫存/ })
  await dialog.getByLabel('庫存', { exact: false }).first().fill('3')
  await button(dialog, '儲存').click()
  await expect(dialog.getByText('請選擇異動原因')).toBeVisible()
  await dialog.getByLabel('異動原因').selectOption({ label: '其他' })
  await button(dialog, '儲存').click()
  await expect(dialog.getByText('請填寫備註')).toBeVisible()
  await expectNoAxeViolations(page)
  await dialog.getByLabel('備註').fill('倉庫漏水')
  await button(dialog, '儲存').click()
  await expect(page.getByText('已有 4 件保留給訂單，庫存不可少於 4 件')).toBeVisible()
  await dialog.getByLabel('庫存', { exact: false }).first().fill('6')
  await button(dialog, '儲存').click()
  await expect(dialog).toHaveCount(0)
  await expect.poll(() => columnTexts(page, 1)).toEqual(['6'])
})

test('the first number tells of what was sold before it (STOCK-08)', async ({ page }) => {
  const { word, products, search } = await createStock(page, [null])
  await hold(page, products[0]?.id ?? '', 3)
  await openStock(page, search)
  await button(rowOf(page, word), '調整').click()
  const dialog = page.getByRole('dialog', { name: /^調整庫存/ })
  await dialog.getByLabel('庫存', { exact: false }).first().fill('5')
  await dialog.getByLabel('異動原因').selectOption({ label: '盤點' })
  await button(dialog, '儲存').click()
  await expect(page.getByText('另有 3 件已售出、尚未出貨，不計入此數量')).toBeVisible()
})

test('a product is no longer counted after 改為不限量 (STOCK-09)', async ({ page }) => {
  const { word, search } = await createStock(page, [9])
  await openStock(page, search)
  await button(rowOf(page, word), '調整').click()
  await button(page.getByRole('dialog'), '改為不限量').click()
  await button(page.getByRole('dialog', { name: /改為不限量$/ }), '改為不限量').click()
  await expect.poll(() => columnTexts(page, 1)).toEqual(['不限量'])
})

test('several products are counted at once (STOCK-22)', async ({ page }) => {
  const { search } = await createStock(page, [9, 4])
  await openStock(page, search)
  await page.getByRole('checkbox').first().check()
  await bulkButton(page, '盤點').click()
  const dialog = page.getByRole('dialog', { name: '盤點' })
  await dialog.getByLabel(/商品 0/).fill('7')
  await expectNoAxeViolations(page)
  await button(dialog, '儲存').click()
  await expect(dialog).toHaveCount(0)
  await expect.poll(() => columnTexts(page, 1)).toEqual(['4', '7'])
})

test('the movements of a product are listed newest first, by kind (STOCK-23)', async ({ page }) => {
  const { word, products, search } = await createStock(page, [9])
  const order = await hold(page, products[0]?.id ?? '', 4)
  await openStock(page, search)
  await button(rowOf(page, word), '異動').click()
  const dialog = page.getByRole('dialog', { name: /^庫存異動/ })
  const lines = dialog.getByRole('row').filter({ has: page.getByRole('cell') })
  await expect(lines).toHaveCount(2)
  await expect(lines.first()).toContainText('訂單保留')
  await expect(lines.first()).toContainText('4 （+4）')
  await expect(lines.first().getByRole('link')).toHaveAttribute('href', new RegExp(order))
  await expect(lines.last()).toContainText('進貨')
  await expectNoAxeViolations(page)
  await dialog.getByLabel('類型').selectOption({ label: '進貨' })
  await expect(lines).toHaveCount(1)
  await expect(lines.first()).toContainText('9 （+9）')
})
