import type { Page } from '@playwright/test'

/** Keeps requests waiting on their way to the server, so that a screen can be seen meanwhile. */
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
      // A route that is taken away while it lets a request pass would fail that request.
      await Promise.all(passing)
      await page.unroute(url)
    },
  }
}
