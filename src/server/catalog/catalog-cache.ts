import pg from 'pg'
import { ReadyReply } from '../cache/ready-reply.ts'
import { isDatabaseUnavailable } from '../db/database-error.ts'
import type { Log } from '../log.ts'

export interface CatalogCache {
  /** What is kept under `key`, else what `load` gives; what was loaded before a change is not kept. */
  read(key: string, load: () => Promise<string>): Promise<ReadyReply>
  /** Another one after each change; null while changes are not heard of. */
  version(): number | null
  /** Forgets everything; called after a change made here, without waiting for the database's word. */
  drop(): void
  close(): Promise<void>
}

const maxEntries = 2_000
const maxBytes = 32 * 1024 * 1024
const reconnectMs = 1_000

/**
 * The catalogue's answers, kept ready to send and dropped when the catalogue changes, on every node
 * that shares the database: a trigger notifies the channel `catalog_changed`. While the node does
 * not hear the channel, nothing is kept; what it knew last is shown where the database is away.
 */
export function createCatalogCache(
  databaseUrl: string,
  log: Log,
  onChange: () => void = () => {},
): CatalogCache {
  let entries = new Map<string, Promise<ReadyReply>>()
  /** What was known when the channel fell silent. */
  let lastKnown = new Map<string, Promise<ReadyReply>>()
  /** Of the loaded ones, those asked for longest ago first. */
  let sizes = new Map<string, number>()
  let bytes = 0
  let version = 0
  let isListening = false
  let isClosed = false
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined

  function drop(): void {
    entries = new Map()
    sizes = new Map()
    bytes = 0
  }

  function forget(): void {
    version++
    drop()
    lastKnown = new Map()
    onChange()
  }

  async function listen(): Promise<void> {
    const next = new pg.Client({ connectionString: databaseUrl, keepAlive: true })
    client = next
    next.on('notification', forget)
    next.on('error', (error) => log.warn({ err: error }, 'catalogue listener lost its connection'))
    next.on('end', lost)
    try {
      await next.connect()
      await next.query('LISTEN catalog_changed')
      forget()
      isListening = true
    } catch (error) {
      log.warn({ err: error }, 'catalogue listener could not connect')
      await next.end().catch(() => undefined)
      lost()
    }
  }

  function lost(): void {
    const known = isListening ? entries : lastKnown
    isListening = false
    forget()
    lastKnown = known
    if (isClosed || retry) return
    retry = setTimeout(() => {
      retry = undefined
      void listen()
    }, reconnectMs)
  }

  function keep(key: string, loading: Promise<ReadyReply>): void {
    const generation = entries
    generation.set(key, loading)
    loading.then(
      ({ size }) => {
        if (generation !== entries) return
        sizes.set(key, size)
        bytes += size
        letGo()
      },
      () => generation.delete(key),
    )
  }

  /** A walk through all pages takes only what nobody asked for lately. */
  function letGo(): void {
    for (const [oldest, size] of sizes) {
      if (sizes.size <= maxEntries && bytes <= maxBytes) return
      sizes.delete(oldest)
      entries.delete(oldest)
      bytes -= size
    }
  }

  function asked(key: string): void {
    const size = sizes.get(key)
    if (size === undefined) return
    sizes.delete(key)
    sizes.set(key, size)
  }

  void listen()
  return {
    async read(key, load) {
      const known = entries.get(key)
      if (known) {
        asked(key)
        return known
      }
      const loading = load().then((json) => new ReadyReply(json))
      if (isListening) {
        keep(key, loading)
        return loading
      }
      return loading.catch((error: unknown) => {
        const last = isDatabaseUnavailable(error) ? lastKnown.get(key) : undefined
        if (!last) throw error
        return last
      })
    },
    version: () => (isListening ? version : null),
    drop: forget,
    async close() {
      isClosed = true
      clearTimeout(retry)
      await client?.end().catch(() => undefined)
    },
  }
}
