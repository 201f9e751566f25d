import { carrierLabels } from '#contract/order-states.ts'
import { t } from '#contract/translate.ts'
import type { Config } from '../config.ts'
import { runOf } from '../http/actor.ts'
import { linkInLanguage } from '../http/base-url.ts'
import { runIn } from '../http/language.ts'
import { hasLineAccount } from '../line-messages/line-account.ts'
import { type LineOutboxDeps, queueLineNews } from '../line-messages/line-outbox.ts'
import { findOrder } from '../orders/back-office/admin-orders.queries.ts'
import { readParcels } from '../orders/fulfilment/parcels.queries.ts'
import type { OrderSubscriber } from '../orders/order-events.ts'
import { shippingOf } from '../orders/order-wire.ts'
import type { Settings } from '../settings/settings.ts'

interface OrderNewsDeps extends LineOutboxDeps {
  settings: Pick<Settings, 'connections'>
  config: Pick<Config, 'line' | 'identity' | 'publicUrl' | 'host' | 'port'>
}

const dayMs = 24 * 60 * 60_000

/** Tells members by LINE that a parcel waits in a store, or that goods have left that go to none. */
export function tellByLine(deps: OrderNewsDeps): OrderSubscriber {
  return async (tx, event) => {
    if (event.type !== 'order.at_store' && event.type !== 'order.shipped') return
    if (event.type === 'order.shipped' && (event.isHandedOut || event.isAlong)) return
    if (!hasLineAccount(deps.config, deps.settings.connections())) return
    const { orderId } = event
    const found = await findOrder(tx, orderId)
    if (!found || found.archivedAt) return
    const { order } = found
    const about = { orderId, owner: order.owner, runId: runOf(event.actor) }
    const composed = await runIn(order.language, async () => {
      const action = {
        label: t('查看訂單'),
        link: linkInLanguage(deps.config, `/main/order/${orderId}`),
      }
      const number = t('訂單編號：{number}', { number: order.number })
      if (event.type === 'order.at_store') {
        const until = event.until.replaceAll('-', '/')
        return {
          ...({ ...about, topic: 'at_store', actions: [action] } as const),
          heading: t('商品已到店'),
          lines: [t('請於 {until} 前到 {store} 取貨。', { until, store: event.store }), number],
          // The last day in Taipei is over then.
          usefulUntil: new Date(`${event.until}T23:59:59+08:00`),
        }
      }
      const shipping = shippingOf(order)
      // That it waits in the store is what matters.
      if (shipping?.kind === 'store') return undefined
      const isFetched = shipping?.kind === 'place' || shipping?.kind === 'leader'
      const parcels = await readParcels(tx, orderId)
      const parcel = parcels.find((one) => one.parcel.id === event.parcelId)?.parcel
      const carrier = parcel && !isFetched ? t(carrierLabels[parcel.carrier]) : undefined
      const tracked = parcel?.trackingNumber
      return {
        ...({ ...about, topic: 'shipped', actions: [action] } as const),
        heading: isFetched ? t('商品已備妥，可以取貨') : t('商品已出貨'),
        lines: [
          number,
          ...(carrier ? [t('物流公司：{carrier}', { carrier })] : []),
          ...(tracked ? [t('貨運單號：{tracked}', { tracked })] : []),
        ],
        usefulUntil: new Date(Date.now() + 3 * dayMs),
      }
    })
    if (composed) await queueLineNews(deps, tx, [composed])
  }
}
