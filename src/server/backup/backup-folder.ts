import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackupSettings } from '../config-operations.ts'
import { hasEncryptedBytes } from './encryption.ts'
import { release } from './manifest.ts'

/** A file of the backup folder; every other file there is none of ours. */
export interface BackupFile {
  name: string
  time: Date
  release: string
  bytes: number
  isEncrypted: boolean
  verifiedAt: Date | null
}

const pattern = /^minmin-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-([0-9a-z.-]+)\.tar\.zst(\.age)?$/
/** Beside a backup: when it was verified. */
const verifiedEnd = '.verified'

/** The name has the time in UTC, so that names sort by time. */
export function backupName(time: Date, isEncrypted: boolean): string {
  const text = time
    .toISOString()
    .replace(/\.\d{3}Z$/, 'Z')
    .replaceAll(/[-:]/g, '')
  return `minmin-${text}-${release()}.tar.zst${isEncrypted ? '.age' : ''}`
}

/** The newest first. */
export async function listBackups(folder: string): Promise<BackupFile[]> {
  const found: BackupFile[] = []
  for (const name of await readdir(folder).catch(() => [])) {
    const [match, year, month, day, hour, minute, second, release = ''] = pattern.exec(name) ?? []
    if (!match) continue
    const content = await lookInto(join(folder, name))
    if (!content) continue
    const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
    found.push({ name, time, release, ...content })
  }
  return found.toSorted((one, other) => other.time.getTime() - one.time.getTime())
}

/** Undefined for a file that another node has deleted since the folder was read. */
async function lookInto(
  path: string,
): Promise<Pick<BackupFile, 'bytes' | 'isEncrypted' | 'verifiedAt'> | undefined> {
  let bytes = 0
  try {
    bytes = (await stat(path)).size
    const isEncrypted = await hasEncryptedBytes(path)
    return { bytes, isEncrypted, verifiedAt: await readVerified(path) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    // EACCES: it belongs to another account. What the shop cannot read it could not restore.
    return { bytes, isEncrypted: path.endsWith('.age'), verifiedAt: null }
  }
}

export async function markVerified(path: string): Promise<void> {
  const text = `${new Date().toISOString()}\n`
  await writeFile(`${path}${verifiedEnd}`, text, { mode: 0o600, flush: true })
}

async function readVerified(path: string): Promise<Date | null> {
  const text = await readFile(`${path}${verifiedEnd}`, 'utf8').catch(() => '')
  const time = Date.parse(text.trim())
  return Number.isNaN(time) ? null : new Date(time)
}

const dayMs = 24 * 60 * 60_000
const taipeiMs = 8 * 60 * 60_000

/** Days, weeks from Monday and months of Taipei, as numbers or texts that differ. */
const periods = {
  days: (day: number) => day,
  weeks: (day: number) => Math.floor((day + 3) / 7),
  months: (day: number) => new Date(day * dayMs).toISOString().slice(0, 7),
}

/**
 * What is older than wanted: of each of the last days, weeks and months the newest backup stays, and
 * the newest one that was verified stays in any case.
 */
export function backupsToPrune(
  backups: readonly BackupFile[],
  keep: BackupSettings['keep'],
): BackupFile[] {
  const newestFirst = backups.toSorted((one, other) => other.time.getTime() - one.time.getTime())
  const kept = new Set<BackupFile>()
  const newestVerified = newestFirst.find(({ verifiedAt }) => verifiedAt !== null)
  if (newestVerified) kept.add(newestVerified)
  for (const period of ['days', 'weeks', 'months'] as const) {
    const seen = new Set<number | string>()
    for (const backup of newestFirst) {
      const key = periods[period](Math.floor((backup.time.getTime() + taipeiMs) / dayMs))
      if (seen.size < keep[period] && !seen.has(key)) kept.add(backup)
      seen.add(key)
    }
  }
  return newestFirst.filter((backup) => !kept.has(backup))
}

export async function removeBackup(folder: string, name: string): Promise<void> {
  await rm(join(folder, name), { force: true })
  await rm(join(folder, `${name}${verifiedEnd}`), { force: true })
}
