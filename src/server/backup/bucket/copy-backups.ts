import { createReadStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import type { BackupsKept } from '../../config-operations.ts'
import { ledgerFile } from '../../privacy/erasure-ledger.ts'
import {
  type BackupFile,
  backupsToPrune,
  listBackups,
  markCopied,
  parseBackupName,
} from '../backup-folder.ts'
import type { Bucket } from './bucket.ts'

/** Where the files of the folder are in the bucket. */
const copies = 'backups/'

/** The backups of the bucket, the newest first; only those that were fit to be copied are there. */
export async function listCopies(bucket: Bucket): Promise<BackupFile[]> {
  const stored = await bucket.list(copies)
  return stored
    .flatMap(({ key, bytes }) => {
      const known = parseBackupName(key.slice(copies.length))
      return known ? [{ ...known, bytes, verifiedAt: known.time, copiedAt: known.time }] : []
    })
    .toSorted((one, other) => other.name.localeCompare(one.name))
}

/** Undefined: the bucket does not have it. */
export const openCopy = (bucket: Bucket, name: string) => bucket.get(`${copies}${name}`)

/**
 * Copies what the bucket lacks of a folder, and removes there what the plan does not keep. A backup
 * that can be verified is copied once it was.
 */
export async function copyBackups(
  bucket: Bucket,
  { dir, keep, verifies }: { dir: string; keep: BackupsKept; verifies: boolean },
): Promise<void> {
  const stored = await listCopies(bucket)
  const bytesOf = new Map(stored.map(({ name, bytes }) => [name, bytes]))
  const files = (await listBackups(dir)).filter(
    ({ verifiedAt }) => verifiedAt !== null || !verifies,
  )
  const missing = files.filter(({ name, bytes }) => bytesOf.get(name) !== bytes)
  const all = [
    ...missing,
    ...stored.filter(({ name }) => !missing.some((one) => one.name === name)),
  ]
  const newestFirst = all.toSorted((one, other) => other.name.localeCompare(one.name))
  const outdated = new Set(backupsToPrune(newestFirst, keep).map(({ name }) => name))
  // The newest first: a shop that was away for long is safe soonest.
  for (const { name } of missing.filter((file) => !outdated.has(file.name))) {
    await bucket.put(`${copies}${name}`, createReadStream(join(dir, name)))
  }
  for (const { name, copiedAt } of files) if (copiedAt === null) await markCopied(join(dir, name))
  const ledger = join(dir, ledgerFile)
  if (existsSync(ledger)) await bucket.put(`${copies}${ledgerFile}`, createReadStream(ledger))
  for (const { name } of stored) if (outdated.has(name)) await bucket.remove(`${copies}${name}`)
}
