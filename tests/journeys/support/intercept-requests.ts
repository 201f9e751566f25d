import type { Page, Route } from '@playwright/test'

const probePath = '/health/live'

/**
 * `page.route` that has begun when it returns. Chromium says that it intercepts some milliseconds
 * before it does, and a request pressed in between would pass by: so one is sent until it is held.
 */
export async function interceptRequests(
  page: Page,
  url: string | RegExp,
  handler: (route: Route) => unknown,
): Promise<void> {
  if (page.url() !== 'about:blank') {
    await page.route(`**${probePath}`, (route) => route.fulfill({ status: 204 }))
    await page.evaluate(async (path) => {
      let status = 0
      while (status !== 204) status = (await fetch(path)).status
    }, probePath)
  }
  await page.route(url, handler)
}
