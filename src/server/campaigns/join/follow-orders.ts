import { eq, getTableColumns, sql } from 'drizzle-orm'
import type { Delivery, GroupState, WithdrawRule } from '#contract/campaign-states.ts'
import { campaigns } from '../../db/tables/campaigns.ts'
import { participations } from '../../db/tables/participations.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { ShopError } from '../../http/shop-error.ts'
import type { OrderSubscriber } from '../../orders/order-events.ts'
import type { OrderTransitionEvent } from '../../orders/order-states.ts'
import { afterCounts } from '../after-counts.ts'
import { isCounted } from '../counted-places.ts'
import { changeCounts, type LockedGroup, lockGroup } from '../group-counts.ts'
import { passLeadOn } from '../leader/pass-lead.ts'
import { hidePickupPlace } from '../leader/pickup-address.queries.ts'
import type { GroupMailDeps } from '../mails/group-mails.ts'
import { moveParticipations } from '../moves.queries.ts'
import type { ParticipationRow } from '../participations.queries.ts'
import type { ParticipationEvent } from '../states.ts'
import { assertOpen } from './join-refusals.ts'
import { lessenMemberUnits } from './member-units.queries.ts'

type EndEvent = Extract<ParticipationEvent, 'withdraw' | 'expire' | 'lapse' | 'release'>

interface EndedPlace {
  participation: ParticipationRow
  withdraw: WithdrawRule
  delivery: Delivery
  /** An extension lets participants leave again. */
  isExtended: boolean
}

/**
 * A place ends with its order, whoever cancels that and for whatever reason: from the list of
 * orders, by leaving the group, by the shop's own jobs. The row of the order is locked.
 */
export function followOrders(deps: GroupMailDeps): OrderSubscriber {
  return async (tx, event) => {
    if (event.type !== 'order.cancelled') return
    const place = await findPlaceOf(tx, event.orderId)
    if (place) await endPlace(tx, deps, place, event)
  }
}

async function findPlaceOf(tx: Transaction, orderId: string): Promise<EndedPlace | undefined> {
  const [row] = await tx
    .select({
      participation: getTableColumns(participations),
      withdraw: campaigns.withdraw,
      delivery: campaigns.delivery,
      isExtended: sql<boolean>`${campaigns.kind} = 'pool' and exists (
        select from campaign_extensions where campaign_id = ${participations.campaignId})`,
    })
    .from(participations)
    .innerJoin(campaigns, eq(campaigns.id, participations.campaignId))
    .where(eq(participations.orderId, orderId))
  return row
}

async function endPlace(
  tx: Transaction,
  deps: GroupMailDeps,
  { participation, withdraw, delivery, isExtended }: EndedPlace,
  { cause, actor, reason }: { cause: OrderTransitionEvent; actor: Actor; reason: string | null },
): Promise<void> {
  const { groupId, campaignId, memberId, orderId, qty, state } = participation
  if (delivery === 'leader') await hidePickupPlace(tx, [orderId])
  await lessenMemberUnits(tx, campaignId, [{ memberId, units: qty }])
  const group = await lockGroup(tx, groupId)
  const isBound = withdraw === 'until_reached' && !isExtended
  const event = endEvent(group, { state, cause, isBound })
  const set = { endReason: reason }
  await moveParticipations(tx, [participation], { event, actor, set })
  const counted = isCounted(group.money, participation)
  const outcome = await changeCounts(
    tx,
    group,
    {
      unitsTaken: -qty,
      membersTaken: -1,
      ...(counted && { unitsCounted: -qty, membersCounted: -1 }),
    },
    actor,
  )
  await passLeadOn(tx, deps, { group: { ...group, state: outcome.state }, memberId, actor })
  await afterCounts(tx, deps.jobs, groupId, outcome)
}

/** Event of a place at the end of its order; throws for a place that cannot be left now. */
function endEvent(
  group: LockedGroup,
  place: {
    state: ParticipationRow['state']
    cause: OrderTransitionEvent
    /** Once the minimum is reached, nobody leaves. */
    isBound: boolean
  },
): EndEvent {
  const { state, cause, isBound } = place
  if (state === 'awaiting_payment') return cause === 'cancel_by_owner' ? 'release' : 'lapse'
  if (state === 'confirmed') return 'release'
  if (isGivenUp(group.state)) return 'release'
  // The gateway has said that no authorisation will come.
  if (cause === 'expire') return 'expire'
  if (isSucceeded(group.state)) {
    if (cause === 'cancel') throw new ShopError('GROUP_CLOSED')
    return 'release'
  }
  assertOpen(group)
  if (isBound && group.state === 'reached' && cause === 'cancel')
    throw new ShopError('GROUP_REACHED')
  return 'withdraw'
}

const isGivenUp = (state: GroupState) => state === 'failed' || state === 'cancelled'
const isSucceeded = (state: GroupState) => state === 'succeeded' || state === 'settled'

/**
 * Live places of a member whose order may still be given up, without a decision under way; with
 * `orderId`, of this order alone.
 */
export async function listPlacesToGiveUp(
  tx: Transaction,
  { memberId, orderId = null }: { memberId: string; orderId?: string | null },
) {
  const { rows } = await tx.execute<{ order_id: string; is_waiting: boolean }>(sql`
    select place.order_id, place.state = 'awaiting_payment' as is_waiting
    from participations as place join groups on groups.id = place.group_id
    where place.member_id = ${memberId}
      and (${orderId}::text is null or place.order_id = ${orderId}) and (place.state = 'awaiting_payment'
      or (place.state in ('held', 'authorised') and groups.state in ('forming', 'reached')
        and shop_now() < groups.expires_at))
    order by place.order_id`)
  return rows.map((row) => ({ orderId: row.order_id, isWaiting: row.is_waiting }))
}
