/** No answer that can be believed. */
export type GatewayFailure =
  /** Nothing was sent. */
  | { type: 'unreachable'; reason: string }
  /** It may have arrived. */
  | { type: 'unknown'; reason: string }
  /** Calls came too fast: none may follow for a while. */
  | { type: 'stopped' }

export interface HttpLimits {
  timeoutMs: number
  maxBytes: number
}

export const httpLimits: HttpLimits = { timeoutMs: 10_000, maxBytes: 64 * 1024 }

/** No byte of the request has left: it is safe to try again. */
const unreachableCodes = new Set([
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['UND_ERR_CONNECT_TIMEOUT', 'CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ...['DEPTH_ZERO_SELF_SIGNED_CERT', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
])

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
  { timeoutMs, maxBytes }: HttpLimits,
): Promise<PostResult> {
  try {
    const reply = await fetch(url, {
      method: 'POST',
      ...content,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (reply.status !== 200) {
      await reply.body?.cancel()
      // ECPay's way to say that calls come too fast.
      if (reply.status === 403) return { type: 'stopped' }
      return { type: 'unknown', reason: `HTTP ${reply.status}` }
    }
    const body = await readBody(reply, maxBytes)
    return body ? { type: 'body', body } : { type: 'unknown', reason: 'the answer is too long' }
  } catch (error) {
    const code = codeOf(error)
    const type = unreachableCodes.has(code) ? 'unreachable' : 'unknown'
    return { type, reason: code }
  }
}

/** Undefined for a body that is longer than allowed; what comes after it is not received. */
async function readBody(reply: Response, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of reply.body ?? []) {
    size += chunk.length
    if (size > maxBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Without the text of the error, which may name what was sent. */
function codeOf(error: unknown): string {
  const { name, cause } = error as { name?: unknown; cause?: { code?: unknown } }
  return String(cause?.code ?? name ?? 'error')
}
