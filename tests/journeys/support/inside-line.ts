import { type BrowserContext, expect, type Page } from '@playwright/test'
import { channels } from '../../../gateway/line/channels.ts'
import { liffPath } from '../../../gateway/line/liff/liff-pages.ts'
import type { RunningGateway } from '../../../gateway/start-gateway.ts'

/** How LINE names its window on a phone. */
export const lineUserAgent =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Safari/604.1 Line/14.10.0 LIFF'

/** The servers of LINE that its SDK calls are those of the gateway. */
export async function standInForLine(
  context: BrowserContext,
  { address }: RunningGateway,
): Promise<void> {
  // LINE's application puts this into each page before its script.
  await context.addInitScript(() => {
    Object.assign(window, { _liff: { features: [], postMessage: () => undefined } })
  })
  await context.route(/^https:\/\/(?:api|access)\.line\.me\//, async (route) => {
    const { pathname, search } = new URL(route.request().url())
    const response = await route.fetch({ url: address + pathname + search })
    await route.fulfill({
      response,
      headers: { ...response.headers(), 'access-control-allow-origin': '*' },
    })
  })
}

/** Touches a link of LIFF in a chat. */
export async function openFromChat(
  page: Page,
  { address }: RunningGateway,
  { path, person }: { path: string; person: string },
): Promise<void> {
  await page.goto(`${address}${liffPath}/${channels.liff.id}${path}?person=${person}`)
}

/** The address that LINE opens in place of a page when the shop asks for its picker. */
export async function pickerOf(page: Page, ask: () => Promise<void>): Promise<URLSearchParams> {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.enable')
  let asked: string | undefined
  session.on('Page.frameRequestedNavigation', ({ url }) => {
    if (url.startsWith('line://picker')) asked = url
  })
  await ask()
  await expect.poll(() => asked).toBeDefined()
  await session.detach()
  return new URLSearchParams(asked?.split('?')[1])
}
