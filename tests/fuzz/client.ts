import { Pool } from 'undici'
import { type FuzzCase, resolved, type Targets } from './fuzz-case.ts'
import { identityOf } from './identities.ts'

export interface Answer {
  /** 0 when the connection ended without one. */
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

/** Speaks to one server over connections that stay open. */
export class Client {
  readonly #pool: Pool

  constructor(address: string, connections: number) {
    this.#pool = new Pool(address, { connections, pipelining: 1, headersTimeout: 30_000 })
  }

  async send(request: FuzzCase, targets: Targets, number: number): Promise<Answer> {
    const identity = identityOf(request.identity)
    const headers: Record<string, string> = {
      ...request.headers,
      'x-forwarded-for': networkOf(number),
    }
    for (const [name, value] of Object.entries(identity.headers)) {
      headers[name] = resolved(value, targets)
    }
    const url = withQuery(request.url, 'query' in identity ? identity.query : undefined)
    return this.exchange({
      method: request.method,
      path: resolved(url, targets),
      headers,
      ...(request.body !== undefined && { body: bytesOf(request, targets) }),
    })
  }

  async exchange(call: {
    method: string
    path: string
    headers?: Record<string, string>
    body?: string | Buffer
  }): Promise<Answer> {
    try {
      const { statusCode, headers, body } = await this.#pool.request({
        ...call,
        // The pool knows the methods of its own type only; the server is to know more.
        method: call.method as 'GET',
      })
      return { status: statusCode, headers, text: await body.text() }
    } catch (error) {
      return { status: 0, headers: {}, text: String(error) }
    }
  }

  close(): Promise<void> {
    return this.#pool.destroy()
  }
}

function bytesOf(request: FuzzCase, targets: Targets): Buffer {
  const text = request.body ?? ''
  return request.isRaw ? Buffer.from(text, 'latin1') : Buffer.from(resolved(text, targets))
}

function withQuery(url: string, query: string | undefined): string {
  if (query === undefined) return url
  return `${url}${url.includes('?') ? '&' : '?'}${query}`
}

/** Limits count by network: requests come from many networks, by the header of a trusted proxy. */
function networkOf(number: number): string {
  return `10.${(number >> 22) & 255}.${(number >> 14) & 255}.${(number >> 6) & 255}`
}

/**
 * A transient failure: too busy, or the connection was closed before the refusal of a body arrived.
 */
export function passesByItself({ status, headers }: Answer): boolean {
  return status === 0 || (status === 503 && headers['retry-after'] !== undefined)
}
