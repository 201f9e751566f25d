import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { DelayAnswer, Participation } from '#contract/campaigns.ts'
import { isDay, taipeiDay } from '#contract/taipei-time.ts'
import { recordAudit } from '../../audit/audit.ts'
import { transaction } from '../../db/transaction.ts'
import { type Actor, actorKey, type StaffActor } from '../../http/actor.ts'
import { ShopError } from '../../http/shop-error.ts'
import { fieldError } from '../../input/coerced-values.ts'
import type { OrderSubscriber } from '../../orders/order-events.ts'
import { lockOwnOrder, transitionOrder } from '../../orders/order-state.queries.ts'
import { campaignSubject, lockKnown } from '../back-office/campaign-edit.service.ts'
import { type CampaignStepDeps, readReason } from '../back-office/campaign-steps.service.ts'
import { campaignStateRefusal } from '../moves.queries.ts'
import { toParticipation } from '../participation-wire.ts'
import { findOwnParticipation } from '../participations.queries.ts'
import { hasChosenRefund, insertDelay, listWaitingGroups, writeAnswer } from './delays.queries.ts'
import { mailDelayed } from './mail-delayed.ts'

/** The shopper reads it on the order. */
const refundReason = '出貨延後，選擇退款'

/**
 * Says that the goods of a decided campaign leave later, and asks each who waits for them by a mail.
 * Throws CAMPAIGN_STATE where nobody waits.
 */
export function announceDelay(
  deps: CampaignStepDeps,
  actor: StaffActor,
  delay: { id: string; shipsOn: string; reason: string },
): Promise<void> {
  const { id, shipsOn } = delay
  const reason = readReason(delay.reason)
  return transaction(deps.db, async (tx) => {
    const { campaign, now } = await lockKnown(tx, id)
    const { state, shipsOn: was } = campaign
    if (state !== 'succeeded') throw campaignStateRefusal(state)
    const fault = dayFault({ shipsOn, was, now })
    if (fault) throw fieldError('ships_on', fault)
    const groupIds = await listWaitingGroups(tx, id)
    if (groupIds.length === 0) {
      throw new ShopError('CAMPAIGN_STATE', { message: '沒有等待出貨的跟團者，不需要通知' })
    }
    const by = actorKey(actor)
    const n = await insertDelay(tx, { campaignId: id, fromDay: was, toDay: shipsOn, reason, by })
    for (const groupId of groupIds) await mailDelayed(tx, deps.jobs, { groupId, n })
    await recordAudit(tx, actor, {
      ...{ action: 'campaign.delay', subject: campaignSubject(campaign) },
      ...{ before: { shipsOn: was }, after: { shipsOn, reason } },
    })
  })
}

function dayFault(of: { shipsOn: string; was: string | null; now: Date }): string | undefined {
  const { shipsOn, was, now } = of
  if (!isDay(shipsOn)) return '預計出貨日格式有誤'
  if (was !== null && shipsOn <= was) return '新的預計出貨日要晚於原訂的日期'
  const today = taipeiDay(now).replaceAll('/', '-')
  return shipsOn < today ? '預計出貨日不能早於今天' : undefined
}

/**
 * Keeps waiting, or cancels the order, whose money goes back whole; a refund that was chosen stays.
 * Throws GROUP_CLOSED for a place that is not asked, ORDER_STATE for one that is being packed.
 */
export function answerDelay(
  db: NodePgDatabase,
  place: { id: string; memberId: string; owner: string; actor: Actor; answer: DelayAnswer },
  { ownAddress, subscribers }: { ownAddress: string; subscribers: readonly OrderSubscriber[] },
): Promise<{ message: string; participation: Participation }> {
  const { id, memberId, owner, actor, answer } = place
  return transaction(db, async (tx) => {
    const known = await findOwnParticipation(tx, { memberId, id })
    if (!known) throw new ShopError('PARTICIPATION_NOT_FOUND')
    const order = await lockOwnOrder(tx, { owner, id: known.participation.orderId })
    const found = await findOwnParticipation(tx, { memberId, id })
    if (!order || !found) throw new ShopError('PARTICIPATION_NOT_FOUND')
    const { delay, participation } = found
    if (delay) {
      await writeAnswer(tx, {
        participationId: id,
        campaignId: participation.campaignId,
        n: delay.n,
        answer,
      })
      if (answer === 'refund') {
        const cancel = { event: 'cancel', actor, reason: refundReason } as const
        await transitionOrder(
          tx,
          order,
          { ...cancel, detail: { reason: refundReason } },
          subscribers,
        )
      }
    } else if (answer === 'wait' || !(await hasChosenRefund(tx, id))) {
      throw new ShopError('GROUP_CLOSED', { message: '這筆訂單不需要選擇' })
    }
    const now = await findOwnParticipation(tx, { memberId, id })
    if (!now) throw new ShopError('PARTICIPATION_NOT_FOUND')
    const message =
      answer === 'wait' ? '已收到您的選擇，出貨時會再通知您' : '已取消訂單，款項會全額退回'
    return { message, participation: toParticipation(now, ownAddress) }
  })
}
