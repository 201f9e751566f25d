import type { WebhookEvent } from '#contract/webhook-events.ts'
import type { Transaction } from '../db/transaction.ts'
import { writeEvents } from '../webhooks/outbox.ts'
import type { CampaignEvent, GroupStateEvent } from './states.ts'

const ofCampaigns: Partial<Record<CampaignEvent, WebhookEvent>> = {
  open: 'campaign.opened',
  end: 'campaign.ended',
  cancel: 'campaign.cancelled',
}
const ofGroups: Partial<Record<GroupStateEvent, WebhookEvent>> = {
  reach: 'group.reached',
  fall_short: 'group.fell_short',
  decide_succeeded: 'group.succeeded',
  decide_failed: 'group.failed',
  cancel: 'group.cancelled',
}

/** For webhooks: the moves of campaigns that others act on. */
export async function tellCampaignMove(
  tx: Transaction,
  { id, state }: { id: string; state: string },
  event: CampaignEvent,
): Promise<void> {
  const type = ofCampaigns[event]
  if (!type) return
  const data = { campaign_id: id, state }
  await writeEvents(tx, [type], () => [{ type, subject: id, data }])
}

/** For webhooks: the moves of groups that others act on. */
export async function tellGroupMove(
  tx: Transaction,
  { id, campaignId, state }: { id: string; campaignId: string; state: string },
  event: GroupStateEvent,
): Promise<void> {
  const type = ofGroups[event]
  if (!type) return
  const data = { group_id: id, campaign_id: campaignId, state }
  await writeEvents(tx, [type], () => [{ type, subject: id, data }])
}
