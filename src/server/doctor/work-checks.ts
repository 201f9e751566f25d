import {
  backupAgeSeconds,
  canVerify,
  copyAgeSeconds,
  listBackups,
} from '../backup/backup-folder.ts'
import { wantsCopies } from '../backup/bucket/backup-bucket.ts'
import { areChangesLate } from '../backup/wal/wal-copied.ts'
import { type LimitSizes, limitNames, limitVariable } from '../limits/limit-sizes.ts'
import { hasMailServer } from '../mail/mail-server.ts'
import { mailsThatWait } from '../mail/mails-that-wait.ts'
import { type Check, countCheck, fault, ok, warning } from './check.ts'

const lateSeconds = 10 * 60
const backupLateSeconds = 48 * 60 * 60

const failedJobs = countCheck({
  group: 'work',
  name: 'failed jobs',
  tables: ['pgboss.job'],
  statement: `select from pgboss.job where state = 'failed'`,
  wrong: (n) => `${n} jobs have failed for good`,
  advice: 'See 失敗的工作 in the back office.',
})
const waitingMails = countCheck({
  group: 'work',
  name: 'mails that wait',
  tables: ['mail_outbox'],
  statement: `select from mail_outbox where sent_at is null and given_up_at is null
    and to_jsonb(mail_outbox) ->> 'withheld' is null
    and created_at < now() - interval '1 hour'`,
  wrong: (n) => `${n} mails wait for more than an hour`,
  advice: 'Look at the mail server.',
})

/** With the variable that changes it; those of administrators and callbacks have none. */
function sayLimit(limits: LimitSizes, reached: string): string {
  const name = limitNames.find((one) => one === reached.replace(/\.slash48$/, ''))
  return name ? `${reached} (${limitVariable(name)}=${limits[name]})` : reached
}

export const workChecks: Check[] = [
  {
    group: 'work',
    name: 'limits',
    needsDatabase: true,
    async run({ client, config }) {
      const found = await client?.query<{ name: string }>(
        `select substr(key, length('reached:') + 1) as name from rate_limit_counts
         where key like 'reached:%' and expire > extract(epoch from now()) * 1000 order by key`,
      )
      const names = (found?.rows ?? []).map(({ name }) => name)
      if (names.length === 0) return ok('none was reached in the last day')
      const reached = names.map((name) => sayLimit(config.limits, name)).join(', ')
      return warning(
        `reached in the last day: ${reached}`,
        'An attack, or more shoppers behind one address than a limit has room for: then set its variable.',
      )
    },
  },
  asWarning(failedJobs),
  {
    group: 'work',
    name: 'oldest job',
    needsDatabase: true,
    async run({ client, config, connections }) {
      const found = await client?.query<{ seconds: number }>(
        `select coalesce(extract(epoch from now() - min(start_after)), 0)::int as seconds
         from pgboss.job where state in ('created', 'retry') and start_after < now()
           and ($1 or name <> 'mail.send')`,
        [hasMailServer(config, connections)],
      )
      const seconds = found?.rows[0]?.seconds ?? 0
      const text = `the oldest is ${seconds} s late`
      return seconds > lateSeconds
        ? warning(text, 'Is a node running, and is the shop on hold?')
        : ok(text)
    },
  },
  {
    group: 'work',
    name: 'mails held back',
    needsDatabase: true,
    async run({ client, config }) {
      const known = await client?.query(
        `select from information_schema.columns
         where table_name = 'mail_outbox' and column_name = 'withheld'`,
      )
      if (!known?.rowCount) return ok('not in use')
      const found = await client?.query<{ reason: string; n: number }>(mailsThatWait)
      const rows = (found?.rows ?? []).filter(({ n }) => n > 0)
      const words: Record<string, string> = {
        limit: `wait for the limit of ${config.mailsPerHour} an hour`,
        receiver: 'of the last day were too many for one mailbox, and not sent',
        network:
          'of the last day were too many from one network to unproved mailboxes, and not sent',
      }
      if (rows.length === 0) return ok('none')
      return warning(
        rows.map(({ reason, n }) => `${n} ${words[reason]}`).join('; '),
        rows.some(({ reason }) => reason === 'limit')
          ? 'Raise MAIL_PER_HOUR to what the mail provider allows.'
          : 'Look at who orders; LIMIT_MAIL_RECEIVER, LIMIT_MAIL_NETWORK and LIMIT_MAIL_ORDER are the bounds.',
      )
    },
  },
  {
    ...asWarning(waitingMails),
    run: async (context) =>
      hasMailServer(context.config, context.connections)
        ? asWarning(waitingMails).run(context)
        : ok('not in use: mails are kept'),
  },
  {
    group: 'work',
    name: 'backup',
    needsDatabase: false,
    async run({ config: { backup }, plan }) {
      if (!backup.dir || !plan.isOn) return ok('no schedule makes any')
      const age = await backupAgeSeconds(backup.dir)
      const advice = canVerify(backup)
        ? 'npm run backup -- create --verify'
        : 'Set BACKUP_IDENTITY: no backup can be verified without it.'
      if (age === undefined) return fault('none was verified', advice)
      const text = `the last verified one is ${Math.round(age / 3_600)} hours old`
      return age > backupLateSeconds ? fault(text, advice) : ok(text)
    },
  },
  {
    group: 'work',
    name: 'copy elsewhere',
    needsDatabase: false,
    async run({ config, connections, plan }) {
      const { backup, dataDir, databaseUrl } = config
      if (!backup.dir || !plan.isOn) return ok('no schedule makes any')
      if (!wantsCopies(config, connections)) return ok('not in use: BACKUP_DIR is the only place')
      const advice = 'See the check of the backup bucket, and the log.'
      const age = copyAgeSeconds(await listBackups(backup.dir))
      if (age === undefined) return fault('none was copied', advice)
      const text = `the last copied one is ${Math.round(age / 3_600)} hours old`
      if (age > backupLateSeconds) return fault(text, advice)
      if (databaseUrl === null && (await areChangesLate(dataDir))) {
        return fault(`${text}; the changes since wait for more than 15 minutes`, advice)
      }
      return ok(text)
    },
  },
  {
    group: 'work',
    name: 'hold',
    needsDatabase: true,
    async run({ client }) {
      const held = await client?.query('select from outgoing_hold')
      return held?.rowCount
        ? warning('the shop is on hold after a restore', 'npm run restore -- release')
        : ok('the shop works')
    },
  },
]

function asWarning(check: Check): Check {
  return {
    ...check,
    async run(context) {
      const found = await check.run(context)
      return found.state === 'fault' ? { ...found, state: 'warning' } : found
    },
  }
}
