import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const server = join(import.meta.dirname, '..')

/** The files that wait by themselves, and for what; all other work by the clock is a job. */
const knownTimers: Record<string, string> = {
  'audit/seal-audit.ts': 'an entry whose transaction is still open is asked for again',
  'backup/create-backup.ts': 'the session of a failed backup ends a moment after it',
  'backup/pictures.ts': 'a bucket that failed is asked again',
  'backup/wal/copy-wal.ts':
    'the log of the embedded PostgreSQL is copied by the process that runs it, also when jobs are on hold',
  'campaigns/storefront/live-groups.ts': 'a comment that keeps an open stream alive',
  'db/listen.ts': 'a connection that listens is opened again, and asked whether it is alive',
  'jobs/jobs.ts': 'jobs that are due are looked for; a restored shop is on hold, when no job runs',
  'payments/news/ask-gateway.ts':
    'a slot of the gateway, which is asked once a second by all nodes',
  'logistics/paced-call.ts': 'a turn among the calls to logistics, of which all nodes send few',
  'doctor/check.ts': 'the time limit of a check',
  'doctor/doctor.ts': 'the time limit of the end of a connection',
  'doctor/outside-checks.ts': 'the time limit of a connection',
  'limits/personal-limits.ts': 'a refusal comes later, so that nobody asks again at once',
  'metrics/worker-metrics.ts': 'the time limit of the answer of a worker',
  'settings/settings.ts': 'a connection that listens may have died without a word',
  'db/embedded/cluster-lock.ts': 'a server that is ending is waited for',
  'db/embedded/server-log.ts': 'the log of the PostgreSQL process is rotated',
  'db/embedded/postmaster.ts': 'the PostgreSQL process is watched',
  'db/migrate.ts': 'the time limit of a migration that waits for its turn',
  'db/with-database-url.ts': 'the time limit of a start',
  'http/closing.ts': 'the time limit of the requests that are open at the close',
  'http/connections.ts': 'the time limit of a connection',
  'shop.ts': 'the time limit of a drain',
  'prove-listening.ts': 'a notification of the start is waited for',
  'uploads/s3-request.ts': 'the time limit of the answer of a bucket',
  'workers.ts': 'a process that died is started again, one that does not end is killed',
}

it('no timer does the work of a job (JOBS-01)', () => {
  const files = globSync('**/*.ts', { cwd: server }).filter(
    (file) => !file.endsWith('.test.ts') && !file.startsWith('testing/'),
  )
  expect(files.length).toBeGreaterThan(150)
  const withTimers = files.filter((file) =>
    /\bset(Interval|Timeout)\b/.test(readFileSync(join(server, file), 'utf8')),
  )
  expect(withTimers.toSorted()).toEqual(Object.keys(knownTimers).toSorted())
})
