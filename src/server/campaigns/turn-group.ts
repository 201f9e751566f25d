import { sql } from 'drizzle-orm'
import { openGroupStates } from '#contract/campaign-states.ts'
import { groups } from '../db/tables/groups.ts'
import { type Transaction, transaction } from '../db/transaction.ts'
import { endExpiry } from '../orders/back-office/order-batches.queries.ts'
import { expireIfDue } from '../payments/news/expire-orders.ts'
import { applyGroup, sendAt, turnCampaign, turnGroup } from './closing/closing.jobs.ts'
import {
  type DecisionDetail,
  listCounted,
  listHeldOrders,
  lockCampaign,
  readGroup,
  readGroupVersion,
} from './closing/closing.queries.ts'
import { type ClosingDeps, shopActor } from './closing/closing-deps.ts'
import { type Decision, decide } from './closing/decision.ts'
import { closeGroup, type LockedGroup, lockGroup } from './group-counts.ts'
import { countProvedOfGroup } from './join/count-proved.ts'
import { endsNow, moveCampaign, moveGroup } from './moves.queries.ts'

/**
 * Takes a group as far as it can go by now: closes it, asks for what is under way, decides. Each
 * step is a transaction of its own and begins with what the one before left, so it may be killed
 * between any two, and run by several at once.
 */
export async function takeGroupTurn(
  deps: ClosingDeps,
  groupId: string,
  signal?: AbortSignal,
): Promise<void> {
  await countProvedOfGroup(deps, groupId)
  await closeIfDue(deps, groupId)
  await askForHeld(deps, groupId, signal)
  await decideIfReady(deps, groupId)
}

async function closeIfDue({ db, jobs }: ClosingDeps, groupId: string): Promise<void> {
  const known = await readGroup(db, groupId)
  if (!known) return
  await transaction(db, async (tx) => {
    const campaign = known.group.poolOf ? await lockCampaign(tx, known.group.poolOf) : undefined
    const group = await lockGroup(tx, groupId)
    const isClosing = group.state === 'closing' || (await closeDue(tx, group))
    if (isClosing && campaign?.state === 'open') {
      await moveCampaign(tx, campaign, { event: 'end', actor: shopActor, set: endsNow })
    }
    // It came a moment early; after an extension another job has been sent.
    if (isOpen(group) && !group.isOver && known.secondsLeft < 60) {
      await sendAt(tx, jobs, turnGroup, { groupId }, known.group.expiresAt)
    }
  })
}

const isOpen = ({ state }: Pick<LockedGroup, 'state'>) =>
  openGroupStates.some((open) => open === state)

async function closeDue(tx: Transaction, group: LockedGroup): Promise<boolean> {
  if (!isOpen(group) || !group.isOver) return false
  await closeGroup(tx, group, { reason: 'deadline', actor: shopActor })
  return true
}

/**
 * After the grace, the gateway is asked for each place that still waits for its authorisation: it
 * counts, or it lapses, or nobody knows and the sweep asks again.
 */
async function askForHeld(
  deps: ClosingDeps,
  groupId: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const found = await readGroup(deps.db, groupId)
  if (found?.group.state !== 'closing' || found.campaign.money !== 'authorise_capture') return
  if (!found.isGraceOver) {
    const { graceUntil } = found.group
    if (graceUntil) await sendAt(deps.db, deps.jobs, turnGroup, { groupId }, graceUntil)
    return
  }
  for (const orderId of await listHeldOrders(deps.db, groupId)) {
    await transaction(deps.db, (tx) => endExpiry(tx, orderId))
    await expireIfDue(deps, { orderId, asks: 0 }, signal)
  }
}

async function decideIfReady(deps: ClosingDeps, groupId: string): Promise<void> {
  // A count that changes meanwhile makes it be read anew.
  while (!(await tryToDecide(deps, groupId)));
}

/** False when the group has changed between reading it and locking it. */
async function tryToDecide(deps: ClosingDeps, groupId: string): Promise<boolean> {
  const { db } = deps
  const found = await readGroup(db, groupId)
  if (found?.group.state !== 'closing') return true
  const { group, campaign, tiers } = found
  const { money, metric, minTarget, lotSize } = campaign
  if (money === 'authorise_capture' && !found.isWaitOver) {
    if ((await listHeldOrders(db, groupId)).length > 0) return true
  }
  const decision = decide({
    metric,
    minTarget: minTarget ?? 1,
    lotSize,
    tiers,
    counted: { units: group.unitsCounted, members: group.membersCounted },
    places: lotSize === 1 ? [] : await listCounted(db, groupId, money),
  })
  return transaction(db, async (tx) => {
    const locked = await lockGroup(tx, groupId)
    if (locked.state !== 'closing') return true
    if ((await readGroupVersion(tx, groupId)) !== group.version) return false
    await writeDecision(tx, deps, locked, decision)
    return true
  })
}

async function writeDecision(
  tx: Transaction,
  { jobs }: ClosingDeps,
  group: LockedGroup,
  { isSucceeded, plan, unitsFinal, membersFinal, finalTier }: Decision,
): Promise<void> {
  const detail: DecisionDetail = {
    left_out: plan.leftOut,
    ...(plan.cut && { cut: plan.cut }),
    leader_id: group.leaderId,
  }
  await moveGroup(tx, group, {
    event: isSucceeded ? 'decide_succeeded' : 'decide_failed',
    actor: shopActor,
    detail,
    set: {
      unitsFinal,
      membersFinal,
      finalTier,
      outcome: isSucceeded ? 'succeeded' : 'failed',
      decidedAt: sql`coalesce(${groups.decidedAt}, shop_now())`,
    },
  })
  await jobs.send(tx, applyGroup, { groupId: group.id })
  await jobs.send(tx, turnCampaign, { campaignId: group.campaignId })
}
