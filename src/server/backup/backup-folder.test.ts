import { globSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { installedPrograms } from '../db/embedded/place.ts'
import {
  type BackupFile,
  backupName,
  backupsToPrune,
  listBackups,
  markVerified,
} from './backup-folder.ts'

const dayMs = 24 * 60 * 60_000
const night = Date.UTC(2026, 10, 21, 19, 30)

function backup(daysAgo: number, isVerified = true): BackupFile {
  const time = new Date(night - daysAgo * dayMs)
  return {
    name: backupName(time),
    time,
    release: '1.0.0',
    isManual: false,
    bytes: 1,
    isEncrypted: false,
    verifiedAt: isVerified ? time : null,
    copiedAt: null,
  }
}

it('keeps so many days, weeks and months, each with its newest (BACKUP-19)', () => {
  const all = Array.from({ length: 400 }, (_, daysAgo) => backup(daysAgo))
  const pruned = new Set(backupsToPrune(all, { days: 7, weeks: 4, months: 12 }))
  const kept = all
    .filter((one) => !pruned.has(one))
    .map(({ time }) => time.toISOString().slice(0, 10))
  // Of 03:30 in Taipei, so the day there is the next one.
  expect(kept.slice(0, 7)).toEqual(
    Array.from({ length: 7 }, (_, n) => new Date(night - n * dayMs).toISOString().slice(0, 10)),
  )
  expect(kept).toContain('2026-11-07')
  expect(kept).toContain('2026-10-30')
  expect(kept).toContain('2025-12-30')
  expect(kept).not.toContain('2025-11-29')
  expect(kept.length).toBeLessThanOrEqual(7 + 4 + 12)
})

it('never removes the newest one that was verified (BACKUP-19)', () => {
  const all = [0, 1, 2, 3].map((daysAgo) => backup(daysAgo, daysAgo === 3))
  const pruned = backupsToPrune(all, { days: 1, weeks: 0, months: 0 })
  expect(pruned).toEqual([all[1], all[2]])
})

it('keeps what was made by hand beside the backup of the night, for 30 days (MEND-33)', () => {
  const all = [0, 1, 29, 40].map((daysAgo) => backup(daysAgo))
  const byHand = [0.2, 29.5, 45].map((daysAgo) => ({ ...backup(daysAgo), isManual: true }))
  const listed = [...all, ...byHand].toSorted((one, other) => +other.time - +one.time)
  const pruned = backupsToPrune(listed, { days: 2, weeks: 0, months: 0 })
  expect(pruned).toEqual([all[2], all[3], byHand[2]])
})

it('lists the files of ours alone, and knows which were verified (BACKUP-19)', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'minmin-backups-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const name = backupName(new Date())
  for (const file of [name, '.minmin-part', 'photos.tar.zst', 'minmin.tar.zst']) {
    await writeFile(join(folder, file), 'x')
  }
  expect(await listBackups(folder)).toMatchObject([{ name, verifiedAt: null, bytes: 1 }])
  await markVerified(join(folder, name))
  expect(await listBackups(folder)).toMatchObject([{ verifiedAt: expect.any(Date) }])
})

it('lists no file that went away meanwhile (BACKUP-19)', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'minmin-backups-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const [whole = '', gone = ''] = [0, 1].map((daysAgo) => backup(daysAgo).name)
  await writeFile(join(folder, whole), 'x')
  await symlink('removed-meanwhile', join(folder, gone))
  expect(await listBackups(folder)).toMatchObject([{ name: whole }])
})

it('PostgreSQL comes with three programs, and no other is started (BACKUP-01)', () => {
  const programs = readdirSync(join(installedPrograms().folder, 'bin'))
  expect(programs.toSorted()).toEqual(['initdb', 'pg_ctl', 'postgres'])
  const server = join(import.meta.dirname, '..')
  const sources = globSync('**/*.ts', { cwd: server }).filter((name) => !name.endsWith('.test.ts'))
  const named = sources.filter((name) =>
    /pg_dump|pg_restore|pg_basebackup|psql/.test(readFileSync(join(server, name), 'utf8')),
  )
  expect(named).toEqual([])
})
