import { expect } from '@playwright/test'
import { enterBackOffice, expectLoaded, freshWord, rows } from './support/back-office.ts'
import { createProduct, getDemoProduct, placeOrder, removeProduct } from './support/shop-api.ts'
import { queryShop } from './support/shop-database.ts'
import { test } from './support/test.ts'

test('on a tablet no column of a list lies behind the actions', async ({ page, shopAddress }) => {
  await page.setViewportSize({ width: 768, height: 900 })
  const token = await enterBackOffice(page, shopAddress)
  const title = freshWord()
  const removed = await createProduct(page.request, token, { title, price: 100 })
  await removeProduct(page.request, token, removed)
  const orderId = await placeOrder(page.request, {
    product: await getDemoProduct(page.request),
    qty: 1,
  })
  await queryShop(
    `insert into payments (id, order_id, provider, method, amount, captured_amount, status,
       reference, trade_no, counts, state_since)
     values ($1, $1, 'ecpay', 'card', 2280, 2180, 'succeeded', 'x', $1, false, now())`,
    [orderId],
  )
  await queryShop(
    `insert into refunds (id, order_id, payment_id, amount, reason, state, last_error)
     values ($1, $1, $1, 2180, '少 1 件', 'failed', 'error_Stop (0)')`,
    [orderId],
  )
  for (const [list, title, isFilled] of [
    ['trash', '垃圾桶', true],
    ['refund', '退款', true],
    ['reconciliation', '對帳', true],
    ['customer', '顧客列表', true],
    ['campaign', '團購列表', false],
    ['settlement', '對帳檔', false],
  ] as const) {
    await page.goto(`/#/backend/${list}`)
    await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
    await expectLoaded(page)
    if (isFilled) await expect(rows(page).first()).toBeVisible()
    const hidden = await page
      .getByRole('main')
      .getByRole('region')
      .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
    expect(hidden, list).toBe(0)
  }
  await queryShop('delete from payments where id = $1', [orderId])
})

test('on a phone the tabs of the campaigns and the chosen tab of the settings are in view', async ({
  page,
  shopAddress,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await enterBackOffice(page, shopAddress)
  await page.goto('/#/backend/campaign')
  const tab = page.getByRole('navigation', { name: '團購' }).getByRole('link').first()
  await expect(tab).toBeInViewport({ ratio: 0.99 })
  await page.goto('/#/backend/setting/privacy')
  await expect(page.getByRole('tab', { name: '隱私' })).toBeInViewport({ ratio: 0.99 })
})
