import type { AdminShippingMethod } from '#contract/admin-shipping.ts'
import type { Cart, CartLine } from '#contract/cart.ts'
import type { AppliedCoupon } from '#contract/coupons.ts'
import { t } from '#contract/translate.ts'
import { toProduct } from '../catalog/product-wire.ts'
import { coveredLines } from '../coupons/coupon-rules.ts'
import { toAppliedCoupon } from '../coupons/coupon-wire.ts'
import { inReadersLanguage, readersTitle } from '../http/readers-texts.ts'
import { chosenOffer } from '../shipping/choose-method.ts'
import { type Basket, type Destination, nowhere, offerMethods } from '../shipping/offer-methods.ts'
import { toShippingOffer } from '../shipping/shipping-wire.ts'
import { type CartRow, isShort } from './cart.queries.ts'
import { toBasket } from './cart-basket.ts'
import { type CartCoupon, couponAdjustments, linesToPrice } from './cart-pricing.ts'
import { ownLineKeys } from './line-keys.ts'
import { fromHundredths, type PricedLine, priceCart } from './pricing.ts'

/** A method, or a place, that a cart is to be shown for. */
export interface AskedShipping {
  methodId: string | undefined
  destination: Destination
}

/** A cart as its shopper sees it, with the current prices. */
export function toCart(
  rows: readonly CartRow[],
  coupon: CartCoupon,
  {
    ownAddress,
    methods,
    asked,
  }: {
    ownAddress: string
    methods: readonly AdminShippingMethod[]
    asked?: AskedShipping | undefined
  },
): Cart {
  const { usable, unusable, refusal } = coupon
  const priced = priceCart(linesToPrice(rows), couponAdjustments(usable, rows))
  const applied = usable ? toAppliedCoupon(usable) : undefined
  const isCovered = usable ? coveredLines(usable, rows) : []
  const sold = rows.filter(({ isGone }) => !isGone)
  const lines = rows.map((row, index) =>
    toCartLine(
      row,
      priced.lines[index],
      isCovered[index] && !row.isGone ? applied : undefined,
      ownAddress,
    ),
  )
  return {
    carts: lines,
    total: priced.total,
    final_total: fromHundredths(priced.finalHundredths),
    discount: priced.total - priced.payable,
    payable: priced.payable,
    ...(sold.length > 0 && shippingOf(methods, toBasket(sold, priced.payable), asked)),
    ...(unusable && {
      coupon_notice: refusal ?? t('優惠券「{code}」已失效，請更換或移除', { code: unusable.code }),
    }),
  }
}

/** Nothing in a shop that charges no shipping, unless the call asks for it. */
function shippingOf(
  methods: readonly AdminShippingMethod[],
  basket: Basket,
  asked: AskedShipping | undefined,
): Pick<Cart, 'shipping_fee' | 'charge' | 'free_shipping_in' | 'shipping'> {
  const offers = offerMethods(methods, basket, asked?.destination ?? nowhere)
  const chosen = chosenOffer(offers, asked?.methodId)
  const told = asked && { shipping: toShippingOffer(offers, chosen) }
  if (!chosen) return { ...told }
  const { method, fee } = chosen
  const charges = method.fee > 0 || method.steps !== undefined
  if (!asked && !charges && fee === 0) return {}
  const { payable } = basket
  const left = method.free_over === null || !charges ? 0 : method.free_over - payable
  return {
    shipping_fee: fee,
    charge: payable + fee,
    ...(fee > 0 && left > 0 && { free_shipping_in: left }),
    ...told,
  }
}

/** A line names its variant, and has no such keys for a product without options. */
export function variantOfLine(
  variant: { id: string | null; title: string | null } | null,
): Pick<CartLine, 'variant_id' | 'variant_title'> {
  if (!variant?.id) return {}
  return { variant_id: variant.id, variant_title: variant.title ?? '' }
}

/** `is_enabled` is 0 for a product that is no longer published, or deleted. */
function toCartLine(
  row: CartRow,
  priced: PricedLine | undefined,
  coupon: AppliedCoupon | undefined,
  ownAddress: string,
): CartLine {
  // The English title in the row of the product does not name the variant.
  const texts = { ...inReadersLanguage(row.product), title: readersTitle(row.product) }
  const product = toProduct(texts, ownAddress)
  return {
    ...ownLineKeys(row.extra),
    id: row.id,
    product_id: row.product.id,
    qty: row.qty,
    total: priced?.total ?? 0,
    final_total: fromHundredths(priced?.finalHundredths ?? 0n),
    product: row.isGone ? { ...product, is_enabled: 0 } : product,
    ...variantOfLine(row.variant),
    ...(coupon && { coupon }),
    ...(isShort(row) && { stock_left: row.stockLeft }),
  }
}
