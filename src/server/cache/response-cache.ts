import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Config } from '../config.ts'
import { isDatabaseUnavailable } from '../db/database-error.ts'
import { baseUrl } from '../http/base-url.ts'
import { catalogReads } from '../metrics/metrics.ts'
import { PrecompressedResponse } from './precompressed-response.ts'

/** Responses that are the same for every caller, until `clear`. */
export interface ResponseCache {
  /**
   * The response of `key`, or what `load` gives, a reply or the response itself; concurrent misses
   * of one key load once. The last response, however old, when the database is away.
   */
  read<T extends object>(
    key: string,
    load: () => Promise<T | PrecompressedResponse<T>>,
  ): Promise<PrecompressedResponse<T>>
  find(key: string): PrecompressedResponse | undefined
  /** Another one after each change; undefined while changes are not heard of. */
  version(): number | undefined
  /** Every entry is stale, and so is what loads that are in flight give. */
  clear(): void
  /** Makes responses stale that `isStale` accepts, and those of loads in flight. */
  evict(isStale: (response: PrecompressedResponse) => boolean): void
  /** Suspends the cache: each read loads. */
  suspend(): void
  /** Resumes; what was stored before is stale. */
  resume(): void
}

const maxEntries = 2_000
const maxBytes = 32 * 1024 * 1024
const maxEntryBytes = maxBytes / 4

interface Entry {
  response: PrecompressedResponse
  /** Answers while the database is away, and else no more. */
  isStale: boolean
}

/** All that the response to a public read depends on, besides its encoding. */
export function cacheKey(request: FastifyRequest, config: Config): string {
  return `${baseUrl(request, config)}\n${request.url}`
}

/**
 * An LRU cache; suspended until `resume`. The last response that is larger than `maxEntryBytes` is
 * kept beside it: a whole catalogue would evict the others, or not be stored.
 */
export function createResponseCache(): ResponseCache {
  const entries = new LRUCache<string, Entry>({
    max: maxEntries,
    maxSize: maxBytes,
    sizeCalculation: ({ response }, key) => response.size + key.length,
  })
  const large = new LRUCache<string, Entry>({ max: 1 })
  let loading = new Map<string, Promise<PrecompressedResponse>>()
  let isSuspended = true
  let generation = 0

  function forgetLoads(): void {
    generation++
    loading = new Map()
  }

  function evict(isStale: (response: PrecompressedResponse) => boolean): void {
    forgetLoads()
    for (const entry of [...entries.values(), ...large.values()])
      entry.isStale ||= isStale(entry.response)
  }

  function get(key: string): Entry | undefined {
    return entries.get(key) ?? large.get(key)
  }

  function store(key: string, entry: Entry): void {
    const isLarge = entry.response.size > maxEntryBytes
    const [to, from] = isLarge ? [large, entries] : [entries, large]
    from.delete(key)
    to.set(key, entry)
  }

  function clear(): void {
    evict(() => true)
  }

  function find(key: string): PrecompressedResponse | undefined {
    if (isSuspended) return undefined
    const entry = get(key)
    return entry?.isStale ? undefined : entry?.response
  }

  async function load(key: string, loadReply: () => Promise<object>) {
    const from = generation
    try {
      const reply = await loadReply()
      const response =
        reply instanceof PrecompressedResponse ? reply : new PrecompressedResponse(reply)
      const isStale = from !== generation || isSuspended
      if (!isStale || get(key)?.isStale !== false) store(key, { response, isStale })
      return response
    } catch (error) {
      const last = isDatabaseUnavailable(error) ? get(key) : undefined
      if (!last) throw error
      return last.response
    } finally {
      if (from === generation) loading.delete(key)
    }
  }

  return {
    find,
    version: () => (isSuspended ? undefined : generation),
    clear,
    evict,
    async read<T extends object>(
      key: string,
      loadReply: () => Promise<T | PrecompressedResponse<T>>,
    ) {
      const running = isSuspended ? undefined : loading.get(key)
      const inMemory = find(key)
      catalogReads.inc({ from: inMemory ? 'memory' : 'database' })
      const found = inMemory ?? running ?? load(key, loadReply)
      if (found instanceof Promise && !isSuspended) loading.set(key, found)
      // The entry of a key came from the same handler.
      return (await found) as PrecompressedResponse<T>
    },
    suspend() {
      forgetLoads()
      isSuspended = true
    },
    resume() {
      clear()
      isSuspended = false
    },
  }
}
