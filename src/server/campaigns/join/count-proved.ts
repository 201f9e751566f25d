import { sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { openGroupStates } from '#contract/campaign-states.ts'
import { participations } from '../../db/tables/participations.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import { memberOwner } from '../../http/caller.ts'
import { defineJob } from '../../jobs/define-job.ts'
import { lockAnyOrder } from '../../orders/back-office/admin-orders.queries.ts'
import type { OrderSubscriber } from '../../orders/order-events.ts'
import { transitionOrder } from '../../orders/order-state.queries.ts'
import { freeOfNetwork } from '../../orders/placing/free-of-network.ts'
import { afterCounts } from '../after-counts.ts'
import { changeCounts, lockGroup } from '../group-counts.ts'
import type { GroupMailDeps } from '../mails/group-mails.ts'
import { moveParticipations } from '../moves.queries.ts'
import {
  addMemberUnits,
  findOwnParticipation,
  isBarred,
  type ParticipationFacts,
  readMemberRecord,
} from '../participations.queries.ts'

/** For a mailbox that was proved by a link, whose page may be in another browser than the group. */
export const countProved = defineJob<{ memberId: string; email: string }>({
  name: 'group.count_proved',
})

export interface CountProvedDeps extends GroupMailDeps {
  db: NodePgDatabase
  subscribers: readonly OrderSubscriber[]
}

interface ProvedMember {
  memberId: string
  /** The address that was proved. */
  email: string | null
}

const toProve = sql`${participations.state} = 'held' and ${participations.needsProof}`

/**
 * Counts the places that a member took before the mailbox was proved, a transaction for each; whether
 * there were any.
 */
export async function countProvedPlaces(
  deps: CountProvedDeps,
  { memberId, email }: ProvedMember,
): Promise<boolean> {
  const places = await deps.db
    .select({ id: participations.id, orderId: participations.orderId })
    .from(participations)
    .where(sql`${participations.memberId} = ${memberId} and ${toProve}`)
    .orderBy(participations.orderId)
  for (const place of places) {
    await transaction(deps.db, (tx) => countPlace(tx, deps, { ...place, memberId, email }))
  }
  return places.length > 0
}

/**
 * Before a group closes: a proof whose job has not run yet is not too late. Places of members of
 * another provider have been counted when they looked at them.
 */
export async function countProvedOfGroup(deps: CountProvedDeps, groupId: string): Promise<void> {
  const { rows } = await deps.db.execute<{ member_id: string; email: string }>(sql`
    select place.member_id, members.email
    from participations as place join members on members.uid = place.member_id
    where place.group_id = ${groupId} and place.state = 'held' and place.needs_proof
      and members.email_verified`)
  for (const { member_id: memberId, email } of rows) {
    await countProvedPlaces(deps, { memberId, email })
  }
}

async function countPlace(
  tx: Transaction,
  deps: CountProvedDeps,
  { id, orderId, memberId, email }: ProvedMember & { id: string; orderId: string },
): Promise<void> {
  const order = await lockAnyOrder(tx, orderId)
  const place = await findOwnParticipation(tx, { memberId, id })
  const isWaiting = place?.participation.state === 'held' && place.participation.needsProof
  // A decision under way releases it.
  if (!order || !place || !isWaiting || !isOpen(place.group)) return
  const refusal = await refusalOf(tx, place)
  if (refusal) {
    const end = { event: 'cancel_by_owner', actor: { kind: 'system' }, reason: refusal } as const
    await transitionOrder(tx, order, end, deps.subscribers)
    return
  }
  if (email !== null) await freeOfNetwork(tx, { orderId, email })
  const group = await lockGroup(tx, place.group.id)
  if (!isOpen(group)) return
  const actor = { kind: 'shopper', owner: memberOwner(memberId) } as const
  const set = { needsProof: false }
  await moveParticipations(tx, [place.participation], { event: 'prove', actor, set })
  const counted = { unitsCounted: place.participation.qty, membersCounted: 1 }
  const outcome = await changeCounts(tx, group, counted, actor)
  await afterCounts(tx, deps.jobs, group.id, outcome)
}

const isOpen = ({ state }: { state: string }) => openGroupStates.some((open) => open === state)

/** The limits of a mailbox, which hold from now on, as a reason that is stored; locks the units of the member. */
async function refusalOf(
  tx: Transaction,
  { participation, campaign }: ParticipationFacts,
): Promise<string | undefined> {
  const { memberId, campaignId, groupId } = participation
  const limit = campaign.perMemberLimit
  const of = { campaignId, memberId, isProved: true }
  if (!(await addMemberUnits(tx, { ...of, units: 0, limit }))) {
    return `同一個電子信箱限購 ${limit ?? 0} 份`
  }
  const isRefused = isBarred(await readMemberRecord(tx, { ...of, groupId }))
  return isRefused ? '您有 2 次成團未付款，目前只能參加成團才扣款的團購' : undefined
}
