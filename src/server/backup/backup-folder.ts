import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackupSettings } from '../config-operations.ts'
import { build } from '../release.ts'
import { hasEncryptedBytes } from './encryption.ts'

/** A file of the backup folder; every other file there is none of ours. */
export interface BackupFile {
  name: string
  time: Date
  /** Release and commit that made it. */
  release: string
  /** By hand or before an upgrade, not by the schedule. */
  isManual: boolean
  bytes: number
  isEncrypted: boolean
  verifiedAt: Date | null
}

const pattern =
  /^minmin-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-([0-9a-z.-]+?)(\.manual)?\.tar\.zst(\.age)?$/
/** Beside a backup: when it was verified. */
const verifiedEnd = '.verified'

/** The name has the time in UTC, so that names sort by time. */
export function backupName(
  time: Date,
  { isEncrypted = false, isManual = false }: { isEncrypted?: boolean; isManual?: boolean } = {},
): string {
  const text = time
    .toISOString()
    .replace(/\.\d{3}Z$/, 'Z')
    .replaceAll(/[-:]/g, '')
  return `minmin-${text}-${build()}${isManual ? '.manual' : ''}.tar.zst${isEncrypted ? '.age' : ''}`
}

/** The newest first. */
export async function listBackups(folder: string): Promise<BackupFile[]> {
  const found: BackupFile[] = []
  for (const name of await readdir(folder).catch(() => [])) {
    const [match, year, month, day, hour, minute, second, release = '', manual] =
      pattern.exec(name) ?? []
    if (!match) continue
    const content = await lookInto(join(folder, name))
    if (!content) continue
    const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
    found.push({ name, time, release, isManual: manual !== undefined, ...content })
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

/** A backup by hand waits for what it was made for, an upgrade say, whatever the schedule makes. */
const manualDays = 30

/**
 * Backups that are older than wanted: of each of the last days, weeks and months the newest of the
 * schedule stays. One by hand stays for 30 days, and the newest verified one in any case.
 */
export function backupsToPrune(
  backups: readonly BackupFile[],
  keep: BackupSettings['keep'],
): BackupFile[] {
  const newestFirst = backups.toSorted((one, other) => other.time.getTime() - one.time.getTime())
  const kept = new Set<BackupFile>()
  const newestVerified = newestFirst.find(({ verifiedAt }) => verifiedAt !== null)
  if (newestVerified) kept.add(newestVerified)
  const newest = newestFirst[0]?.time.getTime() ?? 0
  for (const backup of newestFirst) {
    const isRecent = newest - backup.time.getTime() < manualDays * dayMs
    if (backup.isManual && isRecent) kept.add(backup)
  }
  const scheduled = newestFirst.filter(({ isManual }) => !isManual)
  for (const period of ['days', 'weeks', 'months'] as const) {
    const seen = new Set<number | string>()
    for (const backup of scheduled) {
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
