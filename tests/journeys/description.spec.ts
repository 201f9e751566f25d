import { expect } from '@playwright/test'
import { sanitizeDescription } from '../../src/server/catalog/description.ts'
import { htmlAttacks } from '../../src/server/testing/models/html-attacks.ts'
import { interceptRequests } from './support/intercept-requests.ts'
import { test } from './support/test.ts'

/** Records everything that an attack of the collection could execute. */
const watch = `
  window.executed = []
  for (const name of ['alert', 'msgbox']) window[name] = (what) => window.executed.push(String(what))
`

/**
 * Renders the HTML on a page of its own, triggers its handlers, and returns what was executed or
 * requested.
 */
async function executedBy(page: import('@playwright/test').Page, html: string): Promise<string[]> {
  const requested: string[] = []
  await interceptRequests(page, '**/*', (route) => {
    requested.push(route.request().url())
    return route.fulfill({ status: 404, body: '' })
  })
  await page.addInitScript(watch)
  await page.setContent(`<!doctype html><script>${watch}</script><body>${html}</body>`)
  await page.evaluate(async () => {
    for (const element of document.querySelectorAll('body *')) {
      element.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }))
      if (element instanceof HTMLAnchorElement && /^(javascript|data):/i.test(element.protocol)) {
        element.click()
      }
    }
    // Load and error events are in tasks that are queued by now.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  })
  const executed = await page.evaluate(() => (window as unknown as { executed: string[] }).executed)
  const foreign = requested.filter((url) => url.includes('evil.example'))
  await page.unroute('**/*')
  return [...executed, ...foreign]
}

test('A11 VALID-48 no known attack in a description does anything in the browser', async ({
  page,
}) => {
  expect(await executedBy(page, htmlAttacks.map(sanitizeDescription).join('\n'))).toEqual([])
  for (const attack of htmlAttacks) {
    expect(await executedBy(page, sanitizeDescription(attack)), attack).toEqual([])
  }
  // The same attacks do something when they are not sanitised.
  expect(await executedBy(page, '<img src=x onerror=alert(1)>')).toEqual(['1'])
  expect(await executedBy(page, '<svg onload=alert(1)>')).toEqual(['1'])
  expect(await executedBy(page, '<iframe src="https://evil.example"></iframe>')).toEqual([
    'https://evil.example/',
  ])
})
