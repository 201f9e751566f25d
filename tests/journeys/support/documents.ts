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
