import { expect } from '@playwright/test'
import { button } from './support/back-office.ts'
import { createMember, restoreSession } from './support/members.ts'
import { test } from './support/sandbox-test.ts'
import { getDemoProduct, placeOrder } from './support/shop-api.ts'

// Playwright switches it off; with it, Back shows the page as it was left, its scripts still running.
test.use({
  launchOptions: [
    async ({ launchOptions }, use) =>
      use({ ...launchOptions, ignoreDefaultArgs: ['--disable-back-forward-cache'] }),
    { scope: 'worker' },
  ],
})

test('after Back from the gateway the shopper can pay again (GATEWAY-07, GATEWAY-26)', async ({
  page,
}, { project }) => {
  await page.clock.install()
  const member = await createMember(page.request)
  const product = await getDemoProduct(page.request)
  const orderId = await placeOrder(page.request, { product, qty: 2 }, member.token)
  await restoreSession(page, member)
  await page.goto(`/#/main/cart/pay/${orderId}`)
  await page.evaluate(() => document.body.setAttribute('data-same-page', ''))
  await button(page, '付款').click()
  await expect(page.getByRole('heading', { name: '等待付款', level: 1 })).toBeVisible()
  await page.goBack({ waitUntil: 'commit' })
  // The headless shell keeps no pages: there, Back loads the page again.
  const { executablePath = 'headless' } = project.use.launchOptions ?? {}
  if (!executablePath.includes('headless')) {
    await expect(page.locator('body')).toHaveAttribute('data-same-page')
  }
  await expect(page.getByText('正在確認付款結果')).toBeVisible()
  await page.clock.fastForward(31_000)
  await button(page, '付款').click()
  await expect(page.getByRole('heading', { name: '等待付款', level: 1 })).toBeVisible()
})
