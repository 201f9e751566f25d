import { expect } from '@playwright/test'
import {
  bulkButton,
  button,
  createCategory,
  enterBackOffice,
  expectLoaded,
  openList,
  rows,
} from './support/back-office.ts'
import { holdRequests } from './support/held-requests.ts'
import { interceptRequests } from './support/intercept-requests.ts'
import { newAdminToken } from './support/shop-api.ts'
import { test } from './support/test.ts'

test('clears the cache of the back office at sign-out, so that the next administrator never sees old rows', async ({
  page,
  baseURL,
}) => {
  await enterBackOffice(page, baseURL, { isOwnSession: true })
  await openList(page, '產品')
  await expect(rows(page)).toHaveCount(10)
  await button(page, '登出').click()
  await expect(page).toHaveURL(/#\/$/)

  const value = await newAdminToken(page.request)
  await page.context().addCookies([{ name: 'hexToken', value, url: baseURL ?? '' }])
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

test('moves the focus to the new screen of the back office, and offers a skip link', async ({
  page,
  baseURL,
}) => {
  await enterBackOffice(page, baseURL, { isOwnSession: true })
  await page.goto('/#/backend')
  await expect(page.getByRole('heading', { name: '公告資訊' })).toBeVisible()
  const skip = button(page, '跳到主要內容')
  await page.keyboard.press('Tab')
  await expect(skip).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()

  await page.getByRole('link', { name: '優惠券列表' }).click()
  await expect(page.getByRole('heading', { name: '優惠券列表' })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
})

test('ends the session when a partly failed delete was refused with 401', async ({
  page,
  baseURL,
}) => {
  const token = await enterBackOffice(page, baseURL, { isOwnSession: true })
  const { products, search } = await createCategory(page.request, token, [
    { title: '甲' },
    { title: '乙' },
    { title: '丙' },
  ])
  await openList(page, '產品', search)
  await page.getByRole('checkbox', { name: '全選' }).check()
  await interceptRequests(page, `**/admin/product/${products[1]?.id}`, (route) =>
    route.fulfill({ status: 401, json: { success: false, message: '驗證錯誤, 請重新登入' } }),
  )
  await bulkButton(page, '全部刪除').click()
  await button(page.getByRole('dialog'), '確認刪除多筆資料').click()
  await expect(page).toHaveURL(/#\/$/)
  await expect(page.getByText('驗證錯誤, 請重新登入')).toBeVisible()
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('hexToken')
})
