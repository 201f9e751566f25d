import { test as playwrightTest } from '@playwright/test'
import { openJourneyShop } from './journey-shop.ts'

/** A request that is on its way through a handler of the journey at its end is no fault. */
export const base = playwrightTest.extend({
  page: async ({ page }, use) => {
    await use(page)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  },
})

/** Journeys on shops that only those with the same `test` use. */
export function createShopTest() {
  return base.extend<object, { shopAddress: string }>({
    shopAddress: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures here
      async ({}, use) => {
        const shop = await openJourneyShop()
        await use(shop.address)
        await shop.close()
      },
      { scope: 'worker', auto: true, timeout: 600_000 },
    ],
    baseURL: async ({ shopAddress }, use) => use(shopAddress),
  })
}

/** Each worker has a shop of its own, so that no journey sees what another one sells. */
export const test = createShopTest()
