import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { traceStatements } from '../tracing/trace-statements.ts'

/** A connection or a transaction: what every query function takes first. */
export type Db = Pick<
  NodePgDatabase,
  | '$count'
  | 'select'
  | 'selectDistinct'
  | 'insert'
  | 'update'
  | 'delete'
  | 'execute'
  | 'with'
  | '$with'
>

export interface Database {
  db: NodePgDatabase
  pool: pg.Pool
  close(): Promise<void>
}

/** int8 is read as a number: sums of NT$ stay far below 2^53. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** Waiting ends in time for a shopper to try again. */
const defaultTimeoutMs = 3_000

export function connect(
  url: string,
  options: {
    poolSize?: number
    /** As `pg_stat_activity` calls its connections. */
    name?: string
    /** How long to wait for a connection, a lock or a statement, in milliseconds. */
    timeoutMs?: number
    /** For one statement, in milliseconds. */
    statementTimeoutMs?: number
    onError?: (error: Error) => void
  } = {},
): Database {
  const { timeoutMs = defaultTimeoutMs, statementTimeoutMs = timeoutMs - 200 } = options
  const pool = new pg.Pool({
    connectionString: url,
    application_name: options.name ?? 'minmin command',
    max: options.poolSize ?? 10,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    // Statements of one transaction are sent without waiting for the answers of those before them.
    pipeline: true,
    connectionTimeoutMillis: timeoutMs - 500,
    lock_timeout: timeoutMs - 500,
    statement_timeout: statementTimeoutMs,
    // For a database that does not respond at all; otherwise its own timeouts come first.
    query_timeout: statementTimeoutMs + 200,
    idle_in_transaction_session_timeout: Math.max(10_000, timeoutMs),
    // A second process for one query costs more than it saves, and takes a processor from requests.
    options: '-c max_parallel_workers_per_gather=0',
  })
  // A connection that the database ends, idle or between two statements of a transaction, is
  // replaced by the pool; without a listener its error would end the process. Connections that are
  // being closed are not logged.
  let isClosing = false
  const onError = (error: Error) => isClosing || options.onError?.(error)
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))
  traceStatements(pool)
  async function close(): Promise<void> {
    isClosing = true
    await pool.end()
  }
  return { db: drizzle(pool), pool, close }
}

/** Of statements that read whole tables, in milliseconds. */
export const longStatementMs = 10 * 60_000

/**
 * For jobs whose statements grow with the shop: a connection of its own, where a statement has
 * minutes. On the pool the driver gives up after seconds, whatever the statement sets for itself.
 */
export async function withLongStatements<T>(
  url: string,
  use: (db: NodePgDatabase) => Promise<T>,
): Promise<T> {
  const database = connect(url, {
    poolSize: 1,
    name: 'minmin long job',
    statementTimeoutMs: longStatementMs,
  })
  try {
    return await use(database.db)
  } finally {
    await database.close()
  }
}
