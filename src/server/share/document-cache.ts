import { LRUCache } from 'lru-cache'
import { PrecompressedResponse } from '../cache/precompressed-response.ts'
import type { Config } from '../config.ts'
import type { PageLook } from '../http/pages.ts'
import { pageHeaders } from '../http/security-headers.ts'

/** Documents as they are sent, by the key of their request. */
export interface DocumentCache {
  find(key: string): PrecompressedResponse | undefined
  /** Called before the document is read: a change during the read makes the entry stale. */
  begin(
    key: string,
    source: { version(): unknown },
  ): (html: string, seed?: number) => PrecompressedResponse
}

/** Orders of a list that are drawn between two changes of the catalogue. */
const seeds = 16
const maxBytes = 32 * 1024 * 1024
/** A countdown in a cached document is at most this much older than its drawing. */
const keptForMs = 30_000

export const randomSeed = () => Math.floor(Math.random() * seeds)

export function createDocumentCache(config: Config, look: () => PageLook): DocumentCache {
  const kept = new LRUCache<string, { response: PrecompressedResponse; isCurrent: () => boolean }>({
    maxSize: maxBytes,
    sizeCalculation: ({ response: { size } }, key) => size + key.length,
    ttl: keptForMs,
  })
  const headersOf = (hasLiff: boolean) => ({ ...pageHeaders(config, { hasLiff }), vary: 'Origin' })
  const headers = { plain: headersOf(false), liff: headersOf(true) }

  function find(key: string): PrecompressedResponse | undefined {
    const found = kept.get(key)
    return found?.isCurrent() ? found.response : undefined
  }

  return {
    find: (key) => find(key) ?? find(withSeed(key, randomSeed())),
    begin(key, source) {
      const made = { version: source.version(), look: look() }
      const isCurrent = () => source.version() === made.version && look() === made.look
      return (html, seed) => {
        const options = {
          contentType: 'text/html; charset=utf-8',
          headers: made.look.facts.liffId === undefined ? headers.plain : headers.liff,
        }
        const response = new PrecompressedResponse(html, options)
        // A source that is suspended hears of no change.
        if (made.version !== undefined) kept.set(withSeed(key, seed), { response, isCurrent })
        return response
      }
    },
  }
}

function withSeed(key: string, seed: number | undefined): string {
  return seed === undefined ? key : `${key}\n${seed}`
}
