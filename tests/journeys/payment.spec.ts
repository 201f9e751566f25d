import { expect, type Page } from '@playwright/test'
import type { Product } from '#contract/catalog.ts'
import { paymentApi } from '#contract/payments.ts'
import { expectNoAxeViolations } from './support/axe.ts'
import { interceptRequests } from './support/intercept-requests.ts'
import { expectLargeTextFits } from './support/large-text.ts'
import { createMember, restoreSession } from './support/members.ts'
import { callShop, endpointPath, getDemoProduct, placeOrder } from './support/shop-api.ts'
import { startOver } from './support/start-over.ts'
import { test } from './support/test.ts'

let mug: Product

test.beforeAll(async ({ request }) => {
  mug = await getDemoProduct(request)
})

async function openPayment(page: Page): Promise<string> {
  const member = await createMember(page.request)
  const orderId = await placeOrder(page.request, { product: mug, qty: 2 }, member.token)
  await restoreSession(page, member)
  await page.goto(`/#/main/cart/pay/${orderId}`)
  await expect(field(page, '訂單編號')).toHaveText(/^\d{6}-\d+$/)
  return orderId
}

function step(page: Page) {
  return page.getByRole('navigation', { name: '結帳進度' }).getByRole('list')
}

function field(page: Page, name: string) {
  return page.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd')
}

test('an unpaid order says what happens next, is printed, and is paid without a reload (PAY-01, PAY-02, PAY-03, PAY-05, PAY-09, EASE-22, EASE-03, EASE-12, PAY-06, PAY-07, PAY-08)', async ({
  page,
}) => {
  const orderId = await openPayment(page)
  const pay = page.getByRole('button', { name: '付款', exact: true })
  await test.step('an unpaid order says what it is and what happens next', async () => {
    await expect(page).toHaveTitle(/^付款｜/)
    await expect(page.getByText(orderId)).toHaveCount(0)
    await expect(field(page, '訂單日期')).toHaveText(/^20\d\d\/\d\d\/\d\d \d\d:\d\d$/)
    await expect(field(page, '聯絡人')).toHaveText('王小明')
    await expect(field(page, '電子信箱')).toHaveText('ming@example.com')
    await expect(page.getByText('尚未付款，請盡快完成付款')).toBeVisible()
    await expect(page.getByText(mug.title)).toBeVisible()
    await expect(field(page, '總計')).toHaveText('NT$840')
    await expect(step(page)).toHaveAttribute('data-step', '2')
    await expect(page.getByText('示範付款：不會實際扣款')).toBeVisible()
    await expect(page.getByText('收到款項後，我們就開始備貨')).toBeVisible()
    await expect(page.getByRole('link', { name: '查看訂單' })).toBeVisible()
    await expectNoAxeViolations(page)
    await expectLargeTextFits(page)
  })

  await test.step('prints the order without navigation and buttons', async () => {
    const number = (await field(page, '訂單編號').textContent()) ?? ''
    await page.emulateMedia({ media: 'print' })
    for (const words of [number, mug.title, 'NT$840', '臺北市信義區市府路 1 號']) {
      await expect(page.getByText(words).first()).toBeVisible()
    }
    await expect(
      page.getByText('MinMin 團購', { exact: true }).filter({ visible: true }),
    ).toHaveCount(1)
    await expect(page.getByRole('navigation')).toHaveCount(0)
    await expect(page.getByRole('button')).toHaveCount(0)
    const { content, window } = await page.evaluate(() => ({
      content: document.documentElement.scrollWidth,
      window: innerWidth,
    }))
    expect(content).toBeLessThanOrEqual(window)
    await page.emulateMedia({ media: null })
  })

  await test.step('paying makes the order paid, without a reload', async () => {
    await page.evaluate(() => document.body.setAttribute('data-same-page', ''))
    await pay.click()
    await expect(page.getByRole('heading', { name: '付款完成', level: 1 })).toBeFocused()
    await expect(page).toHaveTitle(/^付款完成｜/)
    await expect(page.getByText('尚未付款')).toHaveCount(0)
    await expect(pay).toHaveCount(0)
    await expect(step(page)).toHaveAttribute('data-step', '3')
    await expect(page.locator('body')).toHaveAttribute('data-same-page')
    await expect(page.getByText('示範付款：不會實際扣款')).toBeVisible()
    await expect(page.getByText('接下來我們會備貨並寄出')).toBeVisible()
    await expectNoAxeViolations(page)
    await page.reload()
    await expect(page.getByText('付款完成')).toBeVisible()
    await page.getByRole('link', { name: '查看訂單' }).click()
    await expect(page).toHaveURL(/#\/main\/order\/-[\w-]+$/)
  })
})

test('a failed payment is tried again; what is of somebody else is not there, what was paid elsewhere is paid (ERROR-16, PAY-08)', async ({
  page,
}) => {
  await test.step('a failed payment says so in a quiet line, and can be tried again', async () => {
    const orderId = await openPayment(page)
    const keys: (string | undefined)[] = []
    const path = `**${endpointPath(paymentApi.pay).replace(':id', orderId)}`
    await interceptRequests(page, path, async (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      if (keys.length > 1) return route.continue()
      await route.fulfill({ status: 503, json: { success: false, message: '系統忙碌中' } })
    })
    const pay = page.getByRole('button', { name: '付款', exact: true })
    await pay.click()
    await expect(page.getByText('未完成，請再試一次')).toBeVisible()
    await expect(page.getByText('系統忙碌中')).toHaveCount(0)
    await expectNoAxeViolations(page)
    await pay.click()
    await expect(page.getByText('付款完成')).toBeVisible()
    expect(keys[0]).toBeTruthy()
    expect(keys[1]).toBe(keys[0])
  })

  await test.step('an order of somebody else is not there', async () => {
    await startOver(page)
    const [owner, other] = await Promise.all([
      createMember(page.request),
      createMember(page.request),
    ])
    const orderId = await placeOrder(page.request, { product: mug, qty: 1 }, owner.token)
    await restoreSession(page, other)
    await page.goto(`/#/main/cart/pay/${orderId}`)
    await expect(page.getByText('查無此訂單')).toBeVisible()
    await expect(page.getByText(orderId)).toHaveCount(0)
    await expectNoAxeViolations(page)
    await page.getByRole('link', { name: '查看我的訂單' }).click()
    await expect(page).toHaveURL(/#\/main\/order$/)
  })

  await test.step('an order that was paid elsewhere is shown as paid', async () => {
    await startOver(page)
    const member = await createMember(page.request)
    const orderId = await placeOrder(page.request, { product: mug, qty: 1 }, member.token)
    await callShop(page.request, paymentApi.pay, { params: { id: orderId } }, member.token)
    await restoreSession(page, member)
    await page.goto(`/#/main/cart/pay/${orderId}`)
    await expect(page.getByText('付款完成')).toBeVisible()
    await expect(page.getByRole('button', { name: '付款', exact: true })).toHaveCount(0)
  })
})
