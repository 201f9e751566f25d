import type { LineMessagingChannel, LineUrls } from '../config-line.ts'
import type { CallLimits } from '../http/call-out.ts'
import { callLine, type LineFailure, type LineRefusal, lineLimits } from './line-http.ts'

export type LineMessage =
  | { type: 'text'; text: string }
  /** A card; `altText` is what lists and screen readers have of it. */
  | { type: 'flex'; altText: string; contents: object }

export type PushResult =
  /** LINE has taken it, which does not say that somebody has seen it: who blocks the account has not. */
  | { type: 'accepted' }
  /** The messages of this month are used up; none of it is sent again before the next one. */
  | { type: 'over_quota' }
  | LineRefusal
  | LineFailure

export interface MessageQuota {
  type: 'quota'
  /** Null: no limit. */
  limit: number | null
  used: number
}

export interface LineMessaging {
  /**
   * Sends up to five messages to a person, once for each key (a UUID): after `unknown` and `limited` it
   * may be called again with the same key for a day.
   */
  push(to: string, messages: readonly LineMessage[], retryKey: string): Promise<PushResult>
  /** Answers an event, free, once and within about a minute. */
  reply(replyToken: string, messages: readonly LineMessage[]): Promise<PushResult>
  quota(): Promise<MessageQuota | LineRefusal | LineFailure>
  /** The official account that the token is of. */
  info(): Promise<{ type: 'account'; name: string; basicId: string } | LineRefusal | LineFailure>
}

/** The Messaging API of an official account. */
export function createLineMessaging(
  { accessToken: token }: Pick<LineMessagingChannel, 'accessToken'>,
  { api }: Pick<LineUrls, 'api'>,
  { limits = lineLimits }: { limits?: CallLimits } = {},
): LineMessaging {
  const get = (path: string) => callLine({ url: `${api}${path}`, method: 'GET', token }, limits)

  async function send(path: string, json: object, headers: Record<string, string> = {}) {
    const url = `${api}/v2/bot/message/${path}`
    const reply = await callLine({ url, token, headers, json }, limits)
    return reply.type === 'answer' ? ({ type: 'accepted' } as const) : toResult(reply)
  }

  return {
    push: (to, messages, retryKey) =>
      send('push', { to, messages }, { 'x-line-retry-key': retryKey }),
    reply: (replyToken, messages) => send('reply', { replyToken, messages }),

    async quota() {
      const [quota, consumption] = await Promise.all([
        get('/v2/bot/message/quota'),
        get('/v2/bot/message/quota/consumption'),
      ])
      if (quota.type !== 'answer') return withoutQuota(quota)
      if (consumption.type !== 'answer') return withoutQuota(consumption)
      const { type, value } = quota.fields
      const used = Number(consumption.fields.totalUsage)
      const limit = type === 'none' ? null : Number(value)
      const isWhole = (count: number) => Number.isSafeInteger(count) && count >= 0
      if (!isWhole(used) || (limit !== null && !isWhole(limit))) {
        return { type: 'unknown', reason: 'the answer has no numbers' }
      }
      return { type: 'quota', limit, used }
    },

    async info() {
      const reply = await get('/v2/bot/info')
      if (reply.type !== 'answer') return withoutQuota(reply)
      const { displayName = '', basicId = '' } = reply.fields
      return { type: 'account', name: String(displayName), basicId: String(basicId) }
    },
  }
}

/** 409: it was accepted before, with this key. */
function toResult(reply: LineRefusal | LineFailure): PushResult {
  if (reply.type !== 'refused') return reply
  if (reply.status === 409) return { type: 'accepted' }
  if (reply.status !== 429) return reply
  return /monthly limit/i.test(reply.reason) ? { type: 'over_quota' } : { type: 'limited' }
}

function withoutQuota(reply: LineRefusal | LineFailure): LineRefusal | LineFailure {
  return reply.type === 'refused' && reply.status === 429 ? { type: 'limited' } : reply
}
