import pg from 'pg'
import { Gauge, Registry } from 'prom-client'
import { ageSeconds, copyAgeSeconds, listBackups } from '../backup/backup-folder.ts'
import { readWalCopied } from '../backup/wal/wal-copied.ts'
import { spaceOf } from '../doctor/disk-space.ts'
import { sendMail } from '../mail/mail.jobs.ts'
import { mailsThatWait } from '../mail/mails-that-wait.ts'
import { commit, release } from '../release.ts'

const timeoutMs = 1_000

export interface SharedMetricsOptions {
  databaseUrl: string
  dataDir: string
  backupDir: string | null
  /**
   * The environment names a mail server; else the settings may. Without one the jobs of mails wait on
   * purpose, and do not count as late.
   */
  sendsMail: boolean
}

/**
 * Metrics shared by all nodes, read once a scrape with one statement; while the database does not
 * answer, they are left out.
 */
export function createSharedMetrics(options: SharedMetricsOptions) {
  const registry = new Registry()
  const registers = [registry]
  const waiting = new Gauge({
    name: 'minmin_jobs_waiting',
    help: 'Jobs that wait',
    labelNames: ['job'],
    registers,
  })
  const oldest = new Gauge({
    name: 'minmin_jobs_oldest_seconds',
    help: 'How late the oldest job that is due is',
    registers,
  })
  const mails = new Gauge({
    name: 'minmin_mails_waiting',
    help: 'Mails that wait for the limit of MAIL_PER_HOUR, and of the last day those never sent',
    labelNames: ['reason'],
    registers,
  })
  const backupAge = new Gauge({
    name: 'minmin_backup_age_seconds',
    help: 'Age of the newest backup that was verified',
    registers,
  })
  const copyAge = new Gauge({
    name: 'minmin_backup_copy_age_seconds',
    help: 'Age of the newest backup that was copied to the bucket elsewhere',
    registers,
  })
  const walAge = new Gauge({
    name: 'minmin_wal_copy_age_seconds',
    help: 'How long ago all changes of the embedded database were in the bucket elsewhere',
    registers,
  })
  const build = new Gauge({
    name: 'minmin_build_info',
    help: 'The release and commit that run',
    labelNames: ['release', 'commit'],
    registers,
  })
  const freeBytes = new Gauge({
    name: 'minmin_data_free_bytes',
    help: 'Free space on the disk of DATA_DIR',
    registers,
  })
  const allBytes = new Gauge({
    name: 'minmin_data_bytes',
    help: 'Size of the disk of DATA_DIR',
    registers,
  })
  build.set({ release: release(), commit: commit() }, 1)
  const pool = new pg.Pool({
    connectionString: options.databaseUrl,
    application_name: 'minmin metrics',
    max: 1,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    statement_timeout: timeoutMs,
  })
  pool.on('error', () => {})

  async function readJobs(): Promise<void> {
    waiting.reset()
    oldest.remove()
    const found = await pool
      .query<{ name: string; n: number; late: number; has_server: boolean }>(
        `select name, count(*)::int as n,
           coalesce(extract(epoch from now() - min(start_after)), 0)::float as late,
           exists (select from settings
             where "group" = 'smtp' and values ->> 'host' <> '') as has_server
         from pgboss.job where state in ('created', 'retry') group by name`,
      )
      .catch(() => undefined)
    if (!found) return
    for (const { name, n } of found.rows) waiting.set({ job: name }, n)
    const counted = found.rows.filter(
      ({ name, has_server }) => options.sendsMail || has_server || name !== sendMail.name,
    )
    oldest.set(Math.max(0, ...counted.map(({ late }) => late)))
  }

  async function readMails(): Promise<void> {
    mails.reset()
    const found = await pool
      .query<{ reason: string; n: number }>(mailsThatWait)
      .catch(() => undefined)
    for (const { reason, n } of found?.rows ?? []) mails.set({ reason }, n)
  }

  async function readBackup(): Promise<void> {
    for (const gauge of [backupAge, copyAge, walAge]) gauge.remove()
    const files = options.backupDir === null ? [] : await listBackups(options.backupDir)
    const age = ageSeconds(files)
    if (age !== undefined) backupAge.set(age)
    const ofCopy = copyAgeSeconds(files)
    if (ofCopy !== undefined) copyAge.set(ofCopy)
    const changes = await readWalCopied(options.dataDir)
    if (changes) walAge.set(Math.round((Date.now() - changes.getTime()) / 1_000))
  }

  async function readSpace(): Promise<void> {
    const space = await spaceOf(options.dataDir).catch(() => undefined)
    freeBytes.remove()
    allBytes.remove()
    if (!space) return
    freeBytes.set(space.free)
    allBytes.set(space.all)
  }

  return {
    async collect() {
      await Promise.all([readJobs(), readMails(), readBackup(), readSpace()])
      return registry.getMetricsAsJSON()
    },
    close: () => pool.end(),
  }
}
