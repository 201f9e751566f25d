import { expect } from '@playwright/test'
import { expectNoAxeViolations } from './support/axe.ts'
import {
  bulkButton,
  button,
  columnTexts,
  createCategory,
  enterBackOffice,
  expectLoaded,
  header,
  openList,
  rowOf,
  rows,
  table,
} from './support/back-office.ts'
import { holdRequests } from './support/held-requests.ts'
import { interceptRequests } from './support/intercept-requests.ts'
import { getDemoProduct } from './support/shop-api.ts'
import { test } from './support/test.ts'

let token: string
test.beforeEach(async ({ page, baseURL }) => {
  token = await enterBackOffice(page, baseURL)
})

test('APRODUCT-01 APRODUCT-08 APRODUCT-10 APRODUCT-11 APRODUCT-13 APRODUCT-14 APRODUCT-17 CONST-07 a row tells what its product is', async ({
  page,
}) => {
  const { imageUrl } = await getDemoProduct(page.request)
  const { search } = await createCategory(page.request, token, [
    { title: '開著的', origin_price: 83000, price: 39900, imageUrl },
    { title: '關著的', is_enabled: 0 },
  ])
  await openList(page, '產品', search)
  await expect(page.getByRole('heading', { name: '產品列表', level: 1 })).toBeVisible()
  const labels = ['主圖', '標題', '小圖', '狀態', '原價', '售價']
  const heads = await table(page).getByRole('columnheader').allInnerTexts()
  expect(heads.map((text) => text.trim()).filter(Boolean)).toEqual([...labels, '操作'])
  const widths = await Promise.all(
    labels.map(async (label) => (await header(page, label).boundingBox())?.width),
  )
  expect(widths).toEqual([90, 180, 200, 90, 90, 90])

  const open = rowOf(page, '開著的')
  await expect(open.getByRole('checkbox')).not.toBeChecked()
  await expect(open.getByText('啟用', { exact: true })).toBeVisible()
  await expect(open.getByText('NT$83,000')).toBeVisible()
  await expect(open.getByText('NT$39,900')).toBeVisible()
  await expect
    .poll(() => open.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  await expect(rowOf(page, '關著的').getByText('未啟用')).toBeVisible()
  await expect(button(open, '編輯')).toBeEnabled()
  await expect(button(open, '刪除')).toBeEnabled()
  await expectNoAxeViolations(page)
})

test('APRODUCT-02 APRODUCT-03 APRODUCT-04 APRODUCT-05 APRODUCT-23 the search waits for its button, and survives a reload', {
  tag: '@phone',
}, async ({ page }) => {
  const { category } = await createCategory(page.request, token, [{ title: '找得到的' }])
  await openList(page, '產品')
  const requested: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/admin/products')) requested.push(request.url())
  })
  await page.getByLabel('產品類別').fill(category.toUpperCase())
  await expect(rows(page)).toHaveCount(10)
  expect(requested).toEqual([])
  await button(page, '搜尋').click()
  await expect(rows(page)).toHaveCount(1)
  await expect(rowOf(page, '找得到的')).toBeVisible()
  expect(requested.map((url) => new URL(url).searchParams.get('category'))).toEqual([
    category.toUpperCase(),
  ])

  await page.reload()
  await expect(rows(page)).toHaveCount(1)
  await expect(page.getByLabel('產品類別')).toHaveValue(category.toUpperCase())
  await page.getByLabel('產品類別').fill('沒有這個類別')
  await page.getByLabel('產品類別').press('Enter')
  await expect(page.getByText('查無此類別資料')).toBeVisible()
  await expectNoAxeViolations(page)
  await page.goBack()
  await expect(rowOf(page, '找得到的')).toBeVisible()
  await expect(page.getByLabel('產品類別')).toHaveValue(category.toUpperCase())
})

test('APRODUCT-07 the head stays in view while the rows scroll', async ({ page }) => {
  await openList(page, '產品')
  await rows(page).last().scrollIntoViewIfNeeded()
  await expect(rows(page).last()).toBeInViewport()
  await expect(header(page, '標題')).toBeInViewport()
  await expect(button(rows(page).last(), '刪除')).toBeInViewport()
})

test('APRODUCT-09 APRODUCT-18 APRODUCT-19 APRODUCT-20 APRODUCT-21 what is checked decides what can be pressed', {
  tag: '@phone',
}, async ({ page }) => {
  const { search } = await createCategory(page.request, token, [
    { title: '甲' },
    { title: '乙' },
    { title: '丙' },
  ])
  await openList(page, '產品', search)
  const main = page.getByRole('main')
  const create = button(main, '新增產品')
  const first = rowOf(page, '甲')
  const bulk = (name: string) => bulkButton(page, name)

  await expect(create).toBeVisible()
  await first.getByRole('checkbox').check()
  await expect(create).toHaveCount(0)
  await expect(bulk('刪除')).toHaveCount(0)
  await expect(button(first, '編輯')).toBeEnabled()

  await rowOf(page, '乙').getByRole('checkbox').check()
  await expect(bulk('刪除')).toBeVisible()
  for (const row of await rows(page).all()) {
    await expect(button(row, '編輯')).toBeDisabled()
    await expect(button(row, '刪除')).toBeDisabled()
  }
  await rowOf(page, '丙').getByRole('checkbox').check()
  const all = page.getByRole('checkbox', { name: '全選' })
  await expect(all).toBeChecked()
  await expect(bulk('全部刪除')).toBeVisible()
  await expectNoAxeViolations(page)

  await all.uncheck()
  await expect(rows(page).getByRole('checkbox', { checked: true })).toHaveCount(0)
  await expect(create).toBeVisible()
  await all.check()
  await expect(rows(page).getByRole('checkbox', { checked: true })).toHaveCount(3)
})

test('APRODUCT-15 APRODUCT-16 a header sorts the whole list, ascending first, then the other way', async ({
  page,
}) => {
  const prices = [50, 40, 30, 20, 10, 120, 110, 100, 90, 80, 70, 60]
  const { search } = await createCategory(
    page.request,
    token,
    prices.map((price, index) => ({ title: `序 ${String(index).padStart(2, '0')}`, price })),
  )
  await openList(page, '產品', search)
  expect((await columnTexts(page, 1))[0]).toBe('序 11')
  await expect(header(page, '售價')).not.toHaveAttribute('aria-sort')

  await header(page, '售價').getByRole('button').click()
  await expect(header(page, '售價')).toHaveAttribute('aria-sort', 'ascending')
  await expect(rows(page).first()).toContainText('NT$10')
  expect(await columnTexts(page, 5)).toEqual(
    [10, 20, 30, 40, 50, 60, 70, 80, 90, 100].map((price) => `NT$${price}`),
  )
  await header(page, '售價').getByRole('button').click()
  await expect(header(page, '售價')).toHaveAttribute('aria-sort', 'descending')
  await expect(rows(page).first()).toContainText('NT$120')
  await expect(header(page, '售價').getByRole('button')).toBeFocused()

  await header(page, '標題').getByRole('button').click()
  await expect(header(page, '標題')).toHaveAttribute('aria-sort', 'ascending')
  await expect(header(page, '售價')).not.toHaveAttribute('aria-sort')
  await expect(rows(page).first()).toContainText('序 00')
})

test('APRODUCT-25 the pages are links of the list, and keep search and order', async ({ page }) => {
  const { category, search } = await createCategory(
    page.request,
    token,
    Array.from({ length: 11 }, (_, index) => ({ title: `第 ${index + 1} 件` })),
  )
  await openList(page, '產品')
  const pages = page.getByRole('navigation', { name: '產品列表分頁' })
  const second = pages.getByRole('link', { name: /第 2 頁/ })
  await expect(second).toHaveAttribute('href', '#/backend/product?page=2')

  await openList(page, '產品', search)
  await rows(page).first().getByRole('checkbox').check()
  await second.click()
  await expect(rows(page)).toHaveCount(1)
  await expect(rowOf(page, '第 1 件')).toBeVisible()
  await expect(page.getByLabel('產品類別')).toHaveValue(category)
  await pages.getByRole('link', { name: /第 1 頁/ }).click()
  await expect(rows(page)).toHaveCount(10)
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0)
})

test('APRODUCT-22 CONST-08 a spinner shows while the list loads, in a box of at most 350 px', async ({
  page,
}) => {
  const held = await holdRequests(page, 'GET', '**/admin/products?*')
  await page.goto('/#/backend/product')
  await held.arrived
  const spinner = page.getByRole('main').getByRole('progressbar')
  await expect(spinner).toBeVisible()
  const box = spinner.locator('..')
  await expect(box).toHaveCSS('max-height', '350px')
  held.release()
  await expectLoaded(page)
  await expect(spinner).toHaveCount(0)
})

test('APRODUCT-24 a shop without products says 目前無資料', async ({ page }) => {
  // The journeys share one shop: its own answer, with no products left in it.
  await interceptRequests(page, '**/admin/products?*', async (route) => {
    const response = await route.fetch()
    const reply = await response.json()
    const pagination = { ...reply.pagination, total_pages: 1, has_next: false }
    await route.fulfill({ response, json: { ...reply, products: [], pagination } })
  })
  await openList(page, '產品')
  await expect(page.getByText('目前無資料')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: '全選' })).toBeDisabled()
  await expect(button(page, '新增產品')).toBeVisible()
})

test('a list that cannot be loaded says so and can be tried again', async ({ page }) => {
  await interceptRequests(page, '**/admin/products?*', (route) => route.abort())
  await page.goto('/#/backend/product')
  await expect(page.getByRole('alert').filter({ hasText: '網路連線異常' })).toBeVisible({
    timeout: 20_000,
  })
  await page.unroute('**/admin/products?*')
  await button(page, '重試').click()
  await expect(rows(page)).toHaveCount(10)
})
