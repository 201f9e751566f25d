import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { connect } from '../src/server/db/connect.ts'
import { startEmbeddedPostgres } from '../src/server/db/embedded/embedded-postgres.ts'
import { migrate } from '../src/server/db/migrate.ts'
import { defineJob } from '../src/server/jobs/define-job.ts'
import { createJobs } from '../src/server/jobs/jobs.ts'
import { createLog } from '../src/server/log.ts'
import { percentile } from './report.ts'

/** As the queue of mails, which has most jobs. */
const timed = defineJob<{ dueAt: number }>({ name: 'bench.timed', concurrency: 20 })
/** So many kinds of jobs as the shop has. */
const idleKinds = Array.from({ length: 16 }, (_, kind) => defineJob({ name: `bench.idle-${kind}` }))

/**
 * JOBS-12: how late jobs begin while so many come each second, and what an idle queue costs this
 * process, in percent of a core.
 */
export async function runJobsBench(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      seconds: { type: 'string', default: '20' },
      rate: { type: 'string', default: '100' },
    },
  })
  const [seconds, rate] = [Number(values.seconds), Number(values.rate)]
  const folder = await mkdtemp(join(tmpdir(), 'minmin-bench-jobs-'))
  // PostgreSQL's own user has to enter it when root runs this.
  await chmod(folder, 0o711)
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => {} })
  await migrate(postgres.url)
  const database = connect(postgres.url)
  const jobs = createJobs({ database, log: createLog({ logLevel: 'silent' }) })
  const lateMs: number[] = []
  jobs.register(timed, async ({ dueAt }) => void lateMs.push(Date.now() - dueAt))
  for (const kind of idleKinds) jobs.register(kind, async () => {})
  try {
    await jobs.start()
    const idle = await measureIdle(seconds)
    for (let second = 0; second < seconds; second++) {
      const dueAt = Date.now()
      const sent = Array.from({ length: rate }, () => jobs.send(database.db, timed, { dueAt }))
      await Promise.all(sent)
      await delay(Math.max(0, dueAt + 1_000 - Date.now()))
    }
    const giveUpAt = Date.now() + 60_000
    while (lateMs.length < rate * seconds && Date.now() < giveUpAt) await delay(50)
    const at = (share: number) => Math.round(percentile(lateMs, share))
    process.stdout.write(
      `${lateMs.length} of ${rate * seconds} jobs, ${rate} a second: begun p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, at most ${Math.max(...lateMs)} ms late\n` +
        `idle queue of ${idleKinds.length + 1} kinds: ${idle.toFixed(2)} % of a core\n`,
    )
  } finally {
    await jobs.stop()
    await database.close()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function measureIdle(seconds: number): Promise<number> {
  await delay(2_000)
  const [before, since] = [process.cpuUsage(), performance.now()]
  await delay(seconds * 1_000)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 10 / (performance.now() - since)
}
