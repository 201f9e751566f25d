import { and, eq, inArray, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import {
  type CampaignState,
  campaignStateLabels,
  type GroupState,
  type ParticipationState,
} from '#contract/campaign-states.ts'
import { campaigns } from '../db/tables/campaigns.ts'
import { groups } from '../db/tables/groups.ts'
import { groupEvents, participations } from '../db/tables/participations.ts'
import type { Transaction } from '../db/transaction.ts'
import { type Actor, actorKey } from '../http/actor.ts'
import { ShopError } from '../http/shop-error.ts'
import {
  type CampaignEvent,
  campaignTransitions,
  type GroupStateEvent,
  groupTransitions,
  nextOf,
  type ParticipationEvent,
  participationTransitions,
} from './states.ts'
import { tellCampaignMove, tellGroupMove } from './tell-moves.ts'

interface Cause {
  actor: Actor
  detail?: Record<string, unknown>
}

/**
 * The only writer of a campaign's state, on a locked row. Throws CAMPAIGN_STATE for a refused pair.
 */
export async function moveCampaign(
  tx: Transaction,
  campaign: { id: string; state: CampaignState },
  move: Cause & {
    event: CampaignEvent
    set?: Omit<PgUpdateSetSource<typeof campaigns>, 'state' | 'version'>
  },
): Promise<CampaignState> {
  const { event, actor, detail, set } = move
  const next = nextOf(campaignTransitions, campaign.state, event)
  if (!next) throw campaignStateRefusal(campaign.state)
  await tx
    .update(campaigns)
    .set({ ...set, state: next, version: sql`${campaigns.version} + 1` })
    .where(eq(campaigns.id, campaign.id))
  await tx.insert(groupEvents).values({
    campaignId: campaign.id,
    event,
    fromState: campaign.state,
    toState: next,
    actor: actorKey(actor),
    detail,
  })
  await tellCampaignMove(tx, { id: campaign.id, state: next }, event)
  return next
}

/** Of a campaign that ends before its time: it shows when it ended. */
export const endsNow = { endsAt: sql`least(${campaigns.endsAt}, shop_now())` }

export function campaignStateRefusal(state: CampaignState): ShopError {
  const message = `目前是「${campaignStateLabels[state]}」，不能這樣做`
  return new ShopError('CAMPAIGN_STATE', { message })
}

export interface MovableGroup {
  id: string
  campaignId: string
  state: GroupState
}

/**
 * The only writer of a group's state, on a locked row. Undefined, and nothing written, for a refused
 * pair: the caller knows what to answer.
 */
export async function moveGroup(
  tx: Transaction,
  group: MovableGroup,
  move: Cause & {
    event: GroupStateEvent
    set?: Omit<PgUpdateSetSource<typeof groups>, 'state' | 'version'>
  },
): Promise<GroupState | undefined> {
  const { event, actor, detail, set } = move
  const next = nextOf(groupTransitions, group.state, event)
  if (!next) return undefined
  await tx
    .update(groups)
    .set({ ...set, state: next, version: sql`${groups.version} + 1` })
    .where(eq(groups.id, group.id))
  await tx.insert(groupEvents).values({
    campaignId: group.campaignId,
    groupId: group.id,
    event,
    fromState: group.state,
    toState: next,
    actor: actorKey(actor),
    detail,
  })
  await tellGroupMove(tx, { ...group, state: next }, event)
  return next
}

export interface MovableParticipation {
  id: string
  groupId: string
  campaignId: string
  state: ParticipationState
}

/**
 * The only writer of the state of participations, all of one state, on rows whose orders are locked.
 * Throws an ordinary error for a refused pair: the caller has looked at the state before.
 */
export async function moveParticipations(
  tx: Transaction,
  moved: readonly MovableParticipation[],
  move: Cause & {
    event: ParticipationEvent
    set?: Omit<PgUpdateSetSource<typeof participations>, 'state' | 'version'>
  },
): Promise<void> {
  const [first] = moved
  if (!first) return
  const { event, actor, detail, set } = move
  const next = nextOf(participationTransitions, first.state, event)
  if (!next) throw new Error(`${event} of a participation that is ${first.state}`)
  const ids = moved.map(({ id }) => id)
  const events = moved.map(({ id, groupId, campaignId, state }) => ({
    campaignId,
    groupId,
    participationId: id,
    event,
    fromState: state,
    toState: next,
    actor: actorKey(actor),
    detail,
  }))
  const [changed] = await Promise.all([
    tx
      .update(participations)
      .set({
        ...set,
        state: next,
        version: sql`${participations.version} + 1`,
        ...(isEnded(next) && { endedAt: sql`shop_now()` }),
      })
      .where(and(inArray(participations.id, ids), eq(participations.state, first.state)))
      .returning({ id: participations.id }),
    tx.insert(groupEvents).values(events),
  ])
  // Taken back with the transaction, the events too.
  if (changed.length !== moved.length) {
    throw new Error(`${moved.length - changed.length} participations have moved meanwhile`)
  }
}

/** The first move of a participation, which has just been written. */
export async function recordJoining(
  tx: Transaction,
  joined: Omit<MovableParticipation, 'state'>,
  actor: Actor,
): Promise<void> {
  await tx.insert(groupEvents).values({
    campaignId: joined.campaignId,
    groupId: joined.groupId,
    participationId: joined.id,
    event: 'join',
    toState: 'held',
    actor: actorKey(actor),
  })
}

function isEnded(state: ParticipationState): boolean {
  return state === 'withdrawn' || state === 'lapsed' || state === 'released'
}
