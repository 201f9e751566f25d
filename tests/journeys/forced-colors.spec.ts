import { expect, type Locator } from '@playwright/test'
import { test } from './support/test.ts'

const background = (element: Locator) =>
  element.evaluate((node) => getComputedStyle(node).backgroundColor)

test('shows in forced colours what is chosen, declares its scheme, and keeps the links of the header in their places when a badge appears (EASE-15, EASE-16)', async ({
  page,
}) => {
  await test.step('in forced colours category, page and link tell which is chosen', async () => {
    await page.emulateMedia({ forcedColors: 'active' })
    await page.goto('/#/main/prods')
    const tabs = page.getByRole('tab')
    await expect(tabs.nth(1)).toBeVisible()
    const chosen = page.getByRole('tab', { selected: true })
    const other = page.getByRole('tab', { selected: false }).first()
    expect(await background(chosen)).not.toBe(await background(other))

    const pages = page.getByRole('navigation', { name: /分頁|頁/ })
    const current = pages.locator('[aria-current="page"]')
    const next = pages.getByRole('link', { name: /2/ }).first()
    expect(await background(current)).not.toBe(await background(next))

    await page.emulateMedia({ forcedColors: 'none' })
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe(
      'light',
    )
  })

  await test.step('a badge moves nothing', async () => {
    const links = page.getByRole('navigation', { name: '主選單' }).getByRole('link')
    const places = () =>
      links.evaluateAll((all) => all.map((link) => Math.round(link.getBoundingClientRect().x)))
    await expect(page.getByRole('heading', { name: '全部商品', level: 1 })).toBeVisible()
    await expect(links.first()).toBeVisible()
    const before = await places()
    await page
      .getByRole('button', { name: /加入購物車/ })
      .first()
      .click()
    await expect(links.filter({ hasText: '購物車' })).toContainText('1')
    expect(await places()).toEqual(before)
  })
})
