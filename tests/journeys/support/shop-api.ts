import { readFileSync } from 'node:fs'
import { type APIRequestContext, expect } from '@playwright/test'
import { adminSessionApi } from '#contract/admin.ts'
import { cartApi } from '#contract/cart.ts'
import { adminCatalogApi, catalogApi, type Product, type ProductInput } from '#contract/catalog.ts'
import { adminCouponApi, type Coupon } from '#contract/coupons.ts'
import type { Endpoint, EndpointInput, EndpointReply, EndpointSchema } from '#contract/endpoint.ts'
import { orderApi } from '#contract/orders.ts'
import { administrator } from '../administrator.ts'

interface AnyInput {
  params?: Record<string, string>
  data?: unknown
  body?: unknown
}

/**
 * Prepares the shop through the API, where a journey through the screens would test nothing new.
 */
export async function callShop<S extends EndpointSchema>(
  request: APIRequestContext,
  endpoint: Endpoint<S>,
  input: EndpointInput<S>,
  token?: string,
): Promise<EndpointReply<S>> {
  const { params, data, body } = input as AnyInput
  const path = endpointPath(endpoint).replace(':id', params?.id ?? '')
  const response = await request.fetch(path, {
    method: endpoint.method,
    headers: token ? { Authorization: token } : {},
    data: data === undefined ? body : { data },
  })
  const reply = await response.text()
  expect(response.ok(), `${endpoint.method} ${path} answered ${reply}`).toBe(true)
  return JSON.parse(reply)
}

/** The address of an endpoint, its parameters still in it. */
export function endpointPath(endpoint: Endpoint): string {
  const shopPath = process.env.JOURNEY_SHOP_PATH ?? 'shopping-minmin'
  return endpoint.path.replace('{shop}', `/v2/api/${shopPath}`)
}

const demoFile = new URL('../../../demo/products.json', import.meta.url)
const demoTitles = new Set(
  (JSON.parse(readFileSync(demoFile, 'utf8')) as { title: string }[]).map(({ title }) => title),
)

/** The published products of the demo shop, without products of other journeys. */
export async function listDemoProducts(request: APIRequestContext): Promise<Product[]> {
  const { products } = await callShop(request, catalogApi.all, {})
  return products.filter(({ title }) => demoTitles.has(title))
}

/** A product of the demo shop by a part of its title; no journey changes or deletes one. */
export async function getDemoProduct(
  request: APIRequestContext,
  title = '手感馬克杯',
): Promise<Product> {
  const product = (await listDemoProducts(request)).find((demo) => demo.title.includes(title))
  if (!product) throw new Error(`the demo shop has no published ${title}`)
  return product
}

export function addToCart(
  request: APIRequestContext,
  line: { product: Product; qty: number },
  token?: string,
) {
  const data = { product_id: line.product.id, qty: line.qty }
  return callShop(request, cartApi.addLine, { data }, token)
}

/** An order of one product; of the member, or of the guest whose cookies the request carries. */
export async function placeOrder(
  request: APIRequestContext,
  order: { product: Product; qty: number; name?: string; tel?: string },
  token?: string,
): Promise<string> {
  await addToCart(request, order, token)
  const user = {
    name: order.name ?? '王小明',
    email: 'ming@example.com',
    tel: order.tel ?? '0912345678',
    address: '臺北市信義區市府路 1 號',
  }
  const reply = await callShop(request, orderApi.create, { data: { user, message: '' } }, token)
  return reply.orderId
}

let sharedToken = ''
let signedInAt = 0

/**
 * A session of the administrator that the journeys of one worker share: the shop allows an account
 * sixty sign-ins in a quarter of an hour. A journey that resets the password has ended it. What moves
 * money needs a sign-in of the last quarter of an hour.
 */
export async function adminToken(request: APIRequestContext): Promise<string> {
  const { method, path } = adminSessionApi.check
  const headers = { Authorization: sharedToken }
  const isYoung = Date.now() - signedInAt < 5 * 60_000
  const isOpen = isYoung && (await request.fetch(path, { method, headers })).ok()
  if (!isOpen) {
    signedInAt = Date.now()
    sharedToken = await newAdminToken(request)
  }
  return sharedToken
}

/** A session of its own, for a journey that ends it or looks at it. */
export async function newAdminToken(request: APIRequestContext): Promise<string> {
  return (await callShop(request, adminSessionApi.signIn, { body: administrator })).token
}

/** A product that no other journey touches. */
export async function createProduct(
  request: APIRequestContext,
  admin: string,
  product: { title: string; price: number; category?: string } & Pick<
    ProductInput,
    'options' | 'variants'
  >,
): Promise<Product> {
  const [model] = await listDemoProducts(request)
  const data = {
    category: '測試用品',
    ...product,
    unit: '個',
    origin_price: product.price,
    imageUrl: model?.imageUrl ?? '',
    imagesUrl: [],
    is_enabled: 1 as const,
  }
  return (await callShop(request, adminCatalogApi.create, { data }, admin)).product
}

export async function unpublishProduct(
  request: APIRequestContext,
  admin: string,
  product: Product,
): Promise<void> {
  const data = { ...product, is_enabled: 0 as const }
  await callShop(request, adminCatalogApi.update, { params: { id: product.id }, data }, admin)
}

export async function removeProduct(
  request: APIRequestContext,
  admin: string,
  product: Product,
): Promise<void> {
  await callShop(request, adminCatalogApi.remove, { params: { id: product.id } }, admin)
}

export async function createCoupon(
  request: APIRequestContext,
  admin: string,
  coupon: { code: string; percent: number },
): Promise<Coupon> {
  const data = {
    ...coupon,
    title: coupon.code,
    due_date: Date.now() + 24 * 3600 * 1000,
    is_enabled: 1 as const,
  }
  return (await callShop(request, adminCouponApi.create, { data }, admin)).coupon
}

export async function disableCoupon(
  request: APIRequestContext,
  admin: string,
  coupon: Coupon,
): Promise<void> {
  const data = { ...coupon, is_enabled: 0 as const }
  await callShop(request, adminCouponApi.update, { params: { id: coupon.id }, data }, admin)
}
