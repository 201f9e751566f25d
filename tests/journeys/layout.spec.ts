import { expect, type Page } from '@playwright/test'
import { cartApi } from '#contract/cart.ts'
import { addButton } from './support/add-button.ts'
import { expectNoAxeViolations } from './support/axe.ts'
import { interceptRequests } from './support/intercept-requests.ts'
import { addToCart, callShop, listDemoProducts } from './support/shop-api.ts'
import { test } from './support/test.ts'

/** The links of the header; on a phone they are in its menu. */
async function headerLinks(page: Page) {
  const menu = page.getByRole('banner').getByRole('button', { name: '開啟選單' })
  if (await menu.isVisible()) await menu.click()
  return page.getByRole('navigation', { name: '主選單' })
}

test('header and footer lead to each part of the shop, count what is tracked and in the cart, and the keyboard reaches the content at once (LAYOUT-01, LAYOUT-02, LAYOUT-03, LAYOUT-04, LAYOUT-06, LAYOUT-07, LAYOUT-08, LAYOUT-09, LAYOUT-10, LAYOUT-11, LAYOUT-12, LAYOUT-13, LAYOUT-14, LAYOUT-15, TRACK-04)', {
  tag: '@both',
}, async ({ page, isMobile }) => {
  const [first, second] = await listDemoProducts(page.request)
  if (!first || !second) throw new Error('the shop sells too little')
  await page.goto('/#/main/track')

  await test.step('the footer says who we are', async () => {
    const footer = page.getByRole('contentinfo')
    for (const name of ['程式碼', '展示網站']) {
      await expect(footer.getByRole('link', { name })).toHaveAttribute('href', /^https:\/\//)
    }
    await expect(footer.locator('a[href^="mailto:"]')).toBeVisible()
    await expect(footer.locator('a[href^="tel:"]')).toBeVisible()
    for (const words of ['本公司不會主動致電客戶', '本網站僅供個人作品展示使用', '©']) {
      await expect(footer.getByText(words)).toBeVisible()
    }
    await expect(footer.getByRole('link', { name: '後台登入' })).toHaveAttribute(
      'href',
      '#/main/loginBackend',
    )
  })

  await test.step('the header leads to each part', async () => {
    await expect(page.locator('html')).toHaveAttribute('lang', /^zh-(Hant-)?TW$/)
    for (const [name, address] of [
      ['全部商品', '#/main/prods'],
      ['追蹤商品', '#/main/track'],
      ['訂單查詢', '#/main/order'],
      ['會員', '#/main/member'],
      ['購物車', '#/main/cart'],
    ] as const) {
      const links = await headerLinks(page)
      await expect(links.getByRole('link', { name })).toHaveAttribute('href', address)
    }
    await (await headerLinks(page)).getByRole('link', { name: '全部商品' }).click()
    await expect(page).toHaveURL(/#\/main\/prods$/)
    await addButton(page).click()
    await expect(page.getByRole('status').filter({ hasText: '已加入購物車' })).toBeVisible()
  })

  await test.step('the keyboard reaches the content at once, and the screen has its title', async () => {
    await page.reload()
    await expect(page).toHaveTitle('全部商品｜MinMin 團購')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: '跳到主要內容' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
    await expectNoAxeViolations(page)
  })

  await test.step('the badges count what is tracked and what is in the cart', async () => {
    await addToCart(page.request, { product: first, qty: 4 })
    await addToCart(page.request, { product: second, qty: 1 })
    await page.goto(`/#/main/prods/detail/${first.id}`)
    await page.reload()
    await page.getByRole('button', { name: '追蹤', exact: true }).click()
    const links = await headerLinks(page)
    await expect(links.getByRole('link', { name: /追蹤商品/ })).toContainText('1')
    const { data } = await callShop(page.request, cartApi.read, { query: {} })
    await expect(links.getByRole('link', { name: /購物車/ })).toContainText(`${data.carts.length}`)
  })

  if (!isMobile) return
  await test.step('Escape closes the menu and gives the focus back to its button', async () => {
    await expect(page.getByRole('navigation', { name: '主選單' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('navigation', { name: '主選單' })).toBeHidden()
    await expect(page.getByRole('button', { name: '開啟選單' })).toBeFocused()
  })
})

test('what fails is told: a shop that is offline, an addition, a header that cannot be rendered (EASE-19)', async ({
  page,
  context,
}) => {
  const offline = page.getByText(/目前沒有網路連線/)
  const add = addButton(page)
  await page.goto('/#/main/prods')

  await test.step('offline is told, and a write fails at once and is not sent later', async () => {
    await expect(add).toBeVisible()
    await expect(page.getByRole('region', { name: '通知' })).toBeAttached()
    await context.setOffline(true)
    await expect(offline).toBeVisible()
    await add.click()
    await expect(page.getByRole('alert')).toContainText('網路連線異常')
    await context.setOffline(false)
    await expect(offline).toBeHidden()
    const reply = await page.request.get('/v2/api/shopping-minmin/cart')
    expect((await reply.json()).data.carts).toEqual([])
  })

  await test.step('a failure leaves with its screen, a success leads to the cart', async () => {
    await interceptRequests(page, '**/cart', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 404, json: { success: false, message: '找不到產品' } })
        : route.fallback(),
    )
    await add.click()
    await expect(page.getByRole('alert')).toContainText('找不到產品')
    await page.getByRole('link', { name: 'MinMin 團購' }).click()
    await expect(page.getByRole('alert')).toBeEmpty()
    await page.unroute('**/cart')
    await page.goBack()
    await add.click()
    await page.getByRole('status').getByRole('link', { name: '查看購物車' }).click()
    await expect(page.getByRole('heading', { level: 1, name: '購物車' })).toBeVisible()
  })

  await test.step('a header that cannot be rendered leaves a sentence and a way to reload', async () => {
    await interceptRequests(page, '**/cart', (route) =>
      route.fulfill({ json: { success: true, data: { carts: null }, messages: [] } }),
    )
    await page.goto('/#/main/track')
    await page.reload()
    await expect(page.getByText('畫面發生錯誤，請重新載入')).toBeVisible()
    await page.unroute('**/cart')
    await page.getByRole('button', { name: '重試' }).click()
    await expect(page.getByRole('heading', { level: 1, name: '追蹤商品' })).toBeVisible()
  })
})
