import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'

export interface MigrationStep {
  /** Alone: one statement that PostgreSQL runs outside of a transaction, or that commits by itself. */
  isAlone: boolean
  statements: string[]
}

export interface Migration {
  /** The name of its file. */
  name: string
  hash: string
  /** Milliseconds: migrations are told apart and ordered by it. */
  when: number
  steps: MigrationStep[]
}

const marker = /^-- step: (transaction|alone)\n/

/**
 * The migrations of a folder. Each one is a single transaction, unless its statements say otherwise:
 * a statement that begins with `-- step: transaction` begins the next transaction, and one that begins
 * with `-- step: alone` runs by itself. Such a statement may run twice when a start is killed.
 */
export function readMigrations(folder: string): Migration[] {
  const names = new Map(readJournal(folder).map(({ when, tag }) => [when, tag]))
  return readMigrationFiles({ migrationsFolder: folder }).map(({ hash, folderMillis, sql }) => {
    const name = names.get(folderMillis) ?? String(folderMillis)
    return { name, hash, when: folderMillis, steps: stepsOf(sql) }
  })
}

/** The migrations of a folder by their time and the name of their file. */
export function readJournal(folder: string): { when: number; tag: string }[] {
  const text = readFileSync(join(folder, 'meta/_journal.json'), 'utf8')
  return (JSON.parse(text) as { entries: { when: number; tag: string }[] }).entries
}

function stepsOf(statements: string[]): MigrationStep[] {
  const steps: MigrationStep[] = []
  for (const text of statements) {
    const statement = text.trimStart()
    const [, kind] = marker.exec(statement) ?? []
    const last = steps.at(-1)
    if (kind === undefined && last && !last.isAlone) last.statements.push(statement)
    else steps.push({ isAlone: kind === 'alone', statements: [statement] })
  }
  return steps
}
