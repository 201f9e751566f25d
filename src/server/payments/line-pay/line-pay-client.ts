import { createHmac, randomUUID } from 'node:crypto'
import type { LinePayChannel } from '../../config-line.ts'
import type { GatewayFailure } from '../../ecpay/ecpay-http.ts'
import { type CallLimits, callOut } from '../../http/call-out.ts'
import { shorten } from '../../input/shorten.ts'
import { parseWithLongNumbers } from './long-numbers.ts'

/** LINE Pay has understood the call and not done it. */
export interface LinePayRefusal {
  type: 'refused'
  /** `returnCode` */
  code: string
  reason: string
}

type Failed = LinePayRefusal | GatewayFailure

export interface LinePayRequest {
  /** Unique for ever. */
  orderId: string
  /** In whole NT$: the sum of the items. */
  amount: number
  items: readonly { name: string; quantity: number; price: number }[]
  /** The browser comes here with `transactionId` and `orderId` beside the parameters of the address. */
  confirmUrl: string
  cancelUrl: string
  /** False: it is authorised, and captured apart. */
  captures: boolean
}

export type RequestResult =
  | { type: 'requested'; transactionId: string; webUrl: string; appUrl: string }
  | Failed

/** How far a shopper is: `agreed` waits for us to confirm. */
export type CheckResult =
  | { type: 'waiting' | 'agreed' | 'cancelled' | 'failed' | 'confirmed' }
  | Failed

export interface LinePayTransaction {
  transactionId: string
  orderId: string
  state: 'authorised' | 'captured' | 'voided' | 'expired'
  amount: number
  refunds: { refundId: string; amount: number }[]
}

/** The calls of LINE Pay Online v3, one each. Numbers of transactions are texts: they have 19 digits. */
export interface LinePayClient {
  request(request: LinePayRequest): Promise<RequestResult>
  check(transactionId: string): Promise<CheckResult>
  /** Without it no money moves. */
  confirm(transactionId: string, amount: number): Promise<{ type: 'done' } | Failed>
  capture(transactionId: string, amount: number): Promise<{ type: 'done' } | Failed>
  void(transactionId: string): Promise<{ type: 'done' } | Failed>
  refund(
    transactionId: string,
    amount: number,
  ): Promise<{ type: 'refunded'; refundId: string } | Failed>
  /** The confirmed payment of an order, with its refunds; undefined: there is none. */
  find(orderId: string): Promise<{ type: 'found'; transaction?: LinePayTransaction } | Failed>
}

interface Reply {
  returnCode?: unknown
  returnMessage?: unknown
  info?: unknown
}

type Value = Record<string, unknown>

const limits: CallLimits = { timeoutMs: 20_000, maxBytes: 256 * 1024 }
/** LINE Pay asks for at least 40 seconds where money moves; a refund is asked for after a minute. */
const slowLimits: CallLimits = { ...limits, timeoutMs: 45_000 }
/** LINE Pay is at work, or has a fault of its own: the call may have been done. */
const uncertainCodes = new Set(['1145', '1198', '1199', '9000'])
const noRecord = '1150'

export function createLinePayClient(
  { channelId, channelSecret }: Pick<LinePayChannel, 'channelId' | 'channelSecret'>,
  url: string,
  { fast = limits, slow = slowLimits }: { fast?: CallLimits; slow?: CallLimits } = {},
): LinePayClient {
  async function call(
    method: 'GET' | 'POST',
    path: string,
    {
      query = '',
      fields = {},
      within = fast,
    }: { query?: string; fields?: object; within?: CallLimits } = {},
  ): Promise<{ type: 'answer'; code: string; reason: string; info: unknown } | GatewayFailure> {
    const body = method === 'POST' ? JSON.stringify(fields) : undefined
    const nonce = randomUUID()
    const headers = {
      'content-type': 'application/json',
      'x-line-channelid': channelId,
      'x-line-authorization-nonce': nonce,
      'x-line-authorization': signLinePay(channelSecret, { path, content: body ?? query, nonce }),
    }
    const address = `${url}${path}${query && `?${query}`}`
    const reply = await callOut(address, { method, headers, ...(body && { body }) }, within)
    if (reply.type !== 'reply') return reply
    if (reply.status === 429) return { type: 'stopped' }
    if (reply.status !== 200) return { type: 'unknown', reason: `HTTP ${reply.status}` }
    const { returnCode, returnMessage, info } = readReply(reply.body)
    const code = typeof returnCode === 'string' ? returnCode : ''
    if (code === '') return { type: 'unknown', reason: 'no JSON' }
    if (uncertainCodes.has(code)) return { type: 'unknown', reason: code }
    return { type: 'answer', code, reason: shorten(String(returnMessage ?? ''), 300), info }
  }

  async function act(
    path: string,
    fields: object = {},
  ): Promise<{ type: 'done'; info: Value } | Failed> {
    const reply = await call('POST', path, { fields, within: slow })
    if (reply.type !== 'answer') return reply
    return reply.code === '0000' ? { type: 'done', info: objectOf(reply.info) } : toRefusal(reply)
  }

  const finish = async (work: ReturnType<typeof act>): Promise<{ type: 'done' } | Failed> => {
    const result = await work
    return result.type === 'done' ? { type: 'done' } : result
  }
  const currency = 'TWD'

  return {
    async request({ orderId, amount, items, confirmUrl, cancelUrl, captures }) {
      const reply = await call('POST', '/v3/payments/request', {
        fields: {
          amount,
          currency,
          orderId,
          packages: [{ id: '1', amount, products: items }],
          redirectUrls: { confirmUrl, cancelUrl },
          options: { payment: { capture: captures }, display: { locale: 'zh_TW' } },
        },
      })
      if (reply.type !== 'answer') return reply
      if (reply.code !== '0000') return toRefusal(reply)
      const info = objectOf(reply.info)
      const { web, app } = objectOf(info.paymentUrl)
      const transactionId = textOf(info.transactionId)
      if (!isNumber(transactionId) || !URL.canParse(textOf(web))) {
        return { type: 'unknown', reason: 'the answer has no address' }
      }
      return { type: 'requested', transactionId, webUrl: textOf(web), appUrl: textOf(app) }
    },

    async check(transactionId) {
      const reply = await call('GET', `/v3/payments/requests/${transactionId}/check`)
      if (reply.type !== 'answer') return reply
      const type = checkStates[reply.code]
      return type ? { type } : toRefusal(reply)
    },

    confirm: (id, amount) => finish(act(`/v3/payments/${id}/confirm`, { amount, currency })),
    capture: (id, amount) =>
      finish(act(`/v3/payments/authorizations/${id}/capture`, { amount, currency })),
    void: (id) => finish(act(`/v3/payments/authorizations/${id}/void`)),

    async refund(id, amount) {
      const result = await act(`/v3/payments/${id}/refund`, { refundAmount: amount })
      if (result.type !== 'done') return result
      return { type: 'refunded', refundId: textOf(result.info.refundTransactionId) }
    },

    async find(orderId) {
      const query = new URLSearchParams({ orderId }).toString()
      const reply = await call('GET', '/v3/payments', { query })
      if (reply.type !== 'answer') return reply
      if (reply.code === noRecord) return { type: 'found' }
      if (reply.code !== '0000') return toRefusal(reply)
      const list = Array.isArray(reply.info) ? reply.info.map(objectOf) : []
      const own = list.find((one) => one.orderId === orderId && isNumber(textOf(one.transactionId)))
      return own ? { type: 'found', transaction: toTransaction(own) } : { type: 'found' }
    },
  }
}

/** Base64 of HMAC-SHA256 over the exact bytes: the body of a POST, the query of a GET. */
export function signLinePay(
  channelSecret: string,
  { path, content, nonce }: { path: string; content: string; nonce: string },
): string {
  const text = `${channelSecret}${path}${content}${nonce}`
  return createHmac('sha256', channelSecret).update(text).digest('base64')
}

const checkStates: Record<string, Exclude<CheckResult, Failed>['type']> = {
  '0000': 'waiting',
  '0110': 'agreed',
  '0121': 'cancelled',
  '0122': 'failed',
  '0123': 'confirmed',
}

const payStates: Record<string, LinePayTransaction['state']> = {
  AUTHORIZATION: 'authorised',
  VOIDED_AUTHORIZATION: 'voided',
  EXPIRED_AUTHORIZATION: 'expired',
}

function toTransaction(info: Value): LinePayTransaction {
  const sum = (list: unknown) =>
    (Array.isArray(list) ? list : []).reduce(
      (total, one) => total + Number(objectOf(one).amount),
      0,
    )
  const refunds = Array.isArray(info.refundList) ? info.refundList.map(objectOf) : []
  return {
    transactionId: textOf(info.transactionId),
    orderId: textOf(info.orderId),
    // A payment that was captured at once has no state of its own in older answers.
    state: payStates[textOf(info.payStatus)] ?? 'captured',
    amount: sum(info.payInfo),
    refunds: refunds.map(({ refundTransactionId, refundAmount }) => ({
      refundId: textOf(refundTransactionId),
      // Given as money that leaves.
      amount: Math.abs(Number(refundAmount)),
    })),
  }
}

function readReply(body: Buffer): Reply {
  try {
    return objectOf(parseWithLongNumbers(body.toString()))
  } catch {
    return {}
  }
}

function toRefusal({ code, reason }: { code: string; reason: string }): LinePayRefusal {
  return { type: 'refused', code, reason }
}

function isNumber(text: string): boolean {
  return /^\d{1,19}$/.test(text)
}

function objectOf(value: unknown): Value {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Value)
    : {}
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
