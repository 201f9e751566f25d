import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../src/server/db/embedded/embedded-postgres.ts'
import { createWorkFolder, removeWorkFolder } from '../tests/backup/shop-folder.ts'
import { measureUpgrade } from './upgrade.ts'

let folder: string
let postgres: EmbeddedPostgres

beforeAll(async () => {
  folder = await createWorkFolder('upgrade-bench')
  const dataDir = join(folder, 'data')
  postgres = await startEmbeddedPostgres({ dataDir, log: () => {}, durable: false })
}, 120_000)
afterAll(async () => {
  await postgres?.stop()
  await removeWorkFolder(folder)
})

// How long a statement waits at most is a figure of the bench with 1,000,000 rows.
it('no migration writes a large table anew or fails a statement of a shopper', async () => {
  const upgrade = await measureUpgrade({ serverUrl: postgres.url, rows: 500, workFolder: folder })
  expect(upgrade.rewritten).toEqual([])
  expect(upgrade.faults).toEqual([])
  expect(upgrade.statements).toBeGreaterThan(100)
}, 300_000)
