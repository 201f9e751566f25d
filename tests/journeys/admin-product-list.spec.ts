import { expect, type Page } from '@playwright/test'
import { adminStockApi } from '#contract/stock.ts'
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
import { callShop, getDemoProduct } from './support/shop-api.ts'
import { test } from './support/test.ts'

let token: string
test.beforeEach(async ({ page, baseURL }) => {
  token = await enterBackOffice(page, baseURL)
})

/** The first answer of the list of products waits until the returned function is called. */
async function holdList(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(
    /\/admin\/products\?/,
    async (route) => {
      await promise
      await route.continue()
    },
    { times: 1 },
  )
  return resolve
}

test('a row tells what its product is, and what is checked decides what can be pressed (APRODUCT-01, APRODUCT-08, APRODUCT-09, APRODUCT-10, APRODUCT-11, APRODUCT-13, APRODUCT-14, APRODUCT-17, APRODUCT-18, APRODUCT-19, APRODUCT-20, APRODUCT-21, CONST-07, CONST-09, STOCK-19, HAND-07, CONST-08)', async ({
  page,
}) => {
  const { imageUrl } = await getDemoProduct(page.request)
  const { products, search } = await createCategory(page.request, token, [
    { title: '開著的', origin_price: 83000, price: 39900, imageUrl },
    { title: '關著的', is_enabled: 0 },
    { title: '第三個' },
  ])
  const data = { on_hand: 1234, reason: 'received' as const }
  const params = { id: products[0]?.id ?? '' }
  await callShop(page.request, adminStockApi.update, { params, data }, token)
  const answer = await holdList(page)
  const opened = openList(page, '產品', search)
  await expect(page.getByTestId('list-spinner')).toHaveCSS('max-height', '350px')
  answer()
  await opened
  const heads = table(page).getByRole('columnheader')
  const columns = () =>
    heads.evaluateAll((all) =>
      all.map((head) => [head.textContent.trim(), head.getBoundingClientRect().width]),
    )
  const before = await columns()

  await test.step('a row tells what its product is', async () => {
    await expect(page.getByRole('heading', { name: '產品列表', level: 1 })).toBeVisible()
    expect(before.filter(([label]) => label !== '' && label !== '操作')).toEqual([
      ['主圖', 90],
      ['標題', 180],
      ['小圖', 200],
      ['狀態', 90],
      ['原價', 90],
      ['售價', 90],
    ])
    expect(before.at(-1)?.[0]).toBe('操作')
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

  await test.step('the primary colour is orange, with dark text on it', async () => {
    await expect(button(page, '新增產品')).toHaveCSS('background-color', 'rgb(239, 108, 0)')
    await expect(button(page, '新增產品')).toHaveCSS('color', 'rgb(42, 37, 33)')
  })

  await test.step('what is checked decides what can be pressed', async () => {
    const create = button(page.getByRole('main'), '新增產品')
    const first = rowOf(page, '開著的')
    const bulk = (name: string) => bulkButton(page, name)
    await first.getByRole('checkbox').check()
    await expect(create).toHaveCount(0)
    await expect(bulk('刪除')).toHaveCount(0)
    await expect(button(first, '編輯')).toBeEnabled()

    await rowOf(page, '關著的').getByRole('checkbox').check()
    await expect(bulk('刪除')).toBeVisible()
    for (const row of await rows(page).all()) {
      await expect(button(row, '編輯')).toBeDisabled()
      await expect(button(row, '刪除')).toBeDisabled()
    }
    await rowOf(page, '第三個').getByRole('checkbox').check()
    const all = page.getByRole('checkbox', { name: '全選' })
    await expect(all).toBeChecked()
    await expect(bulk('全部刪除')).toBeVisible()
    await expectNoAxeViolations(page)

    await all.uncheck()
    await expect(rows(page).getByRole('checkbox', { checked: true })).toHaveCount(0)
    await expect(create).toBeVisible()
    await all.check()
    await expect(rows(page).getByRole('checkbox', { checked: true })).toHaveCount(3)
    await all.uncheck()
  })

  await test.step('the number on hand is a column for who chooses it, and moves nothing until then', async () => {
    await button(page, '欄位').click()
    const dialog = page.getByRole('dialog', { name: '欄位' })
    await dialog.getByRole('checkbox', { name: '庫存' }).check()
    await button(dialog, '套用').click()
    await expect(header(page, '庫存')).toBeVisible()
    const at = (await heads.allInnerTexts()).indexOf('庫存')
    const numberOf = (title: string) => rowOf(page, title).getByRole('cell').nth(at)
    await expect(numberOf('開著的')).toHaveText('1,234')
    await expect(numberOf('關著的')).toHaveText('不限量')
    await button(page, '欄位').click()
    await button(dialog, '還原預設').click()
    await expect(header(page, '庫存')).toHaveCount(0)
    expect(await columns()).toEqual(before)
  })

  await test.step('no price breaks within its number at any width', async () => {
    const { search: dear } = await createCategory(page.request, token, [
      { title: '很貴', origin_price: 2_147_483_647, price: 1_999_999_999 },
      { title: '便宜', origin_price: 20, price: 10 },
    ])
    await openList(page, '產品', dear)
    for (const width of [320, 390, 768, 1024, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await expectLoaded(page)
      await expect(page.getByText('NT$2,147,483,647')).toBeVisible()
      expect(await brokenPrices(page), `at ${width} px`).toEqual([])
    }
  })
})

/** Prices that take more than one line, or stand out of their cell. */
function brokenPrices(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const broken: string[] = []
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!/NT\$[\d,]+/.test(node.textContent ?? '')) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const cell = node.parentElement?.closest('td, li')?.getBoundingClientRect()
      const box = range.getBoundingClientRect()
      const isOut = cell !== undefined && (box.left < cell.left || box.right > cell.right + 0.5)
      const isShownTwice = new Set([...range.getClientRects()].map(({ top }) => top)).size > 1
      if (isShownTwice || isOut) broken.push(node.textContent ?? '')
    }
    return broken
  })
}

test('the list is searched, sorted and paged by its address (APRODUCT-02, APRODUCT-03, APRODUCT-04, APRODUCT-05, APRODUCT-07, APRODUCT-15, APRODUCT-16, APRODUCT-23, APRODUCT-25)', {
  tag: '@long',
}, async ({ page }) => {
  const prices = [50, 40, 30, 20, 10, 120, 110, 100, 90, 80, 70, 60]
  const { category } = await createCategory(
    page.request,
    token,
    prices.map((price, index) => ({ title: `序 ${String(index).padStart(2, '0')}`, price })),
  )
  await openList(page, '產品')
  const pages = page.getByRole('navigation', { name: '產品列表分頁' })
  const second = pages.getByRole('link', { name: /第 2 頁/ })
  const search = page.getByLabel('產品類別')

  await test.step('the head stays in view while the rows scroll', async () => {
    await rows(page).last().scrollIntoViewIfNeeded()
    await expect(rows(page).last()).toBeInViewport()
    await expect(header(page, '標題')).toBeInViewport()
    await expect(button(rows(page).last(), '刪除')).toBeInViewport()
  })

  await test.step('the search waits for its button, and survives a reload', async () => {
    const requested: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/admin/products')) requested.push(request.url())
    })
    await expect(second).toHaveAttribute('href', '#/backend/product?page=2')
    const firstRow = await rows(page).first().textContent()
    await search.fill(category.toUpperCase())
    await expect(rows(page).first()).toHaveText(firstRow ?? '')
    expect(requested).toEqual([])
    await page.getByRole('button', { name: '搜尋', exact: true }).click()
    await expect(second).toHaveAttribute('href', /category=/)
    await expect(rowOf(page, '序 11')).toBeVisible()
    expect(requested.map((url) => new URL(url).searchParams.get('category'))).toEqual([
      category.toUpperCase(),
    ])
    await page.reload()
    await expect(rows(page).first()).toContainText('序 11')
    await expect(search).toHaveValue(category.toUpperCase())
  })

  await test.step('its pages are links that keep the search, and check nothing', async () => {
    await rows(page).first().getByRole('checkbox').check()
    await second.click()
    await expect(rows(page)).toHaveCount(2)
    await expect(rowOf(page, '序 00')).toBeVisible()
    await expect(search).toHaveValue(category.toUpperCase())
    await pages.getByRole('link', { name: /第 1 頁/ }).click()
    await expect(rows(page)).toHaveCount(10)
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0)
  })

  await test.step('a header sorts the whole list, ascending first, then the other way', async () => {
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

  await test.step('a search that finds nothing says so, and back leads to what it was', async () => {
    await search.fill('沒有這個類別')
    await search.press('Enter')
    await expect(page.getByText('查無此類別資料')).toBeVisible()
    await expectNoAxeViolations(page)
    await page.goBack()
    await expect(rows(page).first()).toContainText('序 00')
    await expect(search).toHaveValue(category.toUpperCase())
  })
})
