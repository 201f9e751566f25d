import { type GatewayFailure, type HttpLimits, postJson } from '../../../ecpay/ecpay-http.ts'
import { shorten } from '../../../input/shorten.ts'
import type { Refusal, RefusalCause } from '../invoice-provider.ts'
import { isObject, openData, sealData } from './invoice-cipher.ts'

export interface EcpayInvoicesOptions {
  merchantId: string
  hashKey: string
  hashIv: string
  /** Nothing is told to the ministry. */
  isTrial: boolean
  /** Where ECPay's invoices are. */
  url: string
}

/** `code` is that of the provider, for what only one call understands. */
export type CallResult =
  | { type: 'data'; data: Record<string, unknown> }
  | (Refusal & { code: number })
  | GatewayFailure

/** The data of a call are refused before they are read. */
const transportCauses: Record<number, RefusalCause> = {
  104: 'clock',
  110: 'account',
  115: 'account',
}
/** The first is of the guides, the second is met in practice. */
const usedCodes = new Set([10000009, 5070357])

/** Sends one call to ECPay's B2C invoices and opens its answer. */
export async function callInvoices(
  { merchantId, url, ...keys }: EcpayInvoicesOptions,
  name: string,
  data: Record<string, unknown>,
  { limits, now }: { limits: HttpLimits; now: () => number },
): Promise<CallResult> {
  const envelope = {
    MerchantID: merchantId,
    // Valid for ten minutes.
    RqHeader: { Timestamp: Math.floor(now() / 1_000), Revision: '3.0.0' },
    Data: sealData({ MerchantID: merchantId, ...data }, keys),
  }
  const reply = await postJson(`${url}/B2CInvoice/${name}`, envelope, limits)
  if (reply.type !== 'body') return reply
  const answer = parse(reply.body)
  if (!answer || !Number.isSafeInteger(answer.TransCode)) return unknown('no answer of invoices')
  const { TransCode, TransMsg, Data } = answer
  if (TransCode !== 1) return refusedTransport(TransCode, TransMsg)
  if (answer.MerchantID !== merchantId) return unknown('an answer to somebody else')
  const opened = typeof Data === 'string' ? openData(Data, keys) : undefined
  if (!opened) return unknown('data of other keys')
  const { RtnCode: code, RtnMsg } = opened
  if (!Number.isSafeInteger(code)) return unknown('no RtnCode')
  if (code === 1) return { type: 'data', data: opened }
  const cause = usedCodes.has(Number(code)) ? 'used' : 'data'
  return { type: 'refused', cause, code: Number(code), reason: words(RtnMsg, code) }
}

function refusedTransport(code: unknown, message: unknown): CallResult {
  const cause = transportCauses[Number(code)]
  // Of a code that nobody has told us of we do not know what had been done by then.
  if (!cause) return unknown(`TransCode ${String(code)}`)
  return { type: 'refused', cause, code: Number(code), reason: words(message, code) }
}

function words(message: unknown, code: unknown): string {
  return `${shorten(String(message ?? ''), 200)}（${String(code)}）`
}

function parse(body: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body.toString())
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

export function unknown(reason: string): GatewayFailure {
  return { type: 'unknown', reason }
}
