import { inLanguage } from '#contract/language.ts'
import { t } from '#contract/translate.ts'
import { runOf } from '../http/actor.ts'
import { runIn } from '../http/language.ts'
import type { JobSender } from '../jobs/jobs.ts'
import { findOrder } from '../orders/back-office/admin-orders.queries.ts'
import type { OrderEvent, OrderSubscriber } from '../orders/order-events.ts'
import { type OrderRow, shippingOf } from '../orders/order-wire.ts'
import type { Settings } from '../settings/settings.ts'
import { type PushNews, queuePushNews } from './queue-push.ts'

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
    const composed = runIn(order.language, () => compose(event, order))
    if (!composed) return
    const of = { orderId, owner: order.owner, runId: runOf(event.actor) }
    const path = inLanguage(order.language ?? 'zh', `/main/order/${orderId}`)
    await queuePushNews(jobs, tx, [{ ...of, ...composed, path }])
  }
}

type Told = Extract<OrderEvent, { type: 'order.at_store' | 'order.delivered' | 'order.shipped' }>

/** For a locked screen: without amounts, and without the name of the store. */
function compose(
  event: Told,
  order: Pick<OrderRow, 'number' | 'shipping' | 'groupId' | 'userAddress'>,
): Pick<PushNews, 'topic' | 'title' | 'body' | 'usefulUntil'> | undefined {
  const { kind } = shippingOf(order)
  const body = t('訂單編號：{number}', { number: order.number })
  const usefulUntil = new Date(Date.now() + 3 * dayMs)
  if (event.type === 'order.at_store') {
    const until = event.until.slice(5).replace('-', '/')
    return {
      topic: 'at_store',
      title: t('商品已到店'),
      body: t('請在 {until} 前取貨，{number}', { until, number: body }),
      // The last day in Taipei is over then.
      usefulUntil: new Date(`${event.until}T23:59:59+08:00`),
    }
  }
  if (event.type === 'order.delivered') {
    // Whoever fetches goods was there.
    return kind === 'home'
      ? { topic: 'delivered', title: t('商品已送達'), body, usefulUntil }
      : undefined
  }
  // That it waits in the store is what matters.
  if (kind === 'store') return undefined
  const title = kind === 'home' ? t('商品已出貨') : t('商品已備妥，可以取貨')
  return { topic: 'shipped', title, body, usefulUntil }
}
