import type { Locator, Page } from '@playwright/test'

/** The first button of a list that adds at once; that of a product with options asks for the variant. */
export function addButton(page: Page): Locator {
  return page.locator('button:not([aria-haspopup])', { hasText: '加入購物車' }).first()
}
