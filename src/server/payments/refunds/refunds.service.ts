import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { maskText } from '#contract/masking.ts'
import { formatMoney } from '#contract/money.ts'
import type { RefundState } from '#contract/order-life.ts'
import { isPaidByNumber } from '#contract/payments.ts'
import { recordAudit } from '../../audit/audit.ts'
import { findCreditor } from '../../credit/credit.queries.ts'
import { openLot } from '../../credit/ledger.ts'
import type { Db } from '../../db/connect.ts'
import { createId } from '../../db/id.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import type { Actor, StaffActor } from '../../http/actor.ts'
import { type IdempotentRequest, withIdempotency } from '../../http/idempotency.ts'
import { ShopError } from '../../http/shop-error.ts'
import { lockAnyOrder, lockOrder } from '../../orders/back-office/admin-orders.queries.ts'
import { type OrderSubscriber, publishOrderEvent } from '../../orders/order-events.ts'
import { clearPayment, type LockedOrder } from '../../orders/order-state.queries.ts'
import { subjectOf } from '../../orders/order-subject.ts'
import { recordOrderEvent } from '../../orders/orders.queries.ts'
import { readSettingGroup } from '../../settings/settings.queries.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { isRealMoney } from '../payment-provider.ts'
import type { PaymentProviders } from '../payment-providers.ts'
import {
  isOfPrice,
  listMoney,
  lockMoney,
  lockPayment,
  moneyOf,
  type PaymentRow,
  setAttemptTask,
  transitionAttempt,
} from '../payments.queries.ts'
import { nextRefundState } from '../refund-states.ts'
import { dropUnneededRefunds } from './drop-refunds.ts'
import { sendRefund } from './refund.jobs.ts'
import {
  findRefund,
  insertRefund,
  lockRefund,
  type RefundRow,
  readRefundedAmount,
  writeRefundState,
} from './refunds.queries.ts'

export type RefundDeps = Pick<PaymentDeps, 'jobs' | 'providers' | 'subscribers'>

/** Goods of an order that a refund is for; `amount` in whole NT$. */
export interface RefundLine {
  lineId: string
  qty: number
  amount: number
}

interface RefundRequest {
  orderId: string
  /** In whole NT$; undefined for what is left. Taken from the last payment first. */
  amount: number | undefined
  reason: string
  actor: Actor
  /** The order costs so much less now: it is no part of its price. */
  isOfChange?: boolean
  /** It waits for `startRefund`, or for being called off. */
  isHeldBack?: boolean
  /** The goods that it is for, as far as somebody says so. */
  lines?: readonly RefundLine[]
  /** `credit`: the member takes it as 購物金, at once; the money stays with the shop. */
  to?: RefundTarget | undefined
}

export type RefundTarget = 'source' | 'credit'

/**
 * Queues a refund in the transaction of its cause, whose order is locked, and returns its id, of
 * several payments that of the last part; undefined when nothing is left. Throws REFUND_NOTHING and
 * REFUND_TOO_MUCH, and what `creditorOf` throws.
 */
export async function requestRefund(
  tx: Transaction,
  deps: RefundDeps,
  { orderId, amount: asked, lines = [], to, ...of }: RefundRequest,
): Promise<string | undefined> {
  const creditor = to === 'credit' ? await creditorOf(tx, orderId) : undefined
  const parts = await leftOf(tx, await lockMoney(tx, orderId))
  if (parts.length === 0) throw new ShopError('REFUND_NOTHING')
  const left = sumOf(parts)
  const amount = asked ?? left
  if (amount === 0) return undefined
  if (left === 0) throw new ShopError('REFUND_NOTHING')
  if (amount > left) throw refusalOverLeft(left)
  let open = amount
  let id: string | undefined
  let unnamed = lines
  for (const part of parts) {
    const share = Math.min(open, part.left)
    if (share === 0) continue
    open -= share
    const [named, rest] = splitLines(unnamed, share)
    unnamed = rest
    const refund = { payment: part.payment, amount: share, creditor, ...of, lines: named }
    id = await refundPayment(tx, deps, refund)
  }
  return id
}

/** The lines that a part of a refund is for, and those of its other parts. */
function splitLines(
  lines: readonly RefundLine[],
  share: number,
): [named: RefundLine[], rest: RefundLine[]] {
  let open = share
  const parts = lines.map((line) => {
    const amount = Math.min(line.amount, open)
    open -= amount
    // The pieces go with the first part of their money.
    const isFirst = amount > 0 || line.amount === 0
    return {
      named: { ...line, amount, qty: isFirst ? line.qty : 0 },
      rest: { ...line, amount: line.amount - amount, qty: isFirst ? 0 : line.qty },
    }
  })
  const isSome = ({ qty, amount }: RefundLine) => qty > 0 || amount > 0
  return [
    parts.map(({ named }) => named).filter(isSome),
    parts.map(({ rest }) => rest).filter(isSome),
  ]
}

/** The member who may take a refund of an order as 購物金; throws CREDIT_OFF and CREDIT_NO_MEMBER. */
async function creditorOf(tx: Transaction, orderId: string): Promise<string> {
  if (!(await readSettingGroup(tx, 'credit')).credit_on) throw new ShopError('CREDIT_OFF')
  const owner = (await lockAnyOrder(tx, orderId))?.owner ?? ''
  const creditor = await findCreditor(tx, owner)
  if (creditor === undefined) throw new ShopError('CREDIT_NO_MEMBER')
  return creditor
}

/** The rest of each payment, in whole NT$: after all refunds that come about, or those in a state. */
function leftOf(db: Db, money: readonly PaymentRow[], state?: RefundState) {
  return Promise.all(
    money.map(async (payment) => ({
      payment,
      left: moneyOf(payment) - (await readRefundedAmount(db, payment.id, state)),
    })),
  )
}

const sumOf = (parts: readonly { left: number }[]) => parts.reduce((sum, { left }) => sum + left, 0)

export function refusalOverLeft(left: number): ShopError {
  return new ShopError('REFUND_TOO_MUCH', { message: `最多可退 ${formatMoney(left)}` })
}

/** Queues a refund of a payment, whether it counts or not, and returns its id. */
export async function refundPayment(
  tx: Transaction,
  deps: RefundDeps,
  refund: {
    payment: PaymentRow
    amount: number
    reason: string
    actor: Actor
    /** The part of a capture above the final price: no matter of the shopper's. */
    isOfCapture?: boolean
    isOfChange?: boolean
    isHeldBack?: boolean
    lines?: readonly RefundLine[]
    /** The member who takes it as 購物金. */
    creditor?: string | undefined
  },
): Promise<string> {
  const { payment, amount, reason, actor, isOfCapture = false, isOfChange = false } = refund
  const { creditor } = refund
  const { orderId } = payment
  const id = createId()
  const of = { orderId, paymentId: payment.id, isOfCapture, isOfChange }
  const way = wayOf(deps.providers, refund)
  const state = way.by === 'hand' ? nextRefundState('queued', 'no_interface') : 'queued'
  const lastError = way.by === 'hand' ? way.hint : undefined
  const toCredit = creditor !== undefined
  await insertRefund(tx, { id, ...of, amount, reason, state, lastError, toCredit }, refund.lines)
  await dropUnneededRefunds(tx, payment.id)
  const detail = { refundId: id, amount, reason }
  await recordOrderEvent(tx, { orderId, kind: 'refund_requested', actor, detail })
  if (!refund.isHeldBack) await tellMoved(tx, deps, orderId, actor)
  if (way.by === 'gateway') await deps.jobs.send(tx, sendRefund, { refundId: id, tries: 0 })
  if (creditor !== undefined) {
    const lot = { memberId: creditor, kind: 'credit', amount, cause: 'refund' } as const
    await openLot(tx, lot, { orderId, refundId: id, actor })
  }
  if (way.by === 'nobody')
    await completeWithoutMoney(tx, deps, { id, ...of, amount, toCredit }, actor)
  return id
}

/** Throws REFUND_STATE for money that the shop has not received yet, and is to be credit already. */
function wayOf(
  providers: PaymentProviders,
  { payment, isHeldBack, creditor }: Parameters<typeof refundPayment>[2],
): WayBack | { by: 'later' } {
  if (creditor === undefined) return isHeldBack ? { by: 'later' } : wayBack(providers, payment)
  if (payment.status === 'succeeded' && payment.task === null) return { by: 'nobody' }
  const message = '款項還在請款，完成後才能退成購物金'
  throw new ShopError('REFUND_STATE', { message })
}

/**
 * Sends a refund that was held back on its way, in a transaction that has locked its order; again,
 * it does nothing.
 */
export async function startRefund(
  tx: Transaction,
  deps: RefundDeps,
  id: string,
  actor: Actor,
): Promise<void> {
  const refund = await lockRefund(tx, id)
  const payment = refund && (await lockPayment(tx, refund.paymentId))
  if (!payment || refund.state !== 'queued') return
  await tellMoved(tx, deps, refund.orderId, actor)
  const way = wayBack(deps.providers, payment)
  if (way.by === 'gateway') await deps.jobs.send(tx, sendRefund, { refundId: id, tries: 0 })
  else if (way.by === 'nobody') await completeWithoutMoney(tx, deps, refund, actor)
  else {
    const state = nextRefundState('queued', 'no_interface')
    await writeRefundState(tx, id, state, { lastError: way.hint ?? null })
  }
}

function tellMoved(
  tx: Transaction,
  { subscribers }: RefundDeps,
  orderId: string,
  actor: Actor,
): Promise<void> {
  return publishOrderEvent(tx, subscribers, { type: 'order.money_moved', orderId, actor })
}

/** Calls off a refund that is still held back, of a locked order; false when it is on its way. */
export async function callOffRefund(tx: Transaction, id: string): Promise<boolean> {
  const refund = await lockRefund(tx, id)
  if (refund?.state !== 'queued' || refund.attempts > 0) return false
  await writeRefundState(tx, id, nextRefundState('queued', 'call_off'))
  return true
}

async function completeWithoutMoney(
  tx: Transaction,
  { subscribers }: RefundDeps,
  refund: Parameters<typeof completeRefund>[1],
  actor: Actor,
): Promise<void> {
  await writeRefundState(tx, refund.id, nextRefundState('queued', 'send'))
  await completeRefund(tx, refund, { actor }, subscribers)
}

/** `nobody`: it moved no money. */
type WayBack = { by: 'hand'; hint?: string } | { by: 'gateway' } | { by: 'nobody' }

function wayBack(providers: PaymentProviders, payment: PaymentRow): WayBack {
  if (payment.provider === 'manual') return { by: 'hand' }
  if (!isRealMoney(payment.provider)) return { by: 'nobody' }
  if (isPaidByNumber(payment.method)) return { by: 'hand' }
  const { refunds, refundsByAuthorisation } = providers.methodOf(payment) ?? {}
  const isPossible = refunds && (payment.authorisation || !refundsByAuthorisation)
  return isPossible ? { by: 'gateway' } : { by: 'hand', hint: '請至金流後台退款，再按「已匯款」' }
}

/** The money of a refund is back; its order is locked. */
export async function completeRefund(
  tx: Transaction,
  refund: Pick<RefundRow, 'id' | 'orderId' | 'paymentId' | 'amount' | 'isOfCapture' | 'toCredit'>,
  done: { actor: Actor; remittedOn?: string; accountLast5?: string },
  subscribers: readonly OrderSubscriber[],
): Promise<void> {
  const { id, orderId, paymentId, amount, isOfCapture } = refund
  const { actor, ...remittance } = done
  await writeRefundState(tx, id, 'done', { ...remittance, lastError: null })
  const payment = await lockPayment(tx, paymentId)
  const isRemitted = done.remittedOn !== undefined
  if (payment) await endWhollyRefunded(tx, payment, isRemitted)
  const detail = { refundId: id, amount }
  if (isOfCapture) {
    const text = `超過最終金額的 ${formatMoney(amount)} 已退回`
    return recordOrderEvent(tx, { orderId, kind: 'payment_notice', actor, detail: { text } })
  }
  await recordOrderEvent(tx, { orderId, kind: 'refunded', actor, detail })
  const isOfOrder = payment !== undefined && isOfPrice(payment)
  const isCredit = refund.toCredit ? { isCredit: true as const } : {}
  const refunded = {
    type: 'order.refunded',
    orderId,
    actor,
    amount,
    isOfOrder,
    ...isCredit,
  } as const
  await publishOrderEvent(tx, subscribers, refunded)
}

async function endWhollyRefunded(
  tx: Transaction,
  payment: PaymentRow,
  isRemitted: boolean,
): Promise<void> {
  if ((await readRefundedAmount(tx, payment.id, 'done')) !== moneyOf(payment)) return
  if (isOfPrice(payment) && payment.status !== 'voided') {
    // Paid in several payments, it is paid back once all of them are.
    const left = await leftOf(tx, await listMoney(tx, payment.orderId), 'done')
    if (sumOf(left) === 0) await clearPayment(tx, payment.orderId)
  }
  // Nothing of it was captured: the gateway has given the authorisation up.
  if (payment.status === 'authorised') await transitionAttempt(tx, payment, 'voided')
  // Refunded by the gateway, it is not captured again; by hand, it has to be.
  const isCaptured = payment.status === 'succeeded'
  if (isCaptured && payment.task && !isRemitted) await setAttemptTask(tx, payment.id, null)
}

/** Refunds a part of what an order was paid, or the whole; returns the id of the refund. */
export function refundOrder(
  db: NodePgDatabase,
  refund: { orderId: string; amount: number; reason: string; to?: RefundTarget | undefined },
  actor: StaffActor,
  deps: RefundDeps & { intended: IdempotentRequest | undefined; requireProof: () => void },
): Promise<string> {
  const { orderId, amount, reason, to } = refund
  return transaction(db, async (tx) => {
    const { id } = await withIdempotency(tx, deps.intended, async () => {
      const order = await lockOrder(tx, orderId)
      if (!order) throw new ShopError('ORDER_NOT_FOUND')
      // A refund would leave the place in the group without its money.
      const money = await lockMoney(tx, orderId)
      if (isReservation(order, countingOf(money))) throw new ShopError('REFUND_AUTHORISED')
      // No gateway has seen this money: a stolen session can have recorded it.
      if (money.some(isByHand)) deps.requireProof()
      const id = await requestRefund(tx, deps, { orderId, amount, reason, actor, to })
      if (!id) throw new ShopError('REFUND_NOTHING')
      await recordAudit(tx, actor, {
        action: 'refund.create',
        subject: subjectOf(order),
        after: {
          refundId: id,
          amount,
          reason: maskText(reason),
          ...(to === 'credit' && { to }),
          state: (await findRefund(tx, id))?.state,
        },
      })
      return { id }
    })
    return id
  })
}

/** Refundable amount of an order, in whole NT$. */
export async function readRefundable(db: Db, order: LockedOrder): Promise<number> {
  const money = await listMoney(db, order.id)
  const counting = countingOf(money)
  if (!counting || isReservation(order, counting)) return 0
  return sumOf(await leftOf(db, money))
}

const countingOf = (money: readonly PaymentRow[]) => money.find(({ counts }) => counts)

/** Recorded by the staff. */
export function isByHand({ provider }: PaymentRow): boolean {
  return provider === 'manual'
}

/** Captured when a group succeeds: only a cancellation of the order gives it up. */
function isReservation(
  { chargeKind, state }: LockedOrder,
  payment: PaymentRow | undefined,
): boolean {
  return payment?.status === 'authorised' && chargeKind === 'authorise' && state === 'placed'
}
