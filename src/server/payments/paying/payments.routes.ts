import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import * as schema from '#contract/payments.schema.ts'
import { onDeliveryMethod, paymentApi } from '#contract/payments.ts'
import type { Config } from '../../config.ts'
import type { Caller } from '../../http/caller.ts'
import { toEpochSeconds } from '../../http/epoch-seconds.ts'
import { parseIdempotencyKey } from '../../http/idempotency.ts'
import type { Mount } from '../../http/mount.ts'
import { ShopError } from '../../http/shop-error.ts'
import type { JobSender } from '../../jobs/jobs.ts'
import { rateLimitOf } from '../../limits/limit-sizes.ts'
import { consumeOfNetworkOrThrow } from '../../limits/network-limit.ts'
import { consumeOrThrow } from '../../limits/rate-limit.ts'
import { readDatabaseTime } from '../../orders/life/order-expiry.queries.ts'
import type { OrderSubscriber } from '../../orders/order-events.ts'
import { findOwnOrder } from '../../orders/orders.queries.ts'
import { owesLeader, paysOnDelivery } from '../../orders/pays-on-delivery.ts'
import { readSettings } from '../../settings/settings.queries.ts'
import type { PaymentProviders } from '../payment-providers.ts'
import { findDueAttempt, listAttempts, listMoney, type PaymentRow } from '../payments.queries.ts'
import { offeredMethods, toAttempt } from './attempt-wire.ts'
import { isTooLate, readEnd } from './number-bounds.ts'
import { methodsFor } from './offered-methods.ts'
import { besideOnDelivery, type OnDeliveryDeps, offerOnDelivery } from './on-delivery.ts'
import { payOrder } from './payments.service.ts'
import { startPayment } from './start-payment.ts'

interface PaymentRouteDeps {
  config: Config
  db: NodePgDatabase
  jobs: JobSender
  paymentProviders: PaymentProviders
  orderSubscribers: readonly OrderSubscriber[]
  logistics: OnDeliveryDeps['logistics']
}

export function paymentRoutes(mount: Mount, routeDeps: PaymentRouteDeps): void {
  const { config, db, jobs, logistics, orderSubscribers: subscribers } = routeDeps
  const { paymentProviders: providers } = routeDeps
  const startsOfShopper = rateLimitOf(config.limits, 'payment.shopper')
  const startsOfNetwork = { network: rateLimitOf(config.limits, 'payment.network') }
  const deps = { db, jobs, providers, subscribers, logistics }

  mount(paymentApi.pay, schema.pay, async ({ params: { id } }, { caller, request }) => {
    const { owner, actor } = caller
    const { atOnce: provider, stand } = providers.current()
    if (provider) {
      const intended = parseIdempotencyKey(request)
      await payOrder(db, { owner, actor, id }, { provider, stand, subscribers, intended })
      return { message: '付款完成' }
    }
    const found = await findOwnOrder(db, { owner, id })
    if (!found) throw new ShopError('ORDER_NOT_FOUND')
    const { payment, isPayable, refundedAt, balanceDue } = found.order
    if (balanceDue > 0) throw new ShopError('PAYMENT_METHOD_NEEDED')
    if (payment === 'paid') return { message: '付款完成' }
    if (refundedAt) throw new ShopError('ORDER_REFUNDED')
    if (owesLeader(found.order)) throw new ShopError('PAID_TO_LEADER')
    throw new ShopError(isPayable ? 'PAYMENT_METHOD_NEEDED' : 'ORDER_NOT_PAYABLE')
  })

  mount(paymentApi.options, schema.options, async ({ params: { id } }, { caller }) => {
    const found = await findOwnOrder(db, { owner: caller.owner, id })
    if (!found) throw new ShopError('ORDER_NOT_FOUND')
    const { payment, state, expiresAt, isPayable, balanceDue } = found.order
    const isOfBalance = payment === 'paid' && balanceDue > 0
    const total = isOfBalance ? balanceDue : found.order.total
    const [attempts, due, end, now, settings, onDelivery] = await Promise.all([
      listAttempts(db, id),
      findDueAttempt(db, found.order),
      readEnd(db, found.order),
      readDatabaseTime(db),
      readSettings(db),
      offerOnDelivery(db, deps, found.order),
    ])
    const last = attempts.find((one) => isShown(one, { payment, isOfBalance, total }))
    const current = providers.current()
    const configured = methodsFor(current, settings, found.order)
    const methods = paysOnDelivery(found.order)
      ? await besideOnDelivery(db, found.order, configured)
      : owesLeader(found.order)
        ? []
        : configured
    const offered = offeredMethods(methods, total, (one) => isTooLate(end, one, { settings, now }))
    return {
      data: {
        is_paid: payment === 'paid' && !isOfBalance,
        ...(!isPayable && { is_payable: false as const }),
        total,
        ...(expiresAt && state === 'placed' && { expires_at: toEpochSeconds(expiresAt) }),
        is_trial: current.isTrial,
        methods: [...offered, ...(onDelivery ? [onDelivery] : [])],
        ...(last && { attempt: toAttempt(last) }),
        ...(due && due.id !== last?.id && { due_attempt: toAttempt(due) }),
      },
    }
  })

  mount(paymentApi.start, schema.start, async ({ params: { id }, data }, { caller, request }) => {
    await countStart(caller, request.ip)
    const { owner, actor } = caller
    const intended = parseIdempotencyKey(request)
    const { atOnce: provider, methods, stand } = providers.current()
    if (provider && data.method !== onDeliveryMethod) {
      if (!methods.some(({ method }) => method === data.method)) {
        throw new ShopError('PAYMENT_METHOD_UNKNOWN')
      }
      await payOrder(db, { owner, actor, id }, { provider, stand, subscribers, intended })
      const [paid] = await listMoney(db, id)
      return { message: '付款完成', data: { attempt_id: paid?.id ?? '' } }
    }
    const order = { id, owner, actor, method: data.method }
    const { attemptId, next, isTransfer } = await startPayment(deps, order, intended)
    if (isTransfer) return { message: '請於期限前完成匯款', data: { attempt_id: attemptId } }
    if (data.method === onDeliveryMethod) {
      return { message: '已選擇取貨付款', data: { attempt_id: attemptId } }
    }
    const message = next ? '前往付款' : '付款完成'
    return { message, data: { attempt_id: attemptId, ...next } }
  })

  async function countStart({ owner }: Caller, ip: string): Promise<void> {
    await consumeOrThrow(db, startsOfShopper, owner)
    await consumeOfNetworkOrThrow(db, startsOfNetwork, ip)
  }
}

/**
 * Of the attempts at what is to be paid now: one that paid an earlier balance is over, and money by a
 * number of another sum would go back.
 */
function isShown(
  { supplements, status, number, amount }: PaymentRow,
  of: { payment: 'paid' | 'unpaid'; isOfBalance: boolean; total: number },
): boolean {
  const { payment, isOfBalance, total } = of
  if (status === 'pending' && number && amount !== total) return false
  if (isOfBalance) return supplements && status !== 'authorised' && status !== 'succeeded'
  return payment === 'paid' || !supplements
}
