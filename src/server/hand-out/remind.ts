import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { t } from '#contract/translate.ts'
import type { Config } from '../config.ts'
import { transaction } from '../db/transaction.ts'
import { linkInLanguage } from '../http/base-url.ts'
import { runIn } from '../http/language.ts'
import { ShopError } from '../http/shop-error.ts'
import type { JobSender } from '../jobs/jobs.ts'
import { composeMail, type MailSender, readMailSender } from '../mail/compose-mail.ts'
import { mailPriority } from '../mail/mail.jobs.ts'
import { readCanMail } from '../mail/mail-server.ts'
import { queueMails } from '../mail/outbox.ts'
import type { GuestAccess } from '../orders/guest-access.ts'
import { fraud, plainLine } from '../orders/mails/order-mail-content.ts'
import { unprovedBy } from '../orders/placing/holder.ts'
import { type Helper, listHandOuts } from './hand-outs.queries.ts'
import { claimReminders, type Reminded } from './remind.queries.ts'

export interface ReminderDeps {
  config: Config
  db: NodePgDatabase
  jobs: JobSender
  guestAccess: GuestAccess
}

/** Mails the shoppers whose goods have waited for days to come and fetch them; gives how many. */
export function remindToFetch(
  { config, db, jobs, guestAccess }: ReminderDeps,
  helper: Helper,
  groupCode: string | undefined,
): Promise<number> {
  return transaction(db, async (tx) => {
    if (!(await readCanMail(tx, config))) {
      const message = t('商店未開放寄信，請直接通知對方')
      throw new ShopError('REMINDER_UNAVAILABLE', { message })
    }
    const { rows } = await listHandOuts(tx, helper, groupCode)
    const due = rows.filter(({ isRemindable }) => isRemindable)
    const reminded = await claimReminders(
      tx,
      due.map(({ orderId }) => orderId),
    )
    if (reminded.length === 0) return 0
    const shop = await readMailSender(tx)
    await queueMails(
      jobs,
      tx,
      reminded.map((order) => {
        const access = order.owner.startsWith('g:') ? `?access=${guestAccess.grant(order.id)}` : ''
        const { total, holders, isPaid } = order
        return {
          recipient: order.email,
          orderId: order.id,
          kind: 'hand_out_reminder',
          unproved: unprovedBy({
            ...{ total, holders, refundedAt: null },
            paidAt: isPaid ? new Date() : null,
          }),
          ...runIn(order.language, () =>
            compose(order, {
              shop,
              link: linkInLanguage(config, `/main/order/${order.id}${access}`),
            }),
          ),
        }
      }),
      { priority: reminded.length > 1 ? mailPriority.bulk : mailPriority.normal },
    )
    return reminded.length
  })
}

function compose(order: Reminded, { shop, link }: { shop: MailSender; link: string }) {
  const { place } = order.shipping ?? {}
  const where = place ? [place.name, place.address, place.hours] : [order.pickupPlace]
  const placeText = plainLine(where.filter(Boolean).join(t('，')))
  return composeMail({
    shop,
    subject: t('{name}：商品等您來取（{number}）', { name: shop.name, number: order.number }),
    lines: [
      t('您好，您的商品已備妥，還沒有領取，請記得來取貨。'),
      t('訂單編號：{number}', { number: order.number }),
      ...(placeText ? [t('取貨地點：{placeText}', { placeText })] : []),
      { label: t('取貨代碼'), code: order.code },
    ],
    action: { label: t('查看訂單'), link },
    closing: t(fraud),
  })
}
