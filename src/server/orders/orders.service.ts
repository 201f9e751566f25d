import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { CartRow } from '../cart/cart.queries.ts'
import { emptyCart, lockExistingCart, readCartRows } from '../cart/cart.queries.ts'
import { couponOfCart, linesToPrice } from '../cart/cart-wire.ts'
import { fromHundredths, type PricedCart, priceCart } from '../cart/pricing.ts'
import { toProduct } from '../catalog/product-wire.ts'
import { toAppliedCoupon } from '../coupons/coupon-wire.ts'
import { makeId } from '../db/id.ts'
import { inOnePiece, type Transaction, transaction } from '../db/transaction.ts'
import { type IdempotentRequest, withIdempotency } from '../http/idempotency.ts'
import { ShopError } from '../http/shop-error.ts'
import type { Contact } from './order-user.ts'
import { toSeconds } from './order-wire.ts'
import { insertOrder, recordOrderEvent } from './orders.queries.ts'

/** The largest amount that one order may come to, in NT$. */
export const maxOrderTotal = 999_999_999_999

export interface OrderRequest {
  owner: string
  contact: Contact
  userExtra: Record<string, unknown>
  message: string
  extra: Record<string, unknown>
  /** What the shopper was shown, in NT$. */
  expectedTotal: number | undefined
}

interface CreatedOrder extends Record<string, unknown> {
  orderId: string
  total: number
  /** Epoch seconds. */
  create_at: number
}

/**
 * Makes an order of the owner's cart, in one transaction: the cart is locked, priced as of now,
 * written down and emptied. Of two submissions of one cart the second finds it empty; a refusal
 * changes nothing.
 */
export function createOrder(
  db: NodePgDatabase,
  request: OrderRequest,
  intended: IdempotentRequest | undefined,
): Promise<CreatedOrder> {
  return transaction(db, (tx) => withIdempotency(tx, intended, () => orderCart(tx, request)))
}

async function orderCart(tx: Transaction, request: OrderRequest): Promise<CreatedOrder> {
  const [cart, lines] = await Promise.all([
    lockExistingCart(tx, request.owner),
    readCartRows(tx, request.owner),
  ])
  // Lines of a cart that came between the two are not locked: they are for the next order.
  const rows = cart ? lines : []
  assertSellable(rows)
  const coupon = usableCoupon(rows)
  const priced = priceCart(linesToPrice(rows), coupon?.percent ?? 100)
  assertCharge(priced, request.expectedTotal)

  const orderId = makeId()
  const order = {
    id: orderId,
    owner: request.owner,
    total: priced.charge,
    message: request.message,
    userName: request.contact.name,
    userEmail: request.contact.email,
    userTel: request.contact.tel,
    userAddress: request.contact.address,
    userExtra: request.userExtra,
    extra: request.extra,
  }
  const [createdAt] = await inOnePiece(tx, () =>
    Promise.all([
      insertOrder(tx, order, orderLinesOf(rows, priced, coupon)),
      recordOrderEvent(tx, { orderId, kind: 'created', actor: request.owner }),
      emptyCart(tx, request.owner),
    ]),
  )
  return { orderId, total: priced.charge, create_at: toSeconds(createdAt) }
}

function assertSellable(rows: readonly CartRow[]): void {
  if (rows.length === 0) throw new ShopError('CART_EMPTY')
  const gone = rows.filter((row) => row.isProductDeleted || !row.product.isEnabled)
  if (gone.length === 0) return
  const titles = gone.map((row) => `「${row.product.title}」`).join('、')
  throw new ShopError('ORDER_LINE_GONE', {
    message: `${titles}已下架，請自購物車移除後再送出`,
  })
}

function usableCoupon(rows: readonly CartRow[]) {
  const { usable, unusable } = couponOfCart(rows, new Date())
  if (unusable) {
    throw new ShopError('ORDER_COUPON_GONE', {
      message: `優惠券「${unusable.code}」已失效，請更換或移除優惠券後再送出`,
    })
  }
  return usable
}

function assertCharge({ charge }: PricedCart, expected: number | undefined): void {
  if (charge > maxOrderTotal) throw new ShopError('ORDER_TOTAL_LIMIT')
  if (expected === undefined || expected === charge) return
  const amount = `NT$${charge.toLocaleString('zh-TW')}`
  throw new ShopError('ORDER_TOTAL_CHANGED', {
    message: `金額已變更為 ${amount}，請確認購物車後再送出`,
  })
}

/** What was bought, as it was sold: product and coupon are written down whole. */
function orderLinesOf(
  rows: readonly CartRow[],
  priced: PricedCart,
  coupon: Parameters<typeof toAppliedCoupon>[0] | null,
) {
  return rows.map((row, index) => ({
    id: row.id,
    productId: row.product.id,
    qty: row.qty,
    total: priced.lines[index]?.total ?? 0,
    finalTotal: fromHundredths(priced.lines[index]?.finalHundredths ?? 0n),
    product: toProduct(row.product, ''),
    coupon: coupon && toAppliedCoupon(coupon),
  }))
}
