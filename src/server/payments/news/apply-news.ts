import { formatMoney } from '#contract/money.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import { lockAnyOrder } from '../../orders/back-office/admin-orders.queries.ts'
import { publishOrderEvent } from '../../orders/order-events.ts'
import { transitionOrder } from '../../orders/order-state.queries.ts'
import type { OrderRow } from '../../orders/order-wire.ts'
import { recordOrderEvent } from '../../orders/orders.queries.ts'
import { isSentUnpaid } from '../../orders/pays-on-delivery.ts'
import { readSettings } from '../../settings/settings.queries.ts'
import { nextAttemptState } from '../attempt-states.ts'
import { captureAuthorised, voidAuthorised } from '../paying/authorisation.jobs.ts'
import { numberBounds, readEnd } from '../paying/number-bounds.ts'
import { settleBalance } from '../paying/settle-balance.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import type { PaymentNews } from '../payment-provider.ts'
import type { PaymentProviders } from '../payment-providers.ts'
import {
  attemptState,
  findPayment,
  lockCountingPayment,
  lockPayment,
  moneyOf,
  type PaymentRow,
  setAttemptMessage,
  setAuthorisation,
  transitionAttempt,
} from '../payments.queries.ts'
import { refundPayment } from '../refunds/refunds.service.ts'
import { waitForNumber } from './order-expiry.jobs.ts'
import { askAtDate } from './payment-query.jobs.ts'

const system = { kind: 'system' } as const

/** Applies what a gateway reported of an attempt, once: what is known already changes nothing. */
export async function applyNews(
  deps: PaymentDeps,
  attemptId: string,
  news: PaymentNews,
): Promise<void> {
  await transaction(deps.db, (tx) => applyNewsIn(tx, deps, attemptId, news))
}

/**
 * The same in the caller's transaction. Locks the order first, as every change of an order does;
 * a copy of what is known waits for no lock. False when it changed nothing.
 */
export async function applyNewsIn(
  tx: Transaction,
  deps: PaymentDeps,
  attemptId: string,
  news: PaymentNews,
): Promise<boolean> {
  const known = await findPayment(tx, attemptId)
  const lacks = known !== undefined && lacksAuthorisation(known, news)
  if (known && !lacks && isKnown(deps.providers, known, news)) return false
  const order = known && (await lockAnyOrder(tx, known.orderId))
  const attempt = order && (await lockPayment(tx, attemptId))
  if (!attempt) throw new Error(`the attempt ${attemptId} has no order`)
  switch (news.type) {
    case 'paid':
      if (news.authorisation && lacksAuthorisation(attempt, news)) {
        await setAuthorisation(tx, attempt.id, news.authorisation)
      }
      return applyMoney(tx, deps, { order, attempt }, news)
    case 'refused':
      return transitionAttempt(tx, attempt, 'refused', { message: news.message })
    case 'number_issued':
      return applyNumber(tx, deps, { order, attempt }, news)
    case 'simulated':
      return noteSimulated(tx, attempt)
  }
}

/** No state leads back to one in which the news would change something. */
function isKnown(providers: PaymentProviders, attempt: PaymentRow, { type }: PaymentNews): boolean {
  const { status, message } = attempt
  if (type === 'simulated') return message === simulated
  const event = type === 'paid' ? moneyEvent(providers, attempt) : type
  return nextAttemptState(attemptState(status), event) === undefined
}

/** The money was found by asking, which does not tell the number that refunds need. */
function lacksAuthorisation(
  { authorisation, gatewayTradeNo }: PaymentRow,
  news: PaymentNews,
): boolean {
  const tellsIt = news.type === 'paid' && news.authorisation !== undefined
  return tellsIt && authorisation === null && gatewayTradeNo === news.gatewayTradeNo
}

/** First event of a payment by this method; an authorised one waits for its capture. */
function moneyEvent(providers: PaymentProviders, attempt: PaymentRow): 'authorised' | 'captured' {
  if (attempt.status === 'authorised') return 'authorised'
  return providers.methodOf(attempt)?.authorises ? 'authorised' : 'captured'
}

async function applyNumber(
  tx: Transaction,
  deps: PaymentDeps,
  { order, attempt }: { order: OrderRow; attempt: PaymentRow },
  { number, dueAt: dueThen }: Extract<PaymentNews, { type: 'number_issued' }>,
): Promise<boolean> {
  const { jobs, providers } = deps
  const settings = await readSettings(tx)
  const method = providers.methodOf(attempt)
  const startedAt = attempt.createdAt
  const { payBy, dueBy } = numberBounds(await readEnd(tx, order), method ?? {}, settings)
  const latest = dueBy ?? method?.numbers?.latest({ startedAt, ...(payBy && { payBy }) })
  const dueAt = latest && latest < dueThen ? latest : dueThen
  if (!(await transitionAttempt(tx, attempt, 'number_issued', { number, dueAt }))) return false
  const graceMinutes = settings.order.values.expires_code
  const until = dueBy ? undefined : method?.expiresAt({ startedAt, dueAt, graceMinutes })
  if (until) await waitForNumber(tx, deps, order, until)
  await askAtDate(tx, jobs, { attemptId: attempt.id, dueAt })
  return true
}

const simulated = '收到模擬付款通知'

async function noteSimulated(tx: Transaction, attempt: PaymentRow): Promise<boolean> {
  if (attempt.message === simulated) return false
  await setAttemptMessage(tx, attempt.id, simulated)
  await notePayment(tx, attempt, simulated)
  return true
}

/**
 * Money came, or is authorised. It counts for an order that waits for it, in the full amount, or settles
 * the balance of now; what comes for another sum goes back, and another amount is for the owner to settle.
 */
async function applyMoney(
  tx: Transaction,
  deps: PaymentDeps,
  { order, attempt }: { order: OrderRow; attempt: PaymentRow },
  { amount, gatewayTradeNo, authorisation }: Extract<PaymentNews, { type: 'paid' }>,
): Promise<boolean> {
  const isWhole = amount === attempt.amount
  const hasMoney = (await lockCountingPayment(tx, order.id)) !== undefined
  // The price of an order in a group may have changed since the attempt began.
  const isItsPrice = attempt.amount === order.total
  const isWaitedFor = waitsForMoney(order) && order.isPayable && !hasMoney && isItsPrice
  const isOfBalance = attempt.supplements
  const counts = isWhole && isWaitedFor && !isOfBalance
  const supplements = isWhole && isOfBalance && isBalanceOf(order, amount)
  const event = moneyEvent(deps.providers, attempt)
  const came = {
    ...{ counts, supplements },
    gatewayTradeNo,
    capturedAmount: amount,
    ...(authorisation && { authorisation }),
  }
  if (!(await transitionAttempt(tx, attempt, event, came))) return false
  const status = event === 'authorised' ? 'authorised' : 'succeeded'
  const payment: PaymentRow = { ...attempt, ...came, status }
  if (counts) await acceptMoney(tx, deps, { order, payment })
  else if (supplements) await acceptBalance(tx, deps, payment)
  else if (isWhole) {
    const reason = isOfBalance ? reasonOfBalance(order) : reasonOfReturn(order, hasMoney)
    await returnMoney(tx, deps, { order, payment, reason })
  } else {
    const text = `金額不符：應收 ${formatMoney(attempt.amount)}，實收 ${formatMoney(amount)}`
    await notePayment(tx, payment, text)
  }
  return true
}

function isBalanceOf({ payment, balanceDue }: OrderRow, amount: number): boolean {
  return payment === 'paid' && balanceDue === amount
}

/** One that is paid when it is picked up may be paid otherwise until then. */
export function waitsForMoney(order: OrderRow): boolean {
  const { state } = order
  return (
    state === 'placed' || (isSentUnpaid(order) && state !== 'cancelled' && state !== 'returned')
  )
}

async function acceptMoney(
  tx: Transaction,
  { jobs, subscribers }: PaymentDeps,
  { order, payment }: { order: OrderRow; payment: PaymentRow },
): Promise<void> {
  const { id: attemptId, orderId, method, amount } = payment
  if (payment.status === 'authorised' && order.chargeKind === 'authorise') {
    await notePayment(tx, payment, `已授權 ${formatMoney(amount)}`)
    const authorised = { type: 'order.authorised', orderId, actor: system } as const
    return publishOrderEvent(tx, subscribers, { ...authorised, attemptId, amount })
  }
  const paid = { event: 'pay', actor: system, method, detail: { attemptId } } as const
  await transitionOrder(tx, order, paid, subscribers)
  if (payment.status === 'authorised') {
    await captureAuthorised(tx, jobs, { attempt: payment, amount })
  }
}

async function acceptBalance(
  tx: Transaction,
  { jobs, subscribers }: PaymentDeps,
  payment: PaymentRow,
): Promise<void> {
  const { id: attemptId, orderId, amount } = payment
  await settleBalance(tx, { orderId, attemptId, amount, actor: system }, subscribers)
  if (payment.status === 'authorised')
    await captureAuthorised(tx, jobs, { attempt: payment, amount })
}

/** Refunds money no order waits for; a reservation of an order to authorise is released. */
async function returnMoney(
  tx: Transaction,
  deps: PaymentDeps,
  { order, payment, reason }: { order: OrderRow; payment: PaymentRow; reason: string },
): Promise<void> {
  const amount = moneyOf(payment)
  if (payment.status === 'authorised' && order.chargeKind === 'authorise') {
    await voidAuthorised(tx, deps.jobs, payment)
  } else {
    await refundPayment(tx, deps, { payment, amount, reason, actor: system })
  }
}

export function reasonOfReturn({ state }: OrderRow, hasMoney: boolean): string {
  if (state === 'cancelled') return '訂單取消後收到款項'
  if (state === 'returned') return '訂單退貨後收到款項'
  return hasMoney ? '重複付款' : '金額已與訂單不同'
}

/** Paid otherwise, or the order was changed again, or has ended. */
function reasonOfBalance({ state, balanceDue }: OrderRow): string {
  if (state === 'cancelled') return '訂單取消後收到款項'
  return balanceDue > 0 ? '補款金額已不同' : '已不需補款'
}

function notePayment(tx: Transaction, { id, orderId }: PaymentRow, text: string): Promise<void> {
  const detail = { text, attemptId: id }
  return recordOrderEvent(tx, { orderId, kind: 'payment_notice', actor: system, detail })
}
