import type { Static } from 'typebox'
import type { PlaceQuote } from '#contract/campaigns.ts'
import type { ShippingQuery } from '#contract/shipping.schema.ts'
import { toBasket } from '../../cart/cart-basket.ts'
import { withShipping } from '../../cart/pricing.ts'
import { readDestination } from '../../cart/quote-destination.ts'
import { readLineProducts } from '../../catalog/line-products.queries.ts'
import { couponOfOrder } from '../../coupons/coupon-uses.queries.ts'
import { sumOfCredit } from '../../credit/ledger.ts'
import type { Db } from '../../db/connect.ts'
import { ShopError } from '../../http/shop-error.ts'
import { readUse, withKeptUse } from '../../orders/back-office/change-lines.ts'
import { readShippingFee } from '../../orders/orders.queries.ts'
import { chosenOffer } from '../../shipping/choose-method.ts'
import { offerMethods } from '../../shipping/offer-methods.ts'
import { toShippingOffer } from '../../shipping/shipping-wire.ts'
import type { CampaignFacts } from '../campaign-facts.ts'
import { findPublicCampaign } from '../campaigns.queries.ts'
import { findOwnParticipation } from '../participations.queries.ts'
import { areOrdered, assertCouponApplies } from './change.service.ts'
import {
  type AskedLine,
  assertLines,
  discountedOf,
  findCouponToUse,
  linesAtCeiling,
} from './join-price.ts'
import { feeOfChange, readCampaignMethods } from './place-delivery.ts'

/** Prices a place as joining does, without checking whether the group has room for it. */
export async function quoteJoin(
  db: Db,
  asked: {
    campaignId: string
    owner: string
    lines: readonly AskedLine[]
    coupon: string | undefined
    shipping: Static<typeof ShippingQuery> | undefined
  },
): Promise<PlaceQuote> {
  const facts = await findPublicCampaign(db, asked.campaignId)
  if (!facts) throw new ShopError('CAMPAIGN_NOT_FOUND')
  const [lines, methods = []] = await Promise.all([
    pricedLines(db, facts, asked.lines),
    readCampaignMethods(db, facts.campaign),
  ])
  const { coupon: code, owner, shipping } = asked
  const coupon = await findCouponToUse(db, facts, { code, owner, lines })
  const { discounted } = discountedOf(lines, coupon)
  const basket = toBasket(lines, discounted.payable)
  const destination = await readDestination(db, owner, shipping ?? {})
  const offers = offerMethods(methods, basket, destination)
  const chosen = chosenOffer(offers, shipping?.shipping_method)
  return {
    ...toQuote(facts, { subtotal: discounted.total, ...chargeOf(discounted, chosen?.fee ?? 0) }),
    ...(shipping && { shipping: toShippingOffer(offers, chosen) }),
  }
}

/** Prices a place as its change does: with the same pieces it keeps what it costs. */
export async function quoteChange(
  db: Db,
  { id, memberId, lines: asked }: { id: string; memberId: string; lines: readonly AskedLine[] },
): Promise<PlaceQuote> {
  const place = await findOwnParticipation(db, { memberId, id })
  if (!place) throw new ShopError('PARTICIPATION_NOT_FOUND')
  const { orderId, quotedTotal } = place.participation
  if (areOrdered(place, asked)) {
    const subtotal = place.lines.reduce((sum, { total }) => sum + total, 0)
    const fee = await readShippingFee(db, orderId)
    const credit = sumOfCredit(await readUse(db, orderId))
    return toQuote(place, { subtotal, fee, credit, total: quotedTotal })
  }
  const lines = await pricedLines(db, place, asked)
  const coupon = await couponOfOrder(db, orderId)
  assertCouponApplies(coupon, lines)
  const { discounted } = discountedOf(lines, coupon)
  const basket = toBasket(lines, discounted.payable)
  const fee = await feeOfChange(db, { campaign: place.campaign, orderId }, basket)
  const plain = withShipping(discounted, fee)
  const { payable: total } = await withKeptUse(db, plain, {
    ...{ id: orderId, total: quotedTotal, isPaid: false },
    ...{ feeBefore: await readShippingFee(db, orderId), fee },
  })
  return toQuote(place, {
    ...{ subtotal: discounted.total, fee, total },
    credit: plain.payable - total,
  })
}

async function pricedLines(db: Db, facts: CampaignFacts, asked: readonly AskedLine[]) {
  assertLines(facts, asked)
  const sold = await readLineProducts(
    db,
    asked.map(({ productId }) => productId),
  )
  return linesAtCeiling(facts, asked, sold)
}

function chargeOf({ payable }: { payable: number }, fee: number) {
  return { fee, total: payable + fee }
}

function toQuote(
  { campaign }: CampaignFacts,
  {
    subtotal,
    fee,
    total,
    credit = 0,
  }: { subtotal: number; fee: number; total: number; credit?: number },
): PlaceQuote {
  const isAuthorised = campaign.money === 'authorise_capture'
  return {
    subtotal,
    discount: subtotal + fee - credit - total,
    shipping_fee: fee,
    ...(credit > 0 && { credit_used: credit }),
    total,
    due_now: isAuthorised ? total : 0,
    due_later: isAuthorised ? 0 : total,
  }
}
