import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createBackup } from '../../src/server/backup/create-backup.ts'
import { verifyBackup } from '../../src/server/backup/verify-backup.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/server/db/embedded/embedded-postgres.ts'
import { createLocalStore } from '../../src/server/uploads/local-store.ts'
import { loadRelease } from '../fixtures/load-release.ts'
import { createWorkFolder, removeWorkFolder } from './shop-folder.ts'

let folder: string
let postgres: EmbeddedPostgres

beforeAll(async () => {
  folder = await createWorkFolder('earlier')
  const dataDir = join(folder, 'data')
  postgres = await startEmbeddedPostgres({ dataDir, log: () => {}, durable: false })
})
afterAll(async () => {
  await postgres?.stop()
  await removeWorkFolder(folder)
})

it('a backup with the schema of an earlier release is restored and brought to this one (BACKUP-16)', async () => {
  const workFolder = join(folder, 'work')
  await mkdir(workFolder)
  const { url } = postgres
  const { totals } = await loadRelease({ version: '1.0.0', url, workFolder })
  const file = join(folder, 'release.tar.zst')
  const encryption = { recipient: null, passphrase: null }
  const saved = await createBackup({ url, file, encryption, pictures: createLocalStore(folder) })
  const keys = { identityFile: null, passphrase: null }
  expect(await verifyBackup(file, keys, join(folder, 'verified'))).toEqual(saved)
  expect(saved.tables.find(({ name }) => name === 'orders')?.rows).toBe(totals.orders.length)
})
