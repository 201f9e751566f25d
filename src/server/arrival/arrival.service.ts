import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Static } from 'typebox'
import type * as schema from '#contract/arrival.schema.ts'
import { arrivalRun } from '#contract/arrival-rules.ts'
import { recordAudit } from '../audit/audit.ts'
import { readCampaign } from '../campaigns/back-office/admin-campaigns.queries.ts'
import { campaignSubject, lockKnown } from '../campaigns/back-office/campaign-edit.service.ts'
import { bookPieces } from '../campaigns/supply/supply.service.ts'
import { soldOf } from '../campaigns/tiers.ts'
import type { Db } from '../db/connect.ts'
import { type Transaction, transaction } from '../db/transaction.ts'
import { requirePermission, type StaffActor } from '../http/actor.ts'
import { type IdempotentRequest, withIdempotency } from '../http/idempotency.ts'
import { ShopError } from '../http/shop-error.ts'
import { fieldError } from '../input/coerced-values.ts'
import type { JobSender } from '../jobs/jobs.ts'
import { workRunJob } from '../runs/run.jobs.ts'
import { hasUnfinishedRun } from '../runs/runs.queries.ts'
import { toRun } from '../runs/runs.routes.ts'
import { getRun, openRun } from '../runs/runs.service.ts'
import type { PiecesById, Shares } from './allot.ts'
import { entriesOf, holdsOf } from './arrival-run.ts'
import { holdGiven } from './move-holds.ts'
import { type ArrivalPlan, isReduced, type PlannedPlace, planArrival } from './plan-arrival.ts'

export interface ArrivalDeps {
  db: NodePgDatabase
  jobs: JobSender
}

type ArrivalInput = Static<typeof schema.arrive.data>
type ArrivalReply = Omit<Static<typeof schema.arrive.reply>, 'success'>
/** As it is saved for an `Idempotency-Key`: its run goes on. */
type SavedReply = Omit<ArrivalReply, 'run'> & { runId?: string }

interface Call {
  actor: StaffActor
  intended: IdempotentRequest | undefined
}

/**
 * Books a delivery of a campaign and, by a rule, gives out what came when it is less than is owed:
 * a run lessens the orders and gives back the difference. Without a rule the rest is waited for.
 */
export async function arrive(
  deps: ArrivalDeps,
  { actor, intended }: Call,
  id: string,
  input: ArrivalInput,
): Promise<ArrivalReply> {
  const received = receivedOf(input)
  if (received.length > 0) requirePermission(actor, 'stock.write')
  if (input.rule || input.preview) requirePermission(actor, 'refund.write')
  if (input.preview) return preview(deps.db, id, input)
  if (received.length === 0 && !input.rule) throw fieldError('lines', '請填寫這次到貨的數量')
  const reply = await transaction(deps.db, (tx) =>
    withIdempotency(tx, intended, async () => {
      if (received.length > 0) await bookPieces(tx, actor, id, received)
      const message = received.length > 0 ? '已入庫' : '已分配'
      if (!input.rule) return { message, places: [], left: [] }
      return { ...(await giveOut(tx, deps, actor, id, input)) }
    }),
  )
  deps.jobs.wake(workRunJob)
  const { runId, ...rest } = reply as SavedReply
  return { ...rest, ...(runId && { run: toRun(await getRun(deps.db, runId, actor)) }) }
}

async function preview(db: Db, id: string, input: ArrivalInput): Promise<ArrivalReply> {
  const whole = await readCampaign(db, id)
  if (!whole || whole.campaign.archivedAt) throw new ShopError('CAMPAIGN_NOT_FOUND')
  refuseStock(whole.campaign)
  const sold = soldOf(whole)
  for (const { variantId } of receivedOf(input)) {
    if (!sold.has(variantId)) throw fieldError('lines', '這項商品不在此團購中')
  }
  const arriving = new Map(receivedOf(input).map(({ variantId, qty }) => [variantId, qty]))
  const plan = await planArrival(db, id, requestOf(input, arriving))
  return { message: '', ...toReply(plan, sold) }
}

/** Pieces from the stock were held at joining: none of them arrives. */
function refuseStock({ supply }: { supply: string }): void {
  if (supply !== 'order') throw fieldError('lines', '此團購使用現有庫存，請在庫存列表登記')
}

async function giveOut(
  tx: Transaction,
  deps: ArrivalDeps,
  actor: StaffActor,
  id: string,
  input: ArrivalInput,
): Promise<SavedReply> {
  const { campaign } = await lockKnown(tx, id)
  refuseStock(campaign)
  if (await hasUnfinishedRun(tx, { ...arrivalRun, campaignId: id })) {
    throw new ShopError('RUN_STATE', { message: '上一次的分配還在進行，請等它完成' })
  }
  const whole = await readCampaign(tx, id)
  const plan = await planArrival(tx, id, requestOf(input, new Map()))
  const { expected_total: expected } = input
  if (expected !== undefined && expected !== plan.refundTotal) {
    throw new ShopError('CAMPAIGN_CHANGED', { message: '訂單已有變更，請重新確認分配與退款' })
  }
  const reduced = plan.places.filter(isReduced)
  const { rule } = input
  const after = { rule, reduced: reduced.length, refund: plan.refundTotal }
  const subject = campaignSubject(campaign)
  await recordAudit(tx, actor, { action: 'campaign.arrival', subject, after })
  const reply = toReply(plan, whole ? soldOf(whole) : new Map())
  if (reduced.length === 0) {
    await holdGiven({ tx, actor }, id, holdsOf(plan.places))
    return { message: '數量足夠，已保留給訂單', ...reply }
  }
  const run = await openRun(
    deps,
    tx,
    {
      action: { kind: arrivalRun.kind, name: arrivalRun.action },
      input: { campaign_id: id, rule },
      entries: entriesOf(campaign, plan.places),
      state: 'queued',
    },
    actor,
  )
  return { message: '開始分配', ...reply, runId: run.id }
}

function receivedOf({ lines, note = '' }: ArrivalInput) {
  return lines.flatMap(({ product_id: productId, variant_id, received, damaged = 0 }, index) => {
    if (damaged > received) throw fieldError(`lines.${index}`, '損壞的數量不可超過到貨的數量')
    if (received === 0) return []
    const variantId = variant_id || productId
    return [{ productId, variantId, qty: received - damaged, damaged, note: note.trim() }]
  })
}

function requestOf({ rule = 'joined', shares = [] }: ArrivalInput, arriving: PiecesById) {
  return { rule, shares: sharesOf(shares), arriving }
}

function sharesOf(shares: NonNullable<ArrivalInput['shares']>): Shares {
  const byPlace = new Map<string, Map<string, number>>()
  for (const { participation_id: place, product_id, variant_id, qty } of shares) {
    const id = variant_id || product_id
    const share = byPlace.get(place) ?? new Map<string, number>()
    if (qty > 0) share.set(id, (share.get(id) ?? 0) + qty)
    byPlace.set(place, share)
  }
  return byPlace
}

function toReply(plan: ArrivalPlan, sold: ReturnType<typeof soldOf>) {
  return {
    places: plan.places.map(toPlace),
    ...(plan.leftOut.length > 0 && { left_out: plan.leftOut }),
    refund_total: plan.refundTotal,
    left: [...plan.left].flatMap(([id, qty]) => {
      const known = sold.get(id)
      if (!known || qty <= 0) return []
      const { productId, variantId, title } = known
      return [{ product_id: productId, ...(variantId && { variant_id: variantId }), title, qty }]
    }),
  }
}

function toPlace(place: PlannedPlace) {
  return {
    participation_id: place.participationId,
    order_id: place.orderId,
    number: place.number,
    name: place.name,
    accepts_fewer: place.acceptsFewer,
    lines: place.lines.map(({ productId, variantId, title, ordered, given, shipped }) => ({
      product_id: productId,
      ...(variantId && { variant_id: variantId }),
      ...{ title, ordered, given, shipped },
    })),
    refund: place.refund,
  }
}
