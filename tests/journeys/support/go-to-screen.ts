import { expect, type Page } from '@playwright/test'

/**
 * Navigates within the open document, without a reload, and waits until the heading of the new screen
 * has taken the place of the one before. Two screens in a row have to have different headings.
 */
export async function goToScreen(page: Page, address: string): Promise<void> {
  // Behind a dialog it has no role.
  const heading = page.locator('main h1').first()
  const before = (await heading.count()) > 0 ? await heading.textContent() : null
  await page.goto(address)
  if (before !== null) await expect(heading).not.toHaveText(before)
  await expect(heading).toBeVisible()
}
