import { createHash, createHmac, randomUUID } from 'node:crypto'

/** The channels as the console tells them. */
const login = { client_id: '2007000001', client_secret: '5d0c9a4f3b1e4d6c8a7f2b1c0d9e8f70' }
const token = 'try-out+token/of+the+official+account=='
const pay = { id: '1656000003', secret: 'a917ab6a2367b536f8e5a6e2977e06f4' }

const redirectUri = 'http://localhost:3000/back'
const verifier = 'a-verifier-of-more-than-forty-three-signs-0123456789'

interface Reply {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came.
  json: any
}

/** A client of LINE as a stranger to the gateway would write it: addresses and signing are its own. */
export class LineClient {
  readonly #address: () => string

  constructor(address: () => string) {
    this.#address = address
  }

  async send(path: string, init: RequestInit = {}): Promise<Reply> {
    const reply = await fetch(`${this.#address()}${path}`, { redirect: 'manual', ...init })
    const text = await reply.text()
    let json: unknown
    try {
      json = JSON.parse(text)
    } catch {
      json = undefined
    }
    return { status: reply.status, headers: reply.headers, text, json }
  }

  form(path: string, fields: Record<string, string>): Promise<Reply> {
    return this.send(path, { method: 'POST', body: new URLSearchParams(fields) })
  }

  json(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Reply> {
    const method = 'POST'
    const type = { 'content-type': 'application/json' }
    return this.send(path, { method, body: JSON.stringify(body), headers: { ...type, ...headers } })
  }

  /** A button or switch of the console. */
  async press(path: string, body: object = {}): Promise<Reply> {
    return this.json(path, body)
  }

  authorizeQuery(changes: Record<string, string | undefined> = {}): string {
    const fields: Record<string, string | undefined> = {
      response_type: 'code',
      client_id: login.client_id,
      redirect_uri: redirectUri,
      state: 'the-state',
      scope: 'profile openid email',
      nonce: 'the-nonce',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...changes,
    }
    const given = Object.entries(fields).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    )
    return new URLSearchParams(given).toString()
  }

  /** Somebody decides on the page; gives the parameters with which the browser comes back. */
  async decide(
    person: string,
    { query = this.authorizeQuery(), ...more }: Record<string, string> = {},
  ): Promise<URLSearchParams> {
    const fields = { query, person, decision: 'agree', email: 'true', ...more }
    const { headers } = await this.form('/line/authorize', fields)
    return new URL(headers.get('location') ?? '').searchParams
  }

  exchange(code: string, changes: Record<string, string> = {}): Promise<Reply> {
    return this.form('/oauth2/v2.1/token', {
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      ...login,
      code_verifier: verifier,
      ...changes,
    })
  }

  bot(path: string, body?: object, headers: Record<string, string> = {}): Promise<Reply> {
    const authorization = { authorization: `Bearer ${token}` }
    if (!body) return this.send(path, { headers: { ...authorization, ...headers } })
    return this.json(path, body, { ...authorization, ...headers })
  }

  push(to: string, text = '成團了', retryKey: string | undefined = randomUUID()): Promise<Reply> {
    const headers: Record<string, string> = retryKey ? { 'x-line-retry-key': retryKey } : {}
    return this.bot('/v2/bot/message/push', { to, messages: [{ type: 'text', text }] }, headers)
  }

  async pay(
    method: 'GET' | 'POST',
    path: string,
    {
      body,
      query = '',
      nonce = randomUUID(),
    }: { body?: object; query?: string; nonce?: string } = {},
  ): Promise<Reply> {
    const text = method === 'POST' ? JSON.stringify(body ?? {}) : undefined
    const signed = `${pay.secret}${path}${text ?? query}${nonce}`
    return this.send(`${path}${query && `?${query}`}`, {
      method,
      headers: {
        'content-type': 'application/json',
        'x-line-channelid': pay.id,
        'x-line-authorization-nonce': nonce,
        'x-line-authorization': createHmac('sha256', pay.secret).update(signed).digest('base64'),
      },
      ...(text !== undefined && { body: text }),
    })
  }

  /** A request of NT$840 as it should be, with changes. */
  payRequest(changes: object = {}): object {
    return {
      amount: 840,
      currency: 'TWD',
      orderId: randomUUID(),
      packages: [
        {
          id: '1',
          amount: 840,
          products: [
            { name: '青瓷杯', quantity: 2, price: 360 },
            { name: '運費', quantity: 1, price: 120 },
          ],
        },
      ],
      redirectUrls: { confirmUrl: redirectUri, cancelUrl: 'http://localhost:3000/cancel' },
      ...changes,
    }
  }
}
