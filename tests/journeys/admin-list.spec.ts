import { expect } from '@playwright/test'
import {
  button,
  createCategory,
  enterBackOffice,
  expectLoaded,
  openList,
  rowOf,
} from './support/back-office.ts'
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
