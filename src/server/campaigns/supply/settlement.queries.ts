import { sql } from 'drizzle-orm'
import { defaultUndoSeconds } from '#contract/run-states.ts'
import type { Db } from '../../db/connect.ts'
import {
  isPaidBack,
  isPaidBackUnshipped,
  isRestClosed,
  isToShip,
} from '../../orders/fulfilment/packing.queries.ts'
import { isOwedToLeader, isSentUnpaidRow } from '../../orders/pays-on-delivery.ts'

/** Whether `place`, whose order is `orders`, is paid for and not given back. */
export const isPaidPlace = sql`place.state = 'confirmed' and not ${isPaidBackUnshipped}`

/** Whether the goods of `place` are still to be handed over. */
export const isUnshippedPlace = sql`(place.state = 'confirmed' and exists (
  select from orders where orders.id = place.order_id and ${isToShip}))`

/** Whether a parcel of `place` may still be undone with its run. */
export const isShippedJustNow = sql`exists (select from parcels
  where parcels.order_id = place.order_id
    and parcels.shipped_at > shop_now() - make_interval(secs => ${defaultUndoSeconds}))`

/** Paid, or kept by the decision and not paid yet; its order releases its hold when it is cancelled. */
const isKept = sql`(place.state in ('confirmed', 'awaiting_payment')
  or (place.state = 'authorised' and place.final_total is not null))`

/** Whether an arrival gave `place` nothing: its order ends once the run cannot be undone any more. */
export const isGivenNothing = sql`exists (select from allotments as nothing
  where nothing.order_id = place.order_id and nothing.given = 0
    and nothing.settled_at is null and nothing.undone_at is null)`

/** The id in stock of an order's `line`. */
export const soldId = sql`coalesce(line.variant_id, line.product_id)`

/** The ids in stock of all that a campaign sells, in the order of its page. */
export const soldIn = (campaignId: string) => sql`
  select coalesce(variant.value ->> 'id', part.product_id) collate "C" as sold_id,
    row_number() over (order by part.position, variant.ordinality) as position
  from campaign_products as part
  left join lateral jsonb_array_elements(part.snapshot -> 'variants') with ordinality as variant
    on true
  where part.campaign_id = ${campaignId}`

/** Pieces that each order of a kept place is to ship and neither shipped nor holds, by `sold_id`. */
export const lackingOf = (campaignId: string) => sql`
  select place.order_id, place.state, place.seq, wanted.sold_id,
    (wanted.qty - coalesce(sent.qty, 0) - coalesce(hold.qty, 0))::int as qty
  from participations as place join orders on orders.id = place.order_id
  join lateral (
    select ${soldId} as sold_id, sum(line.qty) as qty from order_lines as line
    where line.order_id = place.order_id group by 1
  ) as wanted on true
  left join lateral (
    select sum(content.qty) as qty from parcels
    join parcel_lines as content on content.parcel_id = parcels.id
    join order_lines as line on line.order_id = parcels.order_id and line.id = content.line_id
    where parcels.order_id = place.order_id and ${soldId} = wanted.sold_id
  ) as sent on true
  left join stock_holds as hold
    on hold.order_id = place.order_id and hold.product_id = wanted.sold_id
  where place.campaign_id = ${campaignId} and ${isKept}
    and not (place.state = 'confirmed' and ${isPaidBack}) and not ${isRestClosed}
    and not ${isGivenNothing}
    and wanted.qty > coalesce(sent.qty, 0) + coalesce(hold.qty, 0)`

/** Whether its order came back before anybody had paid it: nothing is owed for it any more. */
const isReturnedUnpaid = sql`(orders.state = 'returned' and ${isSentUnpaidRow})`

/** Places that were kept and have not ended, with the order that each of them is. */
const kept = (campaignId: string) => sql`
  select place.order_id, place.state, place.group_id, ${isRestClosed} as is_rest_closed
  from participations as place
  join groups on groups.id = place.group_id and groups.outcome = 'succeeded'
  join orders on orders.id = place.order_id
  where place.campaign_id = ${campaignId} and (place.state = 'awaiting_payment' or ${isPaidPlace}
    or (place.state = 'authorised' and place.final_total is not null))
    and not ${isReturnedUnpaid} and not ${isGivenNothing}`

export type ProductPieces = {
  /** As in stock. */
  sold_id: string
  succeeded: number
  confirmed: number
  ordered: number
  received: number
  /** Came beside the received ones and cannot be given out. */
  damaged: number
  shipped: number
  held: number
  /** Of a counted product: pieces that orders neither hold nor have shipped, and that nobody holds. */
  lacking: number
  free: number
}

/** Pieces of all that a campaign sells, in the order of its page. */
export async function readPieces(db: Db, campaignId: string): Promise<ProductPieces[]> {
  const { rows } = await db.execute<ProductPieces>(sql`with kept as (${kept(campaignId)}),
      wanted as (
        -- Of an order whose rest is not shipped, what was shipped.
        select kept.state, ${soldId} as sold_id, case when kept.is_rest_closed then (
            select coalesce(sum(content.qty), 0) from parcels
            join parcel_lines as content on content.parcel_id = parcels.id
            where parcels.order_id = line.order_id and content.line_id = line.id
          ) else line.qty end as qty
        from kept join order_lines as line on line.order_id = kept.order_id
      ), sold as (
        select sold_id, sum(qty) as succeeded,
          coalesce(sum(qty) filter (where state = 'confirmed'), 0) as confirmed
        from wanted group by sold_id
      ), ordered as (
        select coalesce(line ->> 'variantId', line ->> 'productId') as sold_id, sum((line ->> 'qty')::int) as qty
        from supplier_orders, jsonb_array_elements(lines) as line
        where campaign_id = ${campaignId} group by 1
      ), received as (
        select product_id as sold_id, sum(qty) as qty, sum(damaged) as damaged from campaign_receipts
        where campaign_id = ${campaignId} group by product_id
      ), shipped as (
        select ${soldId} as sold_id, sum(content.qty) as qty
        from participations as place
        join parcels on parcels.order_id = place.order_id
        join parcel_lines as content on content.parcel_id = parcels.id
        join order_lines as line on line.order_id = place.order_id and line.id = content.line_id
        where place.campaign_id = ${campaignId} group by 1
      ), held as (
        select hold.product_id as sold_id, sum(hold.qty) as qty
        from participations as place join stock_holds as hold on hold.order_id = place.order_id
        where place.campaign_id = ${campaignId} group by hold.product_id
      ), lacking as (
        select sold_id, sum(qty) as qty from (${lackingOf(campaignId)}) as of_order
        where sold_id in (select product_id from stock) group by sold_id
      )
      select part.sold_id,
        coalesce(sold.succeeded, 0)::int as succeeded, coalesce(sold.confirmed, 0)::int as confirmed,
        coalesce(ordered.qty, 0)::int as ordered, coalesce(received.qty, 0)::int as received,
        coalesce(received.damaged, 0)::int as damaged,
        coalesce(shipped.qty, 0)::int as shipped, coalesce(held.qty, 0)::int as held,
        coalesce(lacking.qty, 0)::int as lacking,
        coalesce(stock.on_hand - stock.held, 0)::int as free
      from (${soldIn(campaignId)}) as part
      left join sold using (sold_id) left join ordered using (sold_id)
      left join received using (sold_id) left join shipped using (sold_id)
      left join held using (sold_id) left join lacking using (sold_id)
      left join stock on stock.product_id = part.sold_id
      order by part.position`)
  return rows
}

type CampaignMoneySums = {
  due: number
  received: number
  refunded: number
  unpaid: number
  commission: number
}

/** In whole NT$: what kept places owe, what came, went back, is open, and the leaders' part. */
export async function sumMoney(db: Db, campaignId: string): Promise<CampaignMoneySums> {
  const { rows } =
    await db.execute<CampaignMoneySums>(sql`with kept as (${kept(campaignId)}), placed as materialized (
        select order_id from participations where campaign_id = ${campaignId}
      )
      select
        (select coalesce(sum(orders.total), 0) from kept join orders on orders.id = kept.order_id)::bigint
          as due,
        (select coalesce(sum(coalesce(payments.captured_amount, payments.amount)), 0) from payments
          where payments.order_id in (select order_id from placed)
            and payments.status = 'succeeded')::bigint as received,
        (select coalesce(sum(refunds.amount), 0) from refunds
          join payments on payments.id = refunds.payment_id and payments.status = 'succeeded'
          where refunds.order_id in (select order_id from placed)
            and refunds.state = 'done')::bigint as refunded,
        (select coalesce(sum(orders.total), 0) from kept join orders on orders.id = kept.order_id
          where kept.state = 'awaiting_payment' or ${isOwedToLeader} or ${isSentUnpaidRow})::bigint
          as unpaid,
        (select coalesce(sum(entry.amount), 0) from commission_entries as entry
          join groups on groups.id = entry.group_id
          where groups.campaign_id = ${campaignId} and entry.kind <> 'paid')::bigint as commission`)
  const [sums] = rows
  if (!sums) throw new Error('the sums of a campaign came back empty')
  return sums
}

/** Locks the orders of kept places of a campaign, in the order of their ids. */
export async function lockKept(db: Db, campaignId: string): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`select orders.id from orders
    join participations as place on place.order_id = orders.id
    where place.campaign_id = ${campaignId} and ${isKept}
    order by orders.id for update of orders`)
  return rows.map(({ id }) => id)
}

/**
 * The orders of kept places of a campaign whose hold of a product is short of what they ship, without
 * refunded ones and those whose rest is not shipped: the confirmed ones first, and of each kind the
 * oldest. Locking the orders first keeps them from being cancelled.
 */
export async function lockLacking(
  db: Db,
  campaignId: string,
  variantId: string,
): Promise<{ orderId: string; qty: number }[]> {
  const locked = await lockKept(db, campaignId)
  const { rows } = await db.execute<{
    orderId: string
    qty: number
  }>(sql`select order_id as "orderId", qty
      from (${lackingOf(campaignId)}) as of_order
      where sold_id = ${variantId}
        and order_id = any(${sql.param(locked)}::text[])
      order by state <> 'confirmed', seq`)
  return rows
}

/** Holds of kept places of a campaign on a variant: those not paid first, and then the newest. */
export async function readHolds(
  db: Db,
  campaignId: string,
  variantId: string,
): Promise<{ orderId: string; qty: number }[]> {
  const { rows } = await db.execute<{
    orderId: string
    qty: number
  }>(sql`select hold.order_id as "orderId", hold.qty
      from participations as place
      join stock_holds as hold on hold.order_id = place.order_id and hold.product_id = ${variantId}
      where place.campaign_id = ${campaignId} and ${isKept}
      order by place.state = 'confirmed', place.seq desc`)
  return rows
}
