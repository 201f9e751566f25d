import { expect, type Page } from '@playwright/test'
import { type RunningGateway, startGateway } from '../../gateway/start-gateway.ts'
import { expectNoAxeViolations } from './support/axe.ts'
import { button } from './support/back-office.ts'
import { openJourneyShop } from './support/journey-shop.ts'
import { createMember, type Member, openAsMember } from './support/members.ts'
import { getDemoProduct, placeOrder } from './support/shop-api.ts'
import { test as base } from './support/test.ts'

/** A shop that is paid through the try-out gateway. */
const test = base.extend<object, { gateway: RunningGateway }>({
  gateway: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures here
    async ({}, use) => {
      const gateway = await startGateway()
      await use(gateway)
      await gateway.close()
    },
    { scope: 'worker' },
  ],
  shopAddress: [
    async ({ gateway }, use) => {
      const env = { PAYMENTS: 'sandbox', ECPAY_URL: gateway.address }
      const shop = await openJourneyShop(env)
      await use(shop.address)
      await shop.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

let member: Member
test.beforeEach(async ({ page }) => {
  member = await createMember(page.request)
})

const place = async (page: Page) =>
  placeOrder(page.request, { product: await getDemoProduct(page.request), qty: 2 }, member.token)

async function openPayment(page: Page): Promise<string> {
  const id = await place(page)
  await openAsMember(page, member)
  await page.goto(`/#/main/cart/pay/${id}`)
  await expect(page.getByText('測試金流，不會實際扣款')).toBeVisible()
  return id
}

test('a card is paid on the page of the gateway, and the shop knows (GATEWAY-07, GATEWAY-26)', async ({
  page,
}) => {
  await openPayment(page)
  await expect(page.getByRole('radio')).toHaveCount(4)
  await expectNoAxeViolations(page)
  await button(page, '付款').click()
  await button(page, '付款成功').click()
  await expect(page.getByRole('heading', { name: '付款完成', level: 1 })).toBeVisible({
    timeout: 20_000,
  })
})

test('other browsers are led nowhere (GATEWAY-33)', async ({ page }) => {
  await openPayment(page)
  await expect(page.getByText('請改用外部瀏覽器完成付款')).toHaveCount(0)
})

for (const [app, agent] of Object.entries({
  LINE: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Mobile/15E148 Safari Line/14.20.0',
  Facebook: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Mobile/15E148 [FBAN/FBIOS;FBAV/480.0]',
  Instagram: 'Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Instagram 350.0.0',
})) {
  test.describe(() => {
    test.use({ userAgent: agent })
    test(`the browser inside ${app} is asked to pay outside (GATEWAY-33, GATEWAY-34)`, async ({
      page,
      context,
      baseURL,
    }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      const id = await openPayment(page)
      await expect(page.getByText('請改用外部瀏覽器完成付款')).toBeVisible()
      const outside = page.getByRole('link', { name: '以外部瀏覽器開啟' })
      const address = `${baseURL}/?openExternalBrowser=1#/main/cart/pay/${id}`
      if (app === 'LINE') await expect(outside).toHaveAttribute('href', address)
      else await expect(outside).toHaveCount(0)
      await button(page, '複製付款頁網址').click()
      await expect(page.getByText('已複製，請貼到瀏覽器開啟')).toBeVisible()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
      await expectNoAxeViolations(page)
      await button(page, '付款').click()
      await expect(button(page, '付款成功')).toBeVisible()
    })
  })
}
