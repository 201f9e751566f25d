import { formatMoney } from '#contract/money.ts'
import { t } from '#contract/translate.ts'
import { variantTitle } from '#contract/variants.ts'
import { soldId } from '../../cart/cart.queries.ts'
import { couponAdjustments, refusalOf } from '../../cart/cart-pricing.ts'
import { type PricedCart, priceCart } from '../../cart/pricing.ts'
import { chooseLineProduct, type LineProduct } from '../../catalog/line-products.queries.ts'
import { coveredLines, isCouponUsable } from '../../coupons/coupon-rules.ts'
import { lockCoupon } from '../../coupons/coupon-uses.queries.ts'
import { type CouponRow, toAppliedCoupon } from '../../coupons/coupon-wire.ts'
import { findCouponByCode } from '../../coupons/coupons.queries.ts'
import type { Db } from '../../db/connect.ts'
import { createId } from '../../db/id.ts'
import type { Transaction } from '../../db/transaction.ts'
import { ShopError } from '../../http/shop-error.ts'
import { maxOrderTotal, type OrderDraft } from '../../orders/placing/create-order.ts'
import type { CampaignFacts } from '../campaign-facts.ts'
import { priceIn } from '../tiers.ts'

export interface AskedLine {
  productId: string
  variantId?: string | undefined
  qty: number
}

type PlaceLine = OrderDraft['lines'][number] & { stockLeft: number | null }

/** Throws when the shopper was shown another ceiling than what the place costs now, in whole NT$. */
export function assertExpected(payable: number, expected: number | undefined): void {
  if (payable > maxOrderTotal) throw new ShopError('ORDER_TOTAL_LIMIT')
  if (expected === undefined || expected === payable) return
  const message = t('金額已變更為 {payable}，請重新確認', { payable: formatMoney(payable) })
  throw new ShopError('GROUP_TOTAL_CHANGED', { message })
}

/** The largest quantity of one place. */
const maxUnits = 9_999

/** Throws unless all of it is of the campaign, and named once. */
export function assertLines({ products }: CampaignFacts, lines: readonly AskedLine[]): void {
  const isSold = ({ productId, variantId }: AskedLine) => {
    const sold = products.find((part) => part.productId === productId)
    if (!sold || variantId === undefined) return sold !== undefined
    return sold.snapshot.variants?.some(({ id }) => id === variantId) ?? variantId === productId
  }
  const asked = new Set(lines.map(({ productId, variantId }) => variantId ?? productId))
  if (asked.size < lines.length || !lines.every(isSold)) {
    throw new ShopError('INVALID_INPUT', { message: ['商品不屬於這個團購，或重複'] })
  }
  if (unitsOf(lines) > maxUnits) {
    throw new ShopError('INVALID_INPUT', { message: ['數量合計不可超過 9999'] })
  }
}

export function unitsOf(lines: readonly AskedLine[]): number {
  return lines.reduce((sum, { qty }) => sum + qty, 0)
}

/** The lines of an order at the ceiling: the product as it was when the campaign was published. */
export function linesAtCeiling(
  { products, tiers }: CampaignFacts,
  asked: readonly AskedLine[],
  sold: readonly LineProduct[],
): PlaceLine[] {
  return asked.map((line) => {
    const { productId, qty } = line
    const snapshot = products.find((part) => part.productId === productId)?.snapshot
    const ofProduct = sold.filter(({ product }) => product.id === productId)
    if (!snapshot || !ofProduct[0]) throw new ShopError('INVALID_INPUT')
    const { variants } = snapshot
    const sellable = variants?.map(({ id }) => id) ?? [productId]
    const found = chooseLineProduct(
      ofProduct.filter((row) => sellable.includes(soldId(row))),
      line,
    )
    const chosen = line.variantId ?? (found && soldId(found))
    const variant = variants?.find(({ id }) => id === chosen) ?? variants?.[0]
    const { product } = found ?? ofProduct[0]
    const named = (title: string) => (variant ? variantTitle(title, variant.title) : title)
    const { titleInEnglish } = snapshot
    const shown = {
      title: named(snapshot.title),
      titleInEnglish: titleInEnglish && named(titleInEnglish),
      unit: snapshot.unit,
      imageUrl: variant?.picture || snapshot.picture,
      originPrice: variant?.price ?? snapshot.price,
      price: priceIn(tiers, 0, productId) + (variant?.step ?? 0),
    }
    return {
      id: createId(),
      qty,
      product: { ...product, ...shown },
      variant: variant ?? null,
      // Of a variant that is offered no more the hold judges.
      stockLeft: found?.stockLeft ?? null,
    }
  })
}

/** The lines at their price with the coupon, before what shipping adds. */
export function discountedOf(
  lines: OrderDraft['lines'],
  coupon: CouponRow | undefined,
): { discounted: PricedCart; coupon: OrderDraft['coupon'] } {
  const toPrice = lines.map(({ product, qty }) => ({ price: product.price, qty }))
  return {
    discounted: priceCart(toPrice, couponAdjustments(coupon ?? null, lines)),
    coupon: coupon
      ? { snapshot: toAppliedCoupon(coupon), covers: coveredLines(coupon, lines) }
      : null,
  }
}

interface CouponUse {
  code: string | undefined
  owner: string
  lines: OrderDraft['lines']
}

/** The coupon of a code; throws unless campaign and coupon allow it, and its rules. */
export async function findCouponToUse(
  db: Db,
  { campaign }: CampaignFacts,
  use: CouponUse,
): Promise<(CouponRow & { readAt: Date }) | undefined> {
  const code = use.code?.trim() ?? ''
  if (code === '') return undefined
  if (!campaign.coupons) throw new ShopError('GROUP_COUPON_REFUSED')
  const found = await findCouponByCode(db, code)
  if (!found) throw new ShopError('COUPON_UNKNOWN')
  await assertApplies(db, found, use)
  return found
}

/** The same with its limits locked. */
export async function couponToUse(
  tx: Transaction,
  facts: CampaignFacts,
  use: CouponUse,
): Promise<CouponRow | undefined> {
  // Most who come too late end here, without a lock.
  const found = await findCouponToUse(tx, facts, use)
  if (!found) return undefined
  const locked = { ...(await lockCoupon(tx, found)), readAt: found.readAt }
  await assertApplies(tx, locked, use)
  return locked
}

async function assertApplies(
  db: Db,
  coupon: CouponRow & { readAt: Date },
  { owner, lines }: { owner: string; lines: OrderDraft['lines'] },
): Promise<void> {
  if (!coupon.allowsGroup) throw new ShopError('GROUP_COUPON_REFUSED')
  if (!isCouponUsable(coupon, coupon.readAt)) throw new ShopError('COUPON_UNUSABLE')
  const refusal = await refusalOf(db, coupon, { owner, rows: lines, now: coupon.readAt })
  if (refusal !== undefined) throw new ShopError('COUPON_UNUSABLE', { message: refusal })
}
