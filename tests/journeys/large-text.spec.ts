import { expect, type Page } from '@playwright/test'
import { adminCatalogApi } from '#contract/catalog.ts'
import { adminOrderApi } from '#contract/orders.ts'
import { screens } from '#contract/screens.ts'
import { enterBackOffice } from './support/back-office.ts'
import { findSquashedText } from './support/large-text.ts'
import {
  addToCart,
  adminToken,
  callShop,
  createProduct,
  listDemoProducts,
} from './support/shop-api.ts'
import { test } from './support/test.ts'

async function walk(page: Page, addresses: readonly string[]): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const address of addresses) {
    await page.goto('about:blank')
    await page.goto(`/#${address}`, { waitUntil: 'networkidle' })
    await expect(page.locator('main h1').first()).toBeVisible()
    await expect(page.getByRole('progressbar')).toHaveCount(0)
    const squashed = await findSquashedText(page)
    if (squashed.length > 0) found[address] = squashed
  }
  return found
}

const phone = { width: 390, height: 844 }
test.slow()

test('no screen of the shop cuts text of twice the size off or sets it vertically (EASE-14)', async ({
  page,
}) => {
  const [product] = await listDemoProducts(page.request)
  if (!product) throw new Error('the shop sells nothing')
  // The search offers categories: one is a word that no line of a phone has room for.
  const long = { title: '長類別的商品', price: 100, category: '一個名字很長的類別與它的全部商品' }
  const created = await createProduct(page.request, await adminToken(page.request), long)
  await addToCart(page.request, { product, qty: 1 })
  await page.setViewportSize(phone)
  const addresses = Object.keys(screens)
    .filter((path) => path !== '/backend')
    .map((path) => path.replace(/:\w+/, product.id))
  expect(await walk(page, addresses)).toEqual({})
  const token = await adminToken(page.request)
  await callShop(page.request, adminCatalogApi.remove, { params: { id: created.id } }, token)
})

test('no screen of the back office cuts text of twice the size off or sets it vertically (EASE-14)', async ({
  page,
  baseURL,
}) => {
  const [product] = await listDemoProducts(page.request)
  if (!product) throw new Error('the shop sells nothing')
  const placed = {
    products: [{ product_id: product.id, qty: 1 }],
    user: { name: '王小明', email: 'large@example.com', tel: '0912345678', address: '台北市' },
    is_paid: true,
  }
  const token = await adminToken(page.request)
  const { orderId } = await callShop(page.request, adminOrderApi.create, { data: placed }, token)
  await enterBackOffice(page, baseURL)
  await page.goto('/#/backend')
  await expect(page.locator('main h1').first()).toBeVisible()
  const links = page.getByRole('navigation').getByRole('link')
  await expect(links.filter({ hasText: '設定' })).toBeVisible()
  const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  const addresses = hrefs.filter((href) => href.includes('/backend')).map((href) => href.slice(1))
  expect(addresses.length).toBeGreaterThan(15)
  await page.setViewportSize(phone)
  const deeper = [`/backend/order/${orderId}`, '/backend/import/products', '/backend/account']
  const settings = ['shipping', 'payment', 'order', 'stock', 'mail', 'security', 'privacy']
  const groups = settings.map((group) => `/backend/setting/${group}`)
  expect(await walk(page, [...addresses, ...deeper, ...groups])).toEqual({})
})
