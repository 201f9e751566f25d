import { setTimeout as delay } from 'node:timers/promises'
import { type Answer, type Client, passesByItself } from './client.ts'
import { shopPrefix } from './document.ts'

export interface Caller {
  token?: string
  cookie?: string
}

interface Call {
  data?: unknown
  body?: unknown
}

/** A valid call with a known answer; any other answer is a finding. */
export class UnexpectedAnswer extends Error {
  override name = 'UnexpectedAnswer'
}

// biome-ignore lint/suspicious/noExplicitAny: replies of every shape are looked into
export type Reply = any

/** Calls the shop as its web does, and expects one status. */
export class WorldCalls {
  readonly #client: Client
  calls = 0

  constructor(client: Client) {
    this.#client = client
  }

  async call(
    method: string,
    path: string,
    caller: Caller = {},
    { data, body }: Call = {},
    expected: number = 200,
  ): Promise<Reply> {
    this.calls += 1
    const sent = data === undefined ? body : { data }
    const whole = path.startsWith('//') ? path.slice(1) : `${shopPrefix}${path}`
    const answer = await this.#untilAnswered({
      method,
      path: whole,
      headers: {
        'x-forwarded-for': whole === '/v2/admin/signin' ? this.#office() : this.#network(),
        ...(caller.token !== undefined && { authorization: caller.token }),
        ...(caller.cookie !== undefined && { cookie: caller.cookie }),
        ...(sent !== undefined && { 'content-type': 'application/json' }),
      },
      ...(sent !== undefined && { body: JSON.stringify(sent) }),
    })
    if (answer.status !== expected) {
      const excerpt = answer.text.slice(0, 300)
      throw new UnexpectedAnswer(
        `${method} ${whole}: ${answer.status}, not ${expected}: ${excerpt}`,
      )
    }
    return JSON.parse(answer.text)
  }

  #network(): string {
    return `192.168.${(this.calls >> 14) & 255}.${(this.calls >> 6) & 255}`
  }

  /** Within a /48 that the staff has signed in from before: guesses elsewhere slow nothing there. */
  #office(): string {
    return `2001:db8:1:${(this.calls & 0xffff).toString(16)}::1`
  }

  async #untilAnswered(call: Parameters<Client['exchange']>[0]): Promise<Answer> {
    for (let attempt = 1; ; attempt++) {
      const answer = await this.#client.exchange(call)
      if (!passesByItself(answer) || attempt === 6) return answer
      await delay(250 * attempt)
    }
  }

  /** Calls the identity provider. */
  provider(name: string, fields: object): Promise<Reply> {
    const path = `//identitytoolkit.googleapis.com/v1/accounts:${name}?key=minmin`
    return this.call('POST', path, {}, { body: fields })
  }
}
