import pg from 'pg'
import type { Log } from '../log.ts'

const reconnectMs = 1_000

/**
 * Listens to a NOTIFY channel on a connection of its own. `onMessage` runs for each message and
 * after each reconnect, because notifications in between are lost.
 */
export function listenTo(options: {
  url: string
  channel: string
  onMessage: () => void
  log: Log
}): { close(): Promise<void> } {
  const { url, channel, onMessage, log } = options
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let isClosed = false

  async function connect(): Promise<void> {
    const next = new pg.Client({ connectionString: url, keepAlive: true })
    client = next
    next.on('notification', onMessage)
    next.on('error', (err) => log.warn({ err, channel }, 'a listener lost its connection'))
    next.once('end', reconnect)
    try {
      await next.connect()
      await next.query(`listen ${pg.escapeIdentifier(channel)}`)
      onMessage()
    } catch (err) {
      if (!isClosed) log.warn({ err, channel }, 'a listener could not connect')
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
