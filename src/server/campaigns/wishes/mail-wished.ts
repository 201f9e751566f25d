import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { t } from '#contract/translate.ts'
import { transaction } from '../../db/transaction.ts'
import { linkInLanguage } from '../../http/base-url.ts'
import { runIn } from '../../http/language.ts'
import { readersTitle } from '../../http/readers-texts.ts'
import { composeMail, type MailSender, readMailSender } from '../../mail/compose-mail.ts'
import { mailPriority } from '../../mail/mail.jobs.ts'
import { readCanMail } from '../../mail/mail-server.ts'
import { queueMails, unlessVerified } from '../../mail/outbox.ts'
import { plainLine } from '../../orders/mails/order-mail-content.ts'
import type { GroupMailDeps } from '../mails/group-mails.ts'
import { type Opened, takeFulfilled } from './wishes.queries.ts'

const batchSize = 100

/**
 * Tells some members that a campaign they asked for has opened, each once for a campaign, and ends their
 * wishes. False once there is nothing left to tell. In a shop that sends no mails wishes wait.
 */
export async function mailWished(deps: GroupMailDeps & { db: NodePgDatabase }): Promise<boolean> {
  const { config, db, jobs } = deps
  return transaction(db, async (tx) => {
    if (!(await readCanMail(tx, config))) return false
    const { taken, opened } = await takeFulfilled(tx, batchSize)
    if (opened.length > 0) {
      const shop = await readMailSender(tx)
      const mails = opened.map((told) => ({
        recipient: told.email,
        unproved: unlessVerified(told),
        ...runIn(told.language, () => openedMail(shop, told, config)),
      }))
      await queueMails(jobs, tx, mails, { priority: mailPriority.bulk })
    }
    return taken === batchSize
  })
}

function openedMail(shop: MailSender, told: Opened, config: GroupMailDeps['config']) {
  const title = plainLine(readersTitle(told))
  return composeMail({
    shop,
    subject: t('{name}：您想要的團購開團了（{title}）', { name: shop.name, title }),
    lines: [t('您好，您登記想要的商品開團了，人越多價格越低。'), t('團購：{title}', { title })],
    action: {
      label: t('查看團購'),
      link: linkInLanguage(config, `/main/groups/detail/${told.campaignId}`),
    },
    closing: t('這封信只寄一次。'),
  })
}
