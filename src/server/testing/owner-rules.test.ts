import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Database } from '../db/connect.ts'
import { createTestDatabase, type TestDatabase } from './database/test-database.ts'
import { ownerRules } from './owner-rules.ts'

const server = join(import.meta.dirname, '..')

let testDatabase: TestDatabase
let database: Database
beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = connect(testDatabase.url)
})
afterAll(async () => {
  await database.close()
  await testDatabase.drop()
})

async function rows<T>(statement: string): Promise<T[]> {
  return (await database.pool.query(statement)).rows
}

test('B3 every table of the migrated database has a rule that says whose its rows are', async () => {
  const tables = await rows<{ name: string }>(
    `select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  expect(tables.map(({ name }) => name).toSorted()).toEqual(Object.keys(ownerRules).toSorted())
})

test('B3 what says whose a row is stands in the table and is never empty, and is a key where a parent says it', async () => {
  const required = await rows<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and is_nullable = 'NO'`,
  )
  const keys = await rows<{ name: string }>(
    `select c.conrelid::regclass || '.' || a.attname || '>' || c.confrelid::regclass as name
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
      where c.contype = 'f'`,
  )
  const isThere = (list: { name: string }[], name: string) => list.some((one) => one.name === name)
  const missing = Object.entries(ownerRules).flatMap(([table, { by = [], parent }]) => [
    ...by.map((column) => `${table}.${column}`).filter((name) => !isThere(required, name)),
    ...(parent?.columns ?? [])
      .map((column) => `${table}.${column}>${parent?.table}`)
      .filter((name) => !isThere(keys, name)),
  ])
  expect(missing).toEqual([])
})

test('B3 the rows of people carry their owner, or hang on rows that do', () => {
  const people = ['the shopper', 'the member', 'the administrator']
  const carriesOwner = (table: string): boolean => {
    const { by, parent } = ownerRules[table] ?? {}
    return by !== undefined || (parent !== undefined && carriesOwner(parent.table))
  }
  const ofPeople = Object.keys(ownerRules).filter((table) =>
    people.includes(ownerRules[table]?.owner ?? ''),
  )
  expect(ofPeople.filter((table) => !carriesOwner(table))).toEqual([])
})

/** Rooms of the operator: they save, check, erase and clear every table. */
const readsEverything = ['backup/', 'doctor/', 'opening/', 'privacy/']

test('B3 no room of the server names a table that its rule does not give it', async () => {
  const tableOf = await tableNames()
  const strangers: string[] = []
  for (const file of sourceFiles()) {
    const text = readFileSync(join(server, file), 'utf8')
    if (readsEverything.some((room) => file.startsWith(room))) continue
    for (const table of named(text, tableOf)) {
      const rooms = ownerRules[table]?.rooms ?? []
      if (!rooms.some((room) => file === room || file.startsWith(`${room}/`))) {
        strangers.push(`${file} names ${table}`)
      }
    }
  }
  expect(strangers).toEqual([])
})

/** The tables of the code by the names they are imported under. */
async function tableNames(): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  for (const file of readdirSync(join(server, 'db/tables'))) {
    const module: Record<string, unknown> = await import(join(server, 'db/tables', file))
    for (const [name, value] of Object.entries(module)) {
      if (is(value, PgTable)) names.set(name, getTableName(value))
    }
  }
  return names
}

function sourceFiles(): string[] {
  return readdirSync(server, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /(?<!\.test)\.ts$/.test(file) && !/^(testing|db\/tables)\//.test(file),
  )
}

/** The tables that a file imports for its queries, and those that it names in SQL of its own. */
function named(text: string, tableOf: Map<string, string>): Set<string> {
  const found = new Set<string>()
  for (const [, names = ''] of text.matchAll(/import \{([^}]*)\} from '[^']*tables\/[^']*'/g)) {
    for (const name of names.split(',')) {
      const table = tableOf.get(name.trim())
      if (table) found.add(table)
    }
  }
  for (const [, table = ''] of text.matchAll(/\b(?:from|into|update|join)\s+([a-z_]+)\b/g)) {
    if (table in ownerRules) found.add(table)
  }
  return found
}
