import { expect, type Page } from '@playwright/test'
import type { Product } from '#contract/catalog.ts'
import { orderApi } from '#contract/orders.ts'
import { paymentApi } from '#contract/payments.ts'
import { expectNoAxeViolations } from './support/axe.ts'
import { interceptRequests } from './support/intercept-requests.ts'
import { createMember, restoreSession } from './support/members.ts'
import { callShop, endpointPath, getDemoProduct, placeOrder } from './support/shop-api.ts'
import { startOver } from './support/start-over.ts'
import { test } from './support/test.ts'

let mug: Product

test.beforeAll(async ({ request }) => {
  mug = await getDemoProduct(request)
})

function orders(page: Page) {
  return page.getByRole('button', { name: /訂單編號/ })
}

test('the own orders, the newest one open, those of nobody else, and page by page (ORDERS-02, ORDERS-01, ORDERS-03, ORDERS-04, ORDERS-05, ORDERS-06, ORDERS-12, ERROR-13)', async ({
  page,
}) => {
  await test.step('a visitor is asked to sign in first', async () => {
    await page.goto('/#/main/order')
    await expect(page).toHaveURL(/#\/main\/memberLogin$/)
  })

  await test.step('the orders, the newest one open', async () => {
    await startOver(page)
    const member = await createMember(page.request)
    const paid = await placeOrder(page.request, { product: mug, qty: 1 }, member.token)
    await callShop(page.request, paymentApi.pay, { params: { id: paid } }, member.token)
    const unpaid = await placeOrder(page.request, { product: mug, qty: 2 }, member.token)
    await restoreSession(page, member)
    await page.goto('/#/main/order')

    await expect(page.getByRole('heading', { name: '我的訂單', level: 1 })).toBeVisible()
    await expect(orders(page)).toHaveCount(2)
    await expect(orders(page).nth(0)).toContainText('未付款')
    await expect(orders(page).nth(0)).toHaveAttribute('aria-expanded', 'true')
    await expect(orders(page).nth(1)).toContainText('已付款')
    await expect(orders(page).nth(1)).toHaveAttribute('aria-expanded', 'false')
    const grounds = await orders(page).evaluateAll((items) =>
      items.map((item) => getComputedStyle(item).backgroundColor),
    )
    expect(grounds[0]).not.toBe(grounds[1])

    await expect(page.getByText('王**明')).toBeVisible()
    await expect(page.getByText('091*******')).toBeVisible()
    await expect(page.getByText('王小明')).toHaveCount(0)
    await expect(page.getByText('0912345678')).toHaveCount(0)
    await expectNoAxeViolations(page)

    await orders(page).nth(1).press('Enter')
    await expect(orders(page).nth(1)).toHaveAttribute('aria-expanded', 'true')
    await expect(page.getByRole('link', { name: '付款', exact: true })).toHaveCount(0)
    await orders(page).nth(0).press('Enter')
    await expect(orders(page).nth(0)).toHaveAttribute('aria-expanded', 'true')
    // By the keyboard: the link still moves while its order opens.
    await page.getByRole('link', { name: '付款', exact: true }).press('Enter')
    await expect(page).toHaveURL(new RegExp(`#/main/cart/pay/${unpaid}$`))
  })

  await test.step('an order whose name lacks the member id is not listed', async () => {
    await startOver(page)
    const member = await createMember(page.request)
    const own = await placeOrder(page.request, { product: mug, qty: 1 }, member.token)
    await interceptRequests(page, `**${endpointPath(orderApi.list)}*`, async (route) => {
      const response = await route.fetch()
      const reply = await response.json()
      const [order] = reply.orders
      const stranger = {
        ...order,
        id: 'someone-elses-order',
        user: { ...order.user, name: '王+x' },
      }
      await route.fulfill({ response, json: { ...reply, orders: [stranger, order] } })
    })
    await restoreSession(page, member)
    await page.goto('/#/main/order')
    await expect(orders(page)).toHaveCount(1)
    await expect(page.getByRole('link', { name: '付款', exact: true })).toHaveAttribute(
      'href',
      new RegExp(`${own}$`),
    )
  })

  await test.step('many orders come in pages', async () => {
    await startOver(page)
    const member = await createMember(page.request)
    for (let order = 0; order < 13; order++) {
      await placeOrder(page.request, { product: mug, qty: 1 }, member.token)
    }
    await restoreSession(page, member)
    await page.goto('/#/main/order')
    const first = (await orders(page).first().textContent()) ?? ''
    await page.getByRole('navigation', { name: /分頁/ }).getByRole('link', { name: /2/ }).click()
    await expect(page).toHaveURL(/#\/main\/order\?page=2$/)
    await expect(orders(page).first()).not.toHaveText(first)
    await expect(orders(page).first()).toHaveAttribute('aria-expanded', 'true')
    await page.goBack()
    await expect(orders(page).first()).toHaveText(first)
  })

  await test.step('orders that cannot be read offer 重試', async () => {
    await startOver(page)
    const path = `**${endpointPath(orderApi.list)}*`
    await interceptRequests(page, path, (route) =>
      route.fulfill({ status: 400, json: { success: false } }),
    )
    await restoreSession(page, await createMember(page.request))
    await page.goto('/#/main/order')
    const retry = page.getByRole('button', { name: '重試' })
    await expect(retry).toBeVisible()
    await expect(page.getByRole('region', { name: '通知' })).toHaveText('')
    await expectNoAxeViolations(page)
    await page.unroute(path)
    await retry.click()
    await expect(page.getByText('目前沒有訂單')).toBeVisible()
    await expectNoAxeViolations(page)
  })
})
