import { expect, type Page } from '@playwright/test'
import { untilTakenOver } from './support/documents.ts'
import { interceptRequests } from './support/intercept-requests.ts'
import { test } from './support/test.ts'

const scrolledTo = (page: Page) => page.evaluate(() => Math.round(scrollY))

for (const [name, base] of [
  ['hash', '/#'],
  ['path', ''],
] as const) {
  test(`a new screen starts at its top, and back finds the one before as it was left, by ${name} (PATH-06)`, {
    tag: name === 'hash' ? '@phone-only' : [],
  }, async ({ page }) => {
    // A category of the demo shop: other journeys do not sell in it.
    await page.goto(`${base}/main/prods?category=茶與咖啡`)
    await untilTakenOver(page)
    const product = page.getByRole('article').nth(4).getByRole('link')
    const title = (await product.textContent()) ?? ''
    await product.scrollIntoViewIfNeeded()
    const left = await scrolledTo(page)
    expect(left).toBeGreaterThan(100)
    await product.click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    expect(await scrolledTo(page)).toBe(0)
    await expect(page.getByRole('main')).toBeFocused()
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name: '茶與咖啡' })).toBeVisible()
    await expect.poll(() => scrolledTo(page)).toBe(left)
    await page.reload()
    await expect(page.getByRole('article').nth(4)).toBeAttached()
    await expect.poll(() => scrolledTo(page)).toBe(left)
  })

  test(`a screen whose chunk is gone comes with the new document, or says so and can be tried again, by ${name} (PATH-06)`, async ({
    page,
  }) => {
    await test.step('after a release the new document has it', async () => {
      await page.goto(`${base}/main/track`)
      await expect(page.getByRole('heading', { level: 1, name: '追蹤商品' })).toBeVisible()
      let refused = 0
      await interceptRequests(page, '**/assets/product-detail-page-*.js', (route) => {
        refused += 1
        return refused === 1 ? route.fulfill({ status: 404 }) : route.continue()
      })
      // A link in a description names a screen by its hash, in both spellings.
      await page.evaluate(() => {
        location.hash = '#/main/prods/detail/-nowhere'
      })
      await expect(page.getByText('找不到這個商品')).toBeVisible()
      expect(refused).toBe(2)
    })

    await test.step('one that cannot be loaded says so within the shop', async () => {
      await page.goto('about:blank')
      await interceptRequests(page, '**/assets/tracked-page-*.js*', (route) =>
        route.fulfill({ status: 404 }),
      )
      await page.goto(`${base}/main/track`)
      const retry = page.getByRole('button', { name: '重試' })
      await expect(retry).toBeVisible()
      await expect(page.getByRole('banner')).toBeVisible()
      await page.unroute('**/assets/tracked-page-*.js*')
      await retry.click()
      await expect(page.getByRole('heading', { level: 1, name: '追蹤商品' })).toBeVisible()
    })
  })
}

test('a screen that could not load offline loads by itself when online again (EASE-09)', async ({
  page,
  context,
}) => {
  await page.goto('/#/main/track')
  await expect(page.getByRole('heading', { level: 1, name: '追蹤商品' })).toBeVisible()
  await context.setOffline(true)
  await page.evaluate(() => {
    location.hash = '#/main/memberLogin'
  })
  await expect(page.getByRole('button', { name: '重試' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: '會員登入' })).toBeVisible()
})
