import pg from 'pg'
import { createResponseCache, type ResponseCache } from '../cache/response-cache.ts'
import type { Log } from '../log.ts'

export type CatalogCache = Pick<ResponseCache, 'read' | 'find' | 'version' | 'clear'> & {
  close(): Promise<void>
}

const reconnectMs = 1_000

/**
 * The catalogue's responses, cleared when the catalogue changes, on every node that shares the
 * database: a trigger notifies the channel `catalog_changed`. While the node is not connected to
 * the channel, the cache is suspended.
 */
export function createCatalogCache(databaseUrl: string, log: Log): CatalogCache {
  const { read, find, version, clear, suspend, resume } = createResponseCache()
  let isListening = false
  let isClosed = false
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined

  async function listen(): Promise<void> {
    const next = new pg.Client({ connectionString: databaseUrl, keepAlive: true })
    client = next
    next.on('notification', clear)
    next.on('error', (error) => log.warn({ err: error }, 'catalogue listener lost its connection'))
    next.on('end', reconnect)
    try {
      await next.connect()
      await next.query('LISTEN catalog_changed')
      isListening = true
      resume()
    } catch (error) {
      log.warn({ err: error }, 'catalogue listener could not connect')
      await next.end().catch(() => undefined)
      reconnect()
    }
  }

  function reconnect(): void {
    if (isListening) suspend()
    isListening = false
    if (isClosed || retry) return
    retry = setTimeout(() => {
      retry = undefined
      void listen()
    }, reconnectMs)
  }

  void listen()
  return {
    read,
    find,
    version,
    clear,
    async close() {
      isClosed = true
      clearTimeout(retry)
      await client?.end().catch(() => undefined)
    },
  }
}
