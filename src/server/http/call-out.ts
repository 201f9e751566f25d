/** No answer: nothing was sent, or it may have arrived. */
export type CallFailure =
  | { type: 'unreachable'; reason: string }
  | { type: 'unknown'; reason: string }

export interface CallLimits {
  timeoutMs: number
  maxBytes: number
}

export interface CallReply {
  type: 'reply'
  status: number
  headers: Headers
  body: Buffer
}

/** No byte of the request has left: it is safe to try again. */
const unreachableCodes = new Set([
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['UND_ERR_CONNECT_TIMEOUT', 'CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ...['DEPTH_ZERO_SELF_SIGNED_CERT', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
])

/** Calls somebody else's service. It throws nothing, and a redirect is no answer. */
export async function callOut(
  url: string,
  request: RequestInit,
  { timeoutMs, maxBytes }: CallLimits,
): Promise<CallReply | CallFailure> {
  try {
    const reply = await fetch(url, {
      ...request,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const { status, headers } = reply
    const body = await readBody(reply, maxBytes)
    if (!body) return { type: 'unknown', reason: 'the answer is too long' }
    return { type: 'reply', status, headers, body }
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
