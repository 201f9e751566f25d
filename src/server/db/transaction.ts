import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { Db } from './connect.ts'
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
  const client = (await clientOf(db).connect()) as pg.PoolClient & Wire
  const { connection } = client
  let isUsable = true
  let firstFailure: unknown
  const statements = new StatementsOfTransaction(client)
  const tx = drizzle(statements as unknown as pg.PoolClient)
  const noteFailure = (failure: unknown) => {
    firstFailure ??= failure
  }
  connection.on('errorMessage', noteFailure)
  try {
    const begun = begin(client)
    const committed: (() => void)[] = []
    afterCommits.set(tx, committed)
    const result = await work(tx)
    statements.isOver = true
    await begun
    // After a failed statement whose error `work` has caught, COMMIT would be answered by ROLLBACK.
    const { command } = await client.query('commit')
    if (command !== 'COMMIT') throw new Error(`a transaction ended with ${command}`)
    afterCommits.delete(tx)
    for (const run of committed) run()
    return result
  } catch (error) {
    statements.isOver = true
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

/**
 * The connection as one transaction sees it. A branch of the work that is slower than a refusal
 * would else send its statements after the rollback: into the next transaction of the connection.
 */
class StatementsOfTransaction {
  isOver = false
  readonly client: pg.PoolClient

  constructor(client: pg.PoolClient) {
    this.client = client
  }

  async query(config: pg.QueryConfig | string, values?: unknown[]): Promise<pg.QueryResult> {
    if (this.isOver) throw afterTheEnd(typeof config === 'string' ? config : config.text)
    return this.client.query(config as pg.QueryConfig, values)
  }

  connect(): never {
    throw afterTheEnd('begin')
  }
}

function afterTheEnd(statement: string): Error {
  return new Error(`a statement after the end of its transaction: ${statement.slice(0, 500)}`)
}

/**
 * Of a transaction: what all transactions of its connection share, and a prepared query of that
 * which is sent as a statement of this transaction. Undefined for a pool.
 */
export function onConnection(tx: Db) {
  const statements = clientOf(tx)
  if (!(statements instanceof StatementsOfTransaction)) return
  return {
    db: overClient(statements.client),
    throughTransaction: <Q extends object>(query: Q): Q =>
      Object.assign(Object.create(query), { client: statements }),
  }
}

function clientOf(db: Db): pg.Pool | StatementsOfTransaction {
  return (db as Db & { $client: pg.Pool | StatementsOfTransaction }).$client
}

const overClients = new WeakMap<pg.PoolClient, NodePgDatabase>()

const afterCommits = new WeakMap<object, (() => void)[]>()

/** Runs `work` once the transaction has committed, and never if it does not. */
export function afterCommit(tx: object, work: () => void): void {
  const waiting = afterCommits.get(tx)
  if (waiting) waiting.push(work)
  else work()
}

/** One for each connection: a prepared query is built once for it, not once a transaction. */
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
