import { execFile } from 'node:child_process'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createBackup } from '../../src/server/backup/create-backup.ts'
import { startEmbeddedPostgres } from '../../src/server/db/embedded/embedded-postgres.ts'
import { migrate } from '../../src/server/db/migrate.ts'
import { runStatement } from '../../src/server/testing/database/run-statement.ts'
import { createLocalStore } from '../../src/server/uploads/local-store.ts'
import { mayMount } from '../torture/full-disk.ts'
import { createWorkFolder, removeWorkFolder } from './shop-folder.ts'

const run = promisify(execFile)

describe.runIf(await mayMount())('a disk that is full', () => {
  it('ends the backup with its reason and keeps no part of it (BACKUP-11)', async () => {
    const folder = await createWorkFolder('full')
    onTestFinished(() => removeWorkFolder(folder))
    const dataDir = join(folder, 'data')
    const postgres = await startEmbeddedPostgres({ dataDir, log: () => {}, durable: false })
    onTestFinished(() => postgres.stop())
    await migrate(postgres.url)
    const filler =
      'create table filler as select gen_random_uuid() as id from generate_series(1, 2000)'
    await runStatement(postgres.url, filler)
    const disk = join(folder, 'disk')
    await mkdir(disk)
    await run('mount', ['-t', 'tmpfs', '-o', 'size=4k', 'tmpfs', disk])
    onTestFinished(async () => void (await run('umount', ['--lazy', disk])))
    const encryption = { recipient: null, passphrase: null }
    const create = (file: string) =>
      createBackup({ url: postgres.url, file, encryption, pictures: createLocalStore(folder) })
    await expect(create(join(disk, 'shop.tar.zst'))).rejects.toThrow(/ENOSPC/)
    expect(await readdir(disk)).toEqual([])
    await create(join(folder, 'shop.tar.zst'))
  })
})
