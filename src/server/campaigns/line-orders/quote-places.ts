import type { LineQuote } from '#contract/line-orders.ts'
import type { ShippingChoice } from '#contract/shipping.ts'
import { toBasket } from '../../cart/cart-basket.ts'
import { readLineProducts } from '../../catalog/line-products.queries.ts'
import type { Db } from '../../db/connect.ts'
import { ShopError } from '../../http/shop-error.ts'
import { chooseShipping } from '../../shipping/choose-method.ts'
import { nowhere } from '../../shipping/offer-methods.ts'
import { type AskedLine, assertLines, discountedOf, linesAtCeiling } from '../join/join-price.ts'
import { readCampaignMethods } from '../join/place-delivery.ts'
import { quoteChange } from '../join/quote.service.ts'
import type { LineGroup } from './line-group.ts'
import { type EnteredPlace, lineMember } from './line-people.queries.ts'

interface PlaceToQuote {
  name: string
  lines: readonly AskedLine[]
  /** Of the person, where there is one. */
  place: EnteredPlace | undefined
}

/** The totals of places, each by itself. */
export async function quotePlaces(
  db: Db,
  { facts, pickUps: [first] }: Pick<LineGroup, 'facts' | 'pickUps'>,
  {
    places,
    pickUp = first,
  }: { places: readonly PlaceToQuote[]; pickUp: ShippingChoice | undefined },
): Promise<LineQuote[]> {
  const productIds = facts.products.map(({ productId }) => productId)
  const [sold, methods] = await Promise.all([
    readLineProducts(db, productIds),
    readCampaignMethods(db, facts.campaign),
  ])
  const quotes: LineQuote[] = []
  for (const { name, lines, place } of places) {
    const total = await orRefusal(async () => {
      if (lines.length === 0) return 0
      assertLines(facts, lines)
      if (place) {
        const of = { id: place.id, memberId: lineMember(place.personId), lines }
        return (await quoteChange(db, of)).total
      }
      const ordered = linesAtCeiling(facts, lines, sold)
      const { discounted } = discountedOf(ordered, undefined)
      const basket = toBasket(ordered, discounted.payable)
      if (!methods) return discounted.payable
      const chosen = chooseShipping(methods, basket, { choice: pickUp, address: nowhere })
      return discounted.payable + chosen.fee
    })
    quotes.push(
      typeof total === 'number' ? { name, total } : { name, total: 0, refusal: total.refusal },
    )
  }
  return quotes
}

async function orRefusal(quote: () => Promise<number>): Promise<number | { refusal: string }> {
  try {
    return await quote()
  } catch (error) {
    if (error instanceof ShopError) return { refusal: [error.reply.message].flat().join('、') }
    throw error
  }
}
