import { type APIRequestContext, expect, type Page } from '@playwright/test'

/** A document as it is sent, with no redirect followed. */
export async function readDocument(
  request: APIRequestContext,
  path: string,
  headers: Record<string, string> = {},
) {
  const response = await request.get(path, { maxRedirects: 0, headers })
  return { status: response.status(), headers: response.headers(), text: await response.text() }
}

/** Waits until the application shows the screen: its messages are in no document. */
export async function untilTakenOver(page: Page): Promise<void> {
  await expect(page.getByRole('region', { name: '通知' })).toBeAttached()
}

/** Keeps what moves from the next document on, for {@link layoutShifts}. */
export async function recordLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: unknown[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        sources: { node: Node | null }[]
      })[]) {
        const moved = entry.sources.map(({ node }) =>
          node instanceof Element ? node.outerHTML.slice(0, 150) : node?.textContent,
        )
        shifts.push([entry.value, moved])
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** What moved by itself in this document, each with its score and its elements. */
export function layoutShifts(page: Page): Promise<unknown[]> {
  return page.evaluate(() => (window as unknown as { shifts: unknown[] }).shifts)
}

/** Waits until the document has its styles: before, all is somewhere else. */
export async function untilStyled(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(
      (link) => link.sheet,
    ),
  )
}

// biome-ignore lint/suspicious/noExplicitAny: a test looks into data of every type
export function jsonLdOf(html: string): any[] {
  return [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(
    ([, json]) => JSON.parse(json ?? ''),
  )
}

export function metaOf(html: string, name: string): string | undefined {
  return new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1]
}

export function canonicalOf(html: string): string | undefined {
  return /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&')
}
