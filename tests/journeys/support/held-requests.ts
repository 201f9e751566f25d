import type { Page } from '@playwright/test'
import { interceptRequests } from './intercept-requests.ts'

/**
 * Holds requests back, so that the screen can be tested while they are pending. Once released, the
 * route stays and lets everything pass: removed while it continues a request, it would fail that one.
 */
export async function holdRequests(page: Page, method: string, url: string) {
  const gate = Promise.withResolvers<void>()
  const arrival = Promise.withResolvers<void>()
  await interceptRequests(page, url, async (route) => {
    if (route.request().method() !== method) return route.fallback()
    arrival.resolve()
    await gate.promise
    await route.fallback()
  })
  return {
    arrived: arrival.promise,
    release: () => gate.resolve(),
  }
}
