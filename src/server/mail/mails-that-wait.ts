import { sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { waitsForLimit } from './outbox.queries.ts'

/** How many mails wait for the hourly limit, and how many of the last day were held back, by reason. */
export const mailsThatWait = `
  select 'limit' as reason, count(*)::int as n from mail_outbox where ${waitsForLimit}
  union all
  select reason, (select count(*)::int from mail_outbox
    where withheld = reason and created_at > now() - interval '1 day')
  from unnest(array['receiver', 'network']) as reason`

/** Fewer leave within minutes, so the owner is told only of more. */
const waitingAtMost = 100

/** Tells the owner which mails did not leave, why, and which setting to change. */
export async function mailAlerts(
  db: Db,
  { mailsPerHour }: { mailsPerHour: number },
): Promise<string[]> {
  const { rows } = await db.execute<{ reason: string; n: number }>(sql.raw(mailsThatWait))
  const numberOf = (reason: string) => rows.find((row) => row.reason === reason)?.n ?? 0
  const [waiting, receiver, network] = [
    numberOf('limit'),
    numberOf('receiver'),
    numberOf('network'),
  ]
  return [
    ...(waiting > waitingAtMost
      ? [
          `${waiting} 封信件等待寄出：已達每小時 ${mailsPerHour} 封的上限。若郵件服務允許，請調高 MAIL_PER_HOUR`,
        ]
      : []),
    ...(receiver + network > 0
      ? [
          `24 小時內有 ${receiver + network} 封訂單與帳號的信件未寄出（同一信箱過多 ${receiver} 封、同一網路過多 ${network} 封），可能有人濫用下單；訂單頁面仍可查看`,
        ]
      : []),
  ]
}
