import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import * as schema from '#contract/shipments.schema.ts'
import { adminShipmentApi, shipmentApi, shipmentCallbackApi } from '#contract/shipments.ts'
import { mayDo } from '../http/actor.ts'
import type { Mount } from '../http/mount.ts'
import { RawReply } from '../http/raw-reply.ts'
import { ShopError } from '../http/shop-error.ts'
import { readRequestedPage } from '../input/requested-page.ts'
import type { JobSender } from '../jobs/jobs.ts'
import type { Logistics } from '../logistics/create-logistics.ts'
import { findOrder } from '../orders/back-office/admin-orders.queries.ts'
import { readParcelMates } from '../orders/merging/parcel-mates.queries.ts'
import type { OrderSubscriber } from '../orders/order-events.ts'
import type { PaymentProviders } from '../payments/payment-providers.ts'
import { askNow } from './ask-shipments.ts'
import { chooseOtherStore } from './change-store.ts'
import { readShippable, shippingRefusal } from './create-shipment.ts'
import { cancelShipment, retryShipment } from './give-up-shipment.ts'
import { countViews, listShipments } from './list-shipments.queries.ts'
import { printLabels } from './print-labels.ts'
import { registerShipment } from './register-shipment.jobs.ts'
import { toShipment, toShipmentEvent } from './shipment-wire.ts'
import { listOfOrder, readEvents } from './shipments.queries.ts'
import { receiveState } from './state-callbacks.service.ts'
import { isToHandIn, readUnwanted } from './unwanted.queries.ts'

interface ShipmentRouteDeps {
  db: NodePgDatabase
  jobs: JobSender
  logistics: Logistics
  orderSubscribers: readonly OrderSubscriber[]
  paymentProviders: PaymentProviders
}

/** Parcels to convenience stores: the staff, the shopper whose store has closed, and the provider. */
export function shipmentRoutes(mount: Mount, routeDeps: ShipmentRouteDeps): void {
  const { db, jobs, logistics, orderSubscribers: subscribers } = routeDeps
  const { paymentProviders: providers } = routeDeps
  const deps = { db, jobs, logistics, subscribers, providers }

  mount(adminShipmentApi.list, schema.list, async ({ query }, { actor }) => {
    const filter = {
      view: query.view || ('to_make' as const),
      chain: query.chain || undefined,
      q: query.q ?? '',
      seesPersons: mayDo(actor, 'person.read'),
    }
    const [{ rows, pagination }, counts] = await Promise.all([
      readRequestedPage(query, (place) => listShipments(db, filter, place)),
      countViews(db),
    ])
    const isOn = logistics.current() !== undefined
    const { name, phone } = logistics.sender()
    return {
      shipments: rows.map((row) => toShipment(row, actor)),
      pagination,
      messages: [],
      counts,
      is_on: isOn,
      ...(isOn && (name === '' || phone === '') && { needs_sender: true as const }),
    }
  })

  mount(adminShipmentApi.ofOrder, schema.ofOrder, async ({ params: { id } }, { actor }) => {
    const found = await findOrder(db, id)
    if (!found) throw new ShopError('ORDER_NOT_FOUND')
    const { number, contactName: name, shipping, createdAt } = found.order
    const [rows, [order], parcel] = await Promise.all([
      listOfOrder(db, id),
      readShippable(db, [id]),
      readParcelMates(db, id),
    ])
    const openBalance = parcel?.balance ?? order?.openBalance ?? 0
    const along = parcel?.numbers ?? []
    const reason = (await readUnwanted(db, [id])).get(id)
    const shipments = await Promise.all(
      rows.map(async (shipment) => ({
        ...toShipment(
          {
            ...{ orderId: id, number, name, shipping, createdAt, openBalance, along, shipment },
            orderState: found.order.state,
            ...(reason && isToHandIn(shipment) && { unwanted: reason }),
          },
          actor,
        ),
        events: (await readEvents(db, shipment.id)).map(toShipmentEvent),
      })),
    )
    const refusal = order && shippingRefusal(order, logistics)
    return { shipments, ...(refusal && { refusal }) }
  })

  mount(adminShipmentApi.labels, schema.labels, ({ data }, { actor }) =>
    printLabels(deps, actor, { ids: data.ids, isOpened: data.is_opened ?? true }),
  )

  mount(adminShipmentApi.retry, schema.retry, async ({ params: { id } }, { actor }) => {
    await retryShipment(deps, actor, id)
    jobs.wake(registerShipment)
    return { message: '正在重新建立寄件單' }
  })

  mount(adminShipmentApi.ask, schema.ask, async ({ params: { id } }, { actor }) => {
    await askNow(deps, actor, id)
    return { message: '已查詢最新狀態' }
  })

  mount(adminShipmentApi.cancel, schema.cancel, async ({ params: { id } }, { actor }) => {
    const { isAtProvider } = await cancelShipment(deps, actor, id)
    return {
      message: isAtProvider ? '已向綠界取消寄件單' : '已不使用這張寄件單，請勿再拿去寄件',
    }
  })

  mount(shipmentApi.chooseStore, schema.chooseStore, async ({ params, data }, { caller }) => {
    const { chain, store_id: storeId } = data
    const actor = { kind: 'shopper', owner: caller.owner } as const
    await chooseOtherStore(deps, actor, { orderId: params.id, chain, storeId })
    return { message: '已更換取貨門市' }
  })

  mount(shipmentCallbackApi.state, schema.callback, async (_, { request }) => {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const refusal = await receiveState(deps, { body, ip: request.ip })
    return new RawReply({
      type: 'text/plain',
      body: refusal === undefined ? '1|OK' : `0|${refusal}`,
    })
  })
}
