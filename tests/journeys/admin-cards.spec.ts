import { expect, type Page } from '@playwright/test'
import { expectNoAxeViolations } from './support/axe.ts'
import {
  bulkButton,
  button,
  createCategory,
  enterBackOffice,
  expectLoaded,
  openList,
  rowOf,
  rows,
} from './support/back-office.ts'
import { interceptRequests } from './support/intercept-requests.ts'
import { getDemoProduct, placeOrder } from './support/shop-api.ts'
import { test } from './support/test.ts'

let token: string
test.beforeEach(async ({ page, baseURL, isMobile }, { title }) => {
  test.skip(!isMobile && title.includes('HAND-03'), 'about a phone')
  token = await enterBackOffice(page, baseURL)
})

/** How far the page or anything in it can be moved sideways, but for the row of views (FIND-12). */
function sidewaysPixels(page: Page): Promise<number> {
  return page.evaluate(() => {
    const parts = 'main, main *:not([aria-label="檢視"])'
    const scrollers = [document.documentElement, ...document.querySelectorAll(parts)]
    return Math.max(
      ...scrollers
        .filter((element) => {
          const { overflowX } = getComputedStyle(element)
          return element === document.documentElement || /auto|scroll/.test(overflowX)
        })
        .map((element) => element.scrollWidth - element.clientWidth),
    )
  })
}

test('shows orders as cards that open whole (HAND-03)', { tag: '@phone' }, async ({ page }) => {
  const product = await getDemoProduct(page.request)
  const id = await placeOrder(page.request, { product, qty: 3, name: '林小卡' })
  await openList(page, '訂單', '?sort=id&order=desc')
  await expect(page.getByRole('main').getByRole('table')).toHaveCount(0)
  const card = rowOf(page, id)
  for (const text of ['林小卡', '未付款', '共 3 件']) {
    await expect(card.getByText(text)).toBeVisible()
  }
  await expect(card).toContainText(`NT$${(product.price * 3).toLocaleString('zh-TW')}`)
  await expect(card).toContainText(/20\d\d\/\d\d\/\d\d \d\d:\d\d/)
  await expectNoAxeViolations(page)
  for (const width of [320, 390, 600, 767]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await sidewaysPixels(page), `at ${width} px`).toBeLessThanOrEqual(0)
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await card.getByText('林小卡').click({ force: true })
  await expect(page.getByRole('dialog', { name: `編輯 ${id}` })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.setViewportSize({ width: 768, height: 800 })
  await expect(page.getByRole('main').getByRole('table')).toBeVisible()
})

test('selects, sorts and pages the cards of products (HAND-03)', { tag: '@phone' }, async ({
  page,
}) => {
  const { search } = await createCategory(
    page.request,
    token,
    Array.from({ length: 11 }, (_, index) => ({ title: `卡 ${index + 1} 號`, price: 100 + index })),
  )
  await openList(page, '產品', search)
  await expect(rows(page)).toHaveCount(10)
  await page.getByLabel('排序').selectOption({ label: '售價：由小到大' })
  await expect(rows(page).first()).toContainText('NT$100')
  await expect(page).toHaveURL(/sort=price&order=asc/)
  await page.getByLabel('排序').selectOption({ label: '售價：由大到小' })
  await expect(rows(page).first()).toContainText('NT$110')

  await rows(page).nth(0).getByRole('checkbox').check()
  await expect(bulkButton(page, '刪除')).toHaveCount(0)
  await rows(page).nth(1).getByRole('checkbox').check()
  await expect(bulkButton(page, '刪除')).toBeInViewport()
  await expect(page.getByText('已選取 2 筆')).toBeVisible()
  await page.getByRole('checkbox', { name: '全選' }).check()
  await expect(bulkButton(page, '全部刪除')).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('checkbox', { name: '全選' }).uncheck()

  await page
    .getByRole('navigation', { name: '產品列表分頁' })
    .getByRole('link', { name: /第 2 頁/ })
    .click()
  await expect(rows(page)).toHaveCount(1)
  await rows(page).first().click()
  await expect(page.getByRole('dialog', { name: /^編輯 卡/ })).toBeVisible()
})

test('shows coupons as cards (HAND-03)', { tag: '@phone' }, async ({ page }) => {
  await openList(page, '優惠券')
  await expect(rows(page).first()).toContainText('到期日')
  expect(await sidewaysPixels(page)).toBeLessThanOrEqual(0)
  await rows(page).first().click()
  await expect(page.getByRole('dialog', { name: /^編輯 / })).toBeVisible()
})

test('nothing on a list scrolls sideways on the narrowest phone (HAND-03)', {
  tag: '@phone',
}, async ({ page }) => {
  test.slow()
  await page.setViewportSize({ width: 320, height: 800 })
  await placeOrder(page.request, { product: await getDemoProduct(page.request), qty: 1 })
  const lists = [
    ...['/product', '/coupon', '/order', '/campaign', '/campaign?at_risk=1', '/commission'],
    ...['/customer', '/refund', '/reconciliation', '/settlement', '/callback', '/stock'],
    ...['/search', '/run', '/article', '/trash', '/job', '/staff', '/audit'],
  ]
  for (const path of ['', '/packing', ...lists]) {
    await page.goto(`/#/backend${path}`)
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { level: 1 })).toBeVisible()
    const loaded = main.locator('[aria-busy="false"]').first()
    if (lists.includes(path)) await expect(loaded).toBeAttached()
    await expect.poll(() => sidewaysPixels(page), path).toBeLessThanOrEqual(0)
  }
})

test('breaks no price within its number at any width (HAND-07)', async ({ page }) => {
  const { search } = await createCategory(page.request, token, [
    { title: '很貴', origin_price: 2_147_483_647, price: 1_999_999_999 },
    { title: '便宜', origin_price: 20, price: 10 },
  ])
  await openList(page, '產品', search)
  for (const width of [320, 390, 768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expectLoaded(page)
    await expect(page.getByText('NT$2,147,483,647')).toBeVisible()
    expect(await brokenPrices(page), `at ${width} px`).toEqual([])
  }
})

/** Prices that take more than one line, or stand out of their cell. */
function brokenPrices(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const broken: string[] = []
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!/NT\$[\d,]+/.test(node.textContent ?? '')) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const cell = node.parentElement?.closest('td, li')?.getBoundingClientRect()
      const box = range.getBoundingClientRect()
      const isOut = cell !== undefined && (box.left < cell.left || box.right > cell.right + 0.5)
      const isShownTwice = new Set([...range.getClientRects()].map(({ top }) => top)).size > 1
      if (isShownTwice || isOut) broken.push(node.textContent ?? '')
    }
    return broken
  })
}

test('opens the dialogs of each list by their address, and keeps them over a reload (APRODUCT-45, ACOUPON-22, AORDER-22)', async ({
  page,
}) => {
  const { products, search } = await createCategory(page.request, token, [{ title: '連結的' }])
  const [product] = products
  await openList(page, '產品', search)
  await button(rowOf(page, '連結的'), '編輯').click()
  const dialog = page.getByRole('dialog', { name: '編輯 連結的' })
  await expect(page).toHaveURL(new RegExp(`#/backend/product/${product?.id}/edit\\?category=`))
  await page.reload()
  await expect(dialog.getByRole('textbox', { name: '標題' })).toHaveValue('連結的')
  await button(dialog, '關閉').click()
  await expect(page).toHaveURL(/#\/backend\/product\?category=/)
  await expect(dialog).toHaveCount(0)

  await page.goto(`/#/backend/product/${product?.id}/delete${search}`)
  await expect(page.getByRole('dialog', { name: '連結的 - 確認刪除' })).toBeVisible()
  await button(page.getByRole('dialog'), '關閉').click()
  await page.goto('/#/backend/product/new')
  await expect(page.getByRole('dialog', { name: '新增產品' })).toBeVisible()
  await page.goto('/#/backend/order/new')
  await expect(page.getByRole('heading', { name: '訂單列表' })).toBeVisible()
  await expectLoaded(page)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goto('/#/backend/coupon/new')
  await expect(page.getByRole('dialog', { name: '新增優惠券' })).toBeVisible()
  await page.goto('/#/backend/coupon/no-such-id/edit')
  await expect(page.getByRole('dialog', { name: '找不到這筆資料' })).toBeVisible()
  await button(page.getByRole('dialog'), '返回列表').click()
  await expect(page).toHaveURL(/#\/backend\/coupon$/)
})

test('shows the progress of a delete of several entries', async ({ page }) => {
  const { products, search } = await createCategory(page.request, token, [
    { title: '甲' },
    { title: '乙' },
  ])
  const gate = Promise.withResolvers<void>()
  await interceptRequests(page, `**/admin/product/${products[0]?.id}`, async (route) => {
    await gate.promise
    await route.continue()
  })
  await openList(page, '產品', search)
  await page.getByRole('checkbox', { name: '全選' }).check()
  await bulkButton(page, '全部刪除').click()
  await button(page.getByRole('dialog'), '確認刪除多筆資料').click()
  await expect(page.getByRole('dialog').getByText('已處理 1 / 2 筆')).toBeVisible()
  gate.resolve()
  await expect(page.getByText('成功刪除 2 筆資料')).toBeVisible()
})
