import { createResponseCache, type ResponseCache } from '../cache/response-cache.ts'
import { listenTo } from '../db/listen.ts'
import type { Log } from '../log.ts'

export const catalogChannel = 'catalog_changed'

export type CatalogCache = Pick<ResponseCache, 'read' | 'find' | 'version' | 'clear'> & {
  close(): Promise<void>
}

/**
 * The catalogue's responses, cleared when the catalogue changes, on every node that shares the
 * database: a trigger notifies the channel `catalog_changed`. While the node hears nothing of
 * changes, the cache is suspended.
 */
export function createCatalogCache(databaseUrl: string, log: Log): CatalogCache {
  const { read, find, version, clear, suspend, resume } = createResponseCache()
  const listening = listenTo({
    url: databaseUrl,
    channels: [catalogChannel],
    onMessage: (message) => (message ? clear() : resume()),
    onLost: suspend,
    log,
  })
  return { read, find, version, clear, close: () => listening.close() }
}
