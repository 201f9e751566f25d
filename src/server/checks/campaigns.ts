import { liveParticipationStates } from '#contract/campaign-states.ts'
import {
  campaignTransitions,
  groupTransitions,
  participationTransitions,
} from '../campaigns/states.ts'
import type { BookCheck } from './book-check.ts'

const quoted = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ')
const live = quoted(liveParticipationStates)
const isCounted = `place.state in (${live})
  and not (campaign.money = 'authorise_capture' and place.state = 'held') and not place.needs_proof`
const ended = `'withdrawn', 'lapsed', 'released'`

/** The counts of a group are its participations. */
const groupCounts = `
  select grouped.id as subject
  from groups as grouped
  join campaigns as campaign on campaign.id = grouped.campaign_id
  left join lateral (
    select coalesce(sum(place.qty) filter (where place.state in (${live})), 0) as units_taken,
      count(*) filter (where place.state in (${live})) as members_taken,
      coalesce(sum(place.qty) filter (where ${isCounted}), 0) as units_counted,
      count(*) filter (where ${isCounted}) as members_counted
    from participations as place where place.group_id = grouped.id
  ) as real on true
  where (grouped.units_taken, grouped.members_taken, grouped.units_counted, grouped.members_counted)
    is distinct from
    (real.units_taken, real.members_taken, real.units_counted, real.members_counted)`

const caps = `
  select id as subject from groups where units_taken > max_units
  union all
  select grouped.id from groups as grouped
  join participations as place on place.group_id = grouped.id and place.state in (${live})
  group by grouped.id having sum(place.qty) > grouped.max_units`

const stockOfEnded = `
  select place.id as subject from participations as place
  join stock_holds as hold on hold.order_id = place.order_id
  where place.state in (${ended})`

const membersAndLimits = `
  select min(place.id) as subject from participations as place where place.state in (${live})
  group by place.group_id, place.member_id having count(*) > 1
  union all
  select coalesce(known.campaign_id || ' ' || known.member_id, real.campaign_id || ' ' || real.member_id)
  from campaign_members as known
  full join (
    select campaign_id, member_id, sum(qty) as units from participations
    where state in (${live}) group by campaign_id, member_id
  ) as real using (campaign_id, member_id)
  left join campaigns as campaign on campaign.id = campaign_id
  where coalesce(known.units, 0) <> coalesce(real.units, 0) or known.units > campaign.per_member_limit`

const finalPrices = `
  select place.id as subject from participations as place
  join groups as grouped on grouped.id = place.group_id
  join order_lines as line on line.order_id = place.order_id
  left join campaign_prices as price on price.campaign_id = place.campaign_id
    and price.position = grouped.final_tier and price.product_id = line.product_id
  left join campaign_products as part
    on part.campaign_id = place.campaign_id and part.product_id = line.product_id
  cross join lateral (select price.unit_price + coalesce((
      select (variant ->> 'step')::int from jsonb_array_elements(part.snapshot -> 'variants') as variant
      where variant ->> 'id' = line.variant_id), 0) as unit_price) as own
  where place.state in ('awaiting_payment', 'confirmed')
    and (line.unit_price is distinct from own.unit_price
      or line.total is distinct from own.unit_price * line.qty)
  union all
  select grouped.id from groups as grouped where grouped.outcome = 'succeeded'
    and grouped.final_tier is distinct from (
      select max(tier.position) from campaign_tiers as tier
      where tier.campaign_id = grouped.campaign_id and tier.from_units <= grouped.units_final)`

const totals = `
  select place.id as subject from participations as place
  join orders on orders.id = place.order_id
  where place.final_total > place.quoted_total
    or orders.total <> coalesce(place.final_total, place.quoted_total)
    or place.state in ('awaiting_payment', 'confirmed') and place.final_total is null`

const pairs = `
  select place.id as subject from participations as place
  join campaigns as campaign on campaign.id = place.campaign_id
  left join orders on orders.id = place.order_id
  where not coalesce(case
      when place.state = 'held' then orders.state = 'placed'
        and orders.is_payable = (campaign.money = 'authorise_capture')
      when place.state = 'authorised' then orders.state = 'placed' and not orders.is_payable
        and orders.expires_at is null
        and exists (select from payments as attempt where attempt.order_id = orders.id
          and attempt.status = 'authorised' and attempt.counts)
      when place.state = 'awaiting_payment' then orders.state = 'placed' and orders.is_payable
      when place.state = 'confirmed' then orders.state not in ('placed', 'cancelled')
        or orders.state = 'placed' and orders.payment_method in ('on_delivery', 'to_leader_ahead')
      else orders.state = 'cancelled' end, false)
    or place.qty is distinct from (
      select sum(line.qty) from order_lines as line where line.order_id = orders.id)`

const decisions = `
  select grouped.id as subject from groups as grouped
  join campaigns as campaign on campaign.id = grouped.campaign_id
  left join lateral (
    select count(*) as times from group_events as event
    where event.group_id = grouped.id and event.event in ('decide_succeeded', 'decide_failed')
  ) as decided on true
  where decided.times <> (grouped.outcome in ('succeeded', 'failed') and grouped.outcome is not null)::int
    or grouped.outcome in ('succeeded', 'failed') and (
      (grouped.outcome = 'succeeded') <> (campaign.min_target <= case campaign.metric
        when 'units' then grouped.units_final else grouped.members_final end)
      or grouped.units_final % campaign.lot_size <> 0)`

// An authorisation that was given up by a refund took no money, so neither counts.
const money = `
  with place as (
    select place.id, place.order_id, place.state, orders.total
    from participations as place join orders on orders.id = place.order_id
  ), sums as (
    select place.id, place.state, place.total,
      coalesce((select sum(coalesce(attempt.captured_amount, attempt.amount)) from payments as attempt
        where attempt.order_id = place.order_id and attempt.status = 'succeeded'), 0) as captured,
      coalesce((select sum(refund.amount) from refunds as refund
        join payments as attempt on attempt.id = refund.payment_id
        where refund.order_id = place.order_id and attempt.status = 'succeeded'
          and refund.state <> 'dropped'), 0) as asked
    from place
  )
  select id as subject from sums
  where captured - asked > total or state in (${ended}) and captured <> asked
  union all
  select place.id from place join payments as attempt using (order_id)
  where place.state in (${ended}) and attempt.status = 'authorised' and not exists (
    select from refunds as refund where refund.payment_id = attempt.id)
  union all
  select place.id from place join payments as attempt using (order_id)
  where attempt.task in ('capture', 'void') and not exists (
    select from pgboss.job where job.name = 'payment.' || attempt.task
      and job.state < 'completed' and job.data ->> 'attemptId' = attempt.id)`

/** The tables of transitions, as rows of what, from, event, to. */
function allowedMoves(): string {
  const tables = {
    campaign: campaignTransitions,
    group: groupTransitions,
    participation: participationTransitions,
  }
  const rows = Object.entries(tables).flatMap(([what, table]) =>
    Object.entries(table).flatMap(([from, events]) =>
      Object.entries(events).map(([event, to]) => `('${what}', '${from}', '${event}', '${to}')`),
    ),
  )
  return [
    ...rows,
    `('group', null, 'open', 'forming')`,
    `('participation', null, 'join', 'held')`,
  ].join(', ')
}

const history = `
  with allowed (what, from_state, event, to_state) as (values ${allowedMoves()}),
  moves as (
    select event.*, case when participation_id is not null then 'participation'
        when group_id is not null then 'group' else 'campaign' end as what,
      coalesce(participation_id, group_id, campaign_id) as subject
    -- Who leads is no state.
    from group_events as event where event.event not in ('create', 'copy', 'lead')
  ), chain as (
    select moves.*, lag(to_state) over entity as before,
      row_number() over entity as n,
      lead(id) over entity is null as is_last
    from moves window entity as (partition by what, subject order by id)
  ), present as (
    select 'campaign' as what, id as subject, state from campaigns
    union all select 'group', id, state from groups
    union all select 'participation', id, state from participations
  )
  select chain.subject from chain
  left join allowed on (allowed.what, allowed.event, allowed.to_state)
      = (chain.what, chain.event, chain.to_state)
    and allowed.from_state is not distinct from chain.from_state
  where allowed.what is null or chain.n > 1 and chain.before is distinct from chain.from_state
    or chain.n = 1 and chain.from_state is distinct from
      case when chain.what = 'campaign' then 'draft' end
  union all
  select present.subject from present
  left join chain on (chain.what, chain.subject) = (present.what, present.subject) and chain.is_last
  where coalesce(chain.to_state, case when present.what = 'campaign' then 'draft' end)
    is distinct from present.state`

const shipping = `
  select place.id as subject from participations as place
  join orders on orders.id = place.order_id
  where orders.state in ('preparing', 'shipped', 'delivered', 'completed')
    and (place.state <> 'confirmed' or not coalesce(orders.payment_state = 'unpaid'
      and orders.payment_method in ('on_delivery', 'to_leader_ahead'), false) and not exists (
      select from payments as attempt where attempt.order_id = orders.id and attempt.counts
        and attempt.status in ('authorised', 'succeeded')))`

const coupons = `
  select place.id as subject from participations as place
  where (select count(*) from coupon_uses as used
      where used.order_id = place.order_id and used.returned_at is null)
    <> (place.state in (${live}) and exists (select from order_adjustments as adjustment
      where adjustment.order_id = place.order_id and adjustment.kind = 'coupon'))::int`

const commission = `
  select entry.order_id as subject from commission_entries as entry
  join orders on orders.id = entry.order_id
  join participations as place on place.order_id = orders.id
  join campaigns as campaign on campaign.id = place.campaign_id
  where entry.kind <> 'paid'
  group by entry.order_id, orders.total, campaign.commission_percent
  having sum(entry.amount) not in (0, floor(least(orders.total
      - coalesce((select ceil(sum(fee.amount_hundredths) / 100) from order_adjustments as fee
        where fee.order_id = entry.order_id and fee.kind = 'fee'), 0)
      - coalesce((select sum(goods.amount) from refund_lines as goods
        join refunds as refund on refund.id = goods.refund_id
        join payments as payment on payment.id = refund.payment_id
        where refund.order_id = entry.order_id and refund.state = 'done'
          and not refund.is_of_capture and not refund.is_of_change and payment.counts), 0),
      orders.total - coalesce((select sum(refund.amount) from refunds as refund
        join payments as payment on payment.id = refund.payment_id
        where refund.order_id = entry.order_id and refund.state = 'done'
          and not refund.is_of_capture and not refund.is_of_change and payment.counts), 0)) * campaign.commission_percent / 100))
  union all
  select leader_id from (
    select leader_id, kind, sum(amount) over (partition by leader_id order by at, id) as balance
    from commission_entries
  ) as balances where kind = 'paid' and balance < 0`

/** Places have what the arrivals gave them, and what was undone gives nothing back. */
const allotments = `
  select allotment.order_id as subject from allotments as allotment
  join participations as place on place.order_id = allotment.order_id
  left join refunds as refund on refund.id = allotment.refund_id
  where case when allotment.undone_at is not null then refund.state <> 'dropped'
    when allotment.given > 0 then place.state = 'confirmed' and place.qty > allotment.given
    else allotment.settled_at is not null and place.state = 'confirmed' and not exists (
      select from parcels where parcels.order_id = allotment.order_id) end`

/**
 * Of what is paid to leaders: the shop's books have no more of a group than was booked, and of a place
 * no more than its leader ticked; what was booked waits for no order that it covers; what owes a leader
 * has the method that its state says.
 */
const leaderMoney = `
  with place as (
    select place.id, place.group_id, place.state, orders.total, orders.payment_method,
      orders.state = 'returned' as is_returned,
      orders.payment_state = 'unpaid'
        and coalesce(orders.payment_method in ('to_leader', 'to_leader_ahead'), false)
        and place.state in (${live}) and orders.state <> 'returned' as is_owed,
      (select coalesce(sum(coalesce(payment.captured_amount, payment.amount)), 0)
        from payments as payment where payment.order_id = orders.id
          and payment.method = 'to_leader' and payment.status = 'succeeded') as settled,
      (select coalesce(sum(receipt.amount), 0) from leader_receipts as receipt
        where receipt.order_id = orders.id and receipt.voided_at is null) as received
    from participations as place
    join campaigns as campaign on campaign.id = place.campaign_id
    join orders on orders.id = place.order_id
    where campaign.pays_leader
  ), account as (
    select group_id, coalesce((select sum(given.booked) from leader_hand_overs as given
      where given.group_id = place.group_id and given.voided_at is null), 0) - sum(settled) as rest
    from place group by group_id
  )
  select group_id as subject from account where rest < 0
  union all
  select id from place where settled > received or received < 0
    or is_owed and (payment_method = 'to_leader_ahead') <> (state = 'confirmed')
    or state in ('awaiting_payment', 'confirmed') and not is_owed and not is_returned
      and settled = 0 and not exists (select from participations as own join payments as attempt
        on attempt.order_id = own.order_id where own.id = place.id and attempt.status <> 'failed')
  union all
  select place.id from place join account using (group_id)
  where is_owed and received >= total and total <= rest`

/**
 * A place is sold for its own campaign by somebody else; its commission is the seller's, and a completed
 * one has it. One without a seller has none of a seller's.
 */
const sellers = `
  with place as (
    select place.order_id, place.member_id, place.campaign_id, place.state, place.seller_id,
      seller.campaign_id as sold_for, seller.member_id as sold_by, campaign.has_sellers,
      campaign.commission_percent, orders.state as order_state,
      greatest(0, least(orders.total
        - coalesce((select ceil(sum(fee.amount_hundredths) / 100) from order_adjustments as fee
          where fee.order_id = orders.id and fee.kind = 'fee'), 0),
      orders.total - coalesce((select sum(refund.amount) from refunds as refund
        join payments as payment on payment.id = refund.payment_id
        where refund.order_id = orders.id and refund.state = 'done'
          and not refund.is_of_capture and not refund.is_of_change and payment.counts), 0))) as goods
    from participations as place
    join campaigns as campaign on campaign.id = place.campaign_id
    join orders on orders.id = place.order_id
    left join campaign_sellers as seller on seller.id = place.seller_id
    where place.seller_id is not null
  )
  select order_id as subject from place
  where sold_for is distinct from campaign_id or sold_by = member_id or not has_sellers
  union all
  select place.order_id from place join commission_entries as entry using (order_id)
  where entry.leader_id <> place.sold_by
  union all
  select place.order_id from place
  where order_state = 'completed' and floor(goods * commission_percent / 100) <> (
    select coalesce(sum(entry.amount), 0) from commission_entries as entry
    where entry.order_id = place.order_id)`

const report = 'Report it with these ids; the groups may have closed wrongly.'

const rules = {
  'INV-01': [
    'counts of groups',
    '團購份數與跟團紀錄不符',
    groupCounts,
    'Report it before these groups close; their prices follow from it.',
  ],
  'INV-02': ['limits of groups', '有團購超過份數上限', caps],
  'INV-03': ['stock of ended places', '已結束的跟團仍保留庫存', stockOfEnded],
  'INV-04': ['limits of members', '會員的跟團份數與上限不符', membersAndLimits],
  'INV-05': ['final prices', '團購成交價不符', finalPrices],
  'INV-06': ['totals of places', '跟團金額與訂單不符', totals],
  'INV-07': ['places and their orders', '跟團狀態與訂單不符', pairs],
  'INV-08': ['decisions', '成團結果與份數不符', decisions],
  'INV-09': ['money of places', '跟團的款項不符', money],
  'INV-10': ['history of states', '團購狀態與紀錄不符', history],
  'INV-11': ['shipped places', '未確認或未付款的跟團已出貨', shipping],
  'INV-12': ['coupons of places', '跟團的優惠券使用紀錄不符', coupons],
  'INV-13': ['commission', '團主分潤與訂單不符', commission],
  'INV-14': ['allotments', '到貨分配與訂單不符', allotments],
  'INV-15': ['money of leaders', '團主收款與訂單不符', leaderMoney],
  'INV-16': ['sellers', '幫賣與訂單不符', sellers],
} as const

/** Rules that hold in every shop at every commit. */
export const campaignChecks: BookCheck[] = Object.entries(rules).map(
  ([id, [name, sentence, statement, advice = report]]) => ({
    id,
    name: `${name} (${id})`,
    sentence,
    statement,
    advice,
  }),
)
