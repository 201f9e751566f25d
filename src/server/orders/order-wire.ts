import type { CartLine } from '#contract/cart.ts'
import type { InvoiceInput } from '#contract/invoice-choice.ts'
import { maskAddress, maskEmail, maskName, maskTel, maskText } from '#contract/masking.ts'
import type { OrderPaymentState, OrderShipmentState } from '#contract/order-states.ts'
import type { Order, StaffOrder } from '#contract/orders.ts'
import type { ChosenStore } from '#contract/shipping.ts'
import { shippingKindLabels } from '#contract/shipping-kinds.ts'
import { variantOfLine } from '../cart/cart-wire.ts'
import { ownLineKeys } from '../cart/line-keys.ts'
import { absolutePictures } from '../catalog/product-wire.ts'
import { erasedText, type KeptShipping, type orderLines, type orders } from '../db/tables/orders.ts'
import { type Actor, mayDo } from '../http/actor.ts'
import { toEpochSeconds } from '../http/epoch-seconds.ts'
import { readersTitle, type Titled } from '../http/readers-texts.ts'
import { addressParts } from './order-address.ts'
import { toInvoiceWire } from './order-invoice.ts'
import { hiddenKeys, ownKeys } from './order-keys.ts'
import { isSentUnpaid } from './pays-on-delivery.ts'
import { isHandedOutByLeader } from './pickup-address.ts'

export type OrderRow = Omit<typeof orders.$inferSelect, 'searchTerms'>
/** The snapshot in `product` carries title, unit and price of the line. */
export type OrderLineRow = Omit<
  typeof orderLines.$inferSelect,
  'orderId' | 'title' | 'unit' | 'unitPrice'
>

/** State of an order's money and goods besides its own columns. */
export interface OrderProgress {
  hasParcels: boolean
  /** An attempt to pay it waits for its outcome. */
  isPending: boolean
  isRefunding: boolean
  /** In whole NT$. */
  refunded: number
  /** In whole NT$; part of the order's total. */
  shippingFee: number
  /** The part that credit and points pay, in whole NT$; null: none. */
  credit: { credit?: number; points?: number } | null
  /** Points that it has earned, less those taken back; null: none. */
  earned: number | null
}

/** The group of a place, as it is read. */
export type OrderGroup = NonNullable<Order['group']> & Titled

export interface OrderWithLines {
  order: Omit<OrderRow, 'deletedAt' | 'deletedBy' | 'deletion'>
  lines: readonly OrderLineRow[]
  group: OrderGroup | null
  progress: OrderProgress
}

const memberPrefix = 'm:'
/** A remark may say anything of the person. */
const hiddenText = '***'

/**
 * As the staff sees it: without `person.read` nothing in it tells who the person is, without
 * `money.read` nothing what was paid.
 */
export function toStaffOrder(row: OrderWithLines, ownAddress: string, actor: Actor): StaffOrder {
  const toShown = mayDo(actor, 'person.read') ? toOrder : toMaskedOrder
  const { askedAt, awaitsGoods, balanceDue, state } = row.order
  const isInHand = state === 'paid' || state === 'preparing' || isSentUnpaid(row.order)
  const order = {
    ...toShown(row, ownAddress),
    ...(askedAt && { asked_at: toEpochSeconds(askedAt) }),
    ...(awaitsGoods && isInHand && { awaits_goods: true as const }),
    ...(balanceDue > 0 && { awaits_balance: true as const }),
  }
  return mayDo(actor, 'money.read') ? order : withoutAmounts(order)
}

function withoutAmounts(order: StaffOrder & Order): StaffOrder {
  const { subtotal: _, discount: _d, shipping_fee: _f, total: _t, products, ...rest } = order
  const { shipping, balance_due: _b, credit_used: _u, points_used: _p, ...other } = rest
  const { points_earned: _e, ...others } = other
  const lines = Object.values(products).map((line) => {
    const { total: _, final_total: _f, coupon: _c, product, ...goods } = line
    return [line.id, { ...goods, product: toGoods(product) }] as const
  })
  return {
    ...others,
    ...(shipping && { shipping: withoutFee(shipping) }),
    products: Object.fromEntries(lines),
  }
}

function withoutFee({ fee: _, ...shipping }: NonNullable<StaffOrder['shipping']>) {
  return shipping
}

/** Named one by one, since a product's own keys may be prices, too. */
function toGoods(product: CartLine['product']) {
  const { id, title, category, content, description, imageUrl, imagesUrl } = product
  const { is_enabled, num, unit } = product
  return { id, title, category, content, description, imageUrl, imagesUrl, is_enabled, num, unit }
}

function toMaskedOrder(row: OrderWithLines, ownAddress: string): Order {
  const extra = hiddenKeys(row.order.extra, hiddenText)
  const lines = row.lines.map((line) => ({
    ...line,
    extra: hiddenKeys(line.extra, hiddenText, []),
  }))
  const order = toOrder({ ...row, lines, order: { ...row.order, extra } }, ownAddress)
  const { userEmail, userTel, userAddress, contactName } = row.order
  return {
    ...order,
    message: maskText(order.message),
    ...(order.cancel_reason && { cancel_reason: maskText(order.cancel_reason) }),
    ...(order.shipping?.store && {
      shipping: { ...order.shipping, store: maskedStore(order.shipping.store) },
    }),
    ...(order.invoice_choice && { invoice_choice: maskedInvoice(order.invoice_choice) }),
    user: {
      name: maskName(contactName),
      email: maskEmail(userEmail),
      tel: maskTel(userTel),
      address: maskAddress(userAddress),
    },
  }
}

/** A store near a home tells where that is; its chain is no secret. */
function maskedStore({ chain, address }: ChosenStore): ChosenStore {
  return { chain, id: '', name: hiddenText, address: maskAddress(address), tel: hiddenText }
}

/** The kind without its numbers, which belong to one person or company. */
function maskedInvoice({ kind, carrier_type }: InvoiceInput): InvoiceInput {
  return { kind, ...(carrier_type && { carrier_type }) }
}

/** An order as its shopper sees it. Times are epoch seconds. */
export function toOrder(
  { order: row, lines, group, progress }: OrderWithLines,
  ownAddress: string,
): Order {
  const subtotal = lines.reduce((sum, line) => sum + line.total, 0)
  const { shippingFee, earned } = progress
  const { credit = 0, points = 0 } = progress.credit ?? {}
  const parts = addressParts(row)
  const { methodId: _, ...shipping } = shippingOf(row)
  const invoice = toInvoiceWire(row)
  return {
    ...ownKeys(row.extra),
    id: row.id,
    number: row.number,
    num: row.num,
    create_at: toEpochSeconds(row.createdAt),
    is_paid: row.payment === 'paid',
    message: row.message,
    subtotal,
    discount: subtotal + shippingFee - credit - points - row.total,
    ...(shippingFee > 0 && { shipping_fee: shippingFee }),
    ...(credit > 0 && { credit_used: credit }),
    ...(points > 0 && { points_used: points }),
    ...(earned !== null && { points_earned: earned }),
    total: row.total,
    products: Object.fromEntries(lines.map((line) => [line.id, toLine(line, ownAddress)])),
    user: {
      ...row.userExtra,
      name: contactNameWithMember(row),
      email: row.userEmail,
      tel: row.userTel,
      address: row.userAddress,
      ...(parts && { address_parts: parts }),
    },
    ...(row.paidAt && { paid_date: toEpochSeconds(row.paidAt) }),
    ...(row.paymentMethod && { payment_method: row.paymentMethod }),
    ...(row.balanceDue > 0 && { balance_due: row.balanceDue }),
    state: row.state,
    payment_state: paymentState(row, progress),
    shipment_state: shipmentState(row, progress),
    ...(row.expiresAt && row.state === 'placed' && { expires_at: toEpochSeconds(row.expiresAt) }),
    ...(row.cancelReason && { cancel_reason: row.cancelReason }),
    ...(!row.isPayable && row.state === 'placed' && { is_payable: false }),
    ...(awaitsGroup(row) && { awaits_group: true }),
    ...(group && { group: toOrderGroup(group) }),
    shipping: { ...shipping, fee: shippingFee },
    ...(invoice && { invoice_choice: invoice }),
  }
}

/** Orders of before have their method in the address alone. */
export function shippingOf(
  row: Pick<OrderRow, 'shipping' | 'groupId' | 'userAddress'>,
): KeptShipping {
  if (row.shipping) return row.shipping
  const kind = isHandedOutByLeader(row) ? 'leader' : 'home'
  return { kind, name: shippingKindLabels[kind] }
}

/** With the decision a place is to be paid, or what was authorised for it is captured. */
export function awaitsGroup({
  state,
  isPayable,
  chargeKind,
}: Pick<OrderRow, 'state' | 'isPayable' | 'chargeKind'>): boolean {
  return state === 'placed' && (!isPayable || chargeKind === 'authorise')
}

function paymentState(
  { payment }: Pick<OrderRow, 'payment'>,
  { isPending, isRefunding, refunded }: OrderProgress,
): OrderPaymentState {
  if (isRefunding) return 'refunding'
  if (refunded > 0) return payment === 'paid' ? 'partly_refunded' : 'refunded'
  if (payment === 'paid') return 'paid'
  return isPending ? 'pending' : 'none'
}

function shipmentState(
  { state }: Pick<OrderRow, 'state'>,
  { hasParcels }: OrderProgress,
): OrderShipmentState {
  if (state === 'shipped') return 'shipped'
  if (state === 'delivered' || state === 'completed' || state === 'returned') return 'delivered'
  return hasParcels ? 'partly' : 'none'
}

/** Clients of the contract expect a member's id behind the last plus sign of the name. */
function contactNameWithMember({
  contactName,
  owner,
}: Pick<OrderRow, 'contactName' | 'owner'>): string {
  if (!owner.startsWith(memberPrefix) || contactName === erasedText) return contactName
  return `${contactName}+${owner.slice(memberPrefix.length)}`
}

export function toOrderGroup(group: OrderGroup): NonNullable<Order['group']> {
  const { code, campaign_id } = group
  return { code, campaign_id, title: readersTitle(group) }
}

function toLine(line: OrderLineRow, ownAddress: string): CartLine {
  const { titleInEnglish: _, ...product } = line.product
  return {
    ...ownLineKeys(line.extra),
    id: line.id,
    product_id: line.productId,
    qty: line.qty,
    total: line.total,
    final_total: line.finalTotal,
    product: absolutePictures({ ...product, title: readersTitle(line.product) }, ownAddress),
    ...variantOfLine({ id: line.variantId, title: line.variantTitle }),
    ...(line.coupon && { coupon: line.coupon }),
  }
}
