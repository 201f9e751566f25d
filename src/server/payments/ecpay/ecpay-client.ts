import { sign } from '../../ecpay/check-mac-value.ts'
import {
  type GatewayFailure,
  type HttpLimits,
  httpLimits,
  postForm,
} from '../../ecpay/ecpay-http.ts'
import { parseForm, readAmount, readSignedFields } from '../../ecpay/signed-fields.ts'
import { parseTaipeiTime } from '../../ecpay/taipei-time.ts'
import { assertStorable } from '../../input/json-body.ts'
import { shorten } from '../../input/shorten.ts'
import type { QueryResult } from '../payment-provider.ts'
import type { EcpayAccount } from './ecpay-account.ts'

/** Not paid; not finished by the shopper; no such trade, since the form was never sent. */
const unpaidStatuses = new Set(['0', '10200095', '10200047'])

export const cardActions = { capture: 'C', refund: 'R', cancelCapture: 'E', abandon: 'N' } as const
export type CardAction = (typeof cardActions)[keyof typeof cardActions]

/** How far a card's trade is. */
export interface CardTrade {
  type: 'trade'
  /** 已授權, 未授權, 已取消, 要關帳, 已關帳 or 操作取消. */
  status: string
  authorisedAt: Date | undefined
  /** Refunded already, in whole NT$. */
  refunded: number
}

export type ActionResult = { type: 'done' } | { type: 'refused'; reason: string } | GatewayFailure

export interface EcpayClient {
  /** Asks whether an attempt was paid. An answer about another amount is unknown. */
  queryTrade(attempt: { tradeNo: string; amount: number }): Promise<QueryResult>
  /** Asks how far the trade of a card is, by its `gwsr`. */
  queryCard(trade: { authorisation: string; amount: number }): Promise<CardTrade | GatewayFailure>
  /** Captures, refunds or gives up a card's trade. */
  act(
    action: CardAction,
    trade: { tradeNo: string; gatewayTradeNo: string; amount: number },
  ): Promise<ActionResult>
}

export function createEcpayClient(
  account: EcpayAccount,
  { limits = httpLimits, now = Date.now }: { limits?: HttpLimits; now?: () => number } = {},
): EcpayClient {
  const { merchantId, creditCheckCode } = account
  const post = (path: string, fields: Record<string, string>) =>
    postForm(`${account.url}${path}`, sign({ MerchantID: merchantId, ...fields }, account), limits)

  return {
    async queryTrade({ tradeNo, amount }) {
      // Valid for three minutes.
      const TimeStamp = String(Math.floor(now() / 1_000))
      const reply = await post('/Cashier/QueryTradeInfo/V5', {
        MerchantTradeNo: tradeNo,
        TimeStamp,
      })
      if (reply.type !== 'body') return reply
      const fields = readSignedFields(account, reply.body)
      if (typeof fields === 'string') return { type: 'unknown', reason: fields }
      if (fields.MerchantTradeNo !== tradeNo) return unknown('another trade')
      const { TradeStatus = '', TradeNo: gatewayTradeNo = '' } = fields
      if (unpaidStatuses.has(TradeStatus)) return { type: 'unpaid' }
      if (TradeStatus !== '1' || gatewayTradeNo === '') return unknown(`TradeStatus ${TradeStatus}`)
      if (readAmount(fields.TradeAmt) !== amount) return unknown('another amount')
      return { type: 'paid', amount, gatewayTradeNo }
    },

    async queryCard({ authorisation, amount }) {
      const reply = await post('/CreditDetail/QueryTrade/V2', {
        CreditRefundId: authorisation,
        CreditAmount: String(amount),
        CreditCheckCode: creditCheckCode ?? '',
      })
      return reply.type === 'body' ? readCardTrade(reply.body) : reply
    },

    async act(action, { tradeNo, gatewayTradeNo, amount }) {
      const reply = await post('/CreditDetail/DoAction', {
        MerchantTradeNo: tradeNo,
        TradeNo: gatewayTradeNo,
        Action: action,
        TotalAmount: String(amount),
      })
      if (reply.type !== 'body') return reply
      // Without a MAC: believed only when it names both numbers.
      const fields = parseForm(reply.body)
      const isOurs =
        fields?.MerchantTradeNo === tradeNo &&
        fields.TradeNo === gatewayTradeNo &&
        fields.MerchantID === merchantId
      if (!isOurs || !fields.RtnCode) return unknown('another answer')
      if (fields.RtnCode === '1') return { type: 'done' }
      return { type: 'refused', reason: shorten(`${fields.RtnMsg ?? ''} (${fields.RtnCode})`, 200) }
    },
  }
}

function unknown(reason: string): GatewayFailure {
  return { type: 'unknown', reason }
}

interface CardTradeReply {
  RtnMsg?: unknown
  RtnValue?: { status?: unknown; authtime?: unknown; close_data?: unknown }
}

function readCardTrade(body: Buffer): CardTrade | GatewayFailure {
  let reply: CardTradeReply
  try {
    reply = JSON.parse(body.toString()) ?? {}
    assertStorable(reply)
  } catch {
    return unknown('no JSON')
  }
  const { status, authtime, close_data: entries } = reply.RtnValue ?? {}
  if (reply.RtnMsg !== '' || typeof status !== 'string') return unknown(`RtnMsg ${reply.RtnMsg}`)
  return {
    type: 'trade',
    status,
    authorisedAt: parseTaipeiTime(String(authtime)),
    refunded: Array.isArray(entries) ? refundedOf(entries) : 0,
  }
}

/** Refunds stand among the captures with a negative amount. */
function refundedOf(entries: readonly unknown[]): number {
  const amounts = entries.map((entry) => Number((entry as { amount?: unknown } | null)?.amount))
  return -amounts.filter((amount) => amount < 0).reduce((sum, amount) => sum + amount, 0)
}
