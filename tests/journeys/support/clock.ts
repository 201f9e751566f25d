import type { Locator, Page } from '@playwright/test'

/** Stops the clock of the page, which must have been installed before the page was opened. */
export async function pauseClock(page: Page): Promise<void> {
  const now = await page.evaluate(() => Date.now())
  await page.clock.pauseAt(now + 1000)
}

/** Runs a stopped clock, in steps of `stepMs`, until the locator is visible. */
export const stepMs = 10
export async function runClockUntil(page: Page, seen: Locator): Promise<void> {
  while (!(await seen.isVisible())) await page.clock.runFor(stepMs)
}
