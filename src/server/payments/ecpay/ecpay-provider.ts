import { type GatewayMethod, gatewayMethods } from '#contract/payments.ts'
import { parseForm } from '../../ecpay/signed-fields.ts'
import type {
  ActionResult,
  AmountLimits,
  PaidAttempt,
  PaymentMethod,
  PaymentProvider,
  RefundOrder,
  RefundResult,
} from '../payment-provider.ts'
import { createAioForm, readSignedOrderId } from './aio-form.ts'
import { type EcpayAccount, merchantOf } from './ecpay-account.ts'
import {
  type CardAction,
  type CardTrade,
  cardActions,
  createEcpayClient,
  type EcpayClient,
} from './ecpay-client.ts'
import { graceOf, numberTimes } from './number-times.ts'
import { isNotice, readNotice } from './read-notice.ts'
import { planRefund } from './refund-plan.ts'

export interface EcpayOptions extends EcpayAccount {
  limits: AmountLimits
  /** 每日自動關帳 in ECPay's back office. */
  capturesAutomatically: boolean
  /** Our own address, without a trailing slash. */
  publicUrl: string
}

const minuteMs = 60_000
/** A bank's answer can take this long. */
const cardMs = 40 * minuteMs
/** Afterwards ECPay refuses to capture. */
const authorisationDays = 21

/** Payments by ECPay's checkout page (AIO). */
export function createEcpayProvider(
  options: EcpayOptions,
  client: EcpayClient = createEcpayClient(options),
): PaymentProvider {
  const { limits, capturesAutomatically, publicUrl } = options
  const methods = gatewayMethods.map((method): PaymentMethod => {
    const isCard = method === 'card'
    return {
      method,
      ...limits[method],
      authorises: isCard && !capturesAutomatically,
      ...(isCard && { authorisationDays }),
      refunds: isCard && options.creditCheckCode !== null,
      ...(isCard && { refundsByAuthorisation: true }),
      expiresAt: (attempt) => expiryOf(method, attempt),
      ...(!isCard && { numbers: numberTimes(method) }),
    }
  })

  const canAsk = ({ authorisation }: PaidAttempt) =>
    authorisation !== null && options.creditCheckCode !== null

  return {
    name: 'ecpay',
    merchant: merchantOf(options),
    isTrial: options.isTrial ?? false,
    decidesAtOnce: false,
    methods: () => methods,
    async start(attempt) {
      const method = attempt.method as GatewayMethod
      return { type: 'form', ...createAioForm(options, { ...attempt, method }, publicUrl) }
    },
    readCallback: async ({ body, kind }) => readNotice(options, body, kind),
    // ECPay compares the bytes: no quotes and no line break.
    acknowledge: (refusal) => ({ body: refusal === undefined ? '1|OK' : `0|${refusal}` }),
    readReturn({ body }) {
      const fields = parseForm(body)
      const orderId =
        fields && isNotice(fields)
          ? readSignedOrderId(options, fields.CustomField1 ?? '')
          : undefined
      return orderId === undefined ? undefined : { orderId }
    },
    query: (attempt) => client.queryTrade(attempt),
    refund: (refund, beforeSending) =>
      refundCard({ client, capturesAutomatically }, refund, beforeSending),
    queryRefund: (refund) => queryCardRefund(client, refund),
    capture: (payment) => captureCard(client, payment, canAsk(payment)),
    void: (payment, now) =>
      canAsk(payment)
        ? refundCard(
            { client, capturesAutomatically },
            { payment, amount: payment.amount, refundedBefore: 0, isPartByHand: false, now },
            async () => true,
          )
        : act(client, cardActions.abandon, payment, payment.amount),
  }
}

function expiryOf(
  method: GatewayMethod,
  { startedAt, dueAt, graceMinutes = 60 }: Parameters<PaymentMethod['expiresAt']>[0],
): Date | undefined {
  if (method === 'card') return new Date(startedAt.getTime() + cardMs)
  return dueAt && new Date(dueAt.getTime() + graceOf(method, graceMinutes))
}

/**
 * Where ECPay can be asked how far the trade is, a capture that it refuses because it has made it
 * before is done.
 */
async function captureCard(
  client: EcpayClient,
  payment: PaidAttempt,
  canAsk: boolean,
): Promise<ActionResult> {
  const { authorisation, amount } = payment
  if (!canAsk || !authorisation) return act(client, cardActions.capture, payment, amount)
  const before = await client.queryCard({ authorisation, amount })
  if (before.type !== 'trade') return before
  if (isCaptured(before)) return { type: 'done' }
  const result = await act(client, cardActions.capture, payment, amount)
  if (result.type !== 'refused') return result
  // Another process may have captured it in between.
  const after = await client.queryCard({ authorisation, amount })
  if (after.type !== 'trade') return after
  return isCaptured(after) ? { type: 'done' } : result
}

function isCaptured({ status }: CardTrade): boolean {
  return status === '要關帳' || status === '已關帳'
}

/** ECPay is asked first how far the trade is, and its answer decides what is sent. */
async function refundCard(
  { client, capturesAutomatically }: { client: EcpayClient; capturesAutomatically: boolean },
  { payment, amount, refundedBefore, now }: RefundOrder,
  beforeSending: () => Promise<boolean>,
): Promise<RefundResult> {
  const { authorisation } = payment
  if (!authorisation) return { type: 'refused', reason: '此交易沒有授權單號' }
  const trade = await client.queryCard({ authorisation, amount: payment.amount })
  if (trade.type !== 'trade') {
    // Nothing was sent that could have an effect.
    return trade.type === 'unknown' ? { ...trade, type: 'unreachable' } : trade
  }
  const isWhole = amount === payment.amount && refundedBefore === 0
  const plan = planRefund(trade, { isWhole, now, capturesAutomatically })
  if (plan.type === 'wait') return { ...plan, type: 'put_off' }
  if (plan.type === 'impossible') return { type: 'refused', reason: `交易狀態為${trade.status}` }
  if (!(await beforeSending())) {
    const until = new Date(now.getTime() + minuteMs)
    return { type: 'put_off', until, reason: '另一筆退款正在處理中' }
  }
  if (plan.type === 'already') return { type: 'done' }
  const { result, made } = await actInTurn(client, plan.actions, payment, amount)
  if (result.type !== 'refused') return result
  // A capture or a closing may have come in between; then another plan is right.
  const after = await client.queryCard({ authorisation, amount: payment.amount })
  const left = made === 0 ? trade.status : cancelledCapture
  const hasMoved = after.type === 'trade' && after.status !== left
  return hasMoved ? { type: 'not_happened' } : result
}

/** How the only step before another one leaves the trade. */
const cancelledCapture = '已授權'

/**
 * Only the last step gives money back: one before it that was not made has changed nothing. With
 * how many steps were made.
 */
async function actInTurn(
  client: EcpayClient,
  actions: readonly CardAction[],
  payment: PaidAttempt,
  amount: number,
): Promise<{ result: RefundResult; made: number }> {
  for (const [made, action] of actions.entries()) {
    const result = await act(client, action, payment, amount)
    if (result.type !== 'done') return { result, made }
  }
  return { result: { type: 'done' }, made: actions.length }
}

async function act(
  client: EcpayClient,
  action: CardAction,
  { tradeNo, gatewayTradeNo }: PaidAttempt,
  amount: number,
): Promise<ActionResult> {
  if (!gatewayTradeNo) return { type: 'refused', reason: '此交易沒有綠界交易編號' }
  return client.act(action, { tradeNo, gatewayTradeNo, amount })
}

async function queryCardRefund(
  client: EcpayClient,
  { payment, amount, refundedBefore, isPartByHand }: RefundOrder,
): Promise<RefundResult> {
  const { authorisation } = payment
  if (!authorisation) return { type: 'unknown', reason: 'no authorisation to ask for' }
  const trade = await client.queryCard({ authorisation, amount: payment.amount })
  if (trade.type !== 'trade') return trade
  if (trade.status === '已取消') return { type: 'done' }
  if (isPartByHand) return { type: 'unknown', reason: '另有人工退款，無法判斷綠界是否已退款' }
  if (trade.refunded >= refundedBefore + amount) return { type: 'done' }
  if (trade.refunded === refundedBefore) return { type: 'not_happened' }
  return { type: 'unknown', reason: `${trade.refunded} were given back` }
}
