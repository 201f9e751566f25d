import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { schemaText } from '../testing/database/schema-text.ts'
import { createTestDatabase } from '../testing/database/test-database.ts'
import { connect } from './connect.ts'
import { migrationsFolder } from './migrate.ts'
import { readJournal } from './migration-steps.ts'

test('schema.sql tells what the migrations make (HOUSE-06)', async () => {
  const { url, drop } = await createTestDatabase()
  const database = connect(url)
  onTestFinished(async () => {
    await database.close()
    await drop()
  })
  // `npm run unit -- src/server/db/schema.test.ts -u` updates the file.
  await expect(await schemaText(database.pool)).toMatchFileSnapshot(
    '../../../migrations/schema.sql',
  )
})

test('there is one snapshot, that of the last migration (HOUSE-06)', () => {
  const last = String(readJournal(migrationsFolder).length - 1).padStart(4, '0')
  const meta = readdirSync(join(migrationsFolder, 'meta'))
  expect(meta.toSorted()).toEqual([`${last}_snapshot.json`, '_journal.json'])
})
