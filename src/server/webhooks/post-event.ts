import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { privateAddress, publicConnection } from '../http/public-hosts.ts'
import { signedHeaders } from './sign.ts'
import type { WebhookReach } from './webhook-url.ts'

const timeoutMs = 10_000
/** Of the answer, for the log. */
const keptBytes = 1_000

/** The outcome of one attempt. */
export interface Attempt {
  isTaken: boolean
  /** Of the answer; absent: there was none, and `error` says why. */
  status?: number
  answer?: string
  error?: string
  milliseconds: number
}

/** Sends one event; it throws nothing. A redirect is a failure, and is not followed. */
export async function postEvent(
  { url, secret }: { url: string; secret: Buffer },
  { messageId, body }: { messageId: string; body: string },
  reach: WebhookReach,
): Promise<Attempt> {
  const startedAt = performance.now()
  const at = Math.floor(Date.now() / 1_000)
  const headers = signedHeaders(secret, { id: messageId, at, body })
  const took = () => Math.round(performance.now() - startedAt)
  try {
    const { status, answer } = await post(new URL(url), { headers, body }, reach)
    return { isTaken: status >= 200 && status < 300, status, answer, milliseconds: took() }
  } catch (error) {
    return { isTaken: false, error: reasonOf(error), milliseconds: took() }
  }
}

async function post(
  url: URL,
  { headers, body }: { headers: Record<string, string>; body: string },
  reach: WebhookReach,
): Promise<{ status: number; answer: string }> {
  const connection = publicConnection(url, reach)
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? requestHttps : requestHttp
    const request = send(url, {
      method: 'POST',
      ...connection,
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        ...headers,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'MinMin-Webhook/1',
      },
    })
    request.on('error', reject)
    request.on('response', (response) => {
      const chunks: Buffer[] = []
      let size = 0
      const finish = () => {
        const text = Buffer.concat(chunks).subarray(0, keptBytes).toString('utf8')
        resolve({ status: response.statusCode ?? 0, answer: printable(text) })
        request.destroy()
      }
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        size += chunk.length
        if (size >= keptBytes) finish()
      })
      response.on('end', finish)
      response.on('error', reject)
    })
    request.end(body)
  })
}

/** PostgreSQL keeps no NUL, and a screen shows no other control. */
function printable(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ').trim()
}

const reasons: Record<string, string> = {
  [privateAddress]: '網址指向內部網路，不會連線',
  ENOTFOUND: '找不到主機',
  EAI_AGAIN: '暫時查不到主機',
  ECONNREFUSED: '主機拒絕連線',
  ECONNRESET: '連線被中斷',
  CERT_HAS_EXPIRED: '主機的憑證已過期',
  DEPTH_ZERO_SELF_SIGNED_CERT: '主機的憑證不受信任',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: '主機的憑證不受信任',
  ERR_TLS_CERT_ALTNAME_INVALID: '主機的憑證不是這個網址的',
}

function reasonOf(error: unknown): string {
  const { name, code } = error as { name?: string; code?: unknown }
  if (name === 'AbortError' || name === 'TimeoutError') return '十秒內沒有回應'
  return reasons[String(code)] ?? `連線失敗（${String(code ?? name)}）`
}
