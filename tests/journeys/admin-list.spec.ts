import { expect } from '@playwright/test'
import {
  button,
  createCategory,
  enterBackOffice,
  expectLoaded,
  freshWord,
  openList,
  rowOf,
  rows,
} from './support/back-office.ts'
import { createProduct, getDemoProduct, placeOrder, removeProduct } from './support/shop-api.ts'
import { queryShop } from './support/shop-database.ts'
import { test } from './support/test.ts'

test('opens the dialogs of each list by their address, and keeps them over a reload (APRODUCT-45, ACOUPON-22, AORDER-22)', async ({
  page,
  baseURL,
}) => {
  const token = await enterBackOffice(page, baseURL)
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

test('on a tablet no column of a list lies behind the actions', async ({ page, baseURL }) => {
  await page.setViewportSize({ width: 768, height: 900 })
  const token = await enterBackOffice(page, baseURL)
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
