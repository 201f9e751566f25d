import { expect } from '@playwright/test'
import { test } from './support/test.ts'

/** In Brotli, as a browser is served. */
const budgetBytes = 120_000

test('keeps the code before the first screen under its budget (PATH-22)', async ({ request }) => {
  const html = await (await request.get('/')).text()
  const scripts = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(
    ([, path]) => path,
  )
  expect(scripts.length).toBeGreaterThan(0)
  let bytes = 0
  for (const path of scripts) {
    // Playwright decodes the body; the length is that of what was sent.
    const script = await request.head(path ?? '', { headers: { 'Accept-Encoding': 'br' } })
    expect(script.headers()['content-encoding']).toBe('br')
    bytes += Number(script.headers()['content-length'])
  }
  expect(bytes).toBeLessThan(budgetBytes)
  // Nor is it so little that something was overlooked.
  expect(bytes).toBeGreaterThan(budgetBytes / 2)
})

test('brings no shopper code of the back office (PATH-22)', async ({ page }) => {
  const files: string[] = []
  page.on('request', (request) => files.push(new URL(request.url()).pathname))
  for (const path of ['/', '/main/prods', '/main/groups', '/main/cart', '/main/memberLogin']) {
    await page.goto(path)
    await expect(page.getByRole('contentinfo')).toBeVisible()
    await page.waitForLoadState('networkidle')
  }
  expect(files.filter((file) => /back-office/.test(file))).toEqual([])
  await page.goto('/backend')
  await expect
    .poll(() => files.filter((file) => /back-office/.test(file)).length)
    .toBeGreaterThan(0)
})
