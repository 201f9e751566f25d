import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { InvoiceChoice } from '#contract/invoice-choice.ts'
import { formatMoney } from '#contract/money.ts'
import type { ShippingChoice } from '#contract/shipping.ts'
import { t } from '#contract/translate.ts'
import type { CartRow } from '../../cart/cart.queries.ts'
import { emptyCart, lockExistingCart, readCartRows, soldId } from '../../cart/cart.queries.ts'
import { toBasket } from '../../cart/cart-basket.ts'
import { couponAdjustments, couponOfCart, linesToPrice } from '../../cart/cart-pricing.ts'
import { assertLineKeys } from '../../cart/line-keys.ts'
import { priceCart, withCredit, withShipping } from '../../cart/pricing.ts'
import { coveredLines } from '../../coupons/coupon-rules.ts'
import { lockCoupon } from '../../coupons/coupon-uses.queries.ts'
import { toAppliedCoupon } from '../../coupons/coupon-wire.ts'
import { type AskedCredit, grantCredit, spendCredit } from '../../credit/order-use.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { isMemberOwner } from '../../http/caller.ts'
import { toEpochSeconds } from '../../http/epoch-seconds.ts'
import { type IdempotentRequest, withIdempotency } from '../../http/idempotency.ts'
import { readersTitle } from '../../http/readers-texts.ts'
import { ShopError } from '../../http/shop-error.ts'
import { recordConsent } from '../../settings/policy.queries.ts'
import { readMethods } from '../../shipping/methods.queries.ts'
import { assertAvailable } from '../../stock/order-stock.ts'
import type { OrderSubscriber } from '../order-events.ts'
import type { Contact } from '../order-user.ts'
import { createOrder, maxOrderTotal } from './create-order.ts'
import { deliveryOf, storeOf } from './delivery.ts'
import type { Holder } from './unpaid-limits.ts'

export interface OrderRequest {
  owner: string
  actor: Actor
  /** Its address may be empty where a method is chosen. */
  contact: Contact
  shipping: ShippingChoice | undefined
  invoice: InvoiceChoice | undefined
  userExtra: Record<string, unknown>
  message: string
  extra: Record<string, unknown>
  /** Total shown to the shopper, in NT$. */
  expectedTotal: number | undefined
  /** The version of the privacy policy that was agreed to; undefined: none was sent. */
  privacyVersion: number | undefined
  holder: Holder
  /** Credit and points of the own account that the member uses. */
  asked: AskedCredit
}

interface CreatedOrder extends Record<string, unknown> {
  orderId: string
  total: number
  /** Epoch seconds. */
  create_at: number
}

/**
 * Makes an order of the owner's cart, in one transaction: the cart is locked, priced as of now,
 * ordered and emptied. Of two submissions of one cart the second finds it empty; a refusal changes
 * nothing.
 */
export function checkOutCart(
  db: NodePgDatabase,
  request: OrderRequest,
  options: { intended: IdempotentRequest | undefined; subscribers: readonly OrderSubscriber[] },
): Promise<CreatedOrder> {
  const { intended, subscribers } = options
  return transaction(db, (tx) =>
    withIdempotency(tx, intended, () => orderCart(tx, request, subscribers)),
  )
}

async function orderCart(
  tx: Transaction,
  request: OrderRequest,
  subscribers: readonly OrderSubscriber[],
): Promise<CreatedOrder> {
  const { owner, expectedTotal, privacyVersion, asked: use, shipping: choice, ...asked } = request
  const [cart, lines, methods] = await Promise.all([
    lockExistingCart(tx, owner),
    readCartRows(tx, owner),
    readMethods(tx),
  ])
  // Lines of a cart that was created between the two statements are not locked: the next order's.
  const rows = cart ? lines : []
  assertSellable(rows)
  assertLineKeys(rows)
  assertAvailable(rows.map(toOrderedLine))
  const coupon = await usableCoupon(tx, owner, rows)
  const discounted = priceCart(linesToPrice(rows), couponAdjustments(coupon, rows))
  const basket = toBasket(rows, discounted.payable)
  const store = await storeOf(tx, owner, choice)
  const terms = { choice, contact: asked.contact, store }
  const { fee, ...delivery } = deliveryOf(methods, basket, terms)
  const granted = await grantCredit(tx, { owner, asked: use, goods: discounted.payable })
  const priced = withCredit(withShipping(discounted, fee), granted.use)
  assertPayable(priced.payable, expectedTotal)
  const applied = coupon && {
    snapshot: toAppliedCoupon(coupon),
    covers: coveredLines(coupon, rows),
  }
  const order = await createOrder(
    tx,
    { ...asked, ...delivery, owner, lines: rows, priced, coupon: applied },
    {
      subscribers,
      alongside: (orderId) =>
        Promise.all([
          emptyCart(tx, owner),
          spendCredit(tx, granted, { orderId, actor: asked.actor }),
          privacyVersion !== undefined &&
            recordConsent(tx, { version: privacyVersion, memberId: memberOf(owner), orderId }),
        ]),
    },
  )
  return { orderId: order.id, total: order.total, create_at: toEpochSeconds(order.createdAt) }
}

function memberOf(owner: string): string | null {
  return isMemberOwner(owner) ? owner.slice(2) : null
}

function assertSellable(rows: readonly CartRow[]): void {
  if (rows.length === 0) throw new ShopError('CART_EMPTY')
  const gone = rows.filter(({ isGone }) => isGone)
  if (gone.length === 0) return
  const titles = gone
    .map(({ product }) => t('「{title}」', { title: readersTitle(product) }))
    .join(t('、'))
  throw new ShopError('ORDER_LINE_GONE', {
    message: t('{titles}已下架，請自購物車移除後再送出', { titles }),
  })
}

function toOrderedLine(row: CartRow) {
  const { product, qty, stockLeft: left } = row
  const title = readersTitle(product)
  return { productId: product.id, variantId: soldId(row), title, qty, left }
}

async function usableCoupon(tx: Transaction, owner: string, rows: readonly CartRow[]) {
  const held = rows[0]?.coupon
  const locked = held && (await lockCoupon(tx, held))
  const asLocked = locked ? rows.map((row) => ({ ...row, coupon: locked })) : rows
  const { usable, unusable, refusal } = await couponOfCart(tx, owner, asLocked)
  if (unusable) {
    const reason = refusal ?? t('優惠券「{code}」已失效', { code: unusable.code })
    throw new ShopError('ORDER_COUPON_GONE', {
      message: t('{reason}，請更換或移除優惠券後再送出', { reason }),
    })
  }
  return usable
}

function assertPayable(payable: number, expected: number | undefined): void {
  if (payable > maxOrderTotal) throw new ShopError('ORDER_TOTAL_LIMIT')
  if (expected === undefined || expected === payable) return
  throw new ShopError('ORDER_TOTAL_CHANGED', {
    message: t('金額已變更為 {payable}，請確認購物車後再送出', { payable: formatMoney(payable) }),
  })
}
