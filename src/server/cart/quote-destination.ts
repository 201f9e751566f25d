import type { Static } from 'typebox'
import type { ShippingQuery } from '#contract/shipping.schema.ts'
import type { Db } from '../db/connect.ts'
import { ShopError } from '../http/shop-error.ts'
import { chooseStore } from '../logistics/stores/store-choices.ts'
import type { Destination } from '../shipping/offer-methods.ts'

/** Where a quote is for: the order itself tells that a store is not there any more. */
export async function readDestination(
  db: Db,
  owner: string,
  { county = '', district = '', store_token: token }: Static<typeof ShippingQuery>,
): Promise<Destination> {
  if (!token) return { county, district }
  try {
    return { county, district, store: await chooseStore(db, owner, token) }
  } catch (error) {
    if (error instanceof ShopError) return { county, district }
    throw error
  }
}
