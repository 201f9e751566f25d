import { isPaidByNumber, onDeliveryMethod, transferMethod } from '#contract/payments.ts'
import { createId } from '../../db/id.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import { pauseGateway } from '../../ecpay/pace.queries.ts'
import { createTradeNumber } from '../../ecpay/trade-number.ts'
import type { Actor } from '../../http/actor.ts'
import { type IdempotentRequest, withIdempotency } from '../../http/idempotency.ts'
import { readersTitle } from '../../http/readers-texts.ts'
import { ShopError } from '../../http/shop-error.ts'
import { findOrder } from '../../orders/back-office/admin-orders.queries.ts'
import { readDatabaseTime } from '../../orders/life/order-expiry.queries.ts'
import { type LockedOrder, lockOwnOrder } from '../../orders/order-state.queries.ts'
import { nextState } from '../../orders/order-states.ts'
import { owesLeader, paysOnDelivery } from '../../orders/pays-on-delivery.ts'
import { readSettings, type VersionedSettings } from '../../settings/settings.queries.ts'
import { letExpire, waitForNumber } from '../news/order-expiry.jobs.ts'
import { askLater } from '../news/payment-query.jobs.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import type { PaymentProvider, StartResult } from '../payment-provider.ts'
import type { CurrentProviders } from '../payment-providers.ts'
import {
  attemptOf,
  findCountingPayment,
  findPayment,
  insertAttempt,
  insertTransfer,
  listAttempts,
  lockPayment,
  type PaymentRow,
  setGatewayTradeNo,
  transitionAttempt,
} from '../payments.queries.ts'
import { amountFault } from './attempt-wire.ts'
import { isTooLate, numberBounds, readEnd } from './number-bounds.ts'
import { type ConfiguredMethod, getMethod } from './offered-methods.ts'
import {
  chooseOnDelivery,
  type OnDeliveryDeps,
  paysAtOnce,
  refuseAfterLabel,
} from './on-delivery.ts'
import { payNothing } from './pay-nothing.ts'

interface PaymentRequest {
  id: string
  owner: string
  actor: Actor
  method: unknown
}

interface StartedPayment {
  /** Empty of an order that is paid when it is picked up. */
  attemptId: string
  /** It waits for the shopper's transfer. */
  isTransfer?: boolean
  /** Where the browser goes; undefined: it is paid, or waits for a transfer. */
  next?: NextStep
}

/** By a form, or to an address; a phone may open the application instead. */
type NextStep =
  | { action: string; fields: Record<string, string> }
  | { address: string; app_link?: string }

const maxAttempts = 10

/** Begins to pay an own order through a gateway: the attempt is committed before the gateway is called. */
export async function startPayment(
  deps: PaymentDeps & OnDeliveryDeps,
  request: PaymentRequest,
  intended: IdempotentRequest | undefined,
): Promise<StartedPayment> {
  const { db, providers } = deps
  const current = providers.current()
  const { attemptId } = await transaction(db, (tx) =>
    withIdempotency(tx, intended, () => createAttempt(tx, { ...deps, current }, request)),
  )
  if (attemptId === '') return { attemptId }
  const attempt = await findPayment(db, attemptId)
  if (!attempt?.tradeNo) return { attemptId, isTransfer: attempt?.method === transferMethod }
  const found = await findOrder(db, attempt.orderId)
  // One that was begun by the same key before may be of an earlier account.
  const provider = providers.of(attempt)
  if (!provider) throw new ShopError('GATEWAY_UNAVAILABLE')
  const result = await provider.start({
    ...attemptOf(attempt),
    startedAt: attempt.createdAt,
    ...(found && (await boundsOf(deps, found.order, attempt))),
    items: (found?.lines ?? []).map(({ product, qty }) => ({
      title: readersTitle(product),
      qty,
    })),
  })
  const next = nextStepOf(result)
  if (!next) {
    if (result.type === 'stopped') await pauseGateway(db, provider.name)
    const why = 'reason' in result ? result.reason : result.type
    throw new ShopError('GATEWAY_UNAVAILABLE', { cause: new Error(`${provider.name}: ${why}`) })
  }
  await giveToBrowser(deps, attempt, result)
  return { attemptId, next }
}

function nextStepOf(result: StartResult): NextStep | undefined {
  switch (result.type) {
    case 'form':
      return { action: result.action, fields: result.fields }
    case 'address':
      return { address: result.url }
    case 'app':
      return { address: result.url, app_link: result.link }
    default:
      return undefined
  }
}

async function boundsOf(
  { db, providers }: PaymentDeps,
  order: Parameters<typeof readEnd>[1],
  attempt: PaymentRow,
) {
  const method = providers.methodOf(attempt)
  return numberBounds(await readEnd(db, order), method ?? {}, await readSettings(db))
}

type StartDeps = PaymentDeps & OnDeliveryDeps & { current: CurrentProviders }

async function createAttempt(
  tx: Transaction,
  deps: StartDeps,
  request: PaymentRequest,
): Promise<{ attemptId: string }> {
  const { id, owner } = request
  const order = await lockOwnOrder(tx, { owner, id })
  if (!order) throw new ShopError('ORDER_NOT_FOUND')
  const isOnDelivery = paysOnDelivery(order)
  // Throws for an order that can no longer be paid.
  const isPaid = nextState(order, 'pay', owner) === order.state && !isOnDelivery
  if (isPaid && order.balanceDue > 0) {
    const balance = { method: request.method, amount: order.balanceDue, isOfBalance: true }
    return beginAttempt(tx, deps, order, balance)
  }
  if (isPaid) throw new ShopError(order.refundedAt ? 'ORDER_REFUNDED' : 'ORDER_ALREADY_PAID')
  // It waits to be charged.
  if (await findCountingPayment(tx, id)) throw new ShopError('ORDER_ALREADY_PAID')
  if (!order.isPayable) throw new ShopError('ORDER_NOT_PAYABLE')
  if (owesLeader(order)) throw new ShopError('PAID_TO_LEADER')
  if (request.method === onDeliveryMethod) {
    await chooseOnDelivery(tx, deps, { orderId: id, actor: request.actor })
    return { attemptId: '' }
  }
  if (isOnDelivery) await refuseAfterLabel(tx, order)
  if (order.total === 0) return payNothing(tx, deps, { order, actor: request.actor })
  const { total: amount } = order
  return beginAttempt(tx, deps, order, { method: request.method, amount, isOfBalance: false })
}

/** The price of a locked order, or what a change has added to it since it was paid. */
interface Sum {
  /** In whole NT$. */
  amount: number
  isOfBalance: boolean
}

async function beginAttempt(
  tx: Transaction,
  deps: StartDeps,
  order: LockedOrder,
  { method: asked, ...sum }: Sum & Pick<PaymentRequest, 'method'>,
): Promise<{ attemptId: string }> {
  const attempts = await listAttempts(tx, order.id)
  const ofSum = attempts.filter(({ supplements }) => supplements === sum.isOfBalance)
  if (ofSum.length >= maxAttempts) throw new ShopError('PAYMENT_TOO_MANY')
  const settings = await readSettings(tx)
  const method = getMethod(deps.current, settings, { order, asked })
  if (paysOnDelivery(order) && !paysAtOnce(method)) throw new ShopError('PAYMENT_METHOD_UNKNOWN')
  const fault = amountFault(method, sum.amount)
  if (fault) throw new ShopError('PAYMENT_METHOD_AMOUNT', { message: fault })
  const end = await readEnd(tx, order)
  const now = await readDatabaseTime(tx)
  if (isTooLate(end, method, { settings, now })) throw new ShopError('PAYMENT_TIME_SHORT')
  return method.provider
    ? insertStarted(tx, deps, { order, ...sum }, { ...method, provider: method.provider })
    : awaitTransfer(tx, deps, { order, ...sum }, { settings, until: end.fixed ?? end.payBy })
}

/** The order waits for the days of the settings; the staff record what came. */
async function awaitTransfer(
  tx: Transaction,
  deps: PaymentDeps,
  { order, ...sum }: Sum & { order: LockedOrder },
  { settings, until }: { settings: VersionedSettings; until: Date | undefined },
): Promise<{ attemptId: string }> {
  const { id: orderId } = order
  const id = createId()
  const { account } = settings.payment.values
  const times = { days: settings.order.values.expires_manual, until }
  const attempt = { id, orderId, method: transferMethod, ...sum, account, ...times }
  const { dueAt } = await insertTransfer(tx, attempt)
  await waitForNumber(tx, deps, order, dueAt)
  return { attemptId: id }
}

async function insertStarted(
  tx: Transaction,
  { jobs }: PaymentDeps,
  { order, ...sum }: Sum & { order: LockedOrder },
  {
    provider,
    method,
    expiresAt,
    asksAfterMinutes,
  }: ConfiguredMethod & { provider: PaymentProvider },
): Promise<{ attemptId: string }> {
  const attempt = await insertAttempt(tx, {
    id: createId(),
    orderId: order.id,
    provider: provider.name,
    merchant: provider.merchant,
    method,
    ...sum,
    tradeNo: createTradeNumber(),
  })
  // A place that waits for an authorisation keeps its own time, and a balance has none.
  const hasOwnTime = order.chargeKind === 'charge' && !paysOnDelivery(order) && !sum.isOfBalance
  const at = hasOwnTime ? expiresAt({ startedAt: attempt.createdAt }) : undefined
  if (at) await letExpire(tx, jobs, order.id, { at })
  if (!isPaidByNumber(method)) await askLater(tx, jobs, attempt.id, asksAfterMinutes)
  return { attemptId: attempt.id }
}

/** Its callback may have come first. Begun again by the same key, the trade of now is the one to ask for. */
async function giveToBrowser(
  { db }: PaymentDeps,
  { id }: PaymentRow,
  result: StartResult,
): Promise<void> {
  const known = 'gatewayTradeNo' in result ? { gatewayTradeNo: result.gatewayTradeNo } : {}
  await transaction(db, async (tx) => {
    const attempt = await lockPayment(tx, id)
    if (attempt?.status === 'created') {
      await transitionAttempt(tx, attempt, 'given_to_browser', known)
    } else if (attempt?.status === 'pending' && known.gatewayTradeNo) {
      await setGatewayTradeNo(tx, id, known.gatewayTradeNo)
    }
  })
}
