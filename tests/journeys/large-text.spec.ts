import { expect, type Page, type Request } from '@playwright/test'
import { adminCatalogApi } from '#contract/catalog.ts'
import { screens } from '#contract/screens.ts'
import { findSquashedText } from './support/large-text.ts'
import {
  addToCart,
  adminToken,
  callShop,
  createProduct,
  listDemoProducts,
} from './support/shop-api.ts'
import { test } from './support/test.ts'

/** Waits until every request of the page is answered, and what came of it is drawn. */
function watchRequests(page: Page): () => Promise<void> {
  const open = new Set<Request>()
  page.on('request', (request) => {
    // The stream of a group stays open.
    if (request.resourceType() !== 'eventsource') open.add(request)
  })
  const answered = (request: Request) => open.delete(request)
  page.on('requestfinished', answered)
  page.on('requestfailed', answered)
  const drawn = () =>
    page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))
  return () =>
    expect(async () => {
      await drawn()
      expect(open.size).toBe(0)
      await drawn()
      expect(open.size).toBe(0)
    }).toPass({ intervals: [20] })
}

test('no screen of the shop cuts text of twice the size off or sets it vertically (EASE-14)', async ({
  page,
}) => {
  const [product] = await listDemoProducts(page.request)
  if (!product) throw new Error('the shop sells nothing')
  // The search offers categories: one is a word that no line of a phone has room for.
  const long = { title: '長類別的商品', price: 100, category: '一個名字很長的類別與它的全部商品' }
  const created = await createProduct(page.request, await adminToken(page.request), long)
  await addToCart(page.request, { product, qty: 1 })
  await page.setViewportSize({ width: 390, height: 844 })
  const untilAnswered = watchRequests(page)
  for (const path of Object.keys(screens)) {
    if (path === '/backend') continue
    await test.step(path, async () => {
      await page.goto('about:blank')
      await page.goto(`/#${path.replace(/:\w+/, product.id)}`)
      await expect(page.locator('main h1').first()).toBeVisible()
      await untilAnswered()
      await expect(page.getByRole('progressbar')).toHaveCount(0)
      expect(await findSquashedText(page)).toEqual([])
    })
  }
  const token = await adminToken(page.request)
  await callShop(page.request, adminCatalogApi.remove, { params: { id: created.id } }, token)
})
