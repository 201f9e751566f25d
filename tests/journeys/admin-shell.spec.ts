import { expect, type Page } from '@playwright/test'
import { adminSessionApi } from '#contract/admin.ts'
import { expectNoAxeViolations } from './support/axe.ts'
import { button, createCategory, enterBackOffice, openList, rowOf } from './support/back-office.ts'
import { callShop } from './support/shop-api.ts'
import { test } from './support/test.ts'

const menu = (page: Page) => page.getByRole('navigation', { name: '後台選單' })
const menuButton = (page: Page) =>
  page.getByRole('button', { name: '開啟選單', includeHidden: true })

async function showMenu(page: Page, isMobile: boolean) {
  if (isMobile) await button(page, '開啟選單').click()
  await expect(menu(page)).toBeVisible()
}

test.describe('with a session', () => {
  let token: string
  test.beforeEach(async ({ page, baseURL }) => {
    token = await enterBackOffice(page, baseURL, { isOwnSession: true })
  })

  test('SHELL-01 SHELL-02 SHELL-08 SHELL-09 SHELL-11 SHELL-15 ROUTE-15 the landing page, after the session was checked', {
    tag: '@phone',
  }, async ({ page }) => {
    const check = page.waitForRequest('**/v2/api/user/check')
    await page.goto('/#/backend')
    expect((await check).method()).toBe('POST')
    expect((await check).headers().authorization).toBe(token)
    await expect(page.getByRole('banner').getByText('後台管理')).toBeVisible()
    await expect(page.getByRole('heading', { name: '公告資訊' })).toBeVisible()
    await expectNoAxeViolations(page)

    await page.goto('/#/backend/nowhere')
    await expect(page.getByRole('heading', { name: '公告資訊' })).toBeVisible()
    await page.getByRole('link', { name: '公告資訊' }).click()
    await expect(page).toHaveURL(/#\/backend$/)
    await page.getByRole('link', { name: '返回前台' }).click()
    await expect(page).toHaveURL(/#\/$/)
  })

  test('SHELL-03 SHELL-04 SHELL-05 SHELL-06 SHELL-07 ROUTE-16 ROUTE-17 ROUTE-18 the menu leads to the lists and marks the one that is open', {
    tag: '@phone',
  }, async ({ page, isMobile }) => {
    await page.goto('/#/backend')
    const entries = [
      { name: '產品列表', address: '#/backend/product' },
      { name: '優惠券列表', address: '#/backend/coupon' },
      { name: '訂單列表', address: '#/backend/order' },
    ]
    for (const { name, address } of entries) {
      await showMenu(page, isMobile)
      const link = menu(page).getByRole('link', { name })
      await expect(link).toHaveAttribute('href', address)
      await expect(link).not.toHaveAttribute('aria-current')
      await expect(link.locator('svg')).toBeVisible()
      await link.click()
      await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
      if (isMobile) await expect(menu(page)).toBeHidden()
      await showMenu(page, isMobile)
      await page.mouse.move(700, 400)
      for (const one of await menu(page).getByRole('link').all()) {
        const isCurrent = (await one.textContent()) === name
        const ground = isCurrent ? /^rgba\(239, 108, 0, 0\.\d+\)$/ : 'rgba(0, 0, 0, 0)'
        await expect(one).toHaveCSS('background-color', ground)
        if (isCurrent) await expect(one).toHaveAttribute('aria-current', 'page')
        else await expect(one).not.toHaveAttribute('aria-current')
      }
      if (!isMobile) continue
      await page.keyboard.press('Escape')
      await expect(menu(page)).toBeHidden()
    }
  })

  test('C18 SHELL-10 signing out drops the cookie, goes home and ends the session on the server', async ({
    page,
  }) => {
    await page.goto('/#/backend')
    const logout = page.waitForResponse('**/v2/logout')
    await button(page, '登出').click()
    await expect(page).toHaveURL(/#\/$/)
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('hexToken')
    expect((await logout).status()).toBe(200)
    const check = await page.request.post('/v2/api/user/check', {
      headers: { Authorization: token },
    })
    expect(check.status()).toBe(403)
  })

  test('SHELL-16 API-34 a session that ends meanwhile leads home with the next call, also from an unsaved dialog', async ({
    page,
  }) => {
    const call = page.waitForRequest('**/admin/products?*')
    await openList(page, '產品')
    expect((await call).headers().authorization).toBe(token)
    await button(page, '新增產品').click()
    await page.getByLabel('標題').fill('尚未儲存')
    await callShop(page.request, adminSessionApi.logout, {}, token)
    await button(page.getByRole('dialog'), '新增').click()
    await expect(page).toHaveURL(/#\/$/)
    await expect(page.getByText('驗證錯誤, 請重新登入')).toBeVisible()
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('hexToken')
  })

  test('SHELL-12 a toast stands at the bottom right', { tag: '@phone' }, async ({
    page,
    isMobile,
  }) => {
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
      if (!isMobile) expect(box.x).toBeGreaterThan(size.width / 2)
    }).toPass()
    await toast.getByRole('button', { name: '關閉通知' }).click()
    await expect(toast).toBeHidden()
  })

  test('RESP-03 on a wide screen the drawer stays, 340 px wide', async ({ page }) => {
    await page.goto('/#/backend')
    await expect(menu(page)).toBeVisible()
    const drawer = page.locator('.MuiDrawer-paper')
    expect((await drawer.boundingBox())?.width).toBe(340)
    await expect(menuButton(page)).toBeHidden()
    await page.setViewportSize({ width: 900, height: 800 })
    await expect(menu(page)).toBeVisible()
    await page.setViewportSize({ width: 899, height: 800 })
    await expect(menu(page)).toBeHidden()
    await expect(menuButton(page)).toBeVisible()
  })

  test('RESP-04 SHELL-17 on a narrow screen the menu button slides the drawer out and in', {
    tag: '@phone',
  }, async ({ page, isMobile }) => {
    test.skip(!isMobile, 'about a narrow screen')
    await page.goto('/#/backend')
    await expect(menu(page)).toBeHidden()
    await button(page, '開啟選單').click()
    await expect(menu(page)).toBeVisible()
    await expect(menu(page).getByRole('link')).toHaveCount(19)
    await expectNoAxeViolations(page)
    await menuButton(page).click()
    await expect(menu(page)).toBeHidden()
    await button(page, '開啟選單').click()
    await page.keyboard.press('Escape')
    await expect(menu(page)).toBeHidden()
    await expect(button(page, '開啟選單')).toBeFocused()
  })

  test('SHELL-18 while the drawer slides in, the menu button does nothing', {
    tag: '@phone',
  }, async ({ page, isMobile }) => {
    test.skip(!isMobile, 'about a narrow screen')
    await page.goto('/#/backend')
    await button(page, '開啟選單').click()
    await expect(menu(page)).toBeVisible()
    await menuButton(page).evaluate(async (element: HTMLElement) => {
      element.click()
      await new Promise(requestAnimationFrame)
      element.click()
    })
    await expect(menu(page)).toBeHidden()
    await expect(menuButton(page)).toHaveAttribute('aria-expanded', 'false')
    await button(page, '開啟選單').click()
    await expect(menu(page)).toBeVisible()
  })

  test('CONST-09 the primary colour is orange, with dark text on it', async ({ page }) => {
    await openList(page, '產品')
    const style = await button(page, '新增產品').evaluate((element) => {
      const { backgroundColor, color } = getComputedStyle(element)
      return { backgroundColor, color }
    })
    expect(style).toEqual({ backgroundColor: 'rgb(239, 108, 0)', color: 'rgb(42, 37, 33)' })
  })
})

test('SHELL-13 SHELL-14 without a token nothing of the back office is shown or asked for', async ({
  page,
}) => {
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/admin/') || request.url().includes('/user/check')) {
      calls.push(request.url())
    }
  })
  await page.goto('/#/backend/product')
  await expect(page).toHaveURL(/#\/$/)
  await expect(page.getByText('後台管理')).toHaveCount(0)
  expect(calls.filter((url) => url.includes('/v2/'))).toEqual([])
})

test('SHELL-13 the back office is a chunk that no shopper downloads', async ({ page }) => {
  const scripts: string[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.push(response.url())
  })
  await page.goto('/#/main/prods')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const texts = await Promise.all(scripts.map(async (url) => (await page.request.get(url)).text()))
  expect(texts.length).toBeGreaterThan(0)
  expect(texts.filter((text) => text.includes('MuiDrawer'))).toEqual([])
})
