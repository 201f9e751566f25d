import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { runStatement } from '../testing/run-statement.ts'
import { migrate } from './migrate.ts'

const JOURNAL = join(import.meta.dirname, '../../../migrations/meta/_journal.json')

test('servers that start together apply each migration once', async () => {
  const { url: serverUrl } = inject('database')
  const name = `minmin_test_${randomBytes(8).toString('hex')}`
  await runStatement(serverUrl, `CREATE DATABASE ${name}`)
  onTestFinished(async () => {
    await runStatement(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`)
  })
  const url = new URL(serverUrl)
  url.pathname = `/${name}`

  await Promise.all(Array.from({ length: 5 }, () => migrate(url.href)))
  await migrate(url.href)
  const { entries } = JSON.parse(await readFile(JOURNAL, 'utf8'))
  const applied = await runStatement(url.href, 'SELECT 1 FROM drizzle.__drizzle_migrations')
  expect(applied).toHaveLength(entries.length)
})
