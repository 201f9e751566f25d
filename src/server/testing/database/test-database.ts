import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { databaseErrorCode } from '../../db/database-error.ts'
import { runStatement } from './run-statement.ts'

const insufficientPrivilege = '42501'

export type TestDatabase = { url: string; drop(): Promise<void> }

interface TestDatabaseOptions {
  isBare?: boolean
  /** Sorts text by this language, as databases made elsewhere do. */
  icuLocale?: string
}

/** A migrated database without rows for one test file; `isBare`: without tables, too. */
export async function createTestDatabase({
  isBare = false,
  icuLocale,
}: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const { url: serverUrl, template: migrated } = inject('database')
  const template = isBare ? 'template0' : migrated
  const name = `minmin_test_${randomBytes(8).toString('hex')}`
  // Without fsync the checkpoints of this strategy cost less than a log of all that is copied.
  const copy = `TEMPLATE ${template} STRATEGY file_copy`
  const locale = icuLocale ? ` LOCALE_PROVIDER icu ICU_LOCALE '${icuLocale}'` : ''
  await runStatement(serverUrl, `CREATE DATABASE ${name} ${copy}${locale}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return {
    url: url.href,
    drop: () => dropDatabase(serverUrl, name),
  }
}

/** FORCE ends connections of our own, and is refused where autovacuum works; DROP ends that. */
export async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  const drop = `DROP DATABASE IF EXISTS ${name}`
  try {
    await runStatement(serverUrl, `${drop} WITH (FORCE)`)
  } catch (error) {
    if (databaseErrorCode(error) !== insufficientPrivilege) throw error
    await runStatement(serverUrl, drop)
  }
}
