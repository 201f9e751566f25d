import { and, eq, gt, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { listOwnerAddresses } from '../admin/staff.queries.ts'
import { type Config, canMail } from '../config.ts'
import { mailOutbox } from '../db/tables/mail.ts'
import { transaction } from '../db/transaction.ts'
import { configuredBaseUrl } from '../http/base-url.ts'
import type { JobSender } from '../jobs/jobs.ts'
import { composeMail } from '../mail/compose-mail.ts'
import { queueMails } from '../mail/outbox.ts'
import { readSettingGroup } from '../settings/settings.queries.ts'
import { backupAlerts, spaceAlerts } from './backup-alerts.ts'

const kind = 'backup_alert'

/** Tells each owner what is wrong with the backups; a shop whose backups are well sends nothing. */
export async function mailBackupAlerts(deps: {
  config: Config
  db: NodePgDatabase
  jobs: JobSender | null
}): Promise<void> {
  const { config, db, jobs } = deps
  const alerts = [...(await spaceAlerts(config)), ...(await backupAlerts(db, config))]
  if (alerts.length === 0 || !canMail(config)) return
  await transaction(db, async (tx) => {
    // A job that was cut off after it committed runs again.
    const today = and(
      eq(mailOutbox.kind, kind),
      gt(mailOutbox.createdAt, sql`now() - interval '12 hours'`),
    )
    if ((await tx.$count(mailOutbox, today)) > 0) return
    const shop = await readSettingGroup(tx, 'shop')
    const mail = composeMail({
      shop,
      subject: `${shop.name}：備份異常`,
      lines: [...alerts, '請在主機上執行 npm run doctor 查看原因，並確認備份資料夾的空間。'],
      action: { label: '前往後台', link: `${configuredBaseUrl(config)}/backend` },
      closing: '備份恢復正常之前，這封信每天寄送一次。',
    })
    const owners = await listOwnerAddresses(tx)
    const from = config.mailFrom
    await queueMails(
      jobs,
      tx,
      owners.map((recipient) => ({ recipient, from, kind, ...mail })),
    )
  })
}
