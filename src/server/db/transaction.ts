import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { databaseErrorCode, isDatabaseUnavailable } from './database-error.ts'

export type Transaction = Omit<NodePgDatabase, 'transaction'>

const attempts = 4
/** serialization_failure, deadlock_detected: nothing was written, and a retry may succeed. */
const retryable = new Set(['40001', '40P01'])
/** in_failed_sql_transaction: a statement before this one has failed. */
const abortedTransaction = '25P02'
/** A code of PostgreSQL's own; every other is of the connection to it. */
const sqlState = /^(?=.*\d)[0-9A-Z]{5}$/

/**
 * Runs `work` in one transaction; a deadlock or a serialization failure is retried from the start.
 * Within a transaction, `work` is a part of it: it commits, fails and is retried with the whole.
 */
export async function transaction<T>(
  db: Transaction,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  if (afterCommits.has(db)) return work(db)
  for (let attempt = 1; ; attempt++) {
    try {
      return await runOnce(db, work)
    } catch (error) {
      if (attempt === attempts || !retryable.has(databaseErrorCode(error) ?? '')) throw error
    }
  }
}

/**
 * Not the query builder's `transaction`: it leaks a connection that breaks at `begin`, and releases
 * one that no longer answers to the pool. Here such a connection is closed.
 */
async function runOnce<T>(db: Transaction, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const client = (await poolOf(db).connect()) as pg.PoolClient & Wire
  const { connection } = client
  let isUsable = true
  let firstFailure: unknown
  const tx = overClient(client)
  const noteFailure = (failure: unknown) => {
    firstFailure ??= failure
  }
  connection.on('errorMessage', noteFailure)
  try {
    const begun = begin(client)
    const committed: (() => void)[] = []
    afterCommits.set(tx, committed)
    const result = await work(tx)
    await begun
    // After a failed statement whose error `work` has caught, COMMIT would be answered by ROLLBACK.
    const { command } = await client.query('commit')
    if (command !== 'COMMIT') throw new Error(`a transaction ended with ${command}`)
    afterCommits.delete(tx)
    for (const run of committed) run()
    return result
  } catch (error) {
    // Of pipelined statements, those after the failed one report only that the transaction is
    // aborted.
    const cause = databaseErrorCode(error) === abortedTransaction ? firstFailure : error
    isUsable = isStillThere(cause) && (await rollBack(client))
    throw cause
  } finally {
    afterCommits.delete(tx)
    connection.off('errorMessage', noteFailure)
    client.release(!isUsable)
  }
}

/** The parts of the driver's connection that its types do not declare. */
interface Wire {
  connection: EventEmitter & { stream: Socket }
}

/**
 * Not awaited: it is pipelined with the first statements of the work. If it fails, the connection
 * is closed before later statements run outside of a transaction.
 */
function begin(client: pg.PoolClient & Wire): Promise<unknown> {
  const begun = client.query('begin')
  begun.catch(() => client.connection.stream.destroy())
  return begun
}

function poolOf(db: Transaction): pg.Pool {
  return (db as Transaction & { $client: pg.Pool }).$client
}

const overClients = new WeakMap<pg.PoolClient, NodePgDatabase>()

const afterCommits = new WeakMap<object, (() => void)[]>()

/** Runs `work` once the transaction has committed, and never if it does not. */
export function afterCommit(tx: object, work: () => void): void {
  const waiting = afterCommits.get(tx)
  if (waiting) waiting.push(work)
  else work()
}

/** One for each connection, so that a query is prepared once for it, not once a transaction. */
function overClient(client: pg.PoolClient): NodePgDatabase {
  const known = overClients.get(client)
  if (known) return known
  const created = drizzle(client)
  overClients.set(client, created)
  return created
}

/** A connection that timed out is not used again: closing it also ends its transaction. */
function isStillThere(error: unknown): boolean {
  return !isDatabaseUnavailable(error) || sqlState.test(databaseErrorCode(error) ?? '')
}

function rollBack(client: pg.PoolClient): Promise<boolean> {
  return client.query('rollback').then(
    () => true,
    () => false,
  )
}
