import { createHmac } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { advisoryLocks } from '../db/advisory-locks.ts'
import type { Db } from '../db/connect.ts'
import { listenTo } from '../db/listen.ts'
import type { Log } from '../log.ts'
import { StartFault } from '../start-fault.ts'

/** Of a node that has needed no key yet. */
const noKey = 0

/** Tells keys apart and does not give the key away: 32 bits of a keyed hash. */
function numberOf(key: Buffer | undefined): number {
  if (!key) return noKey
  return createHmac('sha256', key).update('which key a node has').digest().readInt32BE() || 1
}

const takeLock = (client: pg.ClientBase, number: number) =>
  client.query('select pg_advisory_lock_shared($1, $2)', [advisoryLocks.secretsKey, number])

/** The numbers of the keys of all nodes that run; each node holds a lock of its number. */
async function runningKeys(db: Pick<Db, 'execute'>): Promise<number[]> {
  const { rows } = await db.execute<{ number: number }>(sql`
    -- PostgreSQL shows the second number of a lock without its sign.
    select distinct (objid::bigint::bit(32))::int as number from pg_locks
    where locktype = 'advisory' and classid = ${advisoryLocks.secretsKey}::int and objsubid = 2
      and database = (select oid from pg_database where datname = current_database())`)
  return rows.map(({ number }) => number)
}

export async function isAnyNodeRunning(db: Pick<Db, 'execute'>): Promise<boolean> {
  return (await runningKeys(db)).length > 0
}

/**
 * Says to all nodes of this database, for as long as this one runs, which SECRETS_KEY it has: what
 * one would keep, another key would never open. Throws a StartFault beside a node with another key.
 */
export async function claimKey(options: {
  url: string
  key: Buffer | undefined
  log: Log
}): Promise<{ close(): Promise<void> }> {
  const { url, key, log } = options
  const number = numberOf(key)
  const first = new pg.Client({ connectionString: url, application_name: 'minmin start' })
  first.on('error', () => {})
  await first.connect()
  try {
    // The lock comes first: of two nodes that start together, one at least sees the other.
    await takeLock(first, number)
    const others = (await runningKeys(drizzle(first))).filter(
      (one) => one !== number && one !== noKey,
    )
    if (number !== noKey && others.length > 0) {
      throw new StartFault(
        'A running node of this shop has another SECRETS_KEY: give all nodes the same one.',
      )
    }
    const isHeld = Promise.withResolvers<void>()
    const held = listenTo({
      url,
      channels: [],
      prepare: (client) => takeLock(client, number),
      onMessage: () => isHeld.resolve(),
      log,
    })
    await isHeld.promise
    return held
  } finally {
    await first.end()
  }
}
