import { sql } from 'drizzle-orm'
import { type Transaction, transaction } from '../db/transaction.ts'
import { secondsUntil, sendAt, turnCampaign, turnGroup } from './closing/closing.jobs.ts'
import {
  findPoolGroup,
  type LockedCampaign,
  lockCampaign,
  readOutcomes,
} from './closing/closing.queries.ts'
import { type ClosingDeps, shopActor } from './closing/closing-deps.ts'
import { openGroup } from './leader/open-group.ts'
import { moveCampaign } from './moves.queries.ts'

/**
 * Does what is due for a campaign by `shop_now()`: opens it, ends it, decides it. Several at once do
 * it once.
 */
export async function takeCampaignTurn(deps: ClosingDeps, campaignId: string): Promise<void> {
  await transaction(deps.db, async (tx) => {
    const campaign = await lockCampaign(tx, campaignId)
    if (campaign?.state === 'scheduled') await openIfDue(tx, deps, campaign)
    if (campaign?.state === 'open') await endIfDue(tx, deps, campaign)
    if (campaign?.state === 'closing') await decideIfDone(tx, campaign)
  })
}

/** Opens a scheduled campaign whose time has come, or enqueues its opening. */
export async function scheduleOpening(
  tx: Transaction,
  deps: Pick<ClosingDeps, 'jobs'>,
  campaignId: string,
): Promise<void> {
  const campaign = await lockCampaign(tx, campaignId)
  if (campaign?.state !== 'scheduled' || !campaign.startsAt) return
  if (campaign.hasStarted) return openIfDue(tx, deps, campaign)
  await sendAt(tx, deps.jobs, turnCampaign, { campaignId }, campaign.startsAt)
}

async function openIfDue(
  tx: Transaction,
  { jobs }: Pick<ClosingDeps, 'jobs'>,
  campaign: LockedCampaign,
): Promise<void> {
  const { id: campaignId, startsAt, endsAt } = campaign
  if (!campaign.hasStarted) return sendAgain(tx, jobs, campaignId, startsAt)
  await moveCampaign(tx, campaign, { event: 'open', actor: shopActor })
  if (campaign.isPool) await openGroup(tx, jobs, { campaignId, leaderId: null, actor: shopActor })
  if (endsAt) await sendAt(tx, jobs, turnCampaign, { campaignId }, endsAt)
}

/** A pool ends with its group; teams that are open keep their own time. */
async function endIfDue(
  tx: Transaction,
  { jobs }: ClosingDeps,
  campaign: LockedCampaign,
): Promise<void> {
  const { id: campaignId, endsAt } = campaign
  if (!campaign.isOver) return sendAgain(tx, jobs, campaignId, endsAt)
  const groupId = campaign.isPool ? await findPoolGroup(tx, campaignId) : undefined
  const { undecided } = await readOutcomes(tx, campaignId)
  if (groupId && undecided > 0) return jobs.send(tx, turnGroup, { groupId })
  const state = await moveCampaign(tx, campaign, { event: 'end', actor: shopActor })
  await decideIfDone(tx, { ...campaign, state })
}

/** In the transaction of a caller who has locked the campaign. */
async function decideIfDone(
  tx: Transaction,
  campaign: Pick<LockedCampaign, 'id' | 'state'>,
): Promise<void> {
  const { undecided, succeeded } = await readOutcomes(tx, campaign.id)
  if (undecided > 0) return
  const outcome = succeeded > 0 ? 'succeeded' : 'failed'
  await moveCampaign(tx, campaign, {
    event: outcome === 'succeeded' ? 'decide_succeeded' : 'decide_failed',
    actor: shopActor,
    set: { outcome },
  })
}

/** A job that came a moment early; after an extension another one has been sent. */
async function sendAgain(
  tx: Transaction,
  jobs: ClosingDeps['jobs'],
  campaignId: string,
  at: Date | null,
): Promise<void> {
  if (!at) return
  const delaySeconds = await secondsUntil(tx, sql`${at.toISOString()}::timestamptz`)
  if (delaySeconds < 60) await jobs.send(tx, turnCampaign, { campaignId }, { delaySeconds })
}
