import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Config } from '../../config.ts'
import { startEmbeddedPostgres } from '../../db/embedded/embedded-postgres.ts'
import { migrate } from '../../db/migrate.ts'
import { ledgerFile } from '../../privacy/erasure-ledger.ts'
import { rekeySecrets } from '../../secrets/kept-secrets.ts'
import { createPictureStore } from '../../uploads/picture-store.ts'
import type { Bucket } from '../bucket/bucket.ts'
import { openCopy } from '../bucket/copy-backups.ts'
import { repeatErasures } from '../restore-backup.ts'
import { claimFolder, releaseFolder } from '../restore-target.ts'
import { openCopySession } from '../tables.ts'
import { restorePictures } from './copy-pictures.ts'
import { restoreLatest } from './restore-latest.ts'

/**
 * The shop of an embedded database as the bucket has it: its database to the last minutes, its
 * pictures and erasures. The shop is on hold until that is released.
 */
export async function restoreToLatest(
  config: Config,
  {
    bucket,
    chooseKey,
    log,
  }: {
    bucket: Bucket
    /** Given the key of the copy, if it holds one: the key under which the shop goes on. */
    chooseKey: (ofBackup: Buffer | undefined) => Buffer | undefined
    log: (line: string) => void
  },
) {
  const { dataDir, backup } = config
  await claimFolder(dataDir)
  const latest = await restoreLatest({ dataDir, bucket, keys: backup, log })
  const dir = backup.dir ?? join(dataDir, 'backups')
  const ledger = await openCopy(bucket, ledgerFile)
  if (ledger) {
    await mkdir(dir, { recursive: true, mode: 0o700 })
    await pipeline(ledger, createWriteStream(join(dir, ledgerFile), { mode: 0o600 }))
  }
  const postgres = await startEmbeddedPostgres({ dataDir, log })
  try {
    const { url } = postgres
    const time = new Date(latest.until ?? latest.at)
    await migrate(url)
    const erasures = await repeatErasures(url, { time: latest.at }, [dir])
    const { secretsKey } = latest
    const ofBackup = secretsKey === undefined ? undefined : Buffer.from(secretsKey, 'base64')
    const closed = await putOnHold(url, time, { own: chooseKey(ofBackup), ofBackup })
    const pictures = await restorePictures(bucket, createPictureStore(config))
    await releaseFolder(dataDir)
    return { time, base: latest.at, pieces: latest.pieces, pictures, erasures, closed }
  } finally {
    await postgres.stop()
  }
}

async function putOnHold(
  url: string,
  time: Date,
  keys: Parameters<typeof rekeySecrets>[1],
): ReturnType<typeof rekeySecrets> {
  const client = await openCopySession(url)
  try {
    await client.query('begin')
    const closed = await rekeySecrets(client, keys)
    const hold = 'insert into outgoing_hold (backup_at) values ($1) on conflict do nothing'
    await client.query(hold, [time])
    await client.query('commit')
    return closed
  } finally {
    await client.end()
  }
}
