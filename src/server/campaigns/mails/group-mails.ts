import { asc, eq, inArray, sql } from 'drizzle-orm'
import { englishBase } from '#contract/language.ts'
import { isEnglish } from '#contract/translate.ts'
import type { Config } from '../../config.ts'
import { campaigns } from '../../db/tables/campaigns.ts'
import { groups } from '../../db/tables/groups.ts'
import { orders } from '../../db/tables/orders.ts'
import { participations } from '../../db/tables/participations.ts'
import type { Transaction } from '../../db/transaction.ts'
import { configuredBaseUrl } from '../../http/base-url.ts'
import { runIn } from '../../http/language.ts'
import { inReadersLanguage } from '../../http/readers-texts.ts'
import type { JobSender } from '../../jobs/jobs.ts'
import { hasLineAccount } from '../../line-messages/line-account.ts'
import { queueLineNews } from '../../line-messages/line-outbox.ts'
import { readMailSender } from '../../mail/compose-mail.ts'
import { mailPriority } from '../../mail/mail.jobs.ts'
import { canMail, readCanMail } from '../../mail/mail-server.ts'
import { queueMails } from '../../mail/outbox.ts'
import { accountToPay } from '../../orders/mails/order-mails.ts'
import { owesLeader, paysOnDelivery } from '../../orders/pays-on-delivery.ts'
import { unprovedBy } from '../../orders/placing/holder.ts'
import { isOnPhones, queuePushNews } from '../../push/queue-push.ts'
import { readConnections } from '../../settings/connections.ts'
import { readSettingGroup } from '../../settings/settings.queries.ts'
import {
  composeGroupMail,
  composeNamedLeaderMail,
  type GroupMailDetail,
  type GroupMailKind,
} from './group-mail-content.ts'
import { composeGroupNews, toPushNews } from './group-news.ts'

export type { GroupMailDetail, GroupMailKind } from './group-mail-content.ts'

export interface GroupMailDeps {
  config: Pick<
    Config,
    'publicUrl' | 'host' | 'port' | 'smtpUrl' | 'isDevelopment' | 'line' | 'identity'
  >
  jobs: JobSender
}

/**
 * Puts one mail for each of these participations into the outbox, in the transaction of its cause,
 * as they are in it, and messages beside it where its member wants them. A shop that sends no mails
 * queues none.
 */
export async function queueGroupMails(
  { config, jobs }: GroupMailDeps,
  tx: Transaction,
  kind: GroupMailKind,
  participationIds: readonly string[],
  detail: GroupMailDetail = {},
): Promise<void> {
  if (participationIds.length === 0) return
  const connections = await readConnections(tx, undefined)
  const isMailed = canMail(config, { connections: () => connections })
  const isTold = hasLineAccount(config, connections)
  const isPushed = await isOnPhones(tx)
  if (!isMailed && !isTold && !isPushed) return
  const base = configuredBaseUrl(config)
  const told = await readTold(tx, participationIds)
  if (isTold || isPushed) {
    const news = told.flatMap(
      (of) =>
        runIn(of.language, () =>
          composeGroupNews(kind, { ...detail, ...inReadersLanguage(of), base: baseIn(base) }),
        ) ?? [],
    )
    if (isTold) await queueLineNews({ config, jobs }, tx, news)
    if (isPushed) {
      await queuePushNews(
        jobs,
        tx,
        news.map((one) => toPushNews(one, base)),
      )
    }
  }
  if (!isMailed) return
  const [shop, ways] = await Promise.all([readMailSender(tx), readSettingGroup(tx, 'payment')])
  const account = accountToPay(connections, ways)
  await queueMails(
    jobs,
    tx,
    told.map(({ recipient, payment, paymentMethod, owner: _, ...of }) => ({
      recipient,
      orderId: of.orderId,
      runId: detail.runId,
      kind: groupMailKind(kind, detail),
      unproved: unprovedBy(of),
      ...runIn(of.language, () =>
        composeGroupMail(kind, {
          ...{ ...detail, ...inReadersLanguage(of), base: baseIn(base), shop, account },
          owes: owedTo({ payment, paymentMethod }),
        }),
      ),
    })),
    { priority: told.length > 1 ? mailPriority.bulk : mailPriority.normal },
  )
}

/** The address below which the screens stand in the language of now. */
const baseIn = (base: string) => (isEnglish() ? base + englishBase : base)

function owedTo(order: Parameters<typeof paysOnDelivery>[0]): 'store' | 'leader' | undefined {
  if (paysOnDelivery(order)) return 'store'
  return owesLeader(order) ? 'leader' : undefined
}

/**
 * Tells a member that the shop named them as leader. It goes to the account and not to the order of
 * a place, because a leader may have none.
 */
export async function queueNamedLeaderMail(
  { config, jobs }: GroupMailDeps,
  tx: Transaction,
  of: { title: string; code: string; recipient: string },
): Promise<void> {
  if (!(await readCanMail(tx, config))) return
  const { recipient, ...group } = of
  const shop = await readMailSender(tx)
  const told = { ...group, base: configuredBaseUrl(config), shop }
  const mail = { recipient, kind: groupMailKind('leader') }
  await queueMails(jobs, tx, [{ ...mail, ...composeNamedLeaderMail(told) }])
}

/** Kind of the mail in the outbox; a second extension or delay has another one than the first. */
export function groupMailKind(
  kind: GroupMailKind,
  { nth = 1 }: Pick<GroupMailDetail, 'nth'> = {},
): string {
  return nth > 1 ? `group_${kind}_${nth}` : `group_${kind}`
}

/** In the order of joining. */
function readTold(tx: Transaction, ids: readonly string[]) {
  return tx
    .select({
      recipient: orders.userEmail,
      owner: orders.owner,
      orderId: orders.id,
      language: orders.language,
      holders: orders.holders,
      paidAt: orders.paidAt,
      refundedAt: orders.refundedAt,
      payment: orders.payment,
      paymentMethod: orders.paymentMethod,
      title: campaigns.title,
      english: campaigns.english,
      code: groups.code,
      money: campaigns.money,
      delivery: campaigns.delivery,
      paysLeader: campaigns.paysLeader,
      payWays: groups.payWays,
      shipsOn: campaigns.shipsOn,
      total:
        sql<number>`coalesce(${participations.finalTotal}, ${participations.quotedTotal})`.mapWith(
          Number,
        ),
      /** Of what it owes its leader, what the leader has not ticked. */
      toLeader: sql<number>`${orders.total} - (select coalesce(sum(receipt.amount), 0)
        from leader_receipts as receipt
        where receipt.order_id = ${orders.id} and receipt.voided_at is null)`.mapWith(Number),
      // A number that was issued late has moved it.
      payBy: orders.expiresAt,
    })
    .from(participations)
    .innerJoin(orders, eq(orders.id, participations.orderId))
    .innerJoin(groups, eq(groups.id, participations.groupId))
    .innerJoin(campaigns, eq(campaigns.id, participations.campaignId))
    .where(inArray(participations.id, [...ids]))
    .orderBy(asc(participations.seq))
}
