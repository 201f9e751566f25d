import { expect, type Locator, type Page } from '@playwright/test'
import type { Product } from '#contract/catalog.ts'
import { adminStockApi } from '#contract/stock.ts'
import { expectNoAxeViolations } from './support/axe.ts'
import { freshWord } from './support/back-office.ts'
import { holdRequests } from './support/held-requests.ts'
import { createMember, freshEmail, openAsMember } from './support/members.ts'
import { addToCart, adminToken, callShop, createProduct, placeOrder } from './support/shop-api.ts'
import { test } from './support/test.ts'

let admin: string
test.beforeEach(async ({ request }) => {
  admin = await adminToken(request)
})

async function setStock(page: Page, product: Product, onHand: number) {
  const data = { on_hand: onHand, reason: 'counted' }
  await callShop(page.request, adminStockApi.update, { params: { id: product.id }, data }, admin)
}

/** A new product of which this many are on hand. */
async function counted(page: Page, onHand: number, name = '庫存測試'): Promise<Product> {
  const title = `${name} ${freshWord()}`
  const product = await createProduct(page.request, admin, { title, price: 100 })
  await setStock(page, product, onHand)
  return product
}

const cardOf = (page: Page, { title }: Product): Locator =>
  page.getByRole('article').filter({ hasText: title })

const category = `/#/main/prods?category=${encodeURIComponent('測試用品')}`

test('cards and product pages tell what is nearly or wholly gone, by one call and without moving (STOCK-10, STOCK-11) @long', async ({
  page,
}) => {
  const few = await counted(page, 3)
  const none = await counted(page, 0)
  const many = await counted(page, 11)
  const add = page.getByRole('button', { name: '加入購物車' })

  await test.step('a card', async () => {
    const asked: string[] = []
    page.on('request', (request) => {
      const url = new URL(request.url())
      if (url.pathname.endsWith('/stock')) asked.push(url.searchParams.get('ids') ?? '')
    })
    const held = await holdRequests(page, 'GET', '**/stock?*')
    await page.goto(category)
    await expect(cardOf(page, none).getByRole('button', { name: '已售完' })).toBeDisabled()
    await expect(cardOf(page, none).getByRole('button', { name: '加入購物車' })).toHaveCount(0)
    await held.arrived
    const boxes = () =>
      page
        .getByRole('article')
        .evaluateAll((cards) => cards.map((card) => JSON.stringify(card.getBoundingClientRect())))
    const before = await boxes()
    held.release()
    await expect(cardOf(page, few).getByText('僅剩 3 件', { exact: true })).toBeVisible()
    expect(await boxes()).toEqual(before)
    await expect(cardOf(page, few).getByRole('button', { name: '加入購物車' })).toBeVisible()
    await expect(cardOf(page, many)).not.toContainText(/僅剩|已售完/)
    expect(asked).toHaveLength(1)
    expect(asked[0]?.split(',')).toContain(few.id)
    expect(asked[0]?.split(',')).not.toContain(none.id)
    await expectNoAxeViolations(page)
  })

  await test.step('a product page', async () => {
    await setStock(page, few, 10)
    const held = await holdRequests(page, 'GET', '**/stock?*')
    await page.goto(`/#/main/prods/detail/${few.id}`)
    await page.reload()
    await expect(add).toBeVisible()
    await held.arrived
    const before = await add.boundingBox()
    held.release()
    await expect(page.getByText('僅剩 10 件', { exact: true })).toBeVisible()
    expect(await add.boundingBox()).toEqual(before)
  })

  await test.step('a sold-out page, and one with enough', async () => {
    await setStock(page, few, 0)
    await page.reload()
    await expect(page.getByRole('button', { name: '已售完' })).toBeDisabled()
    await expect(add).toHaveCount(0)
    await expectNoAxeViolations(page)
    await setStock(page, few, 11)
    await page.reload()
    await expect(add).toBeVisible()
    await expect(page.getByRole('main')).not.toContainText(/僅剩|已售完/)
  })
})

test('who asks at a sold-out product is told once there is more: a guest by an address, a member by a press, until a link ends it (STOCK-15, STOCK-17)', async ({
  page,
}) => {
  const none = await counted(page, 0)
  const notify = page.getByRole('button', { name: '貨到通知我' })
  const done = page.getByText('已登記，到貨時會寄信通知您')

  await test.step('a guest leaves an address', async () => {
    await page.goto(`/#/main/prods/detail/${none.id}`)
    await notify.click()
    await expect(page.getByText('請輸入 Email')).toBeVisible()
    await page.getByLabel('電子信箱').last().fill(freshEmail())
    await notify.click()
    await expect(done).toBeVisible()
    await expect(notify).toHaveCount(0)
  })

  await test.step('a member with an address only presses', async () => {
    await openAsMember(page, await createMember(page.request))
    await page.goto(`/#/main/prods/detail/${none.id}`)
    const form = page.getByRole('form', { name: '貨到通知' })
    await expect(form.getByLabel('電子信箱')).toHaveCount(0)
    await form.getByRole('button', { name: '貨到通知我' }).click()
    await expect(done).toBeVisible()
  })

  await test.step('the link of a mail ends a request by one press', async () => {
    await page.goto('/#/main/cancelRestock?token=made-up')
    await expect(page.getByRole('heading', { name: '取消通知', level: 1 })).toBeVisible()
    await page.getByRole('button', { name: '取消通知' }).click()
    await expect(page.getByText('找不到通知')).toBeVisible()
    await expectNoAxeViolations(page)
  })
})

test('the cart offers what is left of a line, and the checkout stays open (STOCK-13, STOCK-14)', async ({
  page,
  browser,
  baseURL,
}) => {
  const cup = await counted(page, 5, '杯')
  const board = await counted(page, 1, '板')
  await addToCart(page.request, { product: cup, qty: 4 })
  await addToCart(page.request, { product: board, qty: 1 })
  const other = await browser.newContext({ baseURL: baseURL ?? '' })
  await placeOrder(other.request, { product: cup, qty: 3 })
  await placeOrder(other.request, { product: board, qty: 1 })
  await other.close()

  await page.goto('/#/main/cart')
  const lineOf = ({ title }: Product) =>
    page.getByRole('listitem').filter({ has: page.getByRole('link', { name: title }) })
  await expect(lineOf(board).getByText('已售完', { exact: true })).toBeVisible()
  await expect(lineOf(cup).getByText('只剩 2 件', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: '填寫資料' })).toBeEnabled()
  await expectNoAxeViolations(page)
  await lineOf(cup).getByRole('button', { name: '改為 2 件' }).click()
  await expect(lineOf(cup).getByLabel('數量')).toHaveValue('2')
  await expect(lineOf(cup).getByText('只剩')).toHaveCount(0)
  await lineOf(cup).getByRole('button', { name: '增加數量' }).click()
  await expect(page.getByText(`「${cup.title}」只剩 2 件`)).toBeVisible()
  await expect(lineOf(cup).getByLabel('數量')).toHaveValue('2')
  await lineOf(board).getByRole('button', { name: '移除' }).click()
  await expect(lineOf(board)).toHaveCount(0)
})
