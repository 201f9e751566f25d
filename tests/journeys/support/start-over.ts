import type { Page } from '@playwright/test'

/** The next step of a journey is that of a new visitor: it finds nothing of the one before. */
export async function startOver(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.evaluate(() => localStorage.clear())
  await page.context().clearCookies()
  // An address that differs in its fragment alone would load no document.
  await page.goto('about:blank')
}
