import { expect, type Page } from '@playwright/test'
import { holdRequests } from './support/held-requests.ts'
import { showDemoProductsOnly } from './support/home-products.ts'
import { listDemoProducts } from './support/shop-api.ts'
import { test } from './support/test.ts'

const application = '**/assets/app-*.js'

/** The positions of the elements of the first paint, and then of the shop that replaces it. */
function places(page: Page) {
  return page.evaluate(() =>
    ['header', 'header a', 'h1', 'main picture', 'main a'].map((selector) => {
      const box = [...document.querySelectorAll(selector)]
        .map((element) => element.getBoundingClientRect())
        .find(({ width }) => width > 0)
      return [selector, box?.x, box?.y, box?.width, box?.height]
    }),
  )
}

test('header and hero are there before the code of the shop, and nothing moves when it comes', {
  tag: '@both',
}, async ({ page }) => {
  await showDemoProductsOnly(page)
  const held = await holdRequests(page, 'GET', application)
  await page.goto('/', { waitUntil: 'commit' })
  await held.arrived
  await expect(page.getByRole('heading', { level: 1 })).toContainText('日常好物')
  await expect(page.getByRole('link', { name: 'MinMin 團購' })).toBeVisible()
  const picture = page.locator('main img')
  await expect
    .poll(() => picture.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth))
    .toBeGreaterThan(100)
  await expect(page.getByRole('contentinfo')).toHaveCount(0)
  const before = await places(page)
  held.release()
  await expect(page.getByRole('contentinfo')).toBeAttached()
  await expect(page.getByRole('region', { name: '最新商品' })).toBeAttached()
  expect(await places(page)).toEqual(before)
})

test('the first paint leads where it says, and another screen starts with its own frame', async ({
  page,
}) => {
  await test.step('another screen starts with the header alone, the back office with a frame of its own', async () => {
    for (const [address, headers] of [
      ['/#/main/prods', 1],
      ['/#/main/cart', 1],
      ['/#/backend', 0],
    ] as const) {
      const held = await holdRequests(page, 'GET', application)
      // Another document, not another hash of the same one.
      await page.goto('about:blank')
      await page.goto(address, { waitUntil: 'commit' })
      await held.arrived
      await page.waitForFunction(() => document.readyState === 'interactive')
      await expect(page.locator('link[rel=stylesheet]')).toBeAttached()
      await expect(page.getByRole('banner')).toHaveCount(headers)
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0)
      held.release()
    }
  })

  await test.step('a link of the first paint leads where it says, before the code of the shop is there', async () => {
    const held = await holdRequests(page, 'GET', application)
    await page.goto('/', { waitUntil: 'commit' })
    await page.getByRole('link', { name: '立即選購' }).click()
    held.release()
    await expect(page.getByRole('heading', { level: 1, name: '全部商品' })).toBeVisible()
  })
})

test('products and pictures are on their way before the code that shows them, and come once', async ({
  page,
}) => {
  await test.step('the first screen asks for its products while the code is on its way, and once', async () => {
    const [product] = await listDemoProducts(page.request)
    for (const [address, question] of [
      ['/', /products\/picks$/],
      ['/#/main/prods?category=茶與咖啡', /products\?.*category=/],
      [`/#/main/prods/detail/${product?.id}`, /\/product\/-[^/]+$/],
    ] as const) {
      const requested: string[] = []
      page.on('request', (request) => {
        if (question.test(request.url())) requested.push(request.url())
      })
      const held = await holdRequests(page, 'GET', application)
      await page.goto('about:blank')
      const firstRequest = page.waitForRequest(question)
      await page.goto(address, { waitUntil: 'commit' })
      await firstRequest
      await held.arrived
      held.release()
      await expect(page.locator('main img').first()).toBeVisible()
      await page.waitForLoadState('networkidle')
      expect(requested).toHaveLength(1)
      page.removeAllListeners('request')
    }
  })

  await test.step('the pictures in view are on their way before the code that shows them, and come once', async () => {
    const [product] = await listDemoProducts(page.request)
    for (const address of [
      '/#/main/prods?category=茶與咖啡',
      `/#/main/prods/detail/${product?.id}`,
    ]) {
      const fetched: string[] = []
      page.on('request', (request) => {
        if (request.url().includes('.avif')) fetched.push(request.url())
      })
      const held = await holdRequests(page, 'GET', application)
      await page.goto('about:blank')
      const isFetched = page.waitForRequest(/\.avif$/)
      await page.goto(address, { waitUntil: 'commit' })
      await isFetched
      await held.arrived
      const early = [...fetched]
      expect(early.filter((url) => url.includes('/hero-'))).toEqual([])
      held.release()
      const pictures = page.locator('main img')
      await expect(pictures.first()).toBeVisible()
      await page.waitForLoadState('networkidle')
      const shown = await pictures.evaluateAll((images) =>
        images.map((image) => (image instanceof HTMLImageElement ? image.currentSrc : '')),
      )
      expect(shown).toEqual(expect.arrayContaining(early))
      expect(new Set(fetched).size).toBe(fetched.length)
      page.removeAllListeners('request')
    }
  })
})
