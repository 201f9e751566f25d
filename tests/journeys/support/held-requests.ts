import type { Page } from '@playwright/test'
import { interceptRequests } from './intercept-requests.ts'

/**
 * Holds requests back, so that the screen can be tested while they are pending. Once released, the
 * route stays and lets everything pass: `continue()` does not always settle, though the request
 * goes on, so nothing waits for it, and a route that is removed before would fail its request.
 */
export async function holdRequests(page: Page, method: string, url: string) {
  const gate = Promise.withResolvers<void>()
  const arrival = Promise.withResolvers<void>()
  let isReleased = false
  await interceptRequests(page, url, async (route) => {
    if (isReleased || route.request().method() !== method) return route.fallback()
    arrival.resolve()
    await gate.promise
    await route.fallback()
  })
  return {
    arrived: arrival.promise,
    release: () => {
      isReleased = true
      gate.resolve()
    },
  }
}
