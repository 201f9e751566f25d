import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { formatMoney } from '#contract/money.ts'
import { t } from '#contract/translate.ts'
import { recordAudit } from '../audit/audit.ts'
import { fromHundredths } from '../cart/pricing.ts'
import { returnUses, setDiscount } from '../coupons/coupon-uses.queries.ts'
import type { Db } from '../db/connect.ts'
import { type Transaction, transaction } from '../db/transaction.ts'
import { type Actor, requirePermission, type StaffActor } from '../http/actor.ts'
import { readersTitle } from '../http/readers-texts.ts'
import { ShopError } from '../http/shop-error.ts'
import { fieldError } from '../input/coerced-values.ts'
import { findOrder, lockOrder, updateOrder } from '../orders/back-office/admin-orders.queries.ts'
import { writeOrderLines } from '../orders/back-office/change-lines.ts'
import { changeRefusal } from '../orders/changeable.ts'
import { readParcels } from '../orders/fulfilment/parcels.queries.ts'
import { addressColumns } from '../orders/order-address.ts'
import { type OrderSubscriber, publishOrderEvent } from '../orders/order-events.ts'
import { lockOwnOrder } from '../orders/order-state.queries.ts'
import { subjectOf } from '../orders/order-subject.ts'
import { findOwnOrder, recordOrderEvent } from '../orders/orders.queries.ts'
import { couponDiscount } from '../orders/placing/create-order.ts'
import { assertMayHold } from '../orders/placing/unpaid-limits.ts'
import type { OnDeliveryDeps } from '../payments/paying/on-delivery.ts'
import { followSum, lockMoney } from '../payments/payments.queries.ts'
import { isByHand, type RefundDeps, requestRefund } from '../payments/refunds/refunds.service.ts'
import { findLive } from '../shipments/shipments.queries.ts'
import { rehold } from '../stock/order-stock.ts'
import { shortageText } from '../stock/shortage.ts'
import { adjustQuantity, piecesOf } from './assert-held.ts'
import { type ChangeAnswer, toAnswer, toRecorded } from './change-wire.ts'
import {
  type ChangedOrder,
  type ChangeInput,
  type PlannedChange,
  planChange,
} from './plan-change.ts'

export interface ChangeDeps extends RefundDeps, OnDeliveryDeps {
  db: NodePgDatabase
  subscribers: readonly OrderSubscriber[]
}

/** A change by the shopper of an order, or by the staff. */
export type ChangeCall =
  | {
      by: 'shopper'
      id: string
      owner: string
      actor: Actor
      /** How many times the bounds on unpaid orders hold. */
      scale: number
    }
  | { by: 'staff'; id: string; actor: StaffActor; requireProof: () => void }

/**
 * Changes goods and delivery of an order as a whole, in one transaction under its lock: lines, price,
 * coupon, fee, stock and money follow. A preview writes nothing. The same change again does nothing.
 */
export async function changeOrder(
  deps: ChangeDeps,
  call: ChangeCall,
  input: ChangeInput,
): Promise<ChangeAnswer> {
  if (input.preview) {
    const order = await readOrder(deps.db, call)
    await assertChangeable(deps.db, order, call)
    return toAnswer(order, await planChange(deps.db, deps, { order, by: call.by }, input))
  }
  if (input.expected_difference === undefined) {
    throw fieldError('expected_difference', '請先預覽變更後的金額')
  }
  return transaction(deps.db, async (tx) => {
    const order = await lockChanged(tx, call)
    await assertChangeable(tx, order, call)
    const plan = await planChange(tx, deps, { order, by: call.by }, input)
    if (!plan.isChanged) return toAnswer(order, plan)
    assertAsShown(order, plan, input.expected_difference)
    if (plan.refusal) throw plan.refusal
    await apply(tx, deps, { call, order, plan })
    return toAnswer(order, plan)
  })
}

async function readOrder(db: Db, call: ChangeCall): Promise<ChangedOrder> {
  const { id } = call
  const found =
    call.by === 'shopper'
      ? await findOwnOrder(db, { owner: call.owner, id })
      : await findOrder(db, id)
  if (!found || ('archivedAt' in found && found.archivedAt)) throw new ShopError('ORDER_NOT_FOUND')
  return found.order
}

async function lockChanged(tx: Transaction, call: ChangeCall): Promise<ChangedOrder> {
  const { id } = call
  const isOwn = call.by === 'staff' || (await lockOwnOrder(tx, { owner: call.owner, id }))
  const order = isOwn && (await lockOrder(tx, id))
  if (!order) throw new ShopError('ORDER_NOT_FOUND')
  return order
}

async function assertChangeable(
  db: Db,
  order: ChangedOrder,
  { by }: Pick<ChangeCall, 'by'>,
): Promise<void> {
  const [parcels, label] = await Promise.all([readParcels(db, order.id), findLive(db, order.id)])
  const isPacked = parcels.length > 0 || label !== undefined
  const refusal = changeRefusal(order, by, { isPacked })
  if (refusal) throw refusal
}

function assertAsShown(
  order: ChangedOrder,
  { priced }: PlannedChange,
  expected: number | undefined,
): void {
  const difference = priced.payable - order.total
  if (expected === difference) return
  const message = t('訂單或價格已有變更：總計由 {total} 改為 {payable}，請重新確認', {
    total: formatMoney(order.total),
    payable: formatMoney(priced.payable),
  })
  throw new ShopError('ORDER_CHANGED', { message })
}

async function apply(
  tx: Transaction,
  deps: ChangeDeps,
  { call, order, plan }: { call: ChangeCall; order: ChangedOrder; plan: PlannedChange },
): Promise<void> {
  const { id: orderId } = order
  const { actor } = call
  const { priced, coupon, lostCoupon, delivery, refund } = plan
  if (call.by === 'staff' && refund > 0) await assertMayRefund(tx, call)
  if (call.by === 'shopper') await assertBounds(tx, order, plan, call.scale)
  await writeOrderLines(tx, orderId, { lines: plan.lines.map(toRow(plan)), priced, actor })
  await updateOrder(tx, orderId, {
    ...(delivery.isMoved && {
      shipping: delivery.shipping,
      ...addressColumns(delivery.address),
    }),
    ...(order.payment === 'paid' && { balanceDue: plan.toPay }),
    // A slip that was printed before is wrong.
    printedAt: null,
  })
  if (coupon) await setDiscount(tx, orderId, couponDiscount(priced))
  if (lostCoupon) await returnUses(tx, [orderId])
  await followSum(tx, orderId, { amount: plan.toPay, isOfBalance: order.payment === 'paid' })
  const recorded = toRecorded(order, plan)
  const detail = { change: recorded }
  await recordOrderEvent(tx, { orderId, kind: 'changed', actor, detail })
  if (refund > 0) {
    const reason = '訂單變更'
    await requestRefund(tx, deps, { orderId, amount: refund, reason, actor, isOfChange: true })
  }
  const changed = { type: 'order.changed', orderId, actor, before: order.total, refund } as const
  await publishOrderEvent(tx, deps.subscribers, changed)
  if (call.by === 'staff') {
    const { before, after, isMoved } = recorded
    await recordAudit(tx, call.actor, {
      ...{ action: 'order.change', subject: subjectOf(order), before: { ...before } },
      after: { ...after, ...(isMoved && { isMoved }), ...(refund > 0 && { refund }) },
    })
  }
  // Last: others who order the same products wait from here to the commit.
  if (!plan.areLinesSame) await holdChanged(tx, order, plan, actor)
}

/** As for any refund: what was recorded by hand no gateway has seen. */
async function assertMayRefund(
  tx: Transaction,
  { id, actor, requireProof }: Extract<ChangeCall, { by: 'staff' }>,
): Promise<void> {
  requirePermission(actor, 'refund.write')
  if ((await lockMoney(tx, id)).some(isByHand)) requireProof()
}

/** More pieces that nobody has paid are bounded as a new order is: a balance has no end of its own. */
async function assertBounds(
  tx: Transaction,
  order: ChangedOrder,
  { rows, lines, toPay }: PlannedChange,
  scale: number,
): Promise<void> {
  const { id, owner, holders: keys } = order
  const had = new Map(rows.map((row) => [row.id, row.qty]))
  const isMore = lines.some(({ row, qty }) => qty > (had.get(row.id) ?? 0))
  const isPaid = order.payment === 'paid' && toPay === 0
  if (!isMore || !keys || isPaid) return
  await assertMayHold(tx, { id, owner, keys, scale, lines: heldLines(lines), isPlace: false })
}

function heldLines(lines: PlannedChange['lines']) {
  return lines.map(({ row, qty }) => {
    const { productId, product } = row
    return { productId, variantId: row.variantId ?? productId, title: readersTitle(product), qty }
  })
}

function toRow({ priced, coupon }: PlannedChange) {
  return ({ row, qty }: PlannedChange['lines'][number], index: number) => {
    const { id, productId, variantId, variantTitle, sku, product, extra } = row
    const { total = 0, finalHundredths = 0n } = priced.lines[index] ?? {}
    return {
      ...{ id, productId, variantId, variantTitle, sku, product, extra, qty, total },
      finalTotal: fromHundredths(finalHundredths),
      coupon: coupon?.covers[index] ? coupon.snapshot : null,
    }
  }
}

async function holdChanged(
  tx: Transaction,
  order: ChangedOrder,
  { rows, lines }: PlannedChange,
  actor: Actor,
): Promise<void> {
  const before = piecesOf(rows.map((row) => ({ row, qty: row.qty })))
  const wanted = new Map(heldLines(lines).map((line) => [line.variantId, line]))
  const pieces = piecesOf(lines)
  const toHold = pieces.flatMap(({ variantId, qty }) => {
    const line = wanted.get(variantId)
    return line ? [{ ...line, qty }] : []
  })
  try {
    await rehold(tx, order.id, { before, lines: toHold }, actor)
  } catch (error) {
    const isShort = error instanceof ShopError && error.code === 'ORDER_STOCK_SHORT'
    const shortages = isShort ? error.reply.shortages : undefined
    if (!shortages) throw error
    const message = t('{shortages}，{adjustQuantity}', {
      shortages: shortages.map(shortageText).join(t('、')),
      adjustQuantity: t(adjustQuantity),
    })
    throw new ShopError('ORDER_STOCK_SHORT', { message, shortages })
  }
}
