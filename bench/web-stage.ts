import type { BrowserContext, Page } from '@playwright/test'
import { campaignApi } from '#contract/campaigns.ts'
import { createMember, signIn } from '../tests/journeys/support/members.ts'
import {
  addToCart,
  callShop,
  listDemoProducts,
  placeOrder,
} from '../tests/journeys/support/shop-api.ts'
import { ShopClient } from './shop-client.ts'

/** Prepares a screen: its member or guest, and their cart and orders. */
export async function fillCart(context: BrowserContext): Promise<void> {
  const products = await listDemoProducts(context.request)
  for (const [index, product] of products.slice(0, 3).entries()) {
    await addToCart(context.request, { product, qty: index + 1 })
  }
}

export async function firstProductPath(context: BrowserContext): Promise<string> {
  return `/#${await productDocument(context)}`
}

/** The address of its document, which the server draws. */
export async function productDocument(context: BrowserContext): Promise<string> {
  const products = await listDemoProducts(context.request)
  const withGallery = products.find(({ imagesUrl }) => imagesUrl.length > 0) ?? products[0]
  return `/main/prods/detail/${withGallery?.id}`
}

/** Of the first group of the demo shop. */
export async function groupDocument(context: BrowserContext): Promise<string> {
  const { campaigns } = await callShop(context.request, campaignApi.list, { query: {} })
  const code = campaigns.find((campaign) => campaign.code !== undefined)?.code
  if (code === undefined) throw new Error('the demo shop has no group')
  return `/g/${code}`
}

export async function enterAsMember(page: Page): Promise<void> {
  await signIn(page, await createMember(page.request, { displayName: '王小明' }))
}

/** A member with orders, signed in. */
export async function enterWithOrders(page: Page): Promise<void> {
  const member = await createMember(page.request, { displayName: '王小明' })
  const products = await listDemoProducts(page.request)
  for (const product of products.slice(0, 4)) {
    await placeOrder(page.request, { product, qty: 2, name: '王小明' }, member.token)
  }
  await signIn(page, member)
}

export async function enterBackOffice(context: BrowserContext, address: string): Promise<void> {
  const value = await new ShopClient(address).adminToken()
  await context.addCookies([{ name: 'hexToken', value, url: address }])
}
