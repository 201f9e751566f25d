import { isDeepStrictEqual } from 'node:util'
import type { Static } from 'typebox'
import type { change } from '#contract/order-change.schema.ts'
import { transferMethod } from '#contract/payments.ts'
import type { ShippingOffer } from '#contract/shipping.ts'
import { toBasket } from '../cart/cart-basket.ts'
import { type PricedCart, priceCart, withShipping } from '../cart/pricing.ts'
import { type LineProduct, readLineProducts } from '../catalog/line-products.queries.ts'
import { couponRefusal, coveredLines } from '../coupons/coupon-rules.ts'
import { couponOfOrder } from '../coupons/coupon-uses.queries.ts'
import { toAppliedCoupon } from '../coupons/coupon-wire.ts'
import type { Db } from '../db/connect.ts'
import type { KeptShipping } from '../db/tables/orders.ts'
import { isMemberOwner } from '../http/caller.ts'
import { ShopError } from '../http/shop-error.ts'
import {
  type LineRow,
  readOrderLines,
  readUse,
  withKeptUse,
} from '../orders/back-office/change-lines.ts'
import type { ChangedBy } from '../orders/changeable.ts'
import { type OrderRow, shippingOf } from '../orders/order-wire.ts'
import { readShippingFee } from '../orders/orders.queries.ts'
import { paysOnDelivery } from '../orders/pays-on-delivery.ts'
import { maxOrderTotal } from '../orders/placing/create-order.ts'
import { deliveryOf, destinationOf, offerOfKept, storeOf } from '../orders/placing/delivery.ts'
import { toParcelLine } from '../orders/placing/parcel-line.ts'
import { type OnDeliveryDeps, offerOnDelivery } from '../payments/paying/on-delivery.ts'
import { listOpenAttempts } from '../payments/payments.queries.ts'
import { readRefundable } from '../payments/refunds/refunds.service.ts'
import { unavailable } from '../shipping/choose-method.ts'
import { readMethods } from '../shipping/methods.queries.ts'
import { type Basket, type Offer, offerMethods } from '../shipping/offer-methods.ts'
import { toShippingOffer } from '../shipping/shipping-wire.ts'
import { assertHeld } from './assert-held.ts'
import { areSame, type MergedLine, mergeLines } from './merge-lines.ts'

export type ChangeInput = Static<typeof change.data>

export type ChangedOrder = Omit<OrderRow, 'deletedAt' | 'deletedBy' | 'deletion'>

export interface PlannedChange {
  isChanged: boolean
  areLinesSame: boolean
  rows: LineRow[]
  /** As they are to be; `priced.lines` are in their order. */
  lines: MergedLine[]
  priced: PricedCart
  /** Which lines the coupon of the order covers; absent without one. */
  coupon?: { snapshot: NonNullable<LineRow['coupon']>; covers: boolean[] }
  lostCoupon?: { code: string; reason: string }
  delivery: Delivery
  feeBefore: number
  /** Credit and points together, in whole NT$. */
  usedBefore: number
  /** In whole NT$; of what was paid. */
  refund: number
  toPay: number
  voidsPayment: boolean
  /** Why the money does not allow it. */
  refusal?: ShopError
}

interface Delivery {
  shipping: KeptShipping | null
  address: string
  fee: number
  isMoved: boolean
  offer: ShippingOffer
}

/** Tells what an order is after a change; writes nothing. Throws where it cannot be so. */
export async function planChange(
  db: Db,
  deps: OnDeliveryDeps,
  { order, by }: { order: ChangedOrder; by: ChangedBy },
  input: ChangeInput,
): Promise<PlannedChange> {
  const rows = await readOrderLines(db, order.id)
  const ids = [...rows.map((row) => row.productId), ...input.lines.map((line) => line.product_id)]
  const sold = await readLineProducts(db, [...new Set(ids)])
  const lines = mergeLines(rows, input.lines, sold)
  const areLinesSame = areSame(rows, lines)
  await assertHeld(db, order.id, { rows, lines, sold })
  const { coupon, lostCoupon } = await judgeCoupon(db, order, { rows, lines, areLinesSame })
  const discounted = discountedOf(lines, coupon)
  const before = await readBefore(db, order, { rows, sold })
  const basket = toBasket(
    lines.map((line) => toParcelLine(line, sold)),
    discounted.payable,
  )
  const delivery = await planDelivery(
    db,
    { order, by, choice: input.shipping },
    {
      ...{ basket, before, areLinesSame },
    },
  )
  const priced = await withKeptUse(db, withShipping(discounted, delivery.fee), {
    ...{ id: order.id, total: order.total, isPaid: order.payment === 'paid' },
    ...{ feeBefore: before.fee, fee: delivery.fee },
  })
  const total = priced.payable
  if (total > maxOrderTotal) throw new ShopError('ORDER_TOTAL_LIMIT')
  const after = { ...order, total, shipping: delivery.shipping }
  await assertOnDelivery(db, deps, { order, after })
  const settled = await settle(db, order, total)
  return {
    ...{
      rows,
      lines,
      areLinesSame,
      priced,
      delivery,
      feeBefore: before.fee,
      usedBefore: before.used,
    },
    isChanged: !areLinesSame || delivery.isMoved || total !== order.total,
    ...(coupon && { coupon }),
    ...(lostCoupon && { lostCoupon }),
    ...settled,
    voidsPayment: await hasOtherPayment(db, order, settled.toPay),
  }
}

function discountedOf(lines: readonly MergedLine[], coupon: PlannedChange['coupon']): PricedCart {
  const toPrice = lines.map(({ row, qty }) => ({ price: row.product.price, qty }))
  if (!coupon) return priceCart(toPrice, [])
  const { code, percent } = coupon.snapshot
  return priceCart(toPrice, [{ kind: 'coupon', label: code, percent, covers: coupon.covers }])
}

/**
 * The coupon of an order for its other lines. Its limits and its days were judged when the order was
 * made; its other rules hold for what it is used on. Lines of the sale stay covered as they were.
 */
async function judgeCoupon(
  db: Db,
  order: ChangedOrder,
  of: { rows: readonly LineRow[]; lines: readonly MergedLine[]; areLinesSame: boolean },
): Promise<Pick<PlannedChange, 'coupon' | 'lostCoupon'>> {
  const coupon = await couponOfOrder(db, order.id)
  if (!coupon) return {}
  const { rows, lines, areLinesSame } = of
  const asRuled = lines.map(({ row, qty }) => ({ product: row.product, qty }))
  const refusal = couponRefusal(coupon, {
    lines: asRuled,
    isMember: isMemberOwner(order.owner),
    counts: { uses: -1, usesOfMember: -1, hasOrdered: false },
    now: coupon.readAt,
  })
  if (refusal !== undefined && !areLinesSame) {
    return { lostCoupon: { code: coupon.code, reason: refusal.replace('購物車內', '訂單中') } }
  }
  const wouldCover = coveredLines(coupon, asRuled)
  return {
    coupon: {
      snapshot: rows.find((row) => row.coupon)?.coupon ?? toAppliedCoupon(coupon),
      covers: lines.map(({ row, isAdded }, index) =>
        isAdded ? wouldCover[index] === true : row.coupon !== null,
      ),
    },
  }
}

interface Before {
  fee: number
  used: number
  basket: Basket
}

async function readBefore(
  db: Db,
  order: ChangedOrder,
  { rows, sold }: { rows: readonly LineRow[]; sold: readonly LineProduct[] },
): Promise<Before> {
  const fee = await readShippingFee(db, order.id)
  const { credit, points } = await readUse(db, order.id)
  const lines = rows.map((row) => toParcelLine({ row, qty: row.qty }, sold))
  return {
    fee,
    used: credit + points,
    basket: toBasket(lines, order.total - fee + credit + points),
  }
}

interface DeliveryOf {
  basket: Basket
  before: Before
  areLinesSame: boolean
}

/** By the quote of the checkout, for the goods after the change. */
async function planDelivery(
  db: Db,
  { order, by, choice }: { order: ChangedOrder; by: ChangedBy; choice: ChangeInput['shipping'] },
  { basket, before, areLinesSame }: DeliveryOf,
): Promise<Delivery> {
  const methods = await readMethods(db)
  // A shop that charged no fee by hand does not begin to.
  const usual = offerOfKept(methods, order, before.basket)
  const isWaived = before.fee === 0 && (usual?.fee ?? 0) > 0
  const charged = (fee: number) => (isWaived ? 0 : fee)
  const offersTo = (to: Parameters<typeof destinationOf>[0]) =>
    offerMethods(methods, basket, destinationOf(to)).map((offer) => waive(offer, isWaived))
  const kept = { shipping: order.shipping, userAddress: order.userAddress }
  if (!choice || keeps(choice, order)) {
    const offer = offerOfKept(methods, order, basket)
    if (offer?.refusal && !areLinesSame) throw unavailable(offer)
    const fee = areLinesSame ? before.fee : charged(offer?.fee ?? before.fee)
    const shown = toShippingOffer(offersTo(kept), offer)
    return { ...kept, address: order.userAddress, fee, isMoved: false, offer: shown }
  }
  const isHome = shippingOf(order).kind === 'home'
  const address = choice.address?.trim() || (isHome ? order.userAddress : '')
  const { contactName: name, userEmail: email, userTel: tel } = order
  const store = by === 'shopper' ? await storeOf(db, order.owner, choice) : undefined
  const contact = { name, email, tel, address }
  const { fee: _, ...asked } = choice
  const {
    shipping,
    fee,
    contact: sentTo,
  } = deliveryOf(methods, basket, {
    ...{ choice: asked, contact, store },
  })
  const moved = { shipping, userAddress: sentTo.address }
  const isMoved = !isDeepStrictEqual(moved, kept)
  const offers = offersTo(moved)
  const shown = toShippingOffer(
    offers,
    offers.find(({ method }) => method.id === choice.method_id),
  )
  return { shipping, address: sentTo.address, fee: charged(fee), isMoved, offer: shown }
}

function waive(offer: Offer, isWaived: boolean): Offer {
  return isWaived && offer.fee !== undefined ? { ...offer, fee: 0 } : offer
}

/** The method of before, and nothing else is said of it. */
function keeps(choice: NonNullable<ChangeInput['shipping']>, { shipping }: ChangedOrder): boolean {
  const { method_id, address, store_token, place_id } = choice
  return method_id === shipping?.methodId && !address && !store_token && !place_id
}

/** One that is paid when it is picked up goes to a store that can collect its sum. */
async function assertOnDelivery(
  db: Db,
  deps: OnDeliveryDeps,
  { order, after }: { order: ChangedOrder; after: ChangedOrder },
): Promise<void> {
  if (!paysOnDelivery(order)) return
  const asNew = { ...after, state: 'placed', paymentMethod: null } as const
  const offered = await offerOnDelivery(db, deps, asNew)
  if (!offered) {
    const message = '這筆訂單選擇取貨付款，只能送到可以取貨付款的門市；要改送別處請先改用線上付款'
    throw new ShopError('ON_DELIVERY_REFUSED', { message })
  }
  if (offered.reason) throw new ShopError('ON_DELIVERY_REFUSED', { message: offered.reason })
}

async function settle(
  db: Db,
  order: ChangedOrder,
  total: number,
): Promise<Pick<PlannedChange, 'refund' | 'toPay' | 'refusal'>> {
  if (order.payment === 'unpaid') return { refund: 0, toPay: total }
  const left = await readRefundable(db, order)
  const had = order.total - order.balanceDue
  if (left === 0 && had > 0) {
    const refusal = new ShopError('ORDER_REFUNDED', { message: '款項已退回，無法再變更' })
    return { refund: 0, toPay: 0, refusal }
  }
  // A balance that nobody has paid is no money to give back.
  const owed = total - had
  const refund = Math.max(0, Math.min(left, -owed))
  if (refund < left || had === 0) return { refund, toPay: Math.max(0, owed) }
  const refusal = new ShopError('ORDER_STATE', { message: '款項將全數退回，請改為取消訂單' })
  return { refund, toPay: 0, refusal }
}

/** A page or a number of a gateway has the sum of before; a transfer follows its order. */
async function hasOtherPayment(db: Db, order: ChangedOrder, toPay: number): Promise<boolean> {
  const attempts = (await listOpenAttempts(db, order.id)).filter(
    ({ supplements }) => supplements === (order.payment === 'paid'),
  )
  return attempts.some(
    ({ status, method, amount }) =>
      (status === 'created' || status === 'pending') &&
      method !== transferMethod &&
      amount !== toPay,
  )
}
