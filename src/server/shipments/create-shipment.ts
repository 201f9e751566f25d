import { sql } from 'drizzle-orm'
import { formatMoney } from '#contract/money.ts'
import { orderStateLabels } from '#contract/order-states.ts'
import { pickupNameFault, pickupPhoneFault } from '#contract/pickup-contact.ts'
import { type StoreChain, storeBounds, storeChainLabels } from '#contract/shipping-kinds.ts'
import { recordAudit } from '../audit/audit.ts'
import type { Db } from '../db/connect.ts'
import { createId } from '../db/id.ts'
import type { KeptShipping } from '../db/tables/orders.ts'
import type { Transaction } from '../db/transaction.ts'
import { createTradeNumber } from '../ecpay/trade-number.ts'
import type { StaffActor } from '../http/actor.ts'
import { ShopError } from '../http/shop-error.ts'
import type { Logistics } from '../logistics/create-logistics.ts'
import {
  balanceDueMessage,
  isInHands,
  isPaidBack,
  isRestClosed,
  paidBackMessage,
} from '../orders/fulfilment/packing.queries.ts'
import { packParcel } from '../orders/merging/pack-parcel.ts'
import { hasLiveLabel, readMates } from '../orders/merging/parcel-mates.queries.ts'
import { transitionOrder } from '../orders/order-state.queries.ts'
import { subjectOf } from '../orders/order-subject.ts'
import { openBalance, paysOnDelivery } from '../orders/pays-on-delivery.ts'
import { registerShipment } from './register-shipment.jobs.ts'
import type { ShipmentDeps } from './shipment-deps.ts'
import { insertShipment, type ShipmentRow } from './shipments.queries.ts'

/** An order with what goes in its parcel, as far as that decides whether one to a store can be made. */
interface Shippable {
  id: string
  number: string
  state: keyof typeof orderStateLabels
  isArchived: boolean
  isPaidBack: boolean
  isRestClosed: boolean
  awaitsGoods: boolean
  /** A change has made it dearer, and nobody has paid that yet. */
  hasBalance: boolean
  hasParcels: boolean
  /** Of all that is in its parcel, with what credit and points pay, in whole NT$. */
  total: number
  payment: 'paid' | 'unpaid'
  paymentMethod: string | null
  /** In whole NT$: what its parcel has to collect. */
  openBalance: number
  name: string
  tel: string
  shipping: KeptShipping | null
  hasLive: boolean
}

export async function readShippable(db: Db, ids: readonly string[]): Promise<Shippable[]> {
  const mates = await readMates(db, ids)
  const all = [...new Set([...mates.values()].flat())]
  const { rows } = await db.execute<
    Omit<Shippable, 'total' | 'openBalance'> & { total: string; openBalance: string }
  >(sql`
    select id, number, state, deleted_at is not null as "isArchived", shipping,
      -- The goods are worth as much whatever pays for them.
      total + coalesce((select -sum(amount_hundredths) / 100 from order_adjustments as used
        where used.order_id = orders.id and used.kind in ('credit', 'points')), 0)::bigint as total,
      ${isPaidBack} as "isPaidBack", ${isRestClosed} as "isRestClosed",
      payment_state as payment, payment_method as "paymentMethod", ${openBalance} as "openBalance",
      awaits_goods as "awaitsGoods", balance_due > 0 as "hasBalance", ${hasLiveLabel} as "hasLive",
      contact_name as name, user_tel as tel,
      exists (select from parcels where parcels.order_id = orders.id) as "hasParcels"
    from orders where id = any(${sql.param(all)}::text[])`)
  const known = new Map(
    rows.map(({ total, openBalance, ...order }) => [
      order.id,
      { ...order, total: Number(total), openBalance: Number(openBalance) },
    ]),
  )
  return ids.flatMap((id) => {
    const parcel = (mates.get(id) ?? [id]).flatMap((mate) => known.get(mate) ?? [])
    const order = known.get(id)
    return order ? [asOneParcel(order, parcel)] : []
  })
}

function asOneParcel(order: Shippable, parcel: readonly Shippable[]): Shippable {
  return {
    ...order,
    total: parcel.reduce((sum, { total }) => sum + total, 0),
    openBalance: parcel.reduce((sum, { openBalance }) => sum + openBalance, 0),
    awaitsGoods: parcel.some(({ awaitsGoods }) => awaitsGoods),
    hasParcels: parcel.some(({ hasParcels }) => hasParcels),
  }
}

/** Why no parcel can be made of an order now; undefined where one can. */
export function shippingRefusal(
  order: Shippable,
  logistics: Pick<Logistics, 'current' | 'sender'>,
): string | undefined {
  const { shipping, state, name, tel, total } = order
  const store = shipping?.store
  if (order.isArchived) return '訂單已封存'
  if (shipping?.kind !== 'store' || !store) return '不是超商取貨的訂單'
  if (order.hasLive) return '已有寄件單'
  if (!isInHands(order)) return `訂單目前為「${orderStateLabels[state]}」`
  if (order.isPaidBack) return paidBackMessage
  if (order.awaitsGoods) return '商品待到貨'
  if (order.hasBalance) return balanceDueMessage
  if (order.isRestClosed) return '沒有未出貨的商品'
  return (
    accountRefusal(logistics, store.chain) ??
    pickupNameFault(name) ??
    pickupPhoneFault(tel) ??
    (total > storeBounds.amount
      ? `超過超商取貨的金額上限 ${formatMoney(storeBounds.amount)}`
      : undefined)
  )
}

/** Why the shop can send nothing by this chain. */
function accountRefusal(
  logistics: Pick<Logistics, 'current' | 'sender'>,
  chain: StoreChain,
): string | undefined {
  const provider = logistics.current()
  if (!provider) return '還沒有設定超商物流'
  if (!provider.chains.includes(chain)) return `目前的物流帳號不能寄到 ${storeChainLabels[chain]}`
  const { name, phone } = logistics.sender()
  return name === '' || phone === '' ? '還沒有填寫寄件人，請到「設定 → 配送」' : undefined
}

/**
 * Writes a parcel of an order, and of those that are merged with it, that is to be made, in the
 * transaction of the caller; a job asks the provider for it. Throws ORDER_STATE with the reason where
 * none can be made.
 */
export async function createShipment(
  tx: Transaction,
  { jobs, logistics, subscribers }: Pick<ShipmentDeps, 'jobs' | 'logistics' | 'subscribers'>,
  actor: StaffActor,
  orderId: string,
): Promise<string> {
  const packed = await packParcel(tx, orderId, { actor, subscribers })
  const locked = packed.find(({ id }) => id === orderId)
  const [order] = await readShippable(tx, [orderId])
  if (!locked || locked.deletedAt || !order) throw new ShopError('ORDER_NOT_FOUND')
  const id = createId()
  await insertShipment(tx, {
    id,
    orderId,
    tradeNo: createTradeNumber(),
    ...askedFor(order, logistics),
  })
  // Its shopper can neither cancel it nor pay otherwise from now on; nor leave the others alone with it.
  for (const one of packed) {
    if (packed.length === 1 && !paysOnDelivery(one)) continue
    await transitionOrder(tx, one, { event: 'prepare', actor }, subscribers)
  }
  await recordAudit(tx, actor, { action: 'shipment.create', subject: subjectOf(locked) })
  await jobs.send(tx, registerShipment, { shipmentId: id })
  return id
}

/** As it is asked for by the order and the account of now; throws ORDER_STATE with the reason. */
export function askedFor(
  order: Shippable,
  logistics: Pick<Logistics, 'current' | 'sender'>,
): Pick<ShipmentRow, 'provider' | 'merchant' | 'chain' | 'storeId' | 'amount' | 'collects'> {
  const message = shippingRefusal(order, logistics)
  const provider = logistics.current()
  const store = order.shipping?.store
  if (message !== undefined || !provider || !store) {
    throw new ShopError('ORDER_STATE', { message: message ?? '還沒有設定超商物流' })
  }
  return {
    ...{ provider: provider.name, merchant: provider.merchant },
    ...{ chain: store.chain, storeId: store.id, ...sumsOf(order) },
  }
}

/**
 * The value of the goods, which is paid for a lost parcel, a gift having one of one; and what is
 * collected at the pick-up. A chain collects the value or nothing: where others in the parcel are paid,
 * the value is what is collected.
 */
export function sumsOf({ total, openBalance: collects }: Pick<Shippable, 'total' | 'openBalance'>) {
  const value = collects > 0 ? collects : total
  return { amount: Math.max(1, Math.min(value, storeBounds.amount)), collects }
}
