import { setImmediate } from 'node:timers/promises'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { cappedList } from '#contract/paging.ts'
import type { Suggestion } from '#contract/search.ts'
import {
  isFiltered,
  type ListingFilter,
  listCategoryNames,
  mostListed,
} from '../catalog/list-filters.ts'
import { ShopError } from '../http/shop-error.ts'
import { type LimitSizes, rateLimitOf } from '../limits/limit-sizes.ts'
import { networksOf } from '../limits/network.ts'
import { consumeOfNetwork } from '../limits/network-limit.ts'
import { createSemaphore } from '../limits/semaphore.ts'
import { spareProcessors } from '../limits/spare-processors.ts'
import type { Log } from '../log.ts'
import { foldText } from './fold.ts'
import { isNotable, noteMissed } from './missed-searches.ts'
import { countFound, searchIds, suggestTitles } from './search.queries.ts'
import { readSearchText, type SearchSort, type SearchText } from './search-text.ts'

const maxSuggestions = 8
const maxCategories = 3
/** Searches of one process that read the database at a time. */
const concurrency = Math.min(3, spareProcessors())
const maxWaiting = 200
/** One instance: a thousand may be refused in a moment, and a stack trace for each costs more. */
const busy = new ShopError('UNAVAILABLE', { retryAfter: 2 })

export interface SearchChoice {
  filter: ListingFilter
  sort: SearchSort
  /** A network may note only so many words that are not found. */
  ip: string
}

export interface SearchResult {
  query: string
  /** In order, from the first one, and no more than the pages show. */
  ids: string[]
  /** Without the filters, up to what is counted. */
  totalUnfiltered: number
}

export interface SearchService {
  search(given: string, by: SearchChoice): Promise<SearchResult>
  suggest(given: string, ip: string): Promise<Suggestion[]>
}

/** Searches read the database each time, so that they know every change at once. */
export function createSearch({
  db,
  log,
  limits,
  maxWaitMs,
}: {
  db: NodePgDatabase
  log: Log
  limits: LimitSizes
  /** As long as a request may wait for the database. */
  maxWaitMs: number
}): SearchService {
  const newWords = {
    network: { ...rateLimitOf(limits, 'search.missed'), isCachedWhenSpent: true },
    all: { ...rateLimitOf(limits, 'search.missed-all'), isCachedWhenSpent: true },
    underAttack: undefined,
  }
  const semaphore = createSemaphore({
    name: 'search',
    concurrency,
    maxWaiting,
    refusal: () => busy,
  })

  /** A slot that comes too late is given on; other requests are answered between two refusals. */
  function withSearchSlot<T>(ip: string, work: () => Promise<T>): Promise<T> {
    const since = performance.now()
    return semaphore(async () => {
      if (performance.now() - since > maxWaitMs) {
        await setImmediate()
        throw busy
      }
      return work()
    }, networksOf(ip).widest)
  }

  async function find(text: SearchText, { filter, sort, ip }: SearchChoice) {
    const { words } = text
    const ids = await searchIds(db, words, filter, sort)
    const isCounted = !isFiltered(filter) || ids.length === mostListed
    const count = isCounted ? ids.length : await countFound(db, words)
    if (count === 0 && isNotable(text)) {
      const mayAdd = async () => (await consumeOfNetwork(db, newWords, ip)).isAllowed
      await noteMissed(db, text, mayAdd).catch((error) => log.warn({ err: error }, 'missed search'))
    }
    return { query: text.query, ids, totalUnfiltered: Math.min(count, cappedList.counted) }
  }

  async function suggest({ words }: SearchText): Promise<Suggestion[]> {
    const names = (await listCategoryNames(db)).filter((name) => {
      const folded = foldText(name)
      return words.every((word) => folded.includes(word))
    })
    const categories = names.slice(0, maxCategories)
    const titles = await suggestTitles(db, words, maxSuggestions - categories.length)
    return [
      ...categories.map((text) => ({ kind: 'category' as const, text })),
      ...titles.map(({ id, title }) => ({ kind: 'product' as const, text: title, product_id: id })),
    ]
  }

  return {
    async search(given, by) {
      const text = readSearchText(given)
      if (text.words.length === 0) return { query: text.query, ids: [], totalUnfiltered: 0 }
      return withSearchSlot(by.ip, () => find(text, by))
    },
    async suggest(given, ip) {
      const text = readSearchText(given)
      return text.words.length === 0 ? [] : withSearchSlot(ip, () => suggest(text))
    },
  }
}
