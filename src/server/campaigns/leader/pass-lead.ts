import { and, asc, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import { undecidedGroupStates } from '#contract/campaign-states.ts'
import { groups } from '../../db/tables/groups.ts'
import { groupEvents, participations } from '../../db/tables/participations.ts'
import type { Transaction } from '../../db/transaction.ts'
import { type Actor, actorKey } from '../../http/actor.ts'
import { type LockedGroup, lockGroup } from '../group-counts.ts'
import { lockLeading } from '../join/join.queries.ts'
import { type GroupMailDeps, queueGroupMails } from '../mails/group-mails.ts'
import { moveGroup } from '../moves.queries.ts'
import { hasAccount, isLive } from '../participations.queries.ts'

/**
 * After a place in a locked team has ended: when it was the leader's, the earliest live participant
 * leads from now on; when nobody is left in a team that still gathers, it is cancelled. A team that
 * has failed or is cancelled needs no leader.
 */
export async function passLeadOn(
  tx: Transaction,
  deps: GroupMailDeps,
  of: { group: LockedGroup; memberId: string; actor: Actor },
): Promise<void> {
  const { group, memberId, actor } = of
  if (group.isPool || group.state === 'failed' || group.state === 'cancelled') return
  const gathers = group.state === 'forming' || group.state === 'reached'
  const isEmpty = group.membersTaken === 1
  if (isEmpty && gathers) {
    const set = { outcome: 'cancelled', reason: '已沒有人跟團' } as const
    await moveGroup(tx, group, { event: 'cancel', actor, set })
    return
  }
  if (group.leaderId === memberId) await nameNext(tx, deps, of)
}

/**
 * Gives each team that a deleted member leads another leader; the paid places of the member stay. A
 * pool has no leader from then on, since the commission goes to the leader at the decision.
 */
export async function passTeamsOn(
  tx: Transaction,
  deps: GroupMailDeps,
  { memberId, actor }: { memberId: string; actor: Actor },
): Promise<void> {
  const led = await tx
    .select({ id: groups.id })
    .from(groups)
    .where(
      and(
        eq(groups.leaderId, memberId),
        or(
          inArray(groups.state, [...undecidedGroupStates]),
          and(isNull(groups.poolOf), inArray(groups.state, ['succeeded', 'settled'])),
        ),
      ),
    )
    .orderBy(asc(groups.id))
  for (const { id } of led) {
    const group = await lockGroup(tx, id)
    if (group.leaderId === memberId) await nameNext(tx, deps, { group, memberId, actor })
  }
}

async function nameNext(
  tx: Transaction,
  deps: GroupMailDeps,
  { group, memberId, actor }: { group: LockedGroup; memberId: string; actor: Actor },
): Promise<void> {
  const isUndecided = undecidedGroupStates.some((state) => state === group.state)
  const next = group.isPool
    ? undefined
    : await findNextLeader(tx, { group, former: memberId, isUndecided })
  await tx
    .update(groups)
    // Nobody is to pay the account of who leads no more.
    .set({ leaderId: next?.memberId ?? null, payWays: null, version: sql`${groups.version} + 1` })
    .where(eq(groups.id, group.id))
  await tx.insert(groupEvents).values({
    campaignId: group.campaignId,
    groupId: group.id,
    ...(next && { participationId: next.id }),
    event: 'lead',
    fromState: group.state,
    toState: group.state,
    actor: actorKey(actor),
  })
  if (next) await queueGroupMails(deps, tx, 'leader', [next.id])
}

/** The earliest with an account who does not lead another team of the campaign that is not decided. */
async function findNextLeader(
  tx: Transaction,
  of: { group: LockedGroup; former: string; isUndecided: boolean },
): Promise<{ id: string; memberId: string } | undefined> {
  const { group, former, isUndecided } = of
  const { id: groupId, campaignId } = group
  const candidates = await tx
    .select({ id: participations.id, memberId: participations.memberId })
    .from(participations)
    .where(
      and(
        eq(participations.groupId, groupId),
        isLive,
        ne(participations.memberId, former),
        hasAccount,
        isUndecided
          ? sql`not exists (select from groups as led where led.campaign_id = ${campaignId}
              and led.leader_id = ${participations.memberId} and led.pool_of is null
              and led.state in ('forming', 'reached', 'closing'))`
          : undefined,
      ),
    )
    .orderBy(asc(participations.seq))
    .limit(10)
  for (const candidate of candidates) {
    const { memberId } = candidate
    if (!isUndecided || (await lockLeading(tx, { campaignId, memberId }))) return candidate
  }
  return undefined
}
