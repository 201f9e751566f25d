import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import type { JobDefinition } from '../../jobs/define-job.ts'
import { listQueued } from '../../jobs/jobs.queries.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { expireOrder } from '../../payments/news/order-expiry.jobs.ts'
import { registerDelayMails } from '../delays/mail-delayed.ts'
import { countProved, countProvedPlaces } from '../join/count-proved.ts'
import { sweepAccounts } from '../leader-money/sweep-accounts.ts'
import { registerExtensionMails } from '../mails/mail-extended.ts'
import { registerReachedMails } from '../mails/mail-reached.ts'
import { remindPlace } from '../mails/remind-to-pay.ts'
import { shareCampaignPieces, sharePieces } from '../storefront/share-pieces.ts'
import { sweepAwaitedGoods } from '../supply/sweep-goods.ts'
import { takeCampaignTurn } from '../turn-campaign.ts'
import { takeGroupTurn } from '../turn-group.ts'
import { mailWished } from '../wishes/mail-wished.ts'
import { applyDecision } from './apply-decision.ts'
import { applyGroup, remindToPay, sweepCampaigns, turnCampaign, turnGroup } from './closing.jobs.ts'
import type { ClosingDeps } from './closing-deps.ts'
import { settleAll } from './settle.ts'

export function registerCampaignJobs(jobs: Jobs, deps: ClosingDeps): void {
  jobs.register(turnCampaign, ({ campaignId }) => takeCampaignTurn(deps, campaignId))
  jobs.register(turnGroup, ({ groupId }, { signal }) => takeGroupTurn(deps, groupId, signal))
  jobs.register(applyGroup, ({ groupId }) => applyDecision(deps, groupId))
  jobs.register(countProved, async (data) => {
    await countProvedPlaces(deps, data)
  })
  jobs.register(remindToPay, (data) => remindPlace(deps, data))
  jobs.register(sharePieces, ({ campaignId, productId }) =>
    shareCampaignPieces(deps.db, { campaignId, variantId: productId }),
  )
  registerReachedMails(jobs, deps)
  registerExtensionMails(jobs, deps)
  registerDelayMails(jobs, deps)
  jobs.register(sweepCampaigns, () => sweep(deps))
  jobs.schedule(sweepCampaigns, '* * * * *')
}

/** Makes anew the jobs of all that is due and has none, and settles what is done. */
export async function sweep(deps: ClosingDeps): Promise<void> {
  const { db, jobs } = deps
  async function sendMissing<Key extends string>(
    definition: JobDefinition<{ [key in Key]: string }>,
    key: Key,
    due: SQL,
  ) {
    const [ids, queued] = await Promise.all([
      readIds(db, due),
      listQueued(db, definition.name, { key }),
    ])
    const missing = ids.filter((id) => !queued.has(id))
    // A computed key has the type of any string.
    const data = missing.map((id) => ({ [key]: id }) as { [name in Key]: string })
    await jobs.sendAll(db, definition, data)
  }
  await sendMissing(turnCampaign, 'campaignId', dueCampaigns)
  await sendMissing(turnGroup, 'groupId', dueGroups)
  await sendMissing(applyGroup, 'groupId', unapplied)
  const [overdue, queued] = await Promise.all([
    readIds(db, overduePlaces),
    // One that asks the gateway again or is retried waits for a day at most.
    listQueued(db, expireOrder.name, { key: 'orderId', withinMinutes: 25 * 60 }),
  ])
  const expiries = overdue.filter((id) => !queued.has(id)).map((orderId) => ({ orderId, asks: 0 }))
  await jobs.sendAll(db, expireOrder, expiries)
  await db.execute(endPayableOfAuthorised)
  await sweepAccounts(deps)
  await sweepAwaitedGoods(db)
  await settleAll(db)
  while (await mailWished(deps));
}

async function readIds(db: Db, statement: SQL): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(statement)
  return rows.map(({ id }) => id)
}

const dueCampaigns = sql`
  select id from campaigns
  where state = 'scheduled' and starts_at <= shop_now()
    or state = 'open' and ends_at <= shop_now()
    or state = 'closing' and not exists (
      select from groups where groups.campaign_id = campaigns.id
        and groups.state in ('forming', 'reached', 'closing'))`

const dueGroups = sql`
  select groups.id from groups join campaigns on campaigns.id = groups.campaign_id
  where groups.state in ('forming', 'reached') and groups.expires_at <= shop_now()
    or groups.state = 'closing' and (groups.grace_until <= shop_now() or not exists (
      select from participations as place
      where place.group_id = groups.id and place.state = 'held'))`

const unapplied = sql`
  select id from groups where state in ('succeeded', 'failed', 'cancelled') and exists (
    select from participations as place where place.group_id = groups.id
      and (place.state = 'held' or place.state = 'authorised' and place.final_total is null))`

const overduePlaces = sql`
  select orders.id from participations as place join orders on orders.id = place.order_id
  where place.state = 'awaiting_payment' and orders.payment_state = 'unpaid'
    and orders.expires_at < shop_now() - interval '1 minute'`

// A node of an older release leaves the order of an authorised card payable, with its deadline.
const endPayableOfAuthorised = sql`
  update orders set is_payable = false, expires_at = null where id in (
    select orders.id from campaigns
    join participations as place on place.campaign_id = campaigns.id and place.state = 'authorised'
    join orders on orders.id = place.order_id
    where campaigns.money = 'authorise_capture' and orders.state = 'placed'
      and orders.charge_kind = 'authorise' and orders.is_payable
    for update of orders skip locked)`
