import { and, asc, between, inArray, isNotNull, or, sql } from 'drizzle-orm'
import type { AuditAction } from '#contract/audit.ts'
import { actionLabel } from '#contract/audit-words.ts'
import { deviceName } from '#contract/device-name.ts'
import { taipeiTime } from '#contract/taipei-time.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/connect.ts'
import { auditEntries } from '../db/tables/audit.ts'
import { configuredBaseUrl } from '../http/base-url.ts'
import { runIn } from '../http/language.ts'
import type { JobSender } from '../jobs/jobs.ts'
import { composeMail, readMailSender } from '../mail/compose-mail.ts'
import { readCanMail } from '../mail/mail-server.ts'
import { queueMails } from '../mail/outbox.ts'
import { listOwnerAddresses } from './staff/staff.queries.ts'

/** Actions that move money, speak for the shop, or hand out persons and accounts. */
export const toldActions: readonly AuditAction[] = [
  ...(['privacy.publish', 'order.archive_all', 'export.personal', 'person.erase'] as const),
  'backup.fetch',
  ...(['staff.update', 'staff.remove', 'staff.end_sessions', 'staff.reset_totp'] as const),
  ...(['staff.invite', 'staff.invite_again', 'staff.withdraw_invitation'] as const),
  ...(['api_key.create', 'webhook.create', 'webhook.update'] as const),
  ...(['staff.disable', 'staff.enable', 'shop.release', 'demo.clear'] as const),
  ...(['refund.by_hand', 'refund.complete', 'commission.payout'] as const),
  'invoice.reissue',
  'credit.change',
]
/** The groups of settings of that kind, as people call them. */
export const toldSettings: Record<string, string> = {
  shop: '商店',
  mail: '信件',
  smtp: '寄信主機',
  gateway: '金流',
  linePay: 'LINE Pay',
  lineMessages: 'LINE 官方帳號',
  logistics: '物流',
  invoice_account: '電子發票帳號',
  invoice: '電子發票',
  lineLogin: 'LINE 登入',
  payment: '付款',
  security: '安全',
  credit: '購物金與點數',
  backup: '備份',
  backupBucket: '異地備份',
}
/** Beyond these the audit has the rest. */
const maxLines = 30

const isTold = or(
  inArray(auditEntries.action, [...toldActions]),
  and(
    sql`${auditEntries.action} = 'setting.update'`,
    inArray(auditEntries.subjectId, Object.keys(toldSettings)),
  ),
  and(
    sql`${auditEntries.action} = 'refund.create'`,
    sql`${auditEntries.after} @> '{"state": "manual"}'`,
  ),
  and(
    sql`${auditEntries.action} = 'return.refund'`,
    or(
      sql`${auditEntries.after} @> '{"refundState": "manual"}'`,
      sql`${auditEntries.after} @> '{"withoutGoods": true}'`,
    ),
  ),
  and(
    sql`${auditEntries.action} = 'run.create'`,
    sql`${auditEntries.after} @> '{"kind": "orders", "action": "archive"}'`,
    sql`${auditEntries.after} -> 'total' > '1'`,
  ),
)

/**
 * Mails every owner what accounts of the back office did of that kind, in the transaction that seals
 * these entries: each is told once. Changes from the command line are not told, since its user can
 * read and change everything anyway.
 */
export async function tellOwners(
  config: Config,
  tx: Db,
  { firstId, lastId }: { firstId: number; lastId: number },
): Promise<void> {
  const entries = await tx
    .select()
    .from(auditEntries)
    .where(and(between(auditEntries.id, firstId, lastId), isNotNull(auditEntries.actorId), isTold))
    .orderBy(asc(auditEntries.id))
    .limit(maxLines + 1)
  if (entries.length === 0 || !(await readCanMail(tx, config))) return
  const lines = entries.slice(0, maxLines).map((entry) => {
    const { at, actorName, action, subjectTitle, network, device } = entry
    const setting = action === 'setting.update' ? toldSettings[subjectTitle] : undefined
    const title = action === 'run.create' ? '刪除多筆訂單' : (setting ?? subjectTitle)
    const from = [network, device && deviceName(device)].filter(Boolean).join('，')
    return `${taipeiTime(at)}　${actorName}　${actionLabel(action)}：${title}${from && `（${from}）`}`
  })
  await mailOwners(tx, config, null, {
    kind: 'owner_notice',
    subject: '後台有重要變更',
    lines: [
      '您好，商店的後台剛剛有以下變更，這封信寄給每一位店主。',
      ...lines,
      ...(entries.length > maxLines ? ['其餘的變更請到「操作紀錄」查看。'] : []),
    ],
    page: { label: '查看操作紀錄', path: '/backend/audit' },
    closing: '如果不是您或同事所做，請立即變更密碼，並在「成員與權限」登出該帳號。',
  })
}

/** Queues a mail to each owner, with a link to a page of the back office. */
export async function mailOwners(
  tx: Db,
  config: Pick<Config, 'publicUrl' | 'host' | 'port'>,
  jobs: JobSender | null,
  content: {
    kind: string
    subject: string
    lines: string[]
    page: { label: string; path: string }
    closing: string
  },
): Promise<void> {
  const { kind, lines, page, closing } = content
  const shop = await readMailSender(tx)
  const subject = `${shop.name}：${content.subject}`
  const action = { label: page.label, link: `${configuredBaseUrl(config)}${page.path}` }
  // A shopper's request may be in English.
  const mail = runIn('zh', () => composeMail({ shop, subject, lines, action, closing }))
  const owners = await listOwnerAddresses(tx)
  const mails = owners.map((recipient) => ({ recipient, kind, ...mail }))
  await queueMails(jobs, tx, mails)
}
