import { type CallFailure, type CallLimits, callOut } from '../http/call-out.ts'

/** No answer that can be believed. */
export type GatewayFailure =
  | CallFailure
  /** Calls came too fast: none may follow for a while. */
  | { type: 'stopped' }

export type HttpLimits = CallLimits

export const httpLimits: HttpLimits = { timeoutMs: 10_000, maxBytes: 64 * 1024 }

type PostResult = { type: 'body'; body: Buffer } | GatewayFailure

/** Posts a form to ECPay. Whatever is no answer with status 200 within the limits is a failure. */
export function postForm(
  url: string,
  fields: Record<string, string>,
  limits: HttpLimits,
): Promise<PostResult> {
  return post(url, { body: new URLSearchParams(fields) }, limits)
}

/** The same for JSON. */
export function postJson(url: string, value: object, limits: HttpLimits): Promise<PostResult> {
  const headers = { 'content-type': 'application/json' }
  return post(url, { headers, body: JSON.stringify(value) }, limits)
}

async function post(
  url: string,
  content: Pick<RequestInit, 'headers' | 'body'>,
  limits: HttpLimits,
): Promise<PostResult> {
  const reply = await callOut(url, { method: 'POST', ...content }, limits)
  if (reply.type !== 'reply') return reply
  // ECPay's way to say that calls come too fast.
  if (reply.status === 403) return { type: 'stopped' }
  if (reply.status !== 200) return { type: 'unknown', reason: `HTTP ${reply.status}` }
  return { type: 'body', body: reply.body }
}
