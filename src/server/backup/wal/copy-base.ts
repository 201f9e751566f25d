import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import type pg from 'pg'
import { type Pack, pack } from 'tar-stream'
import { release } from '../../release.ts'
import type { Bucket } from '../bucket/bucket.ts'
import { type Bytes, type Encryption, encrypt, isEncrypted } from '../encryption.ts'
import { baseKey, nameOfTime } from './places.ts'

/** Beside the files of PostgreSQL in a copy. */
export const noteName = 'minmin.json'
export interface BaseNote {
  release: string
  /** By the clock of this machine. */
  at: string
  /** In an encrypted copy alone; in base64. */
  secretsKey?: string
}

/** Folders whose content is of no use to a copy: PostgreSQL makes it anew. */
const emptied = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])
const leftOut = new Set(['postmaster.pid', 'postmaster.opts', 'recovery.signal', 'backup_label'])
const control = 'global/pg_control'

/**
 * Copies the files of a running cluster into the bucket, as PostgreSQL's own protocol of backups
 * wants it: what changes meanwhile is mended by the log from `start` on.
 */
export async function copyBase(options: {
  client: pg.ClientBase
  cluster: string
  bucket: Bucket
  stream: string
  encryption: Encryption
  secretsKey?: Buffer | undefined
}): Promise<{ at: string; start: string }> {
  const { client, cluster, bucket, stream, encryption, secretsKey } = options
  const at = nameOfTime(new Date())
  const key = baseKey(stream, at, isEncrypted(encryption))
  await client.query(`select pg_backup_start('minmin', true)`)
  const archive = pack()
  const written = writeCluster(archive, cluster).then(async () => {
    const { rows } = await client.query<{ labelfile: string }>(
      'select labelfile from pg_backup_stop(true)',
    )
    const label = rows[0]?.labelfile ?? ''
    archive.entry({ name: 'backup_label', mode: 0o600 }, label)
    const note: BaseNote = {
      release: release(),
      at: new Date().toISOString(),
      ...(secretsKey && isEncrypted(encryption) && { secretsKey: secretsKey.toString('base64') }),
    }
    archive.entry({ name: noteName, mode: 0o600 }, JSON.stringify(note))
    archive.finalize()
    return /\(file ([0-9A-F]{24})\)/.exec(label)?.[1] ?? ''
  })
  written.catch((error: Error) => archive.destroy(error))
  await pipeline(
    Readable.from(archive),
    createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } }),
    (bytes: Bytes) => (isEncrypted(encryption) ? encrypt(bytes, encryption) : bytes),
    (bytes: Bytes) => bucket.put(key, bytes),
  )
  return { at, start: await written }
}

async function writeCluster(archive: Pack, cluster: string): Promise<void> {
  for (const { name, isFolder } of await listCluster(cluster)) {
    if (isFolder) archive.entry({ name, type: 'directory', mode: 0o700 })
    else await addFile(archive, cluster, name)
  }
  // It says where recovery begins, and must not be older than what it speaks of.
  await addFile(archive, cluster, control)
}

async function listCluster(
  cluster: string,
  folder = '',
): Promise<{ name: string; isFolder: boolean }[]> {
  const found: { name: string; isFolder: boolean }[] = []
  for (const entry of await readdir(join(cluster, folder), { withFileTypes: true })) {
    const name = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory()) {
      found.push({ name, isFolder: true })
      if (name === 'pg_wal') found.push({ name: 'pg_wal/archive_status', isFolder: true })
      const isKept = !emptied.has(name) && !entry.name.startsWith('pgsql_tmp')
      if (isKept) found.push(...(await listCluster(cluster, name)))
    } else if (entry.isFile() && name !== control && !leftOut.has(name)) {
      found.push({ name, isFolder: false })
    }
  }
  return found
}

/** As long as it was when it was opened: what was added since, the log tells; what was cut, too. */
async function addFile(archive: Pack, cluster: string, name: string): Promise<void> {
  const path = join(cluster, name)
  const file = await stat(path).catch(() => undefined)
  // A table that was dropped meanwhile.
  if (!file) return
  const entry = archive.entry({ name, size: file.size, mode: 0o600 })
  if (file.size === 0) return void entry.end()
  await pipeline(Readable.from(readExactly(path, file.size)), entry)
}

async function* readExactly(path: string, size: number): AsyncGenerator<Buffer> {
  let left = size
  try {
    for await (const chunk of createReadStream(path, { end: size - 1 })) {
      left -= chunk.length
      yield chunk
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  if (left > 0) yield Buffer.alloc(left)
}
