import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { build } from 'vite'
import type { Wiring } from './page.ts'

let script: Promise<string> | undefined

async function bundle(): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      rolldownOptions: { input: join(import.meta.dirname, 'page.ts') },
    },
  })
  const files = Array.isArray(output) || !('output' in output) ? [] : output.output
  const scripts = files.flatMap((file) => (file.type === 'chunk' ? [file.code] : []))
  expect(scripts, 'the SDK makes one script').toHaveLength(1)
  return scripts.join('')
}

const address = '/identity-sdk'

/**
 * A page of the shop's origin, under the shop's own Content-Security-Policy, that holds nothing but
 * the SDK. The returned list gathers requests that leave the origin.
 */
export async function openSdkPage(page: Page, wiring: Wiring): Promise<string[]> {
  script ??= bundle()
  const code = await script
  const shop = await page.request.get('/')
  const policy = shop.headers()['content-security-policy'] ?? ''
  expect(policy).toContain("connect-src 'self'")
  const context = page.context()
  await context.route(`**${address}.js`, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: code }),
  )
  await context.route(`**${address}`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      headers: { 'Content-Security-Policy': policy },
      body: `<!doctype html><title>SDK</title><script type="module" src="${address}.js"></script>`,
    }),
  )
  const { origin } = new URL(shop.url())
  const foreign: string[] = []
  context.on('request', (request) => {
    if (new URL(request.url()).origin !== origin) foreign.push(request.url())
  })
  await page.goto(`${address}#${encodeURIComponent(JSON.stringify(wiring))}`)
  await sdkIsReady(page)
  return foreign
}

export async function sdkIsReady(page: Page): Promise<void> {
  await page.waitForFunction(() => window.page !== undefined)
  await page.evaluate(() => window.page.auth.authStateReady())
}
