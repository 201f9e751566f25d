import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { databaseErrorCode, isDatabaseUnavailable } from './database-error.ts'

export type Transaction = Omit<NodePgDatabase, 'transaction'>

const attempts = 4
/** serialization_failure, deadlock_detected: nothing was written, and once more may do. */
const retryable = new Set(['40001', '40P01'])
/** in_failed_sql_transaction: a statement before this one has failed. */
const abortedTransaction = '25P02'
/** A code of PostgreSQL's own; every other is of the connection to it. */
const sqlState = /^(?=.*\d)[0-9A-Z]{5}$/

/** Runs `work` in one transaction; a deadlock or a lost race is tried again from the start. */
export async function transaction<T>(
  db: NodePgDatabase,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await runOnce(db, work)
    } catch (error) {
      if (attempt === attempts || !retryable.has(databaseErrorCode(error) ?? '')) throw error
    }
  }
}

/**
 * Not the builder's own `transaction`: that one keeps a connection for ever when it breaks at
 * `begin`, and gives the pool back one that no longer answers. Here such a connection is closed.
 */
async function runOnce<T>(db: NodePgDatabase, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const client = (await poolOf(db).connect()) as pg.PoolClient & Wire
  const { connection } = client
  let isUsable = true
  let firstFailure: unknown
  const noteFailure = (failure: unknown) => {
    firstFailure ??= failure
  }
  connection.on('errorMessage', noteFailure)
  try {
    const begun = begin(client)
    const result = await work(overClient(client))
    await begun
    // After a failed statement that `work` let pass, the answer to it would be ROLLBACK.
    const { command } = await client.query('commit')
    if (command !== 'COMMIT') throw new Error(`a transaction ended with ${command}`)
    return result
  } catch (error) {
    // Of statements that were sent together, those after the one that failed say nothing of it.
    const cause = databaseErrorCode(error) === abortedTransaction ? firstFailure : error
    isUsable = isStillThere(cause) && (await rollBack(client))
    throw cause
  } finally {
    connection.off('errorMessage', noteFailure)
    client.release(!isUsable)
  }
}

/** The parts of a connection of the driver that its types keep to themselves. */
interface Wire {
  connection: EventEmitter & { stream: Socket }
}

/**
 * Not waited for: it goes out together with the first statements of the work. Should it fail, the
 * connection is cut before anything that waited for an answer is sent outside of a transaction.
 */
function begin(client: pg.PoolClient & Wire): Promise<unknown> {
  const begun = client.query('begin')
  begun.catch(() => client.connection.stream.destroy())
  return begun
}

function poolOf(db: NodePgDatabase): pg.Pool {
  return (db as NodePgDatabase & { $client: pg.Pool }).$client
}

const overClients = new WeakMap<pg.PoolClient, NodePgDatabase>()

/** One for each connection, so that a query is prepared once for it, not once a transaction. */
function overClient(client: pg.PoolClient): NodePgDatabase {
  const known = overClients.get(client)
  if (known) return known
  const created = drizzle(client)
  overClients.set(client, created)
  return created
}

/** A connection that gave no answer is not asked again: closing it ends its transaction, too. */
function isStillThere(error: unknown): boolean {
  return !isDatabaseUnavailable(error) || sqlState.test(databaseErrorCode(error) ?? '')
}

function rollBack(client: pg.PoolClient): Promise<boolean> {
  return client.query('rollback').then(
    () => true,
    () => false,
  )
}
