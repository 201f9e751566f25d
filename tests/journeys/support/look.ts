import type { Page } from '@playwright/test'

export async function look(page: Page, name: string) {
  await page.waitForTimeout(400)
  await page.screenshot({
    path: `/tmp/orders-look/${name}-${page.viewportSize()?.width}.png`,
    fullPage: true,
  })
}
