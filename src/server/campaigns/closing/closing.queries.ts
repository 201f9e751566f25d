import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type {
  CampaignMoney,
  CampaignState,
  GroupState,
  LeaderSending,
  Outcome,
  Supply,
} from '#contract/campaign-states.ts'
import { undecidedGroupStates } from '#contract/campaign-states.ts'
import type { Db } from '../../db/connect.ts'
import { campaigns } from '../../db/tables/campaigns.ts'
import { groups } from '../../db/tables/groups.ts'
import { groupEvents, participations } from '../../db/tables/participations.ts'
import type { Transaction } from '../../db/transaction.ts'
import { type CampaignFacts, campaignFacts } from '../campaign-facts.ts'
import { soldPrices } from '../tiers.ts'
import type { LotPlace, LotPlan } from './lots.ts'

export interface LockedCampaign {
  id: string
  state: CampaignState
  isPool: boolean
  startsAt: Date | null
  endsAt: Date | null
  /** By `shop_now()`, read after the row was locked. */
  hasStarted: boolean
  isOver: boolean
}

/** A campaign is locked before its groups. */
export async function lockCampaign(
  tx: Transaction,
  id: string,
): Promise<LockedCampaign | undefined> {
  await tx
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(eq(campaigns.id, id))
    .for('no key update')
  const [row] = await tx
    .select({
      id: campaigns.id,
      state: campaigns.state,
      isPool: sql<boolean>`${campaigns.kind} = 'pool'`,
      startsAt: campaigns.startsAt,
      endsAt: campaigns.endsAt,
      hasStarted: sql<boolean>`coalesce(shop_now() >= ${campaigns.startsAt}, false)`,
      isOver: sql<boolean>`coalesce(shop_now() >= ${campaigns.endsAt}, false)`,
    })
    .from(campaigns)
    .where(eq(campaigns.id, id))
  return row
}

/** The group of a pool; none before it opens. */
export async function findPoolGroup(db: Db, campaignId: string): Promise<string | undefined> {
  const [row] = await db.select({ id: groups.id }).from(groups).where(eq(groups.poolOf, campaignId))
  return row?.id
}

/** Counts of a campaign's groups. */
export async function readOutcomes(
  db: Db,
  campaignId: string,
): Promise<{ undecided: number; succeeded: number; open: number }> {
  const [row] = await db
    .select({
      undecided: sql<number>`count(*) filter (where ${inArray(groups.state, [...undecidedGroupStates])})::int`,
      succeeded: sql<number>`count(*) filter (where ${groups.outcome} = 'succeeded')::int`,
      open: sql<number>`count(*) filter (where ${groups.state} not in ('settled', 'cancelled'))::int`,
    })
    .from(groups)
    .where(eq(groups.campaignId, campaignId))
  return row ?? { undecided: 0, succeeded: 0, open: 0 }
}

/** A group and its campaign as the steps of the closing see them. */
export async function readGroup(db: Db, groupId: string) {
  const [row] = await db
    .select({
      ...campaignFacts,
      group: groups,
      secondsLeft: sql<number>`ceil(extract(epoch from ${groups.expiresAt} - shop_now()))::float8`,
      isGraceOver: sql<boolean>`coalesce(shop_now() >= ${groups.graceUntil}, false)`,
      isWaitOver: sql<boolean>`coalesce(shop_now() >= ${groups.graceUntil} + interval '60 minutes', false)`,
    })
    .from(groups)
    .innerJoin(campaigns, eq(campaigns.id, groups.campaignId))
    .where(eq(groups.id, groupId))
  return row
}

export async function readGroupVersion(tx: Transaction, groupId: string): Promise<number> {
  const [row] = await tx
    .select({ version: groups.version })
    .from(groups)
    .where(eq(groups.id, groupId))
  return row?.version ?? 0
}

/** The places that count for success, in the order of joining. */
export function listCounted(db: Db, groupId: string, money: CampaignMoney): Promise<LotPlace[]> {
  return db
    .select({
      id: participations.id,
      qty: participations.qty,
      acceptsFewer: participations.acceptsFewer,
    })
    .from(participations)
    .where(
      and(
        eq(participations.groupId, groupId),
        eq(participations.state, money === 'authorise_capture' ? 'authorised' : 'held'),
        eq(participations.needsProof, false),
      ),
    )
    .orderBy(asc(participations.seq))
}

/** The orders of the places that still wait for an authorisation. */
export async function listHeldOrders(db: Db, groupId: string): Promise<string[]> {
  const rows = await db
    .select({ orderId: participations.orderId })
    .from(participations)
    .where(and(eq(participations.groupId, groupId), eq(participations.state, 'held')))
    .orderBy(asc(participations.seq))
  return rows.map(({ orderId }) => orderId)
}

/** Detail of the decision, beside the group. */
export interface DecisionDetail extends Record<string, unknown> {
  left_out: string[]
  cut?: LotPlan['cut']
  /** Leader at the decision. */
  leader_id: string | null
}

export interface AppliedDecision {
  group: { id: string; campaignId: string; state: GroupState }
  outcome: Outcome
  money: CampaignMoney
  /** When the goods may leave, of a campaign that is paid to its leader; null: it is not. */
  toLeader: LeaderSending | null
  supply: Supply
  /** Why it was cancelled. */
  reason: string | null
  /** By the id in stock, in whole NT$. */
  prices: ReadonlyMap<string, number>
  leftOut: ReadonlySet<string>
  cut: LotPlan['cut'] | undefined
}

/** With those of products themselves: an older node lets join without naming a variant. */
function finalPrices(facts: CampaignFacts, tier: number): Map<string, number> {
  const own = facts.tiers[tier]?.prices.map(
    ({ productId, unitPrice }) => [productId, unitPrice] as const,
  )
  return new Map([...(own ?? []), ...soldPrices(facts, tier)])
}

/** Undefined for a group that is not decided. */
export async function readDecision(db: Db, groupId: string): Promise<AppliedDecision | undefined> {
  const found = await readGroup(db, groupId)
  if (!found?.group.outcome) return undefined
  const { group, campaign } = found
  const detail = await readDecisionDetail(db, groupId)
  return {
    group: { id: group.id, campaignId: group.campaignId, state: group.state },
    outcome: found.group.outcome,
    money: campaign.money,
    toLeader: campaign.paysLeader ? campaign.leaderSending : null,
    supply: campaign.supply,
    reason: group.reason ?? campaign.reason,
    prices: group.finalTier === null ? new Map() : finalPrices(found, group.finalTier),
    leftOut: new Set(detail?.left_out),
    cut: detail?.cut,
  }
}

export async function readDecisionDetail(
  db: Db,
  groupId: string,
): Promise<DecisionDetail | undefined> {
  const [event] = await db
    .select({ detail: groupEvents.detail })
    .from(groupEvents)
    .where(
      and(
        eq(groupEvents.groupId, groupId),
        inArray(groupEvents.event, ['decide_succeeded', 'decide_failed']),
      ),
    )
  // Only the decision writes this event.
  return event?.detail as DecisionDetail | undefined
}
