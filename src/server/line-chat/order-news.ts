import { carrierLabels } from '#contract/order-states.ts'
import type { Config } from '../config.ts'
import { runOf } from '../http/actor.ts'
import { configuredBaseUrl } from '../http/base-url.ts'
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
    const action = {
      label: '查看訂單',
      link: `${configuredBaseUrl(deps.config)}/main/order/${orderId}`,
    }
    const number = `訂單編號：${order.number}`
    if (event.type === 'order.at_store') {
      const until = event.until.replaceAll('-', '/')
      return queueLineNews(deps, tx, [
        {
          ...{ ...about, topic: 'at_store', actions: [action] },
          heading: '商品已到店',
          lines: [`請於 ${until} 前到 ${event.store} 取貨。`, number],
          // The last day in Taipei is over then.
          usefulUntil: new Date(`${event.until}T23:59:59+08:00`),
        },
      ])
    }
    const shipping = shippingOf(order)
    // That it waits in the store is what matters.
    if (shipping?.kind === 'store') return
    const isFetched = shipping?.kind === 'place' || shipping?.kind === 'leader'
    const parcels = await readParcels(tx, orderId)
    const parcel = parcels.find((one) => one.parcel.id === event.parcelId)?.parcel
    return queueLineNews(deps, tx, [
      {
        ...{ ...about, topic: 'shipped', actions: [action] },
        heading: isFetched ? '商品已備妥，可以取貨' : '商品已出貨',
        lines: [
          number,
          ...(parcel && !isFetched ? [`物流公司：${carrierLabels[parcel.carrier]}`] : []),
          ...(parcel?.trackingNumber ? [`貨運單號：${parcel.trackingNumber}`] : []),
        ],
        usefulUntil: new Date(Date.now() + 3 * dayMs),
      },
    ])
  }
}
