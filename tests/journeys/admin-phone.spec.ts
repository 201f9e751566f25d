import { expect, type Page } from '@playwright/test'
import { adminOrderApi } from '#contract/orders.ts'
import { expectNoAxeViolations } from './support/axe.ts'
import {
  bulkButton,
  button,
  createCategory,
  enterBackOffice,
  openList,
  rowOf,
  rows,
} from './support/back-office.ts'
import { goToScreen } from './support/go-to-screen.ts'
import { findSquashedText } from './support/large-text.ts'
import { callShop, createCoupon, getDemoProduct, placeOrder } from './support/shop-api.ts'
import { smallControls } from './support/small-controls.ts'
import { test } from './support/test.ts'

let token: string
test.beforeEach(async ({ page, baseURL }) => {
  token = await enterBackOffice(page, baseURL)
})

/** How far the page can be moved sideways; of a list all in it, too, but for the row of views (FIND-12). */
function sidewaysPixels(page: Page, isList = true): Promise<number> {
  return page.evaluate(
    (parts) => {
      const inner = [...document.querySelectorAll(parts)].filter((element) =>
        /auto|scroll/.test(getComputedStyle(element).overflowX),
      )
      const scrollers = [document.documentElement, ...inner]
      return Math.max(...scrollers.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))
    },
    isList ? 'main, main *:not([aria-label="檢視"])' : 'main',
  )
}

test('on a phone lists are cards that open whole, are sorted, checked and paged, and filters fill the screen (HAND-03, FIND-12)', {
  tag: '@phone-only',
}, async ({ page }) => {
  const product = await getDemoProduct(page.request)
  const id = await placeOrder(page.request, { product, qty: 3, name: '林小卡' })

  await test.step('orders', async () => {
    await openList(page, '訂單', '?sort=id&order=desc')
    await expect(page.getByRole('main').getByRole('table')).toHaveCount(0)
    const card = rowOf(page, id)
    for (const text of ['林小卡', '未付款', '共 3 件']) {
      await expect(card.getByText(text)).toBeVisible()
    }
    await expect(card).toContainText(`NT$${(product.price * 3).toLocaleString('zh-TW')}`)
    await expect(card).toContainText(/20\d\d\/\d\d\/\d\d \d\d:\d\d/)
    for (const width of [320, 390, 600, 767]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await sidewaysPixels(page), `at ${width} px`).toBeLessThanOrEqual(0)
    }
    await page.setViewportSize({ width: 390, height: 844 })
    await card.getByText('林小卡').click({ force: true })
    await expect(page.getByRole('dialog', { name: `編輯 ${id}` })).toBeVisible()
    await expectNoAxeViolations(page)
    await page.goBack()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('the filters fill the screen, and the views scroll in their row', async () => {
    await button(page, '篩選').click()
    const sheet = page.getByRole('dialog', { name: '篩選' })
    await expect(button(sheet, '套用')).toBeVisible()
    await expect(button(sheet, '清除條件')).toBeVisible()
    const box = await sheet.boundingBox()
    expect([box?.width, box?.height]).toEqual([390, 844])
    await expectNoAxeViolations(page)
    await button(sheet, '關閉視窗').click()
    const row = await page
      .getByRole('navigation', { name: '檢視' })
      .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
    expect(row).toBeGreaterThan(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await page.setViewportSize({ width: 900, height: 800 })
    await expect(page.getByRole('main').getByRole('table')).toBeVisible()
    await page.setViewportSize({ width: 390, height: 844 })
  })

  await test.step('products', async () => {
    const { search } = await createCategory(
      page.request,
      token,
      Array.from({ length: 11 }, (_, index) => ({ title: `卡 ${index + 1}`, price: 100 + index })),
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

    const pages = page.getByRole('navigation', { name: '產品列表分頁' })
    await pages.getByRole('link', { name: /第 2 頁/ }).click()
    await expect(rows(page)).toHaveCount(1)
    await rows(page).first().click()
    await expect(page.getByRole('dialog', { name: /^編輯 卡/ })).toBeVisible()
    await expectNoAxeViolations(page)
  })

  await test.step('coupons', async () => {
    await openList(page, '優惠券')
    await expect(rows(page).first()).toContainText('到期日')
    expect(await sidewaysPixels(page)).toBeLessThanOrEqual(0)
    await rows(page).first().click()
    await expect(page.getByRole('dialog', { name: /^編輯 / })).toBeVisible()
    await expectNoAxeViolations(page)
  })
})

test('on a phone the menu slides out and in and leads to each screen, and toasts stand at the bottom (RESP-04, SHELL-03, SHELL-04, SHELL-05, SHELL-06, SHELL-07, SHELL-12, SHELL-17, SHELL-18)', {
  tag: '@phone-only',
}, async ({ page }) => {
  const menu = page.getByRole('navigation', { name: '後台選單' })
  const toggle = page.getByRole('button', { name: '開啟選單', includeHidden: true })
  await page.goto('/#/backend')

  await test.step('its button slides it out and in', async () => {
    await expect(menu).toBeHidden()
    await button(page, '開啟選單').click()
    await expect(menu).toBeVisible()
    await expect(menu.getByRole('link')).toHaveCount(28)
    await expectNoAxeViolations(page)
    await toggle.click()
    await expect(menu).toBeHidden()
    await button(page, '開啟選單').click()
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await expect(button(page, '開啟選單')).toBeFocused()
  })

  await test.step('while it slides in, the button does nothing', async () => {
    await button(page, '開啟選單').click()
    await expect(menu).toBeVisible()
    await toggle.evaluate(async (element: HTMLElement) => {
      element.click()
      await new Promise(requestAnimationFrame)
      element.click()
    })
    await expect(menu).toBeHidden()
    await expect(toggle).toHaveAttribute('aria-expanded', 'false')
  })

  await test.step('it leads to a list, and marks it', async () => {
    await button(page, '開啟選單').click()
    await menu.getByRole('link', { name: '產品列表' }).click()
    await expect(page.getByRole('heading', { name: '產品列表', level: 1 })).toBeVisible()
    await expect(menu).toBeHidden()
    await button(page, '開啟選單').click()
    await expect(menu.getByRole('link', { name: '產品列表' })).toHaveAttribute(
      'aria-current',
      'page',
    )
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
  })

  await test.step('a toast stands at the bottom', async () => {
    const { search } = await createCategory(page.request, token, [{ title: '將刪除' }])
    await openList(page, '產品', search)
    await button(rowOf(page, '將刪除'), '刪除').click()
    await button(page.getByRole('dialog'), '確認刪除').click()
    const toast = page.getByRole('status').filter({ hasText: '已刪除產品' })
    await expect(toast).toBeVisible()
    // It slides in.
    await expect(async () => {
      const box = await toast.boundingBox()
      const size = page.viewportSize()
      if (!box || !size) throw new Error('no toast')
      expect(size.height - box.y - box.height).toBeLessThan(40)
      expect(size.width - box.x - box.width).toBeLessThan(40)
    }).toPass()
    await toast.getByRole('button', { name: '關閉通知' }).click()
    await expect(toast).toBeHidden()
  })
})

/** Every list, so that what it shows is waited for. */
const lists = [
  ...['/product', '/coupon', '/order', '/campaign', '/campaign?at_risk=1', '/commission'],
  ...['/customer', '/refund', '/reconciliation', '/settlement', '/callback', '/stock'],
  ...['/search', '/run', '/article', '/page', '/trash', '/job', '/staff', '/audit'],
]
const settings = ['shop', 'shipping', 'payment', 'order', 'stock', 'mail', 'security', 'privacy']

const tours = {
  lists,
  'other screens': [
    ...[
      '',
      '/packing',
      '/handOut',
      '/account',
      '/import/products',
      '/order/:order',
      '/coupon/:coupon',
    ],
    ...settings.map((group) => `/setting/${group}`),
  ],
}

for (const [name, addresses] of Object.entries(tours)) {
  test(`on a phone the ${name} of the back office scroll nothing sideways, pass axe, hold text of twice the size and have room for a finger (HAND-03, EASE-14)`, {
    tag: '@phone-only',
  }, async ({ page }) => {
    const product = await getDemoProduct(page.request)
    const user = { name: '王小明', email: 'a@example.com', tel: '0912345678', address: '台北市' }
    const data = { products: [{ product_id: product.id, qty: 1 }], user, is_paid: true }
    const { orderId } = await callShop(page.request, adminOrderApi.create, { data }, token)
    const coupon = await createCoupon(page.request, token, { code: `p${Date.now()}`, percent: 90 })
    for (const address of addresses) {
      await test.step(address, async () => {
        await page.setViewportSize({ width: 390, height: 844 })
        const path = address.replace(':order', orderId).replace(':coupon', coupon.id)
        // The second of two screens with the same heading gets a document of its own.
        if (/at_risk|setting/.test(address)) await page.goto('about:blank')
        await goToScreen(page, `/#/backend${path}`)
        const main = page.getByRole('main')
        const loaded = main.locator('[aria-busy="false"]').first()
        if (lists.includes(address)) await expect(loaded).toBeAttached()
        // The progress of the first day stays.
        await expect(page.getByRole('progressbar', { name: '載入中' })).toHaveCount(0)
        await expect(page.locator('.MuiSkeleton-root')).toHaveCount(0)
        await expectNoAxeViolations(page)
        expect(await findSquashedText(page, 'main')).toEqual([])
        expect.soft(await smallControls(page), address).toEqual([])
        const isList = lists.includes(address)
        for (const width of isList ? [390, 320] : [390]) {
          await page.setViewportSize({ width, height: 800 })
          await expect
            .poll(() => sidewaysPixels(page, isList), `at ${width} px`)
            .toBeLessThanOrEqual(0)
        }
        if (address === '/campaign' || address === '/setting/privacy') {
          await page.setViewportSize({ width: 390, height: 844 })
          const tab =
            address === '/campaign'
              ? page.getByRole('navigation', { name: '團購' }).getByRole('link').first()
              : page.getByRole('tab', { name: '隱私' })
          await expect(tab).toBeInViewport({ ratio: 0.99 })
        }
      })
    }
  })
}
