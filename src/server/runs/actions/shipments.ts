import type { ShipmentState, ShipmentView } from '#contract/shipment-states.ts'
import { shipmentStateLabels, shipmentViews } from '#contract/shipment-states.ts'
import { type StoreChain, storeChains } from '#contract/shipping-kinds.ts'
import { mayDo } from '../../http/actor.ts'
import { ShopError } from '../../http/shop-error.ts'
import type { JobSender } from '../../jobs/jobs.ts'
import type { Logistics } from '../../logistics/create-logistics.ts'
import { listOrdersById } from '../../orders/fulfilment/packing.queries.ts'
import type { OrderSubscriber } from '../../orders/order-events.ts'
import type { PaymentProviders } from '../../payments/payment-providers.ts'
import { createShipment, readShippable, shippingRefusal } from '../../shipments/create-shipment.ts'
import { handIn, retryShipment } from '../../shipments/give-up-shipment.ts'
import {
  listIdsOfView,
  listToMake,
  type ShipmentFilter,
} from '../../shipments/list-shipments.queries.ts'
import { listWithNumbers } from '../../shipments/shipments.queries.ts'
import type { RunAction, Wanted } from '../run-action.ts'

interface ShipmentActionDeps {
  jobs: JobSender
  logistics: Logistics
  subscribers: readonly OrderSubscriber[]
  providers: PaymentProviders
}

/** Parcels to convenience stores are made of many orders, and handed in many at once. */
export function shipmentRunActions(deps: ShipmentActionDeps): RunAction[] {
  const { logistics } = deps
  return [
    {
      // Its entries are orders; a job for each asks the provider, so that none is asked under a lock.
      ...{ kind: 'store_shipments', name: 'make', permission: 'order.ship' },
      find: (db, wanted) => listToMake(db, filterOf(wanted), wanted.limit),
      async check(db, ids) {
        const [rows, shippable] = await Promise.all([
          listOrdersById(db, ids),
          readShippable(db, ids),
        ])
        const titles = new Map(rows.map(({ id, number }) => [id, number]))
        const orders = new Map(shippable.map((order) => [order.id, order]))
        return ids.map((id) => {
          const order = orders.get(id)
          const reason = order ? shippingRefusal(order, logistics) : '找不到訂單'
          return { id, title: titles.get(id) ?? id, ...(reason && { reason }) }
        })
      },
      async apply({ tx, actor, entry }) {
        await createShipment(tx, deps, actor, entry.subjectId ?? '')
        return undefined
      },
    },
    {
      ...{ kind: 'store_shipments', name: 'retry', permission: 'order.ship' },
      find: (db, wanted) => listIdsOfView(db, filterOf(wanted), wanted.limit),
      check: checkState('failed'),
      async apply({ tx, actor, entry }) {
        await retryShipment({ ...deps, db: tx }, actor, entry.subjectId ?? '')
        return undefined
      },
    },
    {
      ...{ kind: 'store_shipments', name: 'hand_in', permission: 'order.ship' },
      find: (db, wanted) => listIdsOfView(db, filterOf(wanted), wanted.limit),
      check: checkState('made'),
      async apply({ tx, actor, entry }) {
        await handIn({ ...deps, db: tx }, actor, entry.subjectId ?? '')
        return undefined
      },
    },
  ]
}

function checkState(state: ShipmentState): RunAction['check'] {
  return async (db, ids) => {
    const found = new Map((await listWithNumbers(db, ids)).map((row) => [row.id, row]))
    return ids.map((id) => {
      const row = found.get(id)
      if (!row) return { id, title: id, reason: '找不到寄件單' }
      const isSo = row.state === state
      const reason = isSo ? undefined : `寄件單目前為「${shipmentStateLabels[row.state]}」`
      return { id, title: row.number, ...(reason && { reason }) }
    })
  }
}

/** A filter that is not understood must never mean all of them. */
function filterOf({ filter, actor }: Wanted): ShipmentFilter {
  const { view = 'to_make', chain = '', q = '', ...others } = filter
  const unknown = Object.keys(others).find(
    (name) => !['page', 'page_size', 'sort', 'order'].includes(name),
  )
  const isView = shipmentViews.some((one) => one === view)
  const isChain = chain === '' || storeChains.some((one) => one === chain)
  if (unknown || !isView || !isChain) {
    throw new ShopError('INVALID_INPUT', { message: [`${unknown ?? 'view'} 格式錯誤`] })
  }
  return {
    view: view as ShipmentView,
    chain: chain === '' ? undefined : (chain as StoreChain),
    q,
    seesPersons: mayDo(actor, 'person.read'),
  }
}
