import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { privateAddress, publicConnection } from './public-hosts.ts'

/** `passing`: it may succeed later. */
export type FetchFailure = { type: 'refused' | 'passing'; reason: string }
export type FetchReply = { type: 'reply'; contentType: string; body: Buffer }

interface FetchLimits {
  /** Of the whole, redirects included, in milliseconds. */
  timeoutMs: number
  maxBytes: number
  /** For tests alone: addresses of this machine and its networks, on any port. */
  allowsPrivate?: boolean
}

const maxRedirects = 3
const ports = new Set(['', '80', '443'])

/**
 * Reads an address that somebody else wrote. Names are resolved once, and the connection goes to an
 * address that was judged: a name that stands for a private one, at first or after a redirect, is
 * refused. It throws nothing.
 */
export async function fetchPublic(
  address: string,
  limits: FetchLimits,
): Promise<FetchReply | FetchFailure> {
  const signal = AbortSignal.timeout(limits.timeoutMs)
  let url = address
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const reply = await fetchOnce(url, limits, signal).catch(failureOf)
    if (!('location' in reply)) return reply
    if (!URL.canParse(reply.location, url)) return { type: 'refused', reason: '轉址有誤' }
    url = new URL(reply.location, url).href
  }
  return { type: 'refused', reason: '轉址次數過多' }
}

function fetchOnce(
  address: string,
  { maxBytes, allowsPrivate = false }: FetchLimits,
  signal: AbortSignal,
): Promise<FetchReply | FetchFailure | { location: string }> {
  const url = URL.canParse(address) ? new URL(address) : undefined
  const refused = url ? refusalOf(url, allowsPrivate) : '網址有誤'
  if (!url || refused) return Promise.resolve({ type: 'refused', reason: refused ?? '網址有誤' })
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve) => {
    const fail = (error: NodeJS.ErrnoException) => resolve(failureOf(error))
    const call = request(url, {
      ...publicConnection(url, { allowsPrivate }),
      headers: { accept: 'image/*', 'accept-encoding': 'identity', 'user-agent': 'MinMin' },
      signal,
    })
    call.on('error', fail)
    call.on('response', (response) => {
      const { statusCode: status = 0, headers } = response
      if (status >= 300 && status < 400 && headers.location) {
        response.destroy()
        return resolve({ location: headers.location })
      }
      if (status !== 200) {
        response.destroy()
        const type = status >= 500 || status === 429 ? 'passing' : 'refused'
        return resolve({ type, reason: `對方回應 ${status}` })
      }
      const chunks: Buffer[] = []
      let size = 0
      response.on('error', fail)
      response.on('data', (chunk: Buffer) => {
        size += chunk.length
        chunks.push(chunk)
        if (size <= maxBytes) return
        response.destroy()
        resolve({ type: 'refused', reason: '檔案過大' })
      })
      response.on('end', () => {
        const contentType = headers['content-type'] ?? ''
        resolve({ type: 'reply', contentType, body: Buffer.concat(chunks) })
      })
      return undefined
    })
    call.end()
  })
}

function refusalOf(url: URL, allowsPrivate: boolean): string | undefined {
  if (!/^https?:$/.test(url.protocol)) return '網址有誤'
  if (url.username !== '' || url.password !== '') return '網址不可含有帳號或密碼'
  return allowsPrivate || ports.has(url.port) ? undefined : '網址的連接埠不是 80 或 443'
}

function failureOf({ code, name }: NodeJS.ErrnoException): FetchFailure {
  if (code === privateAddress) return { type: 'refused', reason: '網址在內部網路' }
  if (code === 'ENOTFOUND') return { type: 'refused', reason: '找不到這個網址' }
  if (name === 'AbortError' || name === 'TimeoutError')
    return { type: 'passing', reason: '對方太久沒有回應' }
  return { type: 'passing', reason: '無法連線' }
}
