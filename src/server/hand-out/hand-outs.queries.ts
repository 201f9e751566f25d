import { type SQL, sql } from 'drizzle-orm'
import type { ParticipationState } from '#contract/campaign-states.ts'
import { handOutUndoMinutes } from '#contract/hand-out-states.ts'
import type { OrderState } from '#contract/order-states.ts'
import { receivedOf } from '../campaigns/leader-money/leader-money.queries.ts'
import type { Db } from '../db/connect.ts'
import type { Titled } from '../http/readers-texts.ts'
import { isPaidBack } from '../orders/fulfilment/packing.queries.ts'
import { isOwedToLeader } from '../orders/pays-on-delivery.ts'
import { readersLineTitle } from '../orders/sold-product.ts'
import { isDue } from './remind.queries.ts'

/** The leader hands out what their own groups have, the staff everything. */
export type Helper = { memberId: string } | 'staff'

export interface HandOutLine {
  product_id: string
  variant_id?: string
  variant_title?: string
  title: string
  qty: number
}

/** An order at the hand-out. */
export interface HandOutRow {
  orderId: string
  number: string
  name: string
  tel: string
  state: OrderState
  /** Still to be paid to the shop, all of the price or what a change has added; in whole NT$. */
  toPay: number
  /** All of its price. */
  isPaid: boolean
  /** Everything that was paid for it was given back, or is about to be. */
  isPaidBack: boolean
  code: string | null
  /** The place of the pick-up that was chosen. */
  place: string | null
  /** Of a place that its leader hands out; null: the shop does. */
  participation: { id: string; groupId: string; state: ParticipationState } | null
  /** Still to be paid to its leader, in whole NT$; null for an order that does not owe one. */
  owedToLeader: number | null
  group: ({ code: string } & Titled) | null
  handedOutAt: Date | null
  /** The end of the time for an undo; null where it is over. */
  undoUntil: Date | null
  lines: HandOutLine[]
  /** Its goods have waited for days, and it was not reminded lately. */
  isRemindable: boolean
}

/** Of a place that its leader hands out; every other order is fetched from the shop. */
const isOfLeader = sql`(place.id is not null and campaigns.delivery = 'leader')`

const handedOutAt = sql`case when ${isOfLeader} then place.handed_out_at
  when orders.state in ('delivered', 'completed') then coalesce(codes.used_at,
    (select max(delivered_at) from parcels where parcels.order_id = orders.id), orders.state_since)
  end`

const shippedOf = (isDelivered: SQL) => sql`coalesce((
  select sum(content.qty) from parcel_lines as content
  join parcels as parcel on parcel.id = content.parcel_id
  where parcel.order_id = line.order_id and content.line_id = line.id ${isDelivered}), 0)`

/**
 * All that is not closed; of an order of the shop that still waits, without what was handed over
 * before.
 */
const linesColumn = () => sql`(
  select coalesce(json_agg(json_strip_nulls(json_build_object('product_id', left_over.product_id,
    'variant_id', left_over.variant_id, 'variant_title', nullif(left_over.variant_title, ''),
    'title', coalesce(left_over.title, ''), 'qty', left_over.qty)) order by left_over.id)
    filter (where left_over.qty > 0), '[]')
  from (
    select line.id, line.product_id, line.variant_id, line.variant_title,
      ${readersLineTitle()} as title,
      (case when orders.state in ('shipped', 'delivered', 'completed')
        and exists (select from parcels where parcels.order_id = orders.id)
        then ${shippedOf(sql``)} else line.qty end
      - case when ${isOfLeader} or orders.state in ('delivered', 'completed') then 0
        else ${shippedOf(sql`and parcel.delivered_at is not null`)} end)::int as qty
    from order_lines as line where line.order_id = orders.id) as left_over)`

const isMeant = (helper: Helper) =>
  helper === 'staff'
    ? sql`(${isOfLeader} or orders.shipping ->> 'kind' = 'place')`
    : sql`(${isOfLeader} and groups.leader_id = ${helper.memberId})`

const undoUntil = sql`(case when ${isOfLeader} then place.handed_out_at
  when orders.state = 'delivered' then codes.used_at end
  + interval '${sql.raw(String(handOutUndoMinutes))} minutes')`

const columns = () => sql`
  orders.id as "orderId", orders.number, orders.contact_name as name, orders.user_tel as tel,
  orders.state,
  case orders.payment_state when 'paid' then orders.balance_due else orders.total end::int as "toPay",
  orders.payment_state = 'paid' and orders.balance_due = 0 as "isPaid",
  case when orders.payment_state = 'paid' then ${isPaidBack}
    else orders.refunded_at is not null end as "isPaidBack",
  codes.code, orders.shipping -> 'place' ->> 'name' as place,
  case when ${isOfLeader} then json_build_object('id', place.id, 'groupId', place.group_id,
    'state', place.state) end as participation,
  case when ${isOfLeader} and ${isOwedToLeader}
    then greatest(0, orders.total - ${receivedOf})::float8 end as "owedToLeader",
  case when place.id is not null
    then json_build_object('code', groups.code, 'title', campaigns.title,
      'titleInEnglish', campaigns.english ->> 'title') end as "group",
  place.id as "placeId",
  ${handedOutAt} as "handedOutAt",
  case when ${undoUntil} > shop_now() then ${undoUntil} end as "undoUntil",
  (${handedOutAt}) is null and orders.payment_state = 'paid' and ${isDue} as "isRemindable",
  ${linesColumn()} as lines`

const tables = sql`orders
  left join hand_out_codes as codes on codes.order_id = orders.id
  left join participations as place on place.order_id = orders.id
  left join groups on groups.id = place.group_id
  left join campaigns on campaigns.id = place.campaign_id`

/** The id of the participation, or of an order without one: what a list calls an order. */
export function handOutId({ orderId, placeId }: { orderId: string; placeId: string | null }) {
  return placeId ?? orderId
}

export type FoundHandOut = HandOutRow & { placeId: string | null }

/** The order of a code or of an id of the list, if this helper hands it out. */
export async function findHandOut(
  db: Db,
  by: { code: string } | { id: string },
  helper: Helper,
): Promise<FoundHandOut | undefined> {
  const isOrder =
    'code' in by
      ? sql`orders.id = (select order_id from hand_out_codes where code = ${by.code})`
      : sql`orders.id = coalesce(
          (select order_id from participations where id = ${by.id}), ${by.id})`
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    select ${columns()} from ${tables}
    where ${isOrder} and orders.deleted_at is null and ${isMeant(helper)}`)
  return rows[0] && toRow(rows[0])
}

const maxListed = 500

/**
 * Orders that wait to be fetched or were: for a leader those of all succeeded groups, or of one; for
 * the staff the orders of the shop that wait or were fetched in the last day, or a group.
 */
export async function listHandOuts(
  db: Db,
  helper: Helper,
  groupCode: string | undefined,
): Promise<{ rows: FoundHandOut[]; total: number }> {
  const ofGroup = groupCode === undefined ? sql`` : sql`and groups.code = ${groupCode}`
  const isListed =
    helper === 'staff' && groupCode === undefined
      ? sql`(orders.id in (select id from orders as waiting
            where state in ('placed', 'paid', 'preparing', 'shipped')
              and shipping ->> 'kind' = 'place')
          or orders.id in (select order_id from hand_out_codes
            where used_at > now() - interval '1 day'))
        and not ${isOfLeader} and orders.shipping ->> 'kind' = 'place'
        and orders.state not in ('cancelled', 'returned')`
      : sql`${isOfLeader} and groups.state in ('succeeded', 'settled')
        and place.state in ('held', 'authorised', 'awaiting_payment', 'confirmed')`
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    select ${columns()}, count(*) over ()::int as total from ${tables}
    where ${isListed} and orders.deleted_at is null and ${isMeant(helper)} ${ofGroup}
    order by (${handedOutAt}) is not null, orders.id limit ${maxListed}`)
  return { rows: rows.map(toRow), total: Number(rows[0]?.total ?? 0) }
}

/** Instants of a raw statement come as text. */
function toRow(row: Record<string, unknown>): FoundHandOut {
  const instant = (value: unknown) => (value === null ? null : new Date(value as string))
  return {
    ...(row as unknown as FoundHandOut),
    handedOutAt: instant(row.handedOutAt),
    undoUntil: instant(row.undoUntil),
  }
}
