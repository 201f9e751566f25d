import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Config } from '../config.ts'
import { booksChecked } from './book-checks.ts'
import { type Check, type CheckResult, codeOf, runChecks } from './check.ts'
import { dataChecks } from './data-checks.ts'
import { databaseChecks } from './database-checks.ts'
import { machineChecks } from './machine-checks.ts'
import { outsideChecks } from './outside-checks.ts'
import { readStored } from './stored-settings.ts'
import { workChecks } from './work-checks.ts'

export const nightlyChecks = [...databaseChecks, ...dataChecks, ...booksChecked]
export const allChecks = [...machineChecks, ...nightlyChecks, ...outsideChecks, ...workChecks]

interface Examination {
  checks?: readonly Check[]
  /** For one check, and for all together, in milliseconds. */
  eachMs?: number
  withinMs?: number
}

/** Looks at everything and changes nothing; without a database it looks at the rest. */
export async function examine(
  config: Config,
  databaseUrl: string | null,
  { checks = allChecks, eachMs = 12_000, withinMs = 25_000 }: Examination = {},
): Promise<CheckResult[]> {
  const connected = await openReadOnly(databaseUrl, eachMs)
  try {
    // Before the checks, since those of the outside run beside others that use the one connection.
    const stored = await readStored({ config, client: connected.client })
    return await runChecks(checks, { config, ...stored, ...connected }, { eachMs, withinMs })
  } finally {
    // A database that hangs does not end a connection, either.
    const ended = connected.client?.end().catch(() => {})
    await Promise.race([ended, delay(1_000, undefined, { ref: false })])
  }
}

async function openReadOnly(url: string | null, eachMs: number) {
  if (url === null) return { client: null, databaseError: 'it could not be started' }
  const client = new pg.Client({
    connectionString: url,
    application_name: 'minmin doctor',
    connectionTimeoutMillis: 3_000,
    // The statement ends before the check does, and says why.
    statement_timeout: eachMs - 2_000,
    query_timeout: eachMs - 1_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('set default_transaction_read_only = on')
    const { rows } = await client.query<{ is_empty: boolean }>(
      `select to_regclass('public.products') is null as is_empty`,
    )
    return { client, databaseError: null, isEmpty: rows[0]?.is_empty ?? false }
  } catch (error) {
    await client.end().catch(() => {})
    return { client: null, databaseError: codeOf(error) }
  }
}
