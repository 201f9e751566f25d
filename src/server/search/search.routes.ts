import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { cappedList, paginateCapped } from '#contract/paging.ts'
import * as schema from '#contract/search.schema.ts'
import { adminSearchApi, searchApi } from '#contract/search.ts'
import { PrecompressedResponse } from '../cache/precompressed-response.ts'
import { listPublishedByIds } from '../catalog/catalog.queries.ts'
import { idsOfPage, readFilter } from '../catalog/list-filters.ts'
import { toListedProduct } from '../catalog/product-wire.ts'
import type { Config } from '../config.ts'
import { baseUrl } from '../http/base-url.ts'
import { toEpochSeconds } from '../http/epoch-seconds.ts'
import type { Mount } from '../http/mount.ts'
import { assertDecodable } from '../input/assert-decodable.ts'
import { readRequestedPage, requestedPage } from '../input/requested-page.ts'
import type { Log } from '../log.ts'
import { listMissed } from './missed-searches.ts'
import { createSearch } from './search.service.ts'

interface SearchDeps {
  config: Config
  db: NodePgDatabase
  log: Log
}

export function searchRoutes(mount: Mount, { config, db, log }: SearchDeps): void {
  const { limits, databaseTimeoutMs } = config
  const searching = createSearch({ db, log, limits, maxWaitMs: databaseTimeoutMs })

  mount(searchApi.search, schema.search, async ({ query }, { request }) => {
    assertDecodable(request)
    const page = requestedPage(query.page)
    const filter = readFilter(query)
    const found = await searching.search(query.q ?? '', {
      filter,
      sort: query.sort ?? 'relevance',
      ip: request.ip,
    })
    const rows = await listPublishedByIds(db, idsOfPage(found.ids, page))
    const own = baseUrl(request, config)
    return new PrecompressedResponse({
      products: rows.map((row) => toListedProduct(row, own)),
      pagination: paginateCapped({ page, total: found.ids.length, category: filter.category }),
      query: found.query,
      total: Math.min(found.ids.length, cappedList.counted),
      total_unfiltered: found.totalUnfiltered,
      messages: [],
    })
  })

  mount(searchApi.suggestions, schema.suggestions, async ({ query }, { request }) => {
    assertDecodable(request)
    return { suggestions: await searching.suggest(query.q ?? '', request.ip), messages: [] }
  })

  mount(adminSearchApi.missed, schema.missed, async ({ query }) => {
    const days = Number(query.days ?? '7')
    const { rows, pagination } = await readRequestedPage(query, (place) =>
      listMissed(db, { days, ...place }),
    )
    return {
      words: rows.map(({ word, times, lastAt }) => ({
        word,
        times,
        last_at: toEpochSeconds(lastAt),
      })),
      pagination,
      messages: [],
    }
  })
}
