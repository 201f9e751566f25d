import { asc, inArray } from 'drizzle-orm'
import { maxMerged, type OrderMerge } from '#contract/order-merge.ts'
import type { OrderState } from '#contract/order-states.ts'
import { t } from '#contract/translate.ts'
import type { Db } from '../../db/connect.ts'
import { orders } from '../../db/tables/orders.ts'
import type { OrderRow } from '../order-wire.ts'
import { feeOfParcel, type ParcelFee, readParcelGoods } from './parcel-fee.ts'
import { isAnyPacked, listInParcel } from './parcel-mates.queries.ts'
import { type MergedBy, readSameRecipient } from './same-recipient.queries.ts'

/** The states in which a shopper may still have orders merged and taken apart. */
const unprepared: readonly OrderState[] = ['placed', 'paid']

const planned = {
  id: orders.id,
  number: orders.number,
  total: orders.total,
  shipping: orders.shipping,
  userAddress: orders.userAddress,
  awaitsGoods: orders.awaitsGoods,
}
type PlannedOrder = Pick<OrderRow, keyof typeof planned>

interface MergePlan {
  /** Of those that were to be added. */
  fits: PlannedOrder[]
  leftOut: { number: string; reason: string }[]
  fee: ParcelFee
  /** Goods of it, with those that are added, are still to come. */
  waits: boolean
}

/**
 * The fee of one parcel of these orders with others in it: those are added one by one, as long as the
 * shop's method carries all of it.
 */
export async function planMerge(
  db: Db,
  { packed, added }: { packed: readonly string[]; added: readonly string[] },
): Promise<MergePlan> {
  const ids = [...packed, ...added]
  const [rows, goods] = await Promise.all([
    db.select(planned).from(orders).where(inArray(orders.id, ids)).orderBy(asc(orders.id)),
    readParcelGoods(db, ids),
  ])
  let parcel = rows.filter(({ id }) => packed.includes(id))
  const plan: MergePlan = {
    ...{ fits: [], leftOut: [], fee: feeOfParcel(goods, parcel) },
    waits: false,
  }
  for (const order of rows.filter(({ id }) => added.includes(id))) {
    const larger = [...parcel, order].toSorted((a, b) => (a.id < b.id ? -1 : 1))
    const fee = feeOfParcel(goods, larger)
    const isFull = larger.length > maxMerged
    const reason = isFull ? t('一個包裹最多 {maxMerged} 筆訂單', { maxMerged }) : fee.refusal
    if (reason !== undefined) {
      plan.leftOut.push({ number: order.number, reason })
      continue
    }
    parcel = larger
    plan.fee = fee
    plan.fits.push(order)
  }
  plan.waits = parcel.length > 1 && parcel.some(({ awaitsGoods }) => awaitsGoods)
  return plan
}

/** The orders in the parcel of one, and those that could go along; undefined where there is neither. */
export async function readOrderMerge(
  db: Db,
  order: Pick<OrderRow, 'id' | 'state' | 'shipping' | 'shipsWith'>,
  who: MergedBy,
  { seesMoney }: { seesMoney: boolean },
): Promise<OrderMerge | undefined> {
  const { id, shipping, shipsWith, state } = order
  if ((shipping?.kind !== 'home' && shipping?.kind !== 'store') || state === 'cancelled') {
    return undefined
  }
  const [mates, offered] = await Promise.all([
    shipsWith === null ? [] : listInParcel(db, id),
    readSameRecipient(db, [id], who),
  ])
  const offers = offered.get(id) ?? []
  // An order of another account is no business of a shopper's.
  const shown = mates.filter(({ owner }) => who.by === 'staff' || owner === who.owner)
  if (shown.length === 0 && offers.length === 0) return undefined
  const packed = [id, ...mates.map((mate) => mate.id)]
  const isPacked = await isAnyPacked(db, packed)
  const isPrepared = [order, ...mates].some((one) => !unprepared.includes(one.state))
  const isOpen = !isPacked && !(who.by === 'shopper' && isPrepared)
  const plan = await planMerge(db, { packed, added: isOpen ? offers : [] })
  if (shown.length === 0 && plan.fits.length === 0 && plan.leftOut.length === 0) return undefined
  return {
    with: shown.map(toBeside),
    offers: plan.fits.map(toBeside),
    left_out: plan.leftOut,
    ...(plan.waits && !isPacked && { waits: true as const }),
    ...(seesMoney && { saving: isPacked ? 0 : plan.fee.saving }),
    ...(mates.length > 0 && isOpen && { can_split: true as const }),
  }
}

function toBeside({ id, number, awaitsGoods }: Pick<OrderRow, 'id' | 'number' | 'awaitsGoods'>) {
  return { id, number, ...(awaitsGoods && { awaits_goods: true as const }) }
}
