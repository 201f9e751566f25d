import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { StartFault } from './start-fault.ts'

const defaultMs = 5_000

/**
 * Sends a notification by one connection and waits for it on the other. Without them a node would
 * show what another one has changed long since; a pooler that lends connections by transaction
 * takes `LISTEN` and loses what comes. Throws a StartFault.
 */
export async function proveListening({
  listenUrl,
  databaseUrl,
  withinMs = defaultMs,
}: {
  listenUrl: string
  databaseUrl: string
  withinMs?: number
}): Promise<void> {
  const channel = `minmin_start_${randomBytes(6).toString('hex')}`
  const listener = await connectTo(listenUrl)
  const speaker = await connectTo(databaseUrl)
  try {
    const { promise: heard, resolve } = Promise.withResolvers<true>()
    listener.on('notification', (message) => message.channel === channel && resolve(true))
    await listener.query(`listen ${channel}`)
    // Others use the connection meanwhile, as they do all day: a pooler gives it to them.
    await speaker.query('select 1')
    await speaker.query('select pg_notify($1, $2)', [channel, ''])
    if (await Promise.race([heard, delay(withinMs, false, { ref: false })])) return
    throw new StartFault(
      'A notification of the database does not come back. With a pooler in transaction mode ' +
        'DATABASE_LISTEN_URL has to lead to the database itself, or to a pooler in session mode.',
    )
  } finally {
    await Promise.all([listener, speaker].map((client) => client.end().catch(() => {})))
  }
}

async function connectTo(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString,
    application_name: 'minmin start',
    query_timeout: defaultMs,
  })
  client.on('error', () => {})
  await client.connect()
  return client
}
