import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Participation } from '#contract/campaigns.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import { type IdempotentRequest, withIdempotency } from '../../http/idempotency.ts'
import { ShopError } from '../../http/shop-error.ts'
import type { OrderSubscriber } from '../../orders/order-events.ts'
import type { PaymentProviders } from '../../payments/payment-providers.ts'
import { openGroup } from '../leader/open-group.ts'
import type { GroupMailDeps } from '../mails/group-mails.ts'
import { toParticipation } from '../participation-wire.ts'
import { findOwnParticipation, type ParticipationFacts } from '../participations.queries.ts'
import {
  type CampaignToLead,
  findGroupRoom,
  findGroupToJoin,
  lockCampaignToLead,
  lockLeading,
} from './join.queries.ts'
import { assertJoinable, assertPlaces } from './join-refusals.ts'
import { type PlaceRequest, takePlace } from './take-place.ts'

export interface JoinDeps extends GroupMailDeps {
  db: NodePgDatabase
  subscribers: readonly OrderSubscriber[]
  paymentProviders: PaymentProviders
}

interface Joined {
  message: string
  participation: Participation
}

/** Saved result of an `Idempotency-Key`. */
interface TakenPlace extends Record<string, unknown> {
  participationId: string
  code: string
}

/** Context of a join beside its request. */
interface JoinCall {
  intended: IdempotentRequest | undefined
  ownAddress: string
}

/**
 * Takes a place in a group, in one transaction: the order at the ceiling, its stock, the limit of
 * the member and the counts of the group, whose row is locked last. A refusal changes nothing.
 */
export async function joinGroup(
  deps: JoinDeps,
  request: PlaceRequest & { code: string },
  { intended, ownAddress }: JoinCall,
): Promise<Joined> {
  const { code } = request
  const { participationId } = await transaction(deps.db, (tx) =>
    withIdempotency<TakenPlace>(tx, intended, async () => {
      await assertRoom(tx, code)
      const found = await findGroupToJoin(tx, code)
      if (!found) throw new ShopError('GROUP_NOT_FOUND')
      const { group } = found
      const id = await takePlace(tx, deps, { facts: found, group, request })
      return { participationId: id, code }
    }),
  )
  return readJoined(deps.db, request, { id: participationId, ownAddress })
}

/** Most who come too late end here, after one small reading and without a lock. */
async function assertRoom(tx: Transaction, code: string): Promise<void> {
  const found = await findGroupRoom(tx, code)
  if (!found) throw new ShopError('GROUP_NOT_FOUND')
  assertJoinable(found)
  assertPlaces(found, 1)
}

/** Opens a team of which the member leads, and takes its first place. */
export async function openTeam(
  deps: JoinDeps,
  request: PlaceRequest & { campaignId: string; pickupPlace: string },
  { intended, ownAddress }: JoinCall,
): Promise<Joined & { code: string }> {
  const { campaignId, memberId, actor, pickupPlace } = request
  const { participationId, code } = await transaction(deps.db, (tx) =>
    withIdempotency<TakenPlace>(tx, intended, async () => {
      if (!(await lockLeading(tx, { campaignId, memberId }))) {
        throw new ShopError('GROUP_ALREADY_LEADING')
      }
      const facts = await lockCampaignToLead(tx, { campaignId, memberId })
      assertMayOpen(facts, pickupPlace)
      const opened = { campaignId, leaderId: memberId, pickupPlace, actor }
      const group = await openGroup(tx, deps.jobs, opened)
      const place = { facts, group: { ...group, pickupPlace }, request, isLeader: true }
      return { participationId: await takePlace(tx, deps, place), code: group.code }
    }),
  )
  const joined = await readJoined(deps.db, request, { id: participationId, ownAddress })
  return { ...joined, message: '已開團', code }
}

function assertMayOpen(
  found: CampaignToLead | undefined,
  pickupPlace: string,
): asserts found is CampaignToLead {
  const { campaign } = found ?? {}
  if (!found || !campaign || campaign.state === 'draft' || campaign.archivedAt) {
    throw new ShopError('CAMPAIGN_NOT_FOUND')
  }
  if (campaign.kind !== 'team') {
    throw new ShopError('INVALID_INPUT', { message: ['這個團購不需要開團，直接跟團即可'] })
  }
  if (campaign.state === 'scheduled') throw new ShopError('GROUP_NOT_OPEN')
  if (campaign.state !== 'open' || found.isOver) throw new ShopError('GROUP_ENDED_OPENING')
  if (campaign.leadersOnly && !found.isNamedLeader) throw new ShopError('GROUP_LEADERS_ONLY')
  if (found.leadsAlready) throw new ShopError('GROUP_ALREADY_LEADING')
  if (campaign.delivery === 'leader' && pickupPlace === '') {
    const message = '請填寫取貨地點'
    throw new ShopError('INVALID_INPUT', { message: [message], fields: { pickup_place: message } })
  }
}

/** As it is now: after a lost answer the place may have moved on. */
async function readJoined(
  db: NodePgDatabase,
  { memberId }: PlaceRequest,
  { id, ownAddress }: { id: string; ownAddress: string },
): Promise<Joined> {
  const found = await findOwnParticipation(db, { memberId, id })
  if (!found) throw new Error(`no participation ${id}`)
  return {
    message: joinedText(found),
    participation: toParticipation(found, ownAddress),
  }
}

function joinedText({ campaign, participation }: ParticipationFacts): string {
  if (campaign.money !== 'pay_after_success') return '請在 15 分鐘內完成授權'
  if (participation.needsProof) return '已保留名額，驗證電子信箱後算入成團份數'
  return '跟團成功，成團前不需付款'
}
