import { expect, type Page } from '@playwright/test'
import { adminSessionApi } from '#contract/admin.ts'
import { administrator } from './administrator.ts'
import { expectNoAxeViolations } from './support/axe.ts'
import { button, enterBackOffice, expectLoaded, openList, rows } from './support/back-office.ts'
import { holdRequests } from './support/held-requests.ts'
import { createMember, openAsMember } from './support/members.ts'
import { callShop } from './support/shop-api.ts'
import { test } from './support/test.ts'

const menu = (page: Page) => page.getByRole('navigation', { name: '後台選單' })

async function expectNoToken(page: Page) {
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('hexToken')
}

test('the landing page comes after the session was checked, with a menu that leads to the lists and marks the one that is open (SHELL-01, SHELL-02, SHELL-03, SHELL-04, SHELL-05, SHELL-06, SHELL-07, SHELL-08, SHELL-09, SHELL-11, SHELL-15, ROUTE-15, ROUTE-16, ROUTE-17, ROUTE-18, RESP-03)', async ({
  page,
  baseURL,
}) => {
  const token = await enterBackOffice(page, baseURL, { isOwnSession: true })

  await test.step('the landing page', async () => {
    const check = page.waitForRequest('**/v2/api/user/check')
    await page.goto('/#/backend')
    expect((await check).method()).toBe('POST')
    expect((await check).headers().authorization).toBe(token)
    await expect(page.getByRole('banner').getByText('後台管理')).toBeVisible()
    await expect(page.getByRole('heading', { name: '公告資訊' })).toBeVisible()
    await expectNoAxeViolations(page)
  })

  await test.step('the keyboard reaches the content at once', async () => {
    await page.keyboard.press('Tab')
    await expect(button(page, '跳到主要內容')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
  })

  await test.step('the menu leads to the lists, where the focus is in the new screen', async () => {
    for (const { name, address } of [
      { name: '產品列表', address: '#/backend/product' },
      { name: '優惠券列表', address: '#/backend/coupon' },
      { name: '訂單列表', address: '#/backend/order' },
    ]) {
      const link = menu(page).getByRole('link', { name })
      await expect(link).toHaveAttribute('href', address)
      await expect(link).not.toHaveAttribute('aria-current')
      await expect(link.locator('svg')).toBeVisible()
      await link.click()
      await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
      await expect(page.getByRole('main')).toBeFocused()
      await page.mouse.move(700, 400)
      for (const one of await menu(page).getByRole('link').all()) {
        const isCurrent = (await one.textContent()) === name
        const ground = isCurrent ? /^rgba\(239, 108, 0, 0\.\d+\)$/ : 'rgba(0, 0, 0, 0)'
        await expect(one).toHaveCSS('background-color', ground)
        if (isCurrent) await expect(one).toHaveAttribute('aria-current', 'page')
        else await expect(one).not.toHaveAttribute('aria-current')
      }
    }
  })

  await test.step('on a wide screen the drawer stays, 340 px wide', async () => {
    const menuButton = page.getByRole('button', { name: '開啟選單', includeHidden: true })
    expect((await page.locator('.MuiDrawer-paper').boundingBox())?.width).toBe(340)
    await expect(menuButton).toBeHidden()
    await page.setViewportSize({ width: 900, height: 800 })
    await expect(menu(page)).toBeVisible()
    await page.setViewportSize({ width: 899, height: 800 })
    await expect(menu(page)).toBeHidden()
    await expect(menuButton).toBeVisible()
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  await test.step('other addresses and the links of the head', async () => {
    await page.goto('/#/backend/nowhere')
    await expect(page.getByRole('heading', { name: '公告資訊' })).toBeVisible()
    await page.getByRole('link', { name: '公告資訊' }).click()
    await expect(page).toHaveURL(/#\/backend$/)
    await page.getByRole('link', { name: '返回前台' }).click()
    await expect(page).toHaveURL(/#\/$/)
  })
})

test('what was typed survives the end of a session, and signing out leaves nothing to the next administrator (C18, SHELL-10, SHELL-16, API-34, MEND-21)', async ({
  page,
  baseURL,
}) => {
  const enter = () => enterBackOffice(page, baseURL, { isOwnSession: true })
  let token = await enter()

  await test.step('one that ends meanwhile asks to sign in again, and then the form is saved', async () => {
    const call = page.waitForRequest('**/admin/products?*')
    await openList(page, '產品')
    expect((await call).headers().authorization).toBe(token)
    await button(page, '新增產品').click()
    const form = page.getByRole('dialog', { name: '新增產品' })
    await form.getByLabel('標題').fill('尚未儲存')
    await callShop(page.request, adminSessionApi.logout, {}, token)
    await button(form, '新增').click()
    const again = page.getByRole('dialog', { name: '請重新登入' })
    await expect(again.getByLabel('帳號')).toHaveValue(administrator.username)
    await expectNoAxeViolations(page)
    await again.getByLabel('密碼').fill(administrator.password)
    await page.keyboard.press('Enter')
    await expect(again).toHaveCount(0)
    // The server has read the form: what it misses is marked.
    await expect(form.getByLabel('標題')).toHaveValue('尚未儲存')
    await expect(form.locator('[aria-invalid="true"]').first()).toBeVisible()
    await button(form, '關閉').click()
    await button(page, '捨棄變更').click()
  })

  await test.step('signing out drops the cookie, goes home and ends it on the server', async () => {
    token = await enter()
    await openList(page, '產品')
    await expect(rows(page)).toHaveCount(10)
    const logout = page.waitForResponse('**/v2/logout')
    await button(page, '登出').click()
    await expect(page).toHaveURL(/#\/$/)
    await expectNoToken(page)
    expect((await logout).status()).toBe(200)
    const headers = { Authorization: token }
    expect((await page.request.post('/v2/api/user/check', { headers })).status()).toBe(403)
  })

  await test.step('the next administrator never sees old rows', async () => {
    token = await enter()
    const held = await holdRequests(page, 'GET', '**/admin/products?*')
    // Within the same document, so that its memory state is still there.
    await page.evaluate(() => {
      location.hash = '#/backend/product'
    })
    await held.arrived
    await expect(page.getByRole('heading', { name: '產品列表' })).toBeVisible()
    await expect(page.getByRole('main').getByRole('progressbar')).toBeVisible()
    await expect(button(page, '編輯')).toHaveCount(0)
    held.release()
    await expectLoaded(page)
    await expect(rows(page)).toHaveCount(10)
  })
})

test('without a session nothing of the back office is shown, asked for or downloaded (SHELL-13, SHELL-14, ROLE-08, ROLE-09)', async ({
  page,
  baseURL,
}) => {
  const calls: string[] = []
  page.on('request', (request) => {
    if (/\/v2\/.*(\/admin\/|\/user\/check)/.test(request.url())) calls.push(request.url())
  })
  const expectShutOut = async (path: string) => {
    await page.goto('about:blank')
    await page.goto(`/#/backend${path}`)
    await expect(page).toHaveURL(/#\/$/)
    await expect(page.getByText('後台管理')).toHaveCount(0)
  }

  await test.step('a shopper downloads none of its code', async () => {
    const scripts: string[] = []
    page.on('response', (response) => {
      if (response.url().endsWith('.js')) scripts.push(response.url())
    })
    await page.goto('/#/main/prods')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const texts = await Promise.all(
      scripts.map(async (url) => (await page.request.get(url)).text()),
    )
    expect(texts.length).toBeGreaterThan(0)
    expect(texts.filter((text) => text.includes('MuiDrawer'))).toEqual([])
  })

  await test.step('without a token', async () => {
    await expectShutOut('/product')
    expect(calls).toEqual([])
  })

  await test.step('a member has no way in', async () => {
    await openAsMember(page, await createMember(page.request))
    await expectShutOut('/product')
    expect(calls).toEqual([])
  })

  await test.step('a made-up token opens nothing, and does not lock the sign-in', async () => {
    const made = { name: 'hexToken', value: 'f'.repeat(64), url: baseURL ?? '' }
    await page.context().addCookies([made])
    await expectShutOut('/order')
    await page.goto('/#/main/loginBackend')
    await expect(page.getByLabel('帳號', { exact: true })).toBeVisible()
  })
})
