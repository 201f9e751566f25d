import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Database } from '../db/connect.ts'
import { defineJob } from '../jobs/define-job.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { listBackups } from './backup-folder.ts'

const scheduledBackup = defineJob({
  name: 'backup.create',
  retryWaits: [10 * 60, 60 * 60],
  timeoutSeconds: 4 * 60 * 60,
  pollSeconds: 5,
})
const program = join(import.meta.dirname, 'cli.ts')
const hourMs = 60 * 60_000
const taipeiHours = 8
/** A day between two backups, and a day late. */
const lateAfterMs = 48 * hourMs

interface BackupDeps {
  config: Config
  databaseUrl: string
  database: Database
  jobs: Jobs
}

/**
 * A backup a day by one of the nodes, verified, then older ones removed. It runs in a process of its
 * own, so that no answer of this one waits for it.
 */
export function registerBackups({ config, databaseUrl, jobs }: BackupDeps): void {
  const { dir, at } = config.backup
  if (dir === null) return
  jobs.register(scheduledBackup, async (_, { signal }) => {
    await run(['create', '--verify'], databaseUrl, signal)
    await run(['prune'], databaseUrl, signal)
  })
  const hour = (at.hour + 24 - taipeiHours) % 24
  jobs.schedule(scheduledBackup, `${at.minute} ${hour} * * *`)
}

/** After the start: a shop that was away for days does not wait until the night. */
export async function catchUpBackups({ config, database, jobs }: BackupDeps): Promise<void> {
  const { dir } = config.backup
  if (dir === null) return
  const [newest] = await listBackups(dir)
  if (newest && Date.now() - newest.time.getTime() < lateAfterMs) return
  await jobs.send(database.db, scheduledBackup, {})
}

/** Seconds since the newest backup that was verified; undefined: there is none. */
export async function backupAgeSeconds(dir: string): Promise<number | undefined> {
  const verified = (await listBackups(dir)).find(({ verifiedAt }) => verifiedAt !== null)
  return verified && Math.round((Date.now() - verified.time.getTime()) / 1_000)
}

/** A shop whose backups are younger than two days has none of these. */
export async function backupAlerts({ backup }: Pick<Config, 'backup'>): Promise<string[]> {
  if (backup.dir === null) return []
  const age = await backupAgeSeconds(backup.dir)
  return age !== undefined && age * 1_000 < lateAfterMs ? [] : ['備份異常：48 小時內沒有可用的備份']
}

async function run(args: string[], databaseUrl: string, signal: AbortSignal): Promise<void> {
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...process.env, DATABASE_URL: databaseUrl, DATABASE_URL_FILE: '' },
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
  })
  let said = ''
  child.stderr.on('data', (text) => {
    said = `${said}${text}`.slice(-1_000)
  })
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`The backup command ${args[0]} ended with ${code}: ${said}`)
}
