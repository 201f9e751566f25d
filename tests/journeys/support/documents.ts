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
  await expect(page.getByRole('region', { name: /^(?:通知|Notices)$/ })).toBeAttached()
}

/** Keeps what moves by itself in the next document, each time with its elements. */
export async function recordLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: unknown[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
      })[]) {
        const moved = entry.sources.map(({ node, previousRect, currentRect }) => [
          node instanceof Element ? node.outerHTML.slice(0, 150) : node?.textContent,
          previousRect,
          currentRect,
        ])
        shifts.push({ value: entry.value, moved })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/**
 * Layout shifts since the document came, or since these were taken: a document that arrives in
 * pieces may be painted in pieces, which is none of the application's doing.
 */
export function takeLayoutShifts(page: Page): Promise<unknown[]> {
  return page.evaluate(() => (window as unknown as { shifts: unknown[] }).shifts.splice(0))
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

/** All that a page tells of itself, of a document as it is sent or of the page that is open. */
export function headOf(html: string) {
  const [head = ''] = html.split('</head>')
  const plain = (text: string | undefined) =>
    text?.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&')
  const metas = [...head.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g)]
  const told = metas.filter(([, name = '']) => /^(og:|twitter:|description|robots)/.test(name))
  return {
    title: plain(/<title>([^<]*)<\/title>/.exec(head)?.[1]),
    canonical: plain(canonicalOf(head)),
    metas: told.map(([, name, content]) => `${name} ${plain(content)}`).sort(),
    jsonLd: jsonLdOf(head),
  }
}
