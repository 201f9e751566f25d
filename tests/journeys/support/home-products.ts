import type { Page, Route } from '@playwright/test'
import type { Product } from '#contract/catalog.ts'
import { interceptRequests } from './intercept-requests.ts'
import { listDemoProducts } from './shop-api.ts'

/** Shows only demo products on the home page, without products of other journeys. */
export async function showDemoProductsOnly(page: Page): Promise<void> {
  const demo = await listDemoProducts(page.request)
  const answer = (products: Product[]) => async (route: Route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), products } })
  }
  await interceptRequests(page, '**/products', answer(demo.slice(0, 10)))
  await interceptRequests(page, '**/products/picks', answer(demo.slice(10, 16)))
}
