import { type CallFailure, type CallLimits, callOut } from '../http/call-out.ts'
import { shorten } from '../input/shorten.ts'

/** No answer that can be believed. */
export type LineFailure =
  | CallFailure
  /** Calls came too fast, which says nothing of this one. */
  | { type: 'limited' }

export type LineRefusal = { type: 'refused'; status: number; reason: string }

/** Fields of an answer; LINE adds new ones without notice. */
export type LineFields = Record<string, unknown>

export const lineLimits: CallLimits = { timeoutMs: 10_000, maxBytes: 256 * 1024 }

export interface LineCall {
  url: string
  method?: 'GET' | 'POST'
  token?: string
  headers?: Record<string, string>
  json?: object
  form?: Record<string, string>
}

/** Calls LINE. `refused` is a call that LINE has understood and not done. */
export async function callLine(
  { url, method = 'POST', token, headers = {}, json, form }: LineCall,
  limits: CallLimits,
): Promise<{ type: 'answer'; fields: LineFields } | LineRefusal | LineFailure> {
  const body = json ? JSON.stringify(json) : form && new URLSearchParams(form)
  const reply = await callOut(
    url,
    {
      method,
      headers: {
        ...(json && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body && { body }),
    },
    limits,
  )
  if (reply.type !== 'reply') return reply
  const { status } = reply
  const fields = status === 204 ? {} : readFields(reply.body)
  if (status >= 500) return { type: 'unknown', reason: `HTTP ${status}` }
  if (status >= 400) {
    const { message, error_description: description, error } = fields ?? {}
    const reason = shorten(String(description ?? message ?? error ?? `HTTP ${status}`), 300)
    return { type: 'refused', status, reason }
  }
  if (status < 200 || status >= 300 || !fields) return { type: 'unknown', reason: 'no JSON' }
  return { type: 'answer', fields }
}

/** An empty body has no fields. */
function readFields(body: Buffer): LineFields | undefined {
  const text = body.toString()
  if (text === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as LineFields) : undefined
  } catch {
    return undefined
  }
}
