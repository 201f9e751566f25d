import { mailOwners } from '../../admin/tell-owners.ts'
import { canMail } from '../../mail/mail-server.ts'
import { findOrder } from '../back-office/admin-orders.queries.ts'
import type { OrderSubscriber } from '../order-events.ts'
import { plainLines } from './order-mail-content.ts'
import type { OrderMailDeps } from './order-mails.ts'

/** By mail, of the first message that waits: the list of orders shows those that follow. */
export function tellOwnersOfMessages({ config, jobs, settings }: OrderMailDeps): OrderSubscriber {
  return async (tx, event) => {
    if (event.type !== 'order.asked' || !event.isFirst || !canMail(config, settings)) return
    const number = (await findOrder(tx, event.orderId))?.order.number ?? ''
    await mailOwners(tx, config, jobs, {
      kind: 'order_message',
      subject: `訂單 ${number} 有新的留言`,
      lines: [`顧客對訂單 ${number} 留言：`, ...plainLines(event.text)],
      page: { label: '查看並回覆', path: `/backend/order/${event.orderId}` },
      closing: '請在後台回覆，直接回信不會送到顧客手上。',
    })
  }
}
