import { type StoreChain, storeChains } from '#contract/shipping-kinds.ts'
import type { Parcel } from '../../../../gateway/logistics/parcel.ts'
import type { Step } from '../../../../gateway/logistics/states.ts'
import { defaultSettings } from '../../../../gateway/settings.ts'
import { takeLists } from '../../logistics/stores/renew-stores.ts'
import { workRun } from '../../runs/work-run.ts'
import { moveToOtherStore } from '../../shipments/change-store.ts'
import { registerShipment } from '../../shipments/register-shipment.ts'
import { openAdministrator, type TestAdministrator } from '../test-administrator.ts'
import { orderData, type Visitor } from '../test-shop.ts'

import { openTryOutShop, type TryOutShop } from './try-out-shop.ts'

const storeMethod = {
  ...{ kind: 'store', name: '超商取貨', fee: 0, free_over: null, outlying: { mode: 'same' } },
  ...{ max_weight_g: null, max_sides_mm: null, max_amount: null },
  ...{ temperatures: ['normal'], mixes: false, cod: true, is_on: true, chains: storeChains },
}
const signal = new AbortController().signal

/** A shop that sends to convenience stores through the try-out server. */
export interface StoreShop extends TryOutShop {
  owner: TestAdministrator
  /** Of its method, and of what its orders are of. */
  methodId: string
  productId: string
  /** All switches of the try-out server off, and its calls not paused. */
  reset(): Promise<void>
  /** A paid order to a store, of two pieces at NT$1,000 each. */
  storeOrder(to?: StoreOrderTo): Promise<StoreOrder>
  /** The same, paid when it is picked up. */
  orderOnDelivery(to?: StoreOrderTo): Promise<StoreOrder>
  /** Makes the parcels of these orders by a run; gives the reasons of those that it refuses. */
  createAll(ids: readonly string[]): Promise<(string | undefined)[]>
  /** Works a run as it is asked for; gives the reasons of the entries that it refuses, in order. */
  run(asked: {
    kind: string
    action: string
    ids: readonly string[]
  }): Promise<(string | undefined)[]>
  /** Works the jobs of parcels that wait, once; gives what they throw. */
  workShipments(attempt?: { isLast?: boolean }): Promise<string[]>
  /** The newest parcel of an order, as the back office reads it. */
  shipment(orderId: string): Promise<ShownShipment>
  /** The parcels of an order at the try-out server. */
  parcels(orderId: string): Promise<Parcel[]>
  /** Moves a parcel there, with its callbacks answered. */
  move(parcel: Parcel, ...steps: Step[]): Promise<void>
  mails(orderId: string): Promise<{ kind: string; subject: string; text: string }[]>
}

interface StoreOrderTo {
  chain?: StoreChain
  storeId?: string
  name?: string
}

interface StoreOrder {
  id: string
  guest: Visitor
}

// biome-ignore lint/suspicious/noExplicitAny: as the answers of a visitor
type ShownShipment = any

export async function openStoreShop(env: Record<string, string> = {}): Promise<StoreShop> {
  const shop = await openTryOutShop({ env: { DEVELOPMENT: '1', ...env } })
  const owner = await openAdministrator(shop)
  const { gateway, address } = shop.running
  gateway.settings.limitsCalls = false
  await takeLists(shop.logistics)
  const product = await shop.product()
  const { body } = await owner.post('/admin/shipping-method', storeMethod)
  const methodId: string = body.method.id

  async function numbersOf(orderId: string): Promise<string[]> {
    const rows = await shop.rows<{ trade_no: string }>(
      'select trade_no from shipments where order_id = $1 order by id',
      [orderId],
    )
    return rows.map((row) => row.trade_no)
  }

  const run: StoreShop['run'] = async (asked) => {
    const { body } = await owner.post('/admin/run', asked)
    await workRun(shop.runs, body.run.id, { signal, isLast: true })
    const { entries } = (await owner.get(`/admin/run/${body.run.id}`)).body
    return asked.ids.map((_, index) => (entries[index] as { reason?: string } | undefined)?.reason)
  }

  async function place({ chain = 'UNIMART', storeId = '131386', name }: StoreOrderTo = {}) {
    const guest = shop.guest()
    await guest.post('/cart', { product_id: product, qty: 2 })
    const chosen = await guest.post('/store-choice', { chain, store_id: storeId })
    const shipping = { method_id: methodId, store_token: chosen.body.store_token }
    const id: string = (await guest.post('/order', { ...orderData, shipping })).body.orderId
    if (name !== undefined) {
      await shop.rows('update orders set contact_name = $2 where id = $1', [id, name])
    }
    return { id, guest }
  }

  return {
    ...shop,
    owner,
    methodId,
    productId: product,
    async reset() {
      Object.assign(gateway.settings, { ...defaultSettings, limitsCalls: false })
      await shop.rows('delete from gateway_pace')
      await shop.rows(`delete from pgboss.job where name like 'shipment%'`)
    },
    async storeOrder(to) {
      const order = await place(to)
      await owner.put(`/admin/order/${order.id}`, { is_paid: true })
      return order
    },
    async orderOnDelivery(to) {
      const order = await place(to)
      const { body, status } = await order.guest.post(`/order/${order.id}/payment`, {
        method: 'on_delivery',
      })
      if (status !== 200) throw new Error(JSON.stringify(body))
      return order
    },
    createAll: (ids) => run({ kind: 'store_shipments', action: 'make', ids }),
    run,
    async workShipments({ isLast = false } = {}) {
      const due = await shop.rows<{ name: string; data: { shipmentId: string } }>(
        `delete from pgboss.job where name in ('shipment.make', 'shipment.change_store')
           and state = 'created' and start_after <= now() returning name, data`,
      )
      const thrown: string[] = []
      for (const { name, data } of due) {
        const attempt = { signal, isLast, attempt: 1 }
        const work = name === 'shipment.make' ? registerShipment : moveToOtherStore
        await work(shop.shipments, data.shipmentId, attempt).catch((error: Error) =>
          thrown.push(error.message),
        )
      }
      await gateway.notifier.idle()
      return thrown
    },
    async shipment(orderId) {
      return (await owner.get(`/admin/order/${orderId}/shipments`)).body.shipments.at(-1)
    },
    async parcels(orderId) {
      const numbers = await numbersOf(orderId)
      return numbers.flatMap((number) => gateway.parcels.find(number) ?? [])
    },
    async move(parcel, ...steps) {
      for (const to of steps) {
        const response = await fetch(`${address}/parcels/${parcel.merchantTradeNo}/move`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ to }),
        })
        if (!response.ok) throw new Error(await response.text())
        await gateway.notifier.idle()
      }
    },
    mails: (orderId) =>
      shop.rows(
        `select kind, subject, text_body as text from mail_outbox where order_id = $1 order by id`,
        [orderId],
      ),
  }
}
