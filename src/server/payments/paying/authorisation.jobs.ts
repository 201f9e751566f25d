import { formatMoney } from '#contract/money.ts'
import type { RefundState } from '#contract/order-life.ts'
import type { Transaction } from '../../db/transaction.ts'
import { defineJob } from '../../jobs/define-job.ts'
import type { JobSender } from '../../jobs/jobs.ts'
import { lockAnyOrder } from '../../orders/back-office/admin-orders.queries.ts'
import { recordOrderEvent } from '../../orders/orders.queries.ts'
import type { PaymentProviders } from '../payment-providers.ts'
import {
  isOfPrice,
  lockPayment,
  type PaymentRow,
  setAttemptTask,
  transitionAttempt,
} from '../payments.queries.ts'
import { dropUnneededRefunds } from '../refunds/drop-refunds.ts'

const minute = 60
const halfHour = 30 * minute

/** A gateway that is back after hours finds its authorisations dealt with half an hour later. */
const gatewayJob = {
  retryWaits: [minute, 5 * minute, 10 * minute, ...Array<number>(48).fill(halfHour)],
  timeoutSeconds: 120,
}

interface OfAttempt {
  attemptId: string
}
export const captureAttempt = defineJob<OfAttempt>({ name: 'payment.capture', ...gatewayJob })
export const voidAttempt = defineJob<OfAttempt>({ name: 'payment.void', ...gatewayJob })

/**
 * Charges an authorised attempt, whose order is locked, by a job: at most what is authorised, in
 * whole NT$. A gateway that captures the whole alone gives the rest back.
 */
export async function captureAuthorised(
  tx: Transaction,
  jobs: JobSender,
  { attempt, amount }: { attempt: PaymentRow; amount: number },
): Promise<void> {
  if (attempt.status !== 'authorised') throw new Error(`${attempt.id} is ${attempt.status}`)
  if (amount < 1 || amount > attempt.amount) {
    throw new RangeError(`${amount} of ${attempt.amount} cannot be captured`)
  }
  await setAttemptTask(tx, attempt.id, 'capture', { chargedAmount: amount })
  await jobs.send(tx, captureAttempt, { attemptId: attempt.id })
}

/**
 * After a refund of the whole that the gateway has not made, whose order is locked: its first step
 * may have cancelled the capture of a payment that the order keeps, or that is remitted by hand. The
 * job asks before it captures.
 */
export async function captureAgain(
  tx: Transaction,
  { jobs, providers }: { jobs: JobSender; providers: PaymentProviders },
  refund: { orderId: string; paymentId: string; amount: number; state: RefundState },
): Promise<void> {
  const order = await lockAnyOrder(tx, refund.orderId)
  const payment = await lockPayment(tx, refund.paymentId)
  if (payment?.status !== 'succeeded') return
  const method = providers.methodOf(payment)
  const isKept = isOfPrice(payment) && order?.state !== 'cancelled'
  const isToCapture = isKept || refund.state === 'manual'
  if (!isToCapture || !method?.authorises || refund.amount !== payment.amount) return
  await setAttemptTask(tx, payment.id, 'capture')
  await jobs.send(tx, captureAttempt, { attemptId: payment.id })
}

/** Releases an authorised attempt, whose order is locked: it counts no more from now on. */
export async function voidAuthorised(
  tx: Transaction,
  jobs: JobSender,
  attempt: PaymentRow,
): Promise<void> {
  const { id, orderId, amount } = attempt
  if (!(await transitionAttempt(tx, attempt, 'voided', { task: 'void' }))) return
  await dropUnneededRefunds(tx, id)
  const detail = { text: `釋放授權 ${formatMoney(amount)}`, attemptId: id }
  await recordOrderEvent(tx, {
    orderId,
    kind: 'payment_notice',
    actor: { kind: 'system' },
    detail,
  })
  await jobs.send(tx, voidAttempt, { attemptId: id })
}
