import { runOf } from '../http/actor.ts'
import type { JobSender } from '../jobs/jobs.ts'
import { findOrder } from '../orders/back-office/admin-orders.queries.ts'
import type { OrderSubscriber } from '../orders/order-events.ts'
import { shippingOf } from '../orders/order-wire.ts'
import type { Settings } from '../settings/settings.ts'
import { queuePushNews } from './queue-push.ts'

const dayMs = 24 * 60 * 60_000

/** Tells members by their browsers that goods have left, have come, or wait in a store. */
export function tellByPush({
  jobs,
  settings,
}: {
  jobs: JobSender
  settings: Pick<Settings, 'get'>
}): OrderSubscriber {
  return async (tx, event) => {
    const isNews =
      event.type === 'order.at_store' ||
      event.type === 'order.delivered' ||
      (event.type === 'order.shipped' && !event.isHandedOut && !event.isAlong)
    if (!isNews || settings.get().shop.on_phones !== true) return
    const { orderId } = event
    const found = await findOrder(tx, orderId)
    if (!found || found.archivedAt) return
    const { order } = found
    const { kind } = shippingOf(order)
    const body = `訂單編號：${order.number}`
    const about = {
      ...{ orderId, owner: order.owner, runId: runOf(event.actor), body },
      path: `/main/order/${orderId}`,
      usefulUntil: new Date(Date.now() + 3 * dayMs),
    }
    if (event.type === 'order.at_store') {
      const until = event.until.slice(5).replace('-', '/')
      return queuePushNews(jobs, tx, [
        {
          ...{ ...about, topic: 'at_store', title: '商品已到店' },
          // The name of the store stays in the page: others may read a locked screen.
          body: `請在 ${until} 前取貨，${body}`,
          // The last day in Taipei is over then.
          usefulUntil: new Date(`${event.until}T23:59:59+08:00`),
        },
      ])
    }
    if (event.type === 'order.delivered') {
      // Whoever fetches goods was there.
      if (kind !== 'home') return
      return queuePushNews(jobs, tx, [{ ...about, topic: 'delivered', title: '商品已送達' }])
    }
    // That it waits in the store is what matters.
    if (kind === 'store') return
    const title = kind === 'home' ? '商品已出貨' : '商品已備妥，可以取貨'
    return queuePushNews(jobs, tx, [{ ...about, topic: 'shipped', title }])
  }
}
