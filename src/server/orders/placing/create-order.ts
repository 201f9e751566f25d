import type { AppliedCoupon } from '#contract/coupons.ts'
import type { InvoiceChoice } from '#contract/invoice-choice.ts'
import { fromHundredths, type PricedCart } from '../../cart/pricing.ts'
import type { ProductColumns } from '../../catalog/product-wire.ts'
import { recordCouponUse } from '../../coupons/coupon-uses.queries.ts'
import { createId } from '../../db/id.ts'
import type { KeptShipping } from '../../db/tables/orders.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { readersTitle } from '../../http/readers-texts.ts'
import { ShopError } from '../../http/shop-error.ts'
import { holderKeys } from '../../limits/holder-keys.ts'
import { hold } from '../../stock/order-stock.ts'
import { customerKey } from '../customer-key.ts'
import { addressColumns } from '../order-address.ts'
import { type OrderSubscriber, publishOrderEvent } from '../order-events.ts'
import { invoiceColumns } from '../order-invoice.ts'
import type { Contact } from '../order-user.ts'
import { insertOrder, nextOrderNumber, recordOrderEvent } from '../orders.queries.ts'
import { toSoldProduct } from '../sold-product.ts'
import { assertMayHold, type Holder } from './unpaid-limits.ts'

/** The largest amount that one order may come to, in NT$. */
export const maxOrderTotal = 999_999_999_999

/** How an order is to be paid, and whether it holds stock. */
export interface OrderTerms {
  isPayable: boolean
  chargeKind: 'charge' | 'authorise'
  /** It is cancelled unless it is paid within this time; null: after the method's own. */
  expirySeconds: number | null
  holdsStock: boolean
}

const usualTerms: OrderTerms = {
  isPayable: true,
  chargeKind: 'charge',
  expirySeconds: null,
  holdsStock: true,
}

interface DraftLine {
  id: string
  qty: number
  /** As it was chosen: `lineProductColumns`. */
  product: ProductColumns
  /** Null, or without an id, for a product without options. */
  variant?: { id: string; title: string; sku: string | null } | null
  extra?: Record<string, unknown>
}

/**
 * The input of a new order: its lines are priced, and `priced.lines` are in the order of `lines`.
 */
export interface OrderDraft {
  owner: string
  actor: Actor
  contact: Contact
  shipping: KeptShipping
  /** Undefined: none was asked for. */
  invoice?: InvoiceChoice | undefined
  userExtra: Record<string, unknown>
  message: string
  extra: Record<string, unknown>
  /** The group that it is a place of. */
  groupId?: string
  /** `extra` has the own keys that a client gave a line. */
  lines: DraftLine[]
  priced: PricedCart
  /** `covers` says which of the lines it discounts. */
  coupon: { snapshot: AppliedCoupon; covers: readonly boolean[] } | null
  terms?: OrderTerms
  /** Absent of an order that the staff enter: no bound holds for it. */
  holder?: Holder | undefined
}

export interface PlacedOrder {
  id: string
  /** Number for people. */
  number: string
  /** In whole NT$. */
  total: number
  createdAt: Date
}

/**
 * Writes an order in the caller's transaction, then holds its stock; `alongside` is sent together
 * with it, before the hold.
 */
export async function createOrder(
  tx: Transaction,
  draft: OrderDraft,
  options: {
    subscribers: readonly OrderSubscriber[]
    alongside?: (orderId: string) => Promise<unknown>
  },
): Promise<PlacedOrder> {
  const { contact, priced, actor, coupon, holder, owner, terms = usualTerms } = draft
  if (priced.payable > maxOrderTotal) throw new ShopError('ORDER_TOTAL_LIMIT')
  const id = createId()
  const total = priced.payable
  const customer = customerKey(owner, contact.email)
  const keys = holder && holderKeys({ owner, email: contact.email, network: holder.network })
  const { number, num } = await nextOrderNumber(tx)
  const order = {
    id,
    number,
    num,
    owner,
    customerKey: customer,
    total,
    message: draft.message,
    contactName: contact.name,
    userEmail: contact.email,
    userTel: contact.tel,
    ...addressColumns(contact.address),
    shipping: draft.shipping,
    ...invoiceColumns(draft.invoice),
    userExtra: draft.userExtra,
    extra: draft.extra,
    groupId: draft.groupId ?? null,
    isPayable: terms.isPayable,
    chargeKind: terms.chargeKind,
    expirySeconds: terms.expirySeconds,
    holders: keys ?? null,
  }
  // Sent together, and worked in this order: the subscribers find the order written.
  const [{ createdAt }] = await Promise.all([
    insertOrder(tx, order, orderLinesOf(draft), priced.adjustments),
    recordOrderEvent(tx, { orderId: id, kind: 'created', actor, detail: { after: { total } } }),
    options.alongside?.(id),
    coupon &&
      recordCouponUse(tx, {
        orderId: id,
        couponId: coupon.snapshot.id,
        owner,
        discount: couponDiscount(priced),
      }),
    publishOrderEvent(tx, options.subscribers, {
      ...{ type: 'order.placed', orderId: id, actor, total, customer },
      contact,
    }),
  ])
  if (keys) {
    const isPlace = terms !== usualTerms
    const lines = draft.lines.map(toHold)
    await assertMayHold(tx, { id, owner, keys, scale: holder.scale, lines, isPlace })
  }
  // Last: others who order the same products wait from here to the commit.
  if (terms.holdsStock) await hold(tx, id, draft.lines.map(toHold), actor)
  return { id, number, total, createdAt }
}

/** A line as stock and bounds know it. */
export function toHold({ product, variant, qty }: DraftLine) {
  const { id: productId } = product
  return { productId, variantId: variant?.id ?? productId, title: readersTitle(product), qty }
}

/** Order lines as sold: product and coupon are snapshots. */
export function orderLinesOf({
  lines,
  priced,
  coupon,
}: Pick<OrderDraft, 'lines' | 'priced' | 'coupon'>) {
  return lines.map(({ id, qty, product, variant, extra = {} }, index) => ({
    id,
    productId: product.id,
    variantId: variant?.id ?? null,
    variantTitle: variant?.title ?? '',
    sku: variant?.sku ?? null,
    qty,
    total: priced.lines[index]?.total ?? 0,
    finalTotal: fromHundredths(priced.lines[index]?.finalHundredths ?? 0n),
    product: toSoldProduct(product),
    coupon: coupon?.covers[index] ? coupon.snapshot : null,
    extra,
  }))
}

/**
 * Discount of the order's coupon, in whole NT$. The amount charged is rounded half up, so the
 * discount is rounded half down.
 */
export function couponDiscount({ adjustments }: Pick<PricedCart, 'adjustments'>): number {
  const ofCoupons = adjustments.filter(({ kind }) => kind === 'coupon')
  const hundredths = ofCoupons.reduce((sum, { hundredths }) => sum - hundredths, 0n)
  return Number((hundredths + 49n) / 100n)
}
