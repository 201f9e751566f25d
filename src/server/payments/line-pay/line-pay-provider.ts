import { t } from '#contract/translate.ts'
import type { LinePayChannel } from '../../config-line.ts'
import { shorten } from '../../input/shorten.ts'
import type { Attempt, PaymentMethod, PaymentProvider, QueryResult } from '../payment-provider.ts'
import { createLinePayClient, type LinePayClient } from './line-pay-client.ts'
import { queryLinePayRefund, refundLinePay } from './refund-line-pay.ts'

export interface LinePayOptions extends LinePayChannel {
  /** Where LINE Pay is. */
  url: string
  /** Our own address, without a trailing slash. */
  publicUrl: string
}

const linePayName = 'linepay'

const minuteMs = 60_000
/** LINE Pay forgets a request after 20 minutes; a confirmation then may still be under way. */
const requestMs = 22 * minuteMs
const authorisationDays = 30
const maxNameLength = 100

/** An account as attempts name it; a trial has accounts of its own. */
export function linePayMerchant({
  channelId,
  isTrial,
}: Pick<LinePayChannel, 'channelId' | 'isTrial'>): string {
  return isTrial ? `trial:${channelId}` : channelId
}

/**
 * Payments by LINE Pay Online v3. Nothing of it calls the shop: it is asked when the browser comes
 * back, and after minutes in case that does not; a query confirms what the shopper has agreed to.
 */
export function createLinePayProvider(
  options: LinePayOptions,
  client: LinePayClient = createLinePayClient(options, options.url),
): PaymentProvider {
  const { capturesAutomatically, publicUrl } = options
  const methods: PaymentMethod[] = [
    {
      method: 'wallet',
      min: 1,
      // LINE Pay names no limit of its own; this is that of the card behind it.
      max: 199_999,
      authorises: !capturesAutomatically,
      ...(!capturesAutomatically && { authorisationDays }),
      refunds: true,
      expiresAt: ({ startedAt }) => new Date(startedAt.getTime() + requestMs),
      // Only until the request is forgotten can it be confirmed.
      asksAfterMinutes: [2, 5, 10, 15, 19, 24 * 60],
    },
  ]

  return {
    name: linePayName,
    merchant: linePayMerchant(options),
    isTrial: options.isTrial,
    decidesAtOnce: false,
    methods: () => methods,

    async start({ orderId, tradeNo, amount, items }) {
      const back = `${publicUrl}/v2/gateway/${linePayName}/return?order=${encodeURIComponent(orderId)}`
      const reply = await client.request({
        orderId: tradeNo,
        amount,
        // One line: the price of a line alone, without fee and discount, would not add up.
        items: [{ name: nameOf(items), quantity: 1, price: amount }],
        confirmUrl: back,
        cancelUrl: back,
        captures: capturesAutomatically,
      })
      if (reply.type !== 'requested') return reply
      // On a phone this page opens LINE by itself; its link for applications fails without LINE.
      return { type: 'address', url: reply.webUrl, gatewayTradeNo: reply.transactionId }
    },

    readCallback: async () => ({ type: 'refused', reason: 'LINE Pay sends no callbacks' }),
    acknowledge: (refusal) => ({
      ...(refusal !== undefined && { status: 400 }),
      body: refusal ?? 'OK',
    }),

    readReturn({ query }) {
      const [orderId = '', tradeNo = ''] = [query.get('order') ?? '', query.get('orderId') ?? '']
      const isOurs = /^[\w-]{1,64}$/.test(orderId) && /^\w{1,64}$/.test(tradeNo)
      return isOurs ? { orderId, tradeNo } : undefined
    },

    query: (attempt) => queryLinePay(client, attempt, { capturesAutomatically }),
    refund: (refund, beforeSending) => refundLinePay(client, refund, beforeSending),
    queryRefund: (refund) => queryLinePayRefund(client, refund),

    async capture({ tradeNo, amount }) {
      const found = await client.find(tradeNo)
      if (found.type !== 'found') return found
      const { transaction } = found
      if (transaction?.state === 'captured') return { type: 'done' }
      if (!transaction) return { type: 'refused', reason: '查無交易' }
      const result = await client.capture(transaction.transactionId, amount)
      if (result.type !== 'refused') return result
      // Another process may have captured it in between.
      return (await isCaptured(client, tradeNo)) ? { type: 'done' } : result
    },

    void: (payment, now) =>
      refundLinePay(
        client,
        { payment, amount: payment.amount, refundedBefore: 0, isPartByHand: false, now },
        async () => true,
      ),
  }
}

/** Confirms what the shopper has agreed to: without that no money moves. */
async function queryLinePay(
  client: LinePayClient,
  { gatewayTradeNo, tradeNo, amount }: Attempt,
  { capturesAutomatically }: { capturesAutomatically: boolean },
): Promise<QueryResult> {
  // No browser was ever sent there.
  if (!gatewayTradeNo) return { type: 'unpaid' }
  const checked = await client.check(gatewayTradeNo)
  switch (checked.type) {
    case 'refused':
      return { type: 'unknown', reason: `${checked.code} ${checked.reason}` }
    case 'waiting':
      return { type: 'unpaid' }
    case 'cancelled':
      return { type: 'unpaid', refused: '已取消或逾時' }
    case 'failed':
      return { type: 'unpaid', refused: 'LINE Pay 付款失敗' }
    case 'agreed': {
      const confirmed = await client.confirm(gatewayTradeNo, amount)
      // The payer has not enough, or the time is over; another call may have confirmed it meanwhile.
      if (confirmed.type === 'refused' && confirmed.code !== sameTransaction) {
        return { type: 'unpaid', refused: `${confirmed.code} ${confirmed.reason}` }
      }
      if (confirmed.type !== 'done' && confirmed.type !== 'refused') return confirmed
      return readMoney(client, { gatewayTradeNo, tradeNo, amount }, { capturesAutomatically })
    }
    case 'confirmed':
      return readMoney(client, { gatewayTradeNo, tradeNo, amount }, { capturesAutomatically })
    default:
      return checked
  }
}

const sameTransaction = '1152'

/** A confirmed payment as LINE Pay has it. */
async function readMoney(
  client: LinePayClient,
  { gatewayTradeNo, tradeNo, amount }: { gatewayTradeNo: string; tradeNo: string; amount: number },
  { capturesAutomatically }: { capturesAutomatically: boolean },
): Promise<QueryResult> {
  const found = await client.find(tradeNo)
  if (found.type === 'refused') return { type: 'unknown', reason: `${found.code} ${found.reason}` }
  if (found.type !== 'found') return found
  // Confirmed was exactly the amount of the attempt.
  const { state = 'captured', amount: paid = amount } = found.transaction ?? {}
  if (state === 'voided' || state === 'expired') return { type: 'unpaid' }
  if (state === 'authorised' && capturesAutomatically) {
    // Begun while the shop captured apart: nobody else would charge it any more.
    const captured = await client.capture(gatewayTradeNo, paid)
    if (captured.type === 'refused') return { type: 'unknown', reason: captured.reason }
    if (captured.type !== 'done') return captured
  }
  return { type: 'paid', amount: paid, gatewayTradeNo }
}

async function isCaptured(client: LinePayClient, tradeNo: string): Promise<boolean> {
  const found = await client.find(tradeNo)
  return found.type === 'found' && found.transaction?.state === 'captured'
}

/** The first title, as the list of the payer's payments shows it. */
function nameOf(items: readonly { title: string; qty: number }[]): string {
  const [first] = items
  const title = shorten(first?.title.trim() || t('訂單'), maxNameLength)
  const { length: count } = items
  return count > 1 ? t('{title} 等 {count} 項', { title, count }) : title
}
