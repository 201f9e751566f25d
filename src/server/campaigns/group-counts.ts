import { eq, sql } from 'drizzle-orm'
import type {
  CampaignMetric,
  CampaignMoney,
  ClosingReason,
  GroupState,
} from '#contract/campaign-states.ts'
import { campaigns } from '../db/tables/campaigns.ts'
import { groups } from '../db/tables/groups.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Actor } from '../http/actor.ts'
import { moveGroup } from './moves.queries.ts'

/** A group whose row is locked, with what of its campaign decides. */
export interface LockedGroup {
  id: string
  code: string
  campaignId: string
  state: GroupState
  closingReason: ClosingReason | null
  isPool: boolean
  leaderId: string | null
  /** By `shop_now()`, read after the row was locked. */
  isOver: boolean
  maxUnits: number | null
  unitsTaken: number
  membersTaken: number
  unitsCounted: number
  membersCounted: number
  reachedAt: Date | null
  metric: CampaignMetric
  money: CampaignMoney
  minTarget: number
  graceMinutes: number
}

/**
 * Locks a group until the end of the transaction. It is the last lock that a transaction takes, and
 * the one that joiners wait for.
 */
export async function lockGroup(tx: Transaction, id: string): Promise<LockedGroup> {
  const locking = tx
    .select({ id: groups.id })
    .from(groups)
    .where(eq(groups.id, id))
    .for('no key update')
  // Sent with it, and read when the lock is held.
  const reading = tx
    .select({
      id: groups.id,
      code: groups.code,
      campaignId: groups.campaignId,
      state: groups.state,
      closingReason: groups.closingReason,
      isPool: sql<boolean>`${groups.poolOf} is not null`,
      leaderId: groups.leaderId,
      isOver: sql<boolean>`shop_now() >= ${groups.expiresAt}`,
      maxUnits: groups.maxUnits,
      unitsTaken: groups.unitsTaken,
      membersTaken: groups.membersTaken,
      unitsCounted: groups.unitsCounted,
      membersCounted: groups.membersCounted,
      reachedAt: groups.reachedAt,
      metric: campaigns.metric,
      money: campaigns.money,
      // A campaign with a group is complete.
      minTarget: sql<number>`${campaigns.minTarget}`,
      graceMinutes: campaigns.graceMinutes,
    })
    .from(groups)
    .innerJoin(campaigns, eq(campaigns.id, groups.campaignId))
    .where(eq(groups.id, id))
  const [, [row]] = await Promise.all([locking, reading])
  if (!row) throw new Error(`no group ${id}`)
  return row
}

export interface CountChange {
  unitsTaken?: number
  membersTaken?: number
  unitsCounted?: number
  membersCounted?: number
}

export interface CountOutcome {
  state: GroupState
  /** For the first time: each participant gets one mail. */
  hasReached: boolean
}

/**
 * Adds to the counts of a locked group, and moves it on: its minimum is reached, is lost again, or
 * its last unit closes it. The caller has looked at places and time; the table refuses more units
 * than the cap.
 */
export async function changeCounts(
  tx: Transaction,
  group: LockedGroup,
  change: CountChange,
  actor: Actor,
): Promise<CountOutcome> {
  const { unitsTaken = 0, membersTaken = 0, unitsCounted = 0, membersCounted = 0 } = change
  await tx
    .update(groups)
    .set({
      unitsTaken: sql`${groups.unitsTaken} + ${unitsTaken}`,
      membersTaken: sql`${groups.membersTaken} + ${membersTaken}`,
      unitsCounted: sql`${groups.unitsCounted} + ${unitsCounted}`,
      membersCounted: sql`${groups.membersCounted} + ${membersCounted}`,
      version: sql`${groups.version} + 1`,
    })
    .where(eq(groups.id, group.id))
  const units = group.unitsCounted + unitsCounted
  const members = group.membersCounted + membersCounted
  const isEnough = (group.metric === 'units' ? units : members) >= group.minTarget
  let { state } = group
  const hasReached = state === 'forming' && isEnough && group.reachedAt === null
  if (state === 'forming' && isEnough) {
    const set = { reachedAt: sql`coalesce(${groups.reachedAt}, shop_now())` }
    state = (await moveGroup(tx, group, { event: 'reach', actor, set })) ?? state
  } else if (state === 'reached' && !isEnough) {
    state = (await moveGroup(tx, group, { event: 'fall_short', actor })) ?? state
  }
  const isFull = group.maxUnits !== null && units >= group.maxUnits
  if (isFull && (state === 'forming' || state === 'reached')) {
    state = await closeGroup(tx, { ...group, state }, { reason: 'full', actor })
  }
  return { state, hasReached }
}

/** Step 1 of the closing. `group.state` is `forming` or `reached`. */
export async function closeGroup(
  tx: Transaction,
  group: Pick<LockedGroup, 'id' | 'campaignId' | 'state' | 'money' | 'graceMinutes'>,
  { reason, actor }: { reason: 'deadline' | 'full' | 'early'; actor: Actor },
): Promise<GroupState> {
  const grace = group.money === 'authorise_capture' ? group.graceMinutes : 0
  const set = {
    closingReason: reason,
    graceUntil: sql`shop_now() + ${grace} * interval '1 minute'`,
    // One that is full or ended early shows when that was.
    ...(reason !== 'deadline' && { expiresAt: sql`least(${groups.expiresAt}, shop_now())` }),
  }
  const next = await moveGroup(tx, group, { event: 'close', actor, detail: { reason }, set })
  if (!next) throw new Error(`a group that is ${group.state} cannot be closed`)
  return next
}
