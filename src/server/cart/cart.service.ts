import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { isCouponUsable } from '../coupons/coupon-rules.ts'
import type { CouponRow } from '../coupons/coupon-wire.ts'
import { findCouponByCode } from '../coupons/coupons.queries.ts'
import { makeId } from '../db/id.ts'
import { transaction } from '../db/transaction.ts'
import { ShopError } from '../http/shop-error.ts'
import {
  addToLine,
  type CartRow,
  deleteLine,
  emptyCart,
  lockCart,
  lockExistingCart,
  moveLines,
  readCartRows,
  setCartCoupon,
  setLineQuantity,
} from './cart.queries.ts'

// Statements that do not wait for what others found are sent together: they run one after the other
// all the same, each seeing what the ones before it did, and the way to the database is made once.

/** A changed line and the cart around it, as one moment saw them. */
interface ChangedCart {
  lineId: string
  rows: CartRow[]
}

export function addProduct(
  db: NodePgDatabase,
  owner: string,
  input: { productId: string; qty: number },
): Promise<ChangedCart> {
  return transaction(db, async (tx) => {
    const [, added, rows] = await Promise.all([
      lockCart(tx, owner),
      addToLine(tx, { id: makeId(), owner, ...input }),
      readCartRows(tx, owner),
    ])
    if (!added) throw new ShopError('PRODUCT_NOT_FOUND')
    if (added.isCartFull) throw new ShopError('CART_FULL')
    if (added.id === null) throw new ShopError('CART_QUANTITY_LIMIT')
    return { lineId: added.id, rows }
  })
}

export function changeQuantity(
  db: NodePgDatabase,
  owner: string,
  line: { id: string; qty: number },
): Promise<ChangedCart> {
  return transaction(db, async (tx) => {
    const [cart, isChanged, rows] = await Promise.all([
      lockExistingCart(tx, owner),
      setLineQuantity(tx, { ...line, owner }),
      readCartRows(tx, owner),
    ])
    if (!cart || !isChanged) throw new ShopError('CART_LINE_NOT_FOUND')
    return { lineId: line.id, rows }
  })
}

export function removeLine(db: NodePgDatabase, owner: string, id: string): Promise<void> {
  return transaction(db, async (tx) => {
    const [cart, isRemoved] = await Promise.all([
      lockExistingCart(tx, owner),
      deleteLine(tx, { id, owner }),
    ])
    if (!cart || !isRemoved) throw new ShopError('CART_LINE_NOT_FOUND')
  })
}

export function clearCart(db: NodePgDatabase, owner: string): Promise<void> {
  return transaction(db, async (tx) => {
    await Promise.all([lockExistingCart(tx, owner), emptyCart(tx, owner)])
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
    if (!isCouponUsable(coupon, new Date())) throw new ShopError('COUPON_UNUSABLE')
    const [, , rows] = await Promise.all([
      lockCart(tx, owner),
      setCartCoupon(tx, owner, coupon.id),
      readCartRows(tx, owner),
    ])
    return { coupon, rows }
  })
}

export function clearCoupon(db: NodePgDatabase, owner: string): Promise<void> {
  return setCartCoupon(db, owner, null)
}

/**
 * Brings a guest's cart along at sign-in: quantities of the same product are added, the member's
 * coupon stays, else the guest's comes along; the guest's cart is left empty.
 */
export function mergeGuestCart(
  db: NodePgDatabase,
  guestOwner: string,
  memberOwner: string,
): Promise<void> {
  return transaction(db, async (tx) => {
    const guest = await lockExistingCart(tx, guestOwner)
    if (!guest) return
    const member = await lockCart(tx, memberOwner)
    await moveLines(tx, guestOwner, memberOwner)
    await setCartCoupon(tx, memberOwner, member.couponId ?? guest.couponId)
    await setCartCoupon(tx, guestOwner, null)
  })
}
