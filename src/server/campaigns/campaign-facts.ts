import { getTableColumns, sql } from 'drizzle-orm'
import { campaigns, type ProductSnapshot } from '../db/tables/campaigns.ts'

export interface CampaignTierFacts {
  fromUnits: number
  /** In whole NT$ for one piece. */
  prices: { productId: string; unitPrice: number }[]
}

/** A campaign with what belongs to it, as one row. */
export interface CampaignFacts {
  campaign: typeof campaigns.$inferSelect
  /** In their order; of a draft without a snapshot the texts are empty. */
  products: { productId: string; snapshot: ProductSnapshot }[]
  tiers: CampaignTierFacts[]
  /** Times in epoch seconds, the earliest first. */
  extensions: { fromTime: number; toTime: number; reason: string }[]
}

// Written out: the query builder would not qualify the columns.
const products = sql<CampaignFacts['products']>`(
  select coalesce(json_agg(json_build_object('productId', part.product_id, 'snapshot',
    coalesce(part.snapshot, '{"title":"","unit":"","picture":"","price":0}'))
    order by part.position), '[]')
  from campaign_products as part where part.campaign_id = "campaigns".id
)`

const tiers = sql<CampaignFacts['tiers']>`(
  select coalesce(json_agg(json_build_object('fromUnits', tier.from_units, 'prices', (
    select coalesce(json_agg(json_build_object('productId', price.product_id, 'unitPrice',
      price.unit_price) order by part.position), '[]')
    from campaign_prices as price
    join campaign_products as part using (campaign_id, product_id)
    where price.campaign_id = tier.campaign_id and price.position = tier.position
  )) order by tier.position), '[]')
  from campaign_tiers as tier where tier.campaign_id = "campaigns".id
)`

const extensions = sql<CampaignFacts['extensions']>`(
  select coalesce(json_agg(json_build_object(
    'fromTime', floor(extract(epoch from extension.from_time)),
    'toTime', floor(extract(epoch from extension.to_time)),
    'reason', extension.reason) order by extension.n), '[]')
  from campaign_extensions as extension where extension.campaign_id = "campaigns".id
)`

/** To be selected of `campaigns`. */
export const campaignFacts = {
  campaign: getTableColumns(campaigns),
  products: products.as('products'),
  tiers: tiers.as('tiers'),
  extensions: extensions.as('extensions'),
}
