import type { Page, Route } from '@playwright/test'
import type { Product } from '#contract/catalog.ts'
import { listDemoProducts } from './shop-api.ts'

/** Leaves out of the home page what other journeys sell in the same shop, some without a picture. */
export async function showDemoProductsOnly(page: Page): Promise<void> {
  const demo = await listDemoProducts(page.request)
  const answer = (products: Product[]) => async (route: Route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), products } })
  }
  await page.route('**/products', answer(demo.slice(0, 10)))
  await page.route('**/products/picks', answer(demo.slice(10, 16)))
}
