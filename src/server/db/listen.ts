import pg from 'pg'
import type { Log } from '../log.ts'

const reconnectMs = 1_000
/** TCP takes two hours to tell of a peer that went without a word. */
const defaultProbe = { everyMs: 15_000, withinMs: 5_000 }

export interface Notification {
  channel: string
  payload: string
}

/**
 * Listens to NOTIFY channels on a connection of its own. `onMessage` runs for each message, and
 * without one after each connect, because notifications in between are lost; `onLost` runs when
 * the connection ends.
 */
export function listenTo(options: {
  url: string
  channels: readonly string[]
  onMessage: (message?: Notification) => void
  onLost?: () => void
  /** On each new connection, before it listens. */
  prepare?: (client: pg.Client) => Promise<unknown>
  log: Log
  /** How often the connection is asked whether it is alive, and how long an answer may take. */
  probe?: { everyMs: number; withinMs: number }
}): { close(): Promise<void> } {
  const { url, channels, onMessage, onLost, prepare, log, probe = defaultProbe } = options
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let nextProbe: NodeJS.Timeout | undefined
  let isClosed = false

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: url,
      application_name: 'minmin listener',
      keepAlive: true,
      connectionTimeoutMillis: probe.withinMs,
      query_timeout: probe.withinMs,
    })
    client = next
    next.on('notification', ({ channel, payload = '' }) => onMessage({ channel, payload }))
    next.on('error', (err) => log.warn({ err, channels }, 'a listener lost its connection'))
    next.once('end', () => {
      clearTimeout(nextProbe)
      onLost?.()
      reconnect()
    })
    try {
      await next.connect()
      await prepare?.(next)
      for (const channel of channels) await next.query(`listen ${pg.escapeIdentifier(channel)}`)
      onMessage()
      probeLater(next)
    } catch (err) {
      if (!isClosed) log.warn({ err, channels }, 'a listener could not connect')
      await next.end().catch(() => undefined)
      reconnect()
    }
  }

  /** A connection that gives no answer is ended, which is the loss that all others see, too. */
  function probeLater(listening: pg.Client): void {
    if (isClosed) return
    nextProbe = setTimeout(async () => {
      try {
        await listening.query('select 1')
        probeLater(listening)
      } catch (err) {
        if (!isClosed) log.warn({ err, channels }, 'a listener gets no answer')
        await listening.end().catch(() => undefined)
      }
    }, probe.everyMs)
    nextProbe.unref()
  }

  function reconnect(): void {
    if (isClosed) return
    clearTimeout(retry)
    retry = setTimeout(() => void connect(), reconnectMs)
    retry.unref()
  }

  void connect()
  return {
    async close() {
      isClosed = true
      clearTimeout(retry)
      clearTimeout(nextProbe)
      await client?.end().catch(() => undefined)
    },
  }
}
