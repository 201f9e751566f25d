import { expect, type Page } from '@playwright/test'
import { adminCatalogApi, contentText, type Product } from '#contract/catalog.ts'
import { addButton } from './support/add-button.ts'
import { expectNoAxeViolations } from './support/axe.ts'
import { holdRequests } from './support/held-requests.ts'
import { interceptRequests } from './support/intercept-requests.ts'
import {
  adminToken,
  callShop,
  getDemoProduct,
  listDemoProducts,
  removeProduct,
} from './support/shop-api.ts'
import { startOver } from './support/start-over.ts'
import { test } from './support/test.ts'

let mug: Product

test.beforeAll(async ({ request }) => {
  mug = await getDemoProduct(request)
})

function titles(page: Page) {
  return page.getByRole('article').getByRole('heading').allTextContents()
}

function card(page: Page, title: string) {
  return page.getByRole('article').filter({ hasText: title })
}

async function openList(page: Page, query = '') {
  await page.goto(`/#/main/prods${query}`)
  await expect(page.getByRole('article').first()).toBeVisible()
}

test('the list has tabs, pages and an order that stays, and its cards show, track, add and lead on (LIST-01, LIST-02, LIST-03, LIST-04, LIST-06, LIST-07, LIST-08, LIST-09, LIST-10, LIST-11, LIST-12, TOAST-01, ERROR-08, DETAIL-01, DETAIL-02, DETAIL-04, DETAIL-05, DETAIL-07, DETAIL-08, DETAIL-09, DETAIL-10, DETAIL-11)', async ({
  page,
}) => {
  await test.step('tabs, pages and an order that stays', async () => {
    await openList(page)
    const tabs = page.getByRole('tab')
    await expect(tabs.filter({ hasText: '茶與咖啡' })).toBeVisible()
    const names = await tabs.allTextContents()
    expect(names[0]).toBe('全部')
    expect(new Set(names).size).toBe(names.length)

    const first = await titles(page)
    await page.getByRole('link', { name: '第 2 頁' }).click()
    await expect(page).toHaveURL(/page=2/)
    await expect(page.getByRole('link', { name: '第 2 頁' })).toHaveAttribute(
      'aria-current',
      'page',
    )
    await expect.poll(() => titles(page)).not.toEqual(first)
    await page.goBack()
    await expect.poll(() => titles(page)).toEqual(first)

    await page.getByRole('link', { name: '第 2 頁' }).click()
    await page.getByRole('tab', { name: '茶與咖啡' }).click()
    await expect(page).toHaveURL(/#\/main\/prods\?category=[^&]+$/)
    await expect(card(page, mug.title)).toBeVisible()
    const drinks = (await listDemoProducts(page.request)).filter(
      ({ category }) => category === '茶與咖啡',
    )
    // The list before stays until the one of the category has come.
    await expect
      .poll(async () => (await titles(page)).toSorted())
      .toEqual(drinks.map(({ title }) => title).toSorted())
    await page.reload()
    await expect(page.getByRole('tab', { name: '茶與咖啡' })).toHaveAttribute(
      'aria-selected',
      'true',
    )
  })

  await test.step('a card shows, tracks, adds and leads on', async () => {
    await openList(page, `?category=${encodeURIComponent(mug.category)}`)
    const mugCard = card(page, mug.title)
    await expect(mugCard.locator('img').first()).toBeAttached()
    await expect(mugCard.getByText('特價')).toBeVisible()
    await expect(mugCard.getByText('NT$420')).toBeVisible()
    await expect(mugCard.getByText('原價')).toBeVisible()
    await expect(mugCard.locator('s')).toHaveText('NT$580')

    await mugCard.getByRole('button', { name: '追蹤', exact: true }).click()
    await expect(mugCard.getByRole('button', { name: '取消追蹤' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await mugCard.getByRole('button', { name: '加入購物車' }).click()
    await expect(page.getByText('已加入購物車')).toBeVisible()
    const cart = await page.request.get('/v2/api/shopping-minmin/cart')
    expect((await cart.json()).data.carts).toMatchObject([{ product_id: mug.id, qty: 1 }])

    await mugCard.getByRole('link', { name: mug.title }).click()
    await expect(page).toHaveURL(new RegExp(`#/main/prods/detail/${mug.id}$`))
  })

  await test.step('a product, whole', async () => {
    await startOver(page)
    await page.goto(`/#/main/prods/detail/${mug.id}`)
    await expect(page.getByRole('heading', { name: mug.title, level: 1 })).toBeVisible()
    await expect(page.getByRole('navigation', { name: '麵包屑' })).toHaveText(
      `首頁›商品›${mug.category}`,
    )
    await expect(page.getByText(contentText(mug))).toBeVisible()
    await expect(page.locator('s').first()).toHaveText('NT$580')
    await expect(page.getByText('NT$420').first()).toBeVisible()
    await expect(page.locator('.article li').first()).toBeVisible()
    await expect(page.locator('.article')).not.toContainText('<li>')

    const gallery = page.getByRole('region', { name: `${mug.title}的圖片` })
    const main = gallery.getByRole('img').first()
    const before = await main.getAttribute('src')
    await gallery.getByRole('button', { name: '第 2 張圖片' }).click()
    await expect(main).not.toHaveAttribute('src', before ?? '')

    const quantity = page.getByLabel('數量', { exact: true }).and(page.locator('input'))
    await expect(quantity).toHaveValue('1')
    await page.getByRole('button', { name: '增加數量' }).click()
    await page.getByRole('button', { name: '增加數量' }).click()
    await expect(quantity).toHaveValue('3')
    await page.getByRole('button', { name: '加入購物車' }).first().click()
    await expect(page.getByText('已加入購物車')).toBeVisible()
    const cart = await page.request.get('/v2/api/shopping-minmin/cart')
    expect((await cart.json()).data.carts).toMatchObject([{ product_id: mug.id, qty: 3 }])

    await page.getByRole('button', { name: '追蹤', exact: true }).click()
    const tracked = await page.evaluate(() => localStorage.getItem('trackProd'))
    expect(JSON.parse(tracked ?? '')).toEqual([mug.id])
    await expectNoAxeViolations(page)
  })
})

test('a product keeps its line breaks, and one that is not there leads back to those that are (EASE-13)', async ({
  page,
}) => {
  await test.step('keeps the line breaks of a content and of a description without tags', async () => {
    const admin = await adminToken(page.request)
    const data = {
      title: '兩行說明的茶罐',
      category: '測試用品',
      unit: '個',
      origin_price: 100,
      price: 100,
      content: '第一行\n第二行',
      description: '上一句\n下一句',
      is_enabled: 1 as const,
    }
    const { product } = await callShop(page.request, adminCatalogApi.create, { data }, admin)
    await page.goto(`/#/main/prods/detail/${product.id}`)
    for (const text of ['第一行', '上一句']) {
      const paragraph = page.getByText(text)
      const lineHeight = await paragraph.evaluate((element) =>
        Number.parseFloat(getComputedStyle(element).lineHeight),
      )
      expect((await paragraph.boundingBox())?.height).toBeGreaterThan(1.5 * lineHeight)
    }
    await removeProduct(page.request, admin, product)
  })

  await test.step('a product that is not there says so, and leads back to those that are', async () => {
    await page.goto('/#/main/prods/detail/-NoSuchProduct000000')
    await expect(page.getByText('找不到這個商品，它可能已經下架')).toBeVisible()
    await page.getByRole('link', { name: '看全部商品' }).click()
    await expect(page.getByRole('article').first()).toBeVisible()
  })
})

test('the list keeps its place while it loads, says what failed, and keeps forty categories in one row (ERROR-01, ERROR-28, TOAST-02, LIST-01)', async ({
  page,
}) => {
  await test.step('the list keeps the place of what is coming, tells when it cannot come, and tries again', async () => {
    const held = await holdRequests(page, 'GET', '**/products?*')
    await page.goto('/#/main/prods')
    await held.arrived
    await expect(page.getByRole('status', { name: '商品載入中' })).toBeVisible()
    await expectNoAxeViolations(page)
    held.release()
    await expect(page.getByRole('article').first()).toBeVisible()

    await interceptRequests(page, '**/products?*', (route) =>
      route.fulfill({ status: 400, json: { success: false, message: '故障' } }),
    )
    await page.goto('/#/main/prods?page=2')
    const retry = page.getByRole('button', { name: '重試' })
    await expect(retry).toBeVisible()
    await expectNoAxeViolations(page)
    await page.unroute('**/products?*')
    await retry.click()
    await expect(page.getByRole('article').first()).toBeVisible()
  })

  await test.step('a refused call tells its words, in the look of a failure, and no code', async () => {
    await startOver(page)
    await openList(page)
    await interceptRequests(page, '**/v2/api/shopping-minmin/cart', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 404, json: { success: false, message: '找不到產品' } })
        : route.fallback(),
    )
    await addButton(page).click()
    const failure = page.getByRole('alert').locator('[data-tone=danger]')
    await expect(failure).toContainText('找不到產品')
    // The danger colour of the tokens.
    await expect(failure).toHaveCSS('background-color', 'rgb(179, 38, 30)')
    await expect(page.locator('body')).not.toContainText(/PRODUCT_NOT_FOUND|404/)
    await page.unroute('**/v2/api/shopping-minmin/cart')
    await addButton(page).click()
    const success = page.getByLabel('通知').getByRole('status').locator('[data-tone=secondary]')
    await expect(success).toContainText('已加入購物車')
    await expect(success).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  })

  await test.step('forty categories stay in one row, which nothing below it moves for', async () => {
    await startOver(page)
    await interceptRequests(page, '**/categories', async (route) => {
      const answer = await route.fetch()
      const all = (await answer.json()) as { categories: { title: string; count: number }[] }
      const more = Array.from({ length: 40 }, (_, n) => ({
        title: `很長的商品分類 ${n}`,
        count: 1,
      }))
      await route.fulfill({ json: { ...all, categories: [...more, ...all.categories] } })
    })
    await openList(page, `?category=${encodeURIComponent(mug.category)}`)
    const tabs = page.getByRole('tab')
    await expect(tabs.filter({ hasText: '很長的商品分類' })).toHaveCount(40)
    const tops = await tabs.evaluateAll((all) => all.map((tab) => tab.getBoundingClientRect().top))
    expect(new Set(tops).size).toBe(1)

    const selected = page.getByRole('tab', { name: mug.category })
    await expect(selected).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('tab', { name: '全部' })).not.toBeInViewport()
    await selected.press('Home')
    await expect(page.getByRole('tab', { name: '全部' })).toBeInViewport({ ratio: 1 })
  })
})

test(
  'DETAIL-12 DETAIL-13 others of the same category, five at a time on a desktop',
  { tag: '@both' },
  async ({ page }, { project }) => {
    await page.goto(`/#/main/prods/detail/${mug.id}`)
    const carousel = page.getByRole('region', { name: '同類商品' })
    await expect(carousel.getByRole('link').first()).toBeVisible()
    const others = (await listDemoProducts(page.request)).filter(
      ({ category, id }) => category === mug.category && id !== mug.id,
    )
    const ids = others.map(({ id }) => `#/main/prods/detail/${id}`)
    const links = await carousel
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')))
    expect(links.toSorted()).toEqual(ids.toSorted())

    const [view, slide] = await Promise.all([
      carousel.boundingBox(),
      carousel.getByRole('group').first().boundingBox(),
    ])
    const perView = Math.round((view?.width ?? 0) / (slide?.width ?? 1))
    expect(perView).toBe(project.name === 'desktop' ? 5 : 2)
  },
)
