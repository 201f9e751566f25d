import type { Page } from '@playwright/test'

/** Holds requests back, so that the screen can be tested while they are pending. */
export async function holdRequests(page: Page, method: string, url: string) {
  const gate = Promise.withResolvers<void>()
  const arrival = Promise.withResolvers<void>()
  const passing: Promise<void>[] = []
  await page.route(url, async (route) => {
    if (route.request().method() !== method) return route.fallback()
    const passed = gate.promise.then(() => route.continue())
    passing.push(passed)
    arrival.resolve()
    await passed
  })
  return {
    arrived: arrival.promise,
    release: async () => {
      gate.resolve()
      // Removing a route while it continues a request would fail that request.
      await Promise.all(passing)
      await page.unroute(url)
    },
  }
}
