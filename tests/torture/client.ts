import { Agent, request } from 'node:http'

export interface ListedProduct {
  id: string
  price: number
  stock_level?: string
  variants?: { id: string; price: number; stock_level?: string }[]
}

export interface Answer {
  /** 0: no answer came. */
  status: number
  /** The error code without an answer: ECONNREFUSED, ECONNRESET, ... */
  failure: string
  body: {
    success?: boolean
    message?: unknown
    orderId?: string
    total?: number
    products?: ListedProduct[]
    idToken?: string
  }
  cookie: string
}

export interface Call {
  method: string
  path: string
  body?: unknown
  headers?: Record<string, string>
}

const requestTimeoutMs = 15_000

/** One keep-alive connection to the shop, as a browser tab would have it. */
export class Client {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })
  readonly address: string

  constructor(address: string) {
    this.address = address
  }

  send({ method, path, body, headers }: Call): Promise<Answer> {
    const payload = body === undefined ? undefined : JSON.stringify(body)
    return new Promise((resolve) => {
      const fail = (error: NodeJS.ErrnoException) =>
        resolve({ status: 0, failure: error.code ?? error.message, body: {}, cookie: '' })
      const outgoing = request(
        `${this.address}${path}`,
        {
          method,
          agent: this.#agent,
          signal: AbortSignal.timeout(requestTimeoutMs),
          headers: {
            ...headers,
            ...(payload !== undefined && {
              'content-type': 'application/json',
              'content-length': String(Buffer.byteLength(payload)),
            }),
          },
        },
        (incoming) => {
          let text = ''
          incoming.setEncoding('utf8')
          incoming.on('data', (piece: string) => {
            text += piece
          })
          incoming.on('error', fail)
          incoming.on('end', () => {
            const cookie = incoming.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
            const status = incoming.statusCode ?? 0
            resolve({ status, failure: '', body: parsed(text), cookie })
          })
        },
      )
      outgoing.on('error', fail)
      outgoing.end(payload)
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}

function parsed(text: string): Answer['body'] {
  try {
    return JSON.parse(text) as Answer['body']
  } catch {
    return {}
  }
}
