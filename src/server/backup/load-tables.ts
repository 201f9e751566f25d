import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { BackupFault } from './backup-fault.ts'
import { type Books, compareBooks, readSums, readTableBooks } from './books.ts'
import type { Manifest } from './manifest.ts'
import { copyIn, listCopiedTables, writeSequences } from './tables.ts'

interface ForeignKey {
  table: string
  name: string
  definition: string
}

/**
 * Fills the tables of a migrated database in one transaction. The rows are loaded as they were,
 * whatever triggers would make of them, and in any order: foreign keys are made again at the end,
 * over all rows.
 */
export async function openLoad(client: pg.ClientBase, manifest: Manifest) {
  await client.query('begin')
  const tables = await listTables(client)
  await setTriggers(client, tables, 'disable')
  const foreignKeys = await dropForeignKeys(client)
  if (tables.length > 0) {
    await client.query(`truncate ${tables.map(pg.escapeIdentifier).join(', ')}`)
  }
  const columnsOf = new Map(manifest.tables.map(({ name, columns }) => [name, columns]))
  return {
    async load(name: string, content: Readable): Promise<void> {
      const columns = columnsOf.get(name)
      if (!columns) throw new BackupFault(`The manifest does not know the table ${name}.`)
      if (!tables.includes(name)) throw new BackupFault(`The shop has no table ${name}.`)
      await pipeline(content, client.query(copyFrom(copyIn({ name, columns }))))
    },

    /** Compares what was loaded with the books of the backup, then commits. */
    async finish(): Promise<Books> {
      await writeSequences(client, manifest.sequences)
      for (const { table, name, definition } of foreignKeys) {
        await client.query(
          `alter table ${table} add constraint ${pg.escapeIdentifier(name)} ${definition}`,
        )
      }
      await setTriggers(client, tables, 'enable')
      const books = await readBooksOf(client, manifest)
      const ignoresRowOrder = manifest.rowOrder === undefined
      const different = compareBooks(manifest.books, books, { ignoresRowOrder })
      if (different.length > 0) {
        throw new BackupFault(`The restored books are not those of the backup: ${different}`)
      }
      await client.query('commit')
      await client.query('analyze')
      return books
    },
  }
}

async function readBooksOf(client: pg.ClientBase, manifest: Manifest): Promise<Books> {
  const books: Books = { sums: await readSums(client), tables: {} }
  const known = new Set(manifest.tables.map(({ name }) => name))
  for (const table of await listCopiedTables(client)) {
    if (known.has(table.name)) books.tables[table.name] = await readTableBooks(client, table)
  }
  return books
}

async function listTables(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by relname`,
  )
  return rows.map(({ name }) => name)
}

/** Those of the shop's own; the system's triggers are the foreign keys'. */
async function setTriggers(
  client: pg.ClientBase,
  tables: readonly string[],
  to: 'enable' | 'disable',
): Promise<void> {
  for (const table of tables) {
    await client.query(`alter table ${pg.escapeIdentifier(table)} ${to} trigger user`)
  }
}

async function dropForeignKeys(client: pg.ClientBase): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select conrelid::regclass::text as table, conname as name,
       pg_get_constraintdef(oid) as definition
     from pg_constraint
     where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0
     order by conrelid, conname`,
  )
  for (const { table, name } of rows) {
    await client.query(`alter table ${table} drop constraint ${pg.escapeIdentifier(name)}`)
  }
  return rows
}
