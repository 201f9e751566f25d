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
  const titles = numbers.map((_, index) => ({ title: `${word} 商品 ${index}` }))
  const { products } = await createCategory(page.request, token, titles)
  for (const [index, number] of numbers.entries()) {
    const id = products[index]?.id ?? ''
    if (number === null) continue
    const data = { on_hand: number, reason: 'received' }
    await callShop(page.request, adminStockApi.update, { params: { id }, data }, token)
  }
  return { word, products }
}

async function hold(page: Page, product_id: string, qty: number): Promise<string> {
  const user = { name: '王小明', email: 'ming@example.com', tel: '0912345678', address: '台北市' }
  const data = { user, products: [{ product_id, qty }] }
  return (await callShop(page.request, adminOrderApi.create, { data }, token)).orderId
}

test('stock is listed, the least available first, changed with a reason, counted, and its movements told (STOCK-08, STOCK-09, STOCK-18, STOCK-20, STOCK-21, STOCK-22, STOCK-23) @long', async ({
  page,
}) => {
  const { word, products } = await createStock(page, [30, 0, null, 9])
  const order = await hold(page, products[3]?.id ?? '', 4)
  await hold(page, products[2]?.id ?? '', 3)
  const row = (index: number) => rowOf(page, `${word} 商品 ${index}`)
  const onHand = () => expect.poll(() => columnTexts(page, 1))
  const dialog = page.getByRole('dialog', { name: /^調整庫存/ })
  const number = dialog.getByLabel('庫存', { exact: false }).first()

  await test.step('the list has filters and a search in its address', async () => {
    await page.goto('/#/backend/stock')
    await expect(page.getByRole('heading', { name: '庫存', level: 1 })).toBeVisible()
    await expectLoaded(page)
    await page.getByRole('searchbox', { name: '商品名稱' }).fill(word)
    await button(page, '搜尋').click()
    await expect(page).toHaveURL(new RegExp(`q=${word}`))
    await expectLoaded(page)
    const heads = await page.getByRole('columnheader').allTextContents()
    for (const label of ['商品', '庫存', '已保留', '可售']) {
      expect(heads.join(' ')).toContain(label)
    }
    await onHand().toEqual(['0', '9', '30', '不限量'])
    expect(await columnTexts(page, 2)).toEqual(['0', '4', '0', '—'])
    expect(await columnTexts(page, 3)).toEqual(['0', '5', '30', '—'])
    await expectNoAxeViolations(page)
    for (const [label, stock, shown] of [
      ['偏低', 'low', ['0', '9']],
      ['不限量', 'unlimited', ['不限量']],
      ['已售完', 'out', ['0']],
    ] as const) {
      await button(page, label).click()
      await onHand().toEqual(shown)
      const query = new URLSearchParams(page.url().split('?')[1])
      expect(query.get('stock')).toBe(stock)
      expect(query.get('q')).toBe(word)
    }
    await page.reload()
    await onHand().toEqual(['0'])
    await button(page, '全部').click()
    await onHand().toEqual(['0', '9', '30', '不限量'])
    expect(new URLSearchParams(page.url().split('?')[1]).get('stock')).toBeNull()
  })

  await test.step('the movements of a product, newest first, by kind', async () => {
    await button(row(3), '異動').click()
    const movements = page.getByRole('dialog', { name: /^庫存異動/ })
    const lines = movements.getByRole('row').filter({ has: page.getByRole('cell') })
    await expect(lines).toHaveCount(2)
    await expect(lines.first()).toContainText('訂單保留')
    await expect(lines.first()).toContainText('4 （+4）')
    await expect(lines.first().getByRole('link')).toHaveAttribute('href', new RegExp(order))
    await expect(lines.last()).toContainText('進貨')
    await expectNoAxeViolations(page)
    await movements.getByLabel('類型').selectOption({ label: '進貨' })
    await expect(lines).toHaveCount(1)
    await expect(lines.first()).toContainText('9 （+9）')
    await button(movements, '關閉').click()
    await expect(movements).toHaveCount(0)
  })

  await test.step('a number is changed with a reason, and refused below what is held', async () => {
    await button(row(3), '調整').click()
    await number.fill('3')
    await button(dialog, '儲存').click()
    await expect(dialog.getByText('請選擇異動原因')).toBeVisible()
    await dialog.getByLabel('異動原因').selectOption({ label: '其他' })
    await button(dialog, '儲存').click()
    await expect(dialog.getByText('請填寫備註')).toBeVisible()
    await expectNoAxeViolations(page)
    await dialog.getByLabel('備註').fill('倉庫漏水')
    await button(dialog, '儲存').click()
    await expect(page.getByText('已有 4 件保留給訂單，庫存不可少於 4 件')).toBeVisible()
    await number.fill('6')
    await button(dialog, '儲存').click()
    await expect(dialog).toHaveCount(0)
    await onHand().toEqual(['0', '6', '30', '不限量'])
  })

  await test.step('a product is no longer counted after 改為不限量', async () => {
    await button(row(0), '調整').click()
    await button(dialog, '改為不限量').click()
    await button(page.getByRole('dialog', { name: /改為不限量$/ }), '改為不限量').click()
    await onHand().toEqual(['0', '6', '不限量', '不限量'])
  })

  await test.step('the first number tells of what was sold before it', async () => {
    await button(row(2), '調整').click()
    await number.fill('5')
    await dialog.getByLabel('異動原因').selectOption({ label: '盤點' })
    await button(dialog, '儲存').click()
    await expect(page.getByText('另有 3 件已售出、尚未出貨，不計入此數量')).toBeVisible()
    await onHand().toEqual(['0', '6', '5', '不限量'])
  })

  await test.step('several products are counted at once', async () => {
    await row(1).getByRole('checkbox').check()
    await row(3).getByRole('checkbox').check()
    await bulkButton(page, '盤點').click()
    const counting = page.getByRole('dialog', { name: '盤點' })
    await counting.getByLabel(/商品 1/).fill('7')
    await expectNoAxeViolations(page)
    await button(counting, '儲存').click()
    await expect(counting).toHaveCount(0)
    await expect(row(1).getByRole('cell').nth(2)).toHaveText('7')
  })
})
