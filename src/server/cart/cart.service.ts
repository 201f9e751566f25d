import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { maxQuantity } from '#contract/cart.ts'
import { isCouponUsable } from '../coupons/coupon-rules.ts'
import type { CouponRow } from '../coupons/coupon-wire.ts'
import { findCouponByCode, isCouponUsableNow } from '../coupons/coupons.queries.ts'
import { createId } from '../db/id.ts'
import { type Transaction, transaction } from '../db/transaction.ts'
import { readersTitle } from '../http/readers-texts.ts'
import { ShopError } from '../http/shop-error.ts'
import { shortageText } from '../stock/shortage.ts'
import {
  addToLine,
  type CartRow,
  deleteLine,
  emptyCart,
  findVariantOfLine,
  isShort,
  type LineChange,
  lockCart,
  lockExistingCart,
  moveLines,
  readCartRows,
  setCartCoupon,
  setLineQuantity,
  setLineVariant,
} from './cart.queries.ts'
import { refusalOf } from './cart-pricing.ts'
import { assertLineKeys, readLineKeys } from './line-keys.ts'

// Promise.all pipelines statements over one connection: PostgreSQL runs them one after the other, each
// sees what those before it did, and the round trip to the database is made once.

/** A changed line and its cart, from one snapshot. */
export interface ChangedCart {
  lineId: string
  rows: CartRow[]
}

export function addProduct(
  db: NodePgDatabase,
  owner: string,
  input: { productId: string; variantId?: string } & LineChange,
): Promise<ChangedCart> {
  return transaction(db, async (tx) => {
    const [, added, rows] = await Promise.all([
      lockCart(tx, owner),
      addToLine(tx, { id: createId(), owner, ...input }),
      readCartRows(tx, owner),
    ])
    if (!added) throw new ShopError('PRODUCT_NOT_FOUND')
    if (added.isCartFull) throw new ShopError('CART_FULL')
    if (added.id === null) throw new ShopError('CART_QUANTITY_LIMIT')
    assertLine(rows, added.id)
    return { lineId: added.id, rows }
  })
}

export function changeQuantity(
  db: Transaction,
  owner: string,
  line: { id: string } & LineChange,
): Promise<ChangedCart> {
  return transaction(db, async (tx) => {
    const [cart, isChanged, rows] = await Promise.all([
      lockExistingCart(tx, owner),
      setLineQuantity(tx, { ...line, owner }),
      readCartRows(tx, owner),
    ])
    if (!cart || !isChanged) throw new ShopError('CART_LINE_NOT_FOUND')
    assertLine(rows, line.id)
    return { lineId: line.id, rows }
  })
}

/** Turns a line into one of another variant, in the quantity given; the line of it takes it over. */
export function changeVariant(
  db: NodePgDatabase,
  owner: string,
  line: { id: string; variantId: string } & LineChange,
): Promise<ChangedCart> {
  return transaction(db, async (tx) => {
    if (!(await lockExistingCart(tx, owner))) throw new ShopError('CART_LINE_NOT_FOUND')
    const { id, qty } = line
    const chosen = await findVariantOfLine(tx, { ...line, owner })
    if (!chosen) throw new ShopError('CART_LINE_NOT_FOUND')
    const { id: variantId, same, sameQty } = chosen
    if (variantId === null) throw new ShopError('CART_VARIANT_NOT_FOUND')
    if (same !== null && sameQty + qty > maxQuantity) throw new ShopError('CART_QUANTITY_LIMIT')
    if (same !== null) await deleteLine(tx, { id, owner })
    else await setLineVariant(tx, { id, owner, variantId })
    const extra = { ...chosen.extra, ...line.extra }
    return changeQuantity(tx, owner, { id: same ?? id, qty: qty + sameQty, extra })
  })
}

/** Judges a changed line by what was read after the change: quantities and own keys have added up. */
function assertLine(rows: readonly CartRow[], lineId: string): void {
  const line = rows.find(({ id }) => id === lineId)
  if (!line) return
  readLineKeys(line.extra)
  assertLineKeys(rows)
  // A cart holds nothing: what is left now may be gone when the order is made.
  if (!isShort(line)) return
  const message = shortageText({ title: readersTitle(line.product), left: line.stockLeft })
  throw new ShopError('CART_STOCK_SHORT', { message })
}

export function removeLine(db: NodePgDatabase, owner: string, id: string): Promise<CartRow[]> {
  return transaction(db, async (tx) => {
    const [cart, isRemoved, rows] = await Promise.all([
      lockExistingCart(tx, owner),
      deleteLine(tx, { id, owner }),
      readCartRows(tx, owner),
    ])
    if (!cart || !isRemoved) throw new ShopError('CART_LINE_NOT_FOUND')
    return rows
  })
}

export function clearCart(db: NodePgDatabase, owner: string): Promise<CartRow[]> {
  return transaction(db, async (tx) => {
    const [, , rows] = await Promise.all([
      lockExistingCart(tx, owner),
      emptyCart(tx, owner),
      readCartRows(tx, owner),
    ])
    return rows
  })
}

/** Applies a coupon in place of the one before; a refused one leaves the cart as it was. */
export async function applyCoupon(
  db: NodePgDatabase,
  owner: string,
  code: string,
): Promise<{ coupon: CouponRow; rows: CartRow[] }> {
  return transaction(db, async (tx) => {
    const coupon = await findCouponByCode(tx, code)
    if (!coupon) throw new ShopError('COUPON_UNKNOWN')
    if (!isCouponUsable(coupon, coupon.readAt)) throw new ShopError('COUPON_UNUSABLE')
    const [, , rows] = await Promise.all([
      lockCart(tx, owner),
      setCartCoupon(tx, owner, coupon.id),
      readCartRows(tx, owner),
    ])
    const sold = rows.filter(({ isGone }) => !isGone)
    const refusal = await refusalOf(tx, coupon, { owner, rows: sold, now: coupon.readAt })
    if (refusal !== undefined) throw new ShopError('COUPON_UNUSABLE', { message: refusal })
    return { coupon, rows }
  })
}

export function clearCoupon(db: NodePgDatabase, owner: string): Promise<CartRow[]> {
  return transaction(db, async (tx) => {
    const [, , rows] = await Promise.all([
      lockExistingCart(tx, owner),
      setCartCoupon(tx, owner, null),
      readCartRows(tx, owner),
    ])
    return rows
  })
}

/**
 * Merges a guest's cart at sign-in: quantities of the same product are added, the member's coupon
 * stays while it can be used, else the guest's is taken. Gives the number of lines that stay in the guest's cart because
 * the member's has no room for them.
 */
export function mergeGuestCart(
  db: NodePgDatabase,
  guestOwner: string,
  memberOwner: string,
): Promise<number> {
  return transaction(db, async (tx) => {
    const guest = await lockExistingCart(tx, guestOwner)
    if (!guest) return 0
    const member = await lockCart(tx, memberOwner)
    const linesLeft = await moveLines(tx, guestOwner, memberOwner)
    if (guest.couponId !== null) {
      const isKept = member.couponId !== null && (await isCouponUsableNow(tx, member.couponId))
      if (!isKept) await setCartCoupon(tx, memberOwner, guest.couponId)
      await setCartCoupon(tx, guestOwner, null)
    }
    return linesLeft
  })
}
