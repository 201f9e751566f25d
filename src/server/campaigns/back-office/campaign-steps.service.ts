import { openGroupStates, undecidedGroupStates } from '#contract/campaign-states.ts'
import { recordAudit } from '../../audit/audit.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import { type Actor, actorKey, mayDo, type StaffActor } from '../../http/actor.ts'
import { ShopError } from '../../http/shop-error.ts'
import { fieldError, readText } from '../../input/coerced-values.ts'
import { readShopNow } from '../campaigns.queries.ts'
import { authorisationDays } from '../closing/authorisation-days.ts'
import { applyGroup, sendAt, sendTurn, turnCampaign, turnGroup } from '../closing/closing.jobs.ts'
import { closeGroup } from '../group-counts.ts'
import type { GroupRow } from '../group-wire.ts'
import type { GroupMailDeps } from '../mails/group-mails.ts'
import { mailExtended } from '../mails/mail-extended.ts'
import { campaignStateRefusal, endsNow, moveCampaign, moveGroup } from '../moves.queries.ts'
import { campaignTransitions, nextOf } from '../states.ts'
import { scheduleOpening } from '../turn-campaign.ts'
import type { CampaignRow, WholeCampaign } from './admin-campaigns.queries.ts'
import { toDraft, toInstant } from './campaign-draft.ts'
import { writeProducts } from './campaign-edit.queries.ts'
import {
  type CampaignEditDeps,
  campaignSubject,
  lockKnown,
  readContext,
  readLocked,
  refuseFaults,
} from './campaign-edit.service.ts'
import { extensionFault, type Faults, publishFaults, shipsBefore } from './campaign-rules.ts'
import {
  countExtensions,
  hasMoney,
  insertExtension,
  lockGroups,
  updateGroup,
} from './campaign-steps.queries.ts'

export type CampaignStepDeps = CampaignEditDeps & GroupMailDeps

/** Schedules a complete draft: from now on it sells its products as they are at this moment. */
export function publishCampaign(
  deps: CampaignStepDeps,
  actor: StaffActor,
  id: string,
): Promise<void> {
  return transaction(deps.db, async (tx) => {
    const { campaign, now } = await lockKnown(tx, id)
    if (campaign.state !== 'draft') throw campaignStateRefusal(campaign.state)
    const draft = toDraft(await readLocked(tx, id))
    const context = await readContext(tx, deps, draft)
    refuseFaults(publishFaults(draft, context, now))
    await writeProducts(tx, id, { ...draft, snapshots: context.products })
    await moveCampaign(tx, campaign, { event: 'publish', actor })
    await scheduleOpening(tx, deps, id)
    const subject = campaignSubject(campaign)
    await recordAudit(tx, actor, { action: 'campaign.publish', subject })
  })
}

/** A sentence for each field without which a draft cannot be published. */
export async function readMissing(
  deps: Pick<CampaignStepDeps, 'db' | 'paymentProviders'>,
  whole: WholeCampaign,
): Promise<Faults> {
  const draft = toDraft(whole)
  const [context, now] = await Promise.all([
    readContext(deps.db, deps, draft),
    readShopNow(deps.db),
  ])
  return publishFaults(draft, context, new Date(now))
}

/** A draft again, which nobody can see; only before it opens. */
export function unpublishCampaign(
  { db }: CampaignStepDeps,
  actor: StaffActor,
  id: string,
): Promise<void> {
  return transaction(db, async (tx) => {
    const { campaign, now } = await lockKnown(tx, id)
    const hasBegun = campaign.startsAt !== null && now >= campaign.startsAt
    if (campaign.state !== 'scheduled' || hasBegun) {
      throw campaignStateRefusal(hasBegun ? 'open' : campaign.state)
    }
    await moveCampaign(tx, campaign, { event: 'unpublish', actor })
    const draft = toDraft(await readLocked(tx, id))
    await writeProducts(tx, id, { ...draft, snapshots: new Map() })
    const subject = campaignSubject(campaign)
    await recordAudit(tx, actor, { action: 'campaign.unpublish', subject })
  })
}

/** Gives an open campaign more time, and tells everybody who takes part in its pool. */
export function extendCampaign(
  deps: CampaignStepDeps,
  actor: StaffActor,
  extension: { id: string; endsAt: number; reason: string },
): Promise<void> {
  const { id } = extension
  const reason = readReason(extension.reason)
  const to = toInstant(extension.endsAt, 'ends_at')
  return transaction(deps.db, async (tx) => {
    const { campaign, now } = await lockKnown(tx, id)
    const { startsAt, endsAt, state, shipsOn } = campaign
    if (state !== 'open' || !startsAt || !endsAt || !to) throw campaignStateRefusal(state)
    if (now >= endsAt) throw new ShopError('GROUP_CLOSED')
    const n = (await countExtensions(tx, id)) + 1
    if (n > 2) throw new ShopError('CAMPAIGN_EXTENDED_TWICE')
    const days = authorisationDays(deps.paymentProviders)
    const fault = extensionFault({ ...campaign, startsAt, endsAt }, to, days)
    if (fault) throw fieldError('ends_at', fault)
    const by = actorKey(actor)
    await insertExtension(tx, { campaignId: id, n, fromTime: endsAt, toTime: to, reason, by })
    const detail = { from: endsAt.toISOString(), to: to.toISOString(), reason }
    // A day that the new end has made untrue is no longer shown.
    const set = { endsAt: to, ...(shipsOn && shipsBefore(shipsOn, to) && { shipsOn: null }) }
    await moveCampaign(tx, campaign, { event: 'extend', actor, detail, set })
    await sendAt(tx, deps.jobs, turnCampaign, { campaignId: id }, to)
    await extendPool(deps, tx, { campaignId: id, n, to })
    const subject = campaignSubject(campaign)
    const [before, after] = [
      { endsAt, shipsOn },
      { shipsOn, ...set, reason },
    ]
    await recordAudit(tx, actor, { action: 'campaign.extend', subject, before, after })
  })
}

/** The time of a team is never extended. */
async function extendPool(
  { jobs }: Pick<CampaignStepDeps, 'jobs'>,
  tx: Transaction,
  { campaignId, n, to }: { campaignId: string; n: number; to: Date },
): Promise<void> {
  const pool = (await lockGroups(tx, campaignId)).find(({ poolOf }) => poolOf !== null)
  if (!pool) return
  if (!isOpen(pool)) throw new ShopError('GROUP_CLOSED')
  await updateGroup(tx, pool.id, { expiresAt: to })
  await sendAt(tx, jobs, turnGroup, { groupId: pool.id }, to)
  await mailExtended(tx, jobs, { groupId: pool.id, n })
}

/**
 * Ends an open campaign early: a pool with its group, which has reached its minimum; of teams no new
 * ones are opened, and those that are open keep their time.
 */
export function closeCampaign(
  deps: CampaignStepDeps,
  actor: StaffActor,
  id: string,
): Promise<void> {
  return transaction(deps.db, async (tx) => {
    const { campaign, now } = await lockKnown(tx, id)
    await closeLocked(tx, deps, { campaign, now, actor })
    const subject = campaignSubject(campaign)
    await recordAudit(tx, actor, { action: 'campaign.close', subject })
  })
}

/** Also of a pool whose group ends early: the two end together. */
export async function closeLocked(
  tx: Transaction,
  { jobs }: Pick<CampaignStepDeps, 'jobs'>,
  { campaign, now, actor }: { campaign: CampaignRow; now: Date; actor: StaffActor },
): Promise<void> {
  if (!nextOf(campaignTransitions, campaign.state, 'end')) {
    throw campaignStateRefusal(campaign.state)
  }
  if (campaign.endsAt && now >= campaign.endsAt) throw new ShopError('GROUP_CLOSED')
  const pools = campaign.kind === 'pool' ? await lockGroups(tx, campaign.id) : []
  for (const group of pools) await closeEarly(tx, { jobs }, { campaign, group, actor })
  const detail = { reason: 'early', ends_at: campaign.endsAt?.toISOString() }
  await moveCampaign(tx, campaign, { event: 'end', actor, detail, set: endsNow })
  await jobs.send(tx, turnCampaign, { campaignId: campaign.id })
}

/** A group ends early only when its minimum is reached. */
export async function closeEarly(
  tx: Transaction,
  { jobs }: Pick<CampaignStepDeps, 'jobs'>,
  of: {
    campaign: Pick<CampaignRow, 'money' | 'graceMinutes'>
    group: Pick<GroupRow, 'id' | 'campaignId' | 'state'>
    actor: Actor
  },
): Promise<void> {
  const { campaign, group, actor } = of
  if (!isOpen(group)) throw new ShopError('GROUP_CLOSED')
  if (group.state !== 'reached') throw new ShopError('GROUP_NOT_REACHED')
  const { money, graceMinutes } = campaign
  await closeGroup(tx, { ...group, money, graceMinutes }, { reason: 'early', actor })
  await sendTurn(tx, jobs, group.id)
}

/**
 * Cancels a campaign of which no group has succeeded, for a reason that all participants read. The
 * job that applies the end of a group releases its places.
 */
export function cancelCampaign(
  deps: CampaignStepDeps,
  actor: StaffActor,
  cancel: { id: string; reason: string },
): Promise<void> {
  const reason = readReason(cancel.reason)
  return transaction(deps.db, async (tx) => {
    const { campaign } = await lockKnown(tx, cancel.id)
    await cancelLocked(tx, deps, { campaign, reason, actor })
    const subject = campaignSubject(campaign)
    await recordAudit(tx, actor, { action: 'campaign.cancel', subject, after: { reason } })
  })
}

export async function cancelLocked(
  tx: Transaction,
  deps: Pick<CampaignStepDeps, 'jobs'>,
  { campaign, ...cause }: { campaign: CampaignRow } & Cancelling,
): Promise<void> {
  const { actor, reason } = cause
  const found = await lockGroups(tx, campaign.id)
  await assertMayReturnMoney(
    tx,
    actor,
    found.map(({ id }) => id),
  )
  if (found.some(({ outcome }) => outcome === 'succeeded')) {
    throw new ShopError('CAMPAIGN_HAS_SUCCEEDED')
  }
  if (!nextOf(campaignTransitions, campaign.state, 'cancel')) {
    throw campaignStateRefusal(campaign.state)
  }
  for (const group of found.filter(isUndecided)) await cancelGroupRow(tx, deps, group, cause)
  const set = { outcome: 'cancelled', reason } as const
  await moveCampaign(tx, campaign, { event: 'cancel', actor, detail: { reason }, set })
}

/** Ending places whose money was taken or authorised gives it back. */
export async function assertMayReturnMoney(
  tx: Transaction,
  actor: StaffActor,
  groupIds: readonly string[],
): Promise<void> {
  if (mayDo(actor, 'refund.write')) return
  if (await hasMoney(tx, groupIds)) throw new ShopError('PERMISSION_DENIED')
}

interface Cancelling {
  reason: string
  actor: StaffActor
}

/** The job releases its places, each with a mail that names the reason. */
export async function cancelGroupRow(
  tx: Transaction,
  { jobs }: Pick<CampaignStepDeps, 'jobs'>,
  group: GroupRow,
  { reason, actor }: Cancelling,
): Promise<void> {
  const set = { outcome: 'cancelled', reason } as const
  const next = await moveGroup(tx, group, { event: 'cancel', actor, detail: { reason }, set })
  if (!next) throw new ShopError('GROUP_DECIDED')
  await jobs.send(tx, applyGroup, { groupId: group.id })
}

function isOpen({ state }: Pick<GroupRow, 'state'>): boolean {
  return openGroupStates.some((open) => open === state)
}

function isUndecided({ state }: Pick<GroupRow, 'state'>): boolean {
  return undecidedGroupStates.some((undecided) => undecided === state)
}

/** Why an administrator does it, for the participants to read. */
export function readReason(reason: string): string {
  return readText(reason, 'reason')
}
