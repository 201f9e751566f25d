import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackupSettings, BackupsKept } from '../config-operations.ts'
import { build } from '../release.ts'

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
  /** When the bucket had it. */
  copiedAt: Date | null
}

const pattern =
  /^minmin-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-([0-9a-z.-]+?)(\.manual)?\.tar\.zst(\.age)?$/
/** Beside a backup: when it was verified, and when it was copied to the bucket. */
const verifiedEnd = '.verified'
const copiedEnd = '.copied'

/** The name has the time in UTC, so that names sort by time. */
export function backupName(time: Date, { isEncrypted = false, isManual = false } = {}): string {
  const text = `${time.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
  return `minmin-${text}-${build()}${isManual ? '.manual' : ''}.tar.zst${isEncrypted ? '.age' : ''}`
}

type NamedBackup = Pick<BackupFile, 'name' | 'time' | 'release' | 'isManual' | 'isEncrypted'>

/** Undefined for a name that is none of ours. */
export function parseBackupName(name: string): NamedBackup | undefined {
  const [match, year, month, day, hour, minute, second, release = '', manual, age] =
    pattern.exec(name) ?? []
  if (match === undefined) return undefined
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  const kind = { isManual: manual !== undefined, isEncrypted: age !== undefined }
  return { name, time, release, ...kind }
}

/** The newest first. */
export async function listBackups(folder: string): Promise<BackupFile[]> {
  const found: BackupFile[] = []
  const readMark = async (name: string, end: string) => {
    const text = await readFile(join(folder, `${name}${end}`), 'utf8').catch(() => '')
    return text === '' ? null : new Date(text.trim())
  }
  for (const name of (await readdir(folder).catch(() => [])).toSorted().toReversed()) {
    const known = parseBackupName(name)
    // Another node may have deleted it since the folder was read.
    const file = known && (await stat(join(folder, name)).catch(() => undefined))
    if (!known || !file) continue
    const verifiedAt = await readMark(name, verifiedEnd)
    const copiedAt = await readMark(name, copiedEnd)
    found.push({ ...known, bytes: file.size, verifiedAt, copiedAt })
  }
  return found
}

/** Seconds since the newest backup that was verified; undefined: there is none. */
export function ageSeconds(backups: readonly BackupFile[]): number | undefined {
  const verified = backups.find(({ verifiedAt }) => verifiedAt !== null)
  return verified && Math.round((Date.now() - verified.time.getTime()) / 1_000)
}

export const backupAgeSeconds = async (folder: string) => ageSeconds(await listBackups(folder))

/** Seconds since the newest backup that was copied elsewhere; undefined: none was. */
export function copyAgeSeconds(backups: readonly BackupFile[]): number | undefined {
  return ageSeconds(backups.map((file) => ({ ...file, verifiedAt: file.copiedAt })))
}

/** A shop that has the recipient alone cannot open its own backups. */
export function canVerify({ recipient, identityFile }: BackupSettings): boolean {
  return recipient === null || identityFile !== null
}

export const markVerified = (path: string) => mark(`${path}${verifiedEnd}`)
export const markCopied = (path: string) => mark(`${path}${copiedEnd}`)

async function mark(path: string): Promise<void> {
  await writeFile(path, `${new Date().toISOString()}\n`, { mode: 0o600, flush: true })
}

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs
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
 * Of backups, the newest first, those that are older than wanted: of each of the last days, weeks and
 * months the newest of the schedule stays, one by hand for 30 days, the newest verified in any case.
 */
export function backupsToPrune(
  newestFirst: readonly BackupFile[],
  keep: BackupsKept,
): BackupFile[] {
  const newest = newestFirst[0]?.time.getTime() ?? 0
  const isRecent = ({ time }: BackupFile) => newest - time.getTime() < manualDays * dayMs
  const kept = new Set([
    newestFirst.find(({ verifiedAt }) => verifiedAt !== null),
    ...newestFirst.filter((backup) => backup.isManual && isRecent(backup)),
  ])
  const { hours = 24 } = keep
  const slot = ({ time }: BackupFile) => Math.floor(time.getTime() / (hours * hourMs))
  // Of the last day each one stays that is made more often than daily.
  const ofDay = hours < 24 ? newestFirst.filter(({ isManual }) => !isManual) : []
  for (const [first] of [...Map.groupBy(ofDay, slot).values()].slice(0, 24 / hours)) {
    kept.add(first)
  }
  for (const period of ['days', 'weeks', 'months'] as const) {
    const byPeriod = Map.groupBy(
      newestFirst.filter(({ isManual }) => !isManual),
      ({ time }) => periods[period](Math.floor((time.getTime() + taipeiMs) / dayMs)),
    )
    for (const [first] of [...byPeriod.values()].slice(0, keep[period])) kept.add(first)
  }
  return newestFirst.filter((backup) => !kept.has(backup))
}

/** Removes these, and gives their names. */
export async function pruneBackups(folder: string, keep: BackupsKept): Promise<string[]> {
  const names = backupsToPrune(await listBackups(folder), keep).map(({ name }) => name)
  for (const name of names) {
    for (const end of ['', verifiedEnd, copiedEnd])
      await rm(join(folder, `${name}${end}`), { force: true })
  }
  return names
}
