import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { transaction } from '../../db/transaction.ts'
import { configuredBaseUrl } from '../../http/base-url.ts'
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
      const base = configuredBaseUrl(config)
      const mails = opened.map((told) => ({
        recipient: told.email,
        unproved: unlessVerified(told),
        ...openedMail(shop, base, told),
      }))
      await queueMails(jobs, tx, mails, { priority: mailPriority.bulk })
    }
    return taken === batchSize
  })
}

function openedMail(shop: MailSender, base: string, told: Opened) {
  const title = plainLine(told.title)
  return composeMail({
    shop,
    subject: `${shop.name}：您想要的團購開團了（${title}）`,
    lines: ['您好，您登記想要的商品開團了，人越多價格越低。', `團購：${title}`],
    action: { label: '查看團購', link: `${base}/main/groups/detail/${told.campaignId}` },
    closing: '這封信只寄一次。',
  })
}
