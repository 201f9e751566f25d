import pg from 'pg'
import type { Log } from '../log.ts'

const reconnectMs = 1_000

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
  log: Log
}): { close(): Promise<void> } {
  const { url, channels, onMessage, onLost, log } = options
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let isClosed = false

  async function connect(): Promise<void> {
    const next = new pg.Client({ connectionString: url, keepAlive: true })
    client = next
    next.on('notification', ({ channel, payload = '' }) => onMessage({ channel, payload }))
    next.on('error', (err) => log.warn({ err, channels }, 'a listener lost its connection'))
    next.once('end', () => {
      onLost?.()
      reconnect()
    })
    try {
      await next.connect()
      for (const channel of channels) await next.query(`listen ${pg.escapeIdentifier(channel)}`)
      onMessage()
    } catch (err) {
      if (!isClosed) log.warn({ err, channels }, 'a listener could not connect')
      await next.end().catch(() => undefined)
      reconnect()
    }
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
      await client?.end().catch(() => undefined)
    },
  }
}
