import { expect, type Page } from '@playwright/test'

/**
 * Goes to another screen of the open document, which loads nothing anew, and waits until its heading
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
