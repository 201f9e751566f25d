import type { PlaceQuote } from '#contract/campaigns.ts'
import { readLineProducts } from '../../catalog/line-products.queries.ts'
import { couponOfOrder } from '../../coupons/coupon-uses.queries.ts'
import type { CouponRow } from '../../coupons/coupon-wire.ts'
import type { Db } from '../../db/connect.ts'
import { ShopError } from '../../http/shop-error.ts'
import { readShippingFee } from '../../orders/orders.queries.ts'
import type { CampaignFacts } from '../campaign-facts.ts'
import { findPublicCampaign } from '../campaigns.queries.ts'
import { findOwnParticipation } from '../participations.queries.ts'
import { areOrdered, assertCouponApplies } from './change.service.ts'
import {
  type AskedLine,
  assertLines,
  findCouponToUse,
  linesAtCeiling,
  priceOf,
  readShipping,
} from './join-price.ts'

/** Prices a place as joining does, without checking whether the group has room for it. */
export async function quoteJoin(
  db: Db,
  asked: {
    campaignId: string
    owner: string
    lines: readonly AskedLine[]
    coupon: string | undefined
  },
): Promise<PlaceQuote> {
  const facts = await findPublicCampaign(db, asked.campaignId)
  if (!facts) throw new ShopError('CAMPAIGN_NOT_FOUND')
  return quoteOf(db, facts, asked.lines, (lines) =>
    findCouponToUse(db, facts, { code: asked.coupon, owner: asked.owner, lines }),
  )
}

/** Prices a place as its change does: with the same pieces it keeps what it costs. */
export async function quoteChange(
  db: Db,
  { id, memberId, lines }: { id: string; memberId: string; lines: readonly AskedLine[] },
): Promise<PlaceQuote> {
  const place = await findOwnParticipation(db, { memberId, id })
  if (!place) throw new ShopError('PARTICIPATION_NOT_FOUND')
  const { orderId, quotedTotal } = place.participation
  if (areOrdered(place, lines)) {
    const subtotal = place.lines.reduce((sum, { total }) => sum + total, 0)
    const fee = await readShippingFee(db, orderId)
    return toQuote(place, { subtotal, fee, total: quotedTotal })
  }
  return quoteOf(db, place, lines, async (ordered) => {
    const coupon = await couponOfOrder(db, orderId)
    assertCouponApplies(coupon, ordered)
    return coupon
  })
}

async function quoteOf(
  db: Db,
  facts: CampaignFacts,
  asked: readonly AskedLine[],
  couponFor: (lines: ReturnType<typeof linesAtCeiling>) => Promise<CouponRow | undefined>,
): Promise<PlaceQuote> {
  assertLines(facts, asked)
  const ids = asked.map(({ productId }) => productId)
  const [sold, shipping] = await Promise.all([
    readLineProducts(db, ids),
    readShipping(db, facts.campaign),
  ])
  const lines = linesAtCeiling(facts, asked, sold)
  const { priced } = priceOf(lines, { coupon: await couponFor(lines), shipping })
  const fee = priced.adjustments.find(({ kind }) => kind === 'fee')?.hundredths ?? 0n
  return toQuote(facts, {
    subtotal: priced.total,
    fee: Number(fee / 100n),
    total: priced.payable,
  })
}

function toQuote(
  { campaign }: CampaignFacts,
  { subtotal, fee, total }: { subtotal: number; fee: number; total: number },
): PlaceQuote {
  const isAuthorised = campaign.money === 'authorise_capture'
  return {
    subtotal,
    discount: subtotal + fee - total,
    shipping_fee: fee,
    total,
    due_now: isAuthorised ? total : 0,
    due_later: isAuthorised ? 0 : total,
  }
}
