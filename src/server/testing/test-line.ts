import { channels } from '../../../gateway/line/channels.ts'
import { defaultSwitches } from '../../../gateway/line/switches.ts'
import { type RunningGateway, startGateway } from '../../../gateway/start-gateway.ts'
import { openTestShop, type TestShop, type Visitor } from './test-shop.ts'

const callback = '/v2/identity/line/callback'

/** The answer of a person on the page of LINE. */
interface Decision {
  /** 0: 王大明, with an e-mail; 1: 陳小姐, without; 2: Tony Lin, with. */
  person?: number
  decision?: 'agree' | 'refuse'
  email?: boolean
}

export interface LineShop extends TestShop {
  gateway: RunningGateway
  /** Leads a browser to LINE: the address there. */
  start(browser: Visitor, query?: string): Promise<string>
  /** Decides there: the address that LINE leads back to. */
  decide(address: string, decision?: Decision): Promise<string>
  /** Comes back: what the page of the shop is told. */
  comeBack(browser: Visitor, address: string): Promise<URLSearchParams>
  /** The whole way to the code that the page exchanges. */
  codeOf(browser: Visitor, decision?: Decision, query?: string): Promise<string>
  /** Exchanges a code, or with `fields` more, as the SDK does. */
  exchange(browser: Visitor, code: string, fields?: object): Promise<IdpReply>
  /** A browser that has signed in by LINE, with the session. */
  signIn(decision?: Decision): Promise<LineMember>
  call(name: string, fields: object, browser?: Visitor): Promise<IdpReply>
}

interface IdpReply {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests look into replies of every shape
  body: any
  /** The code of a refusal, without its explanation. */
  code: string | undefined
}

export interface LineMember extends Visitor {
  uid: string
  idToken: string
  refreshToken: string
  isNewUser: boolean
}

/** A whole shop whose members sign in by the LINE of a gateway on this machine. */
export async function openLineShop(
  options: Parameters<typeof openTestShop>[0] = {},
): Promise<LineShop> {
  const gateway = await startGateway()
  const shop = await openTestShop({
    ...options,
    env: {
      LINE_LOGIN_CHANNEL_ID: channels.login.id,
      LINE_LOGIN_CHANNEL_SECRET: channels.login.secret,
      LINE_URL: gateway.address,
      IDENTITY_LIMITS: '1000',
      ...options.env,
    },
  })
  gateway.gateway.line.switches.callbackUrl = `http://shop.test${callback}`

  const lineShop: LineShop = {
    ...shop,
    gateway,
    async start(browser, query = '') {
      const reply = await browser.inject(`/v2/identity/line/start${query}`)
      if (reply.statusCode !== 303) throw new Error(`${reply.statusCode}: ${reply.body}`)
      return String(reply.headers.location)
    },
    async decide(address, { person = 0, decision = 'agree', email = true } = {}) {
      const body = new URLSearchParams({
        query: address.split('?')[1] ?? '',
        person: gateway.gateway.line.people[person]?.id ?? '',
        decision,
        email: String(email),
      })
      const back = await fetch(`${gateway.address}/line/authorize`, {
        method: 'POST',
        body,
        redirect: 'manual',
      })
      return (back.headers.get('location') ?? '').replace('http://shop.test', '')
    },
    async comeBack(browser, address) {
      const reply = await browser.inject(address)
      return new URLSearchParams(String(reply.headers.location).split('?')[1])
    },
    async codeOf(browser, decision, query) {
      const address = await lineShop.decide(await lineShop.start(browser, query), decision)
      const told = await lineShop.comeBack(browser, address)
      const code = told.get('lineCode')
      if (code === null) throw new Error(`no code: ${told}`)
      return code
    },
    exchange: (browser, code, fields = {}) =>
      lineShop.call(
        'signInWithIdp',
        {
          postBody: new URLSearchParams({ access_token: code, providerId: 'oidc.line' }).toString(),
          requestUri: 'http://shop.test',
          returnSecureToken: true,
          ...fields,
        },
        browser,
      ),
    async signIn(decision) {
      const browser = shop.guest()
      const { status, body } = await lineShop.exchange(
        browser,
        await lineShop.codeOf(browser, decision),
      )
      if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`)
      const { localId: uid, idToken, refreshToken, isNewUser } = body
      browser.token = idToken
      return Object.assign(browser, { uid, idToken, refreshToken, isNewUser })
    },
    async call(name, payload, browser = shop.guest()) {
      const reply = await browser.inject({
        method: 'POST',
        url: `/identitytoolkit.googleapis.com/v1/accounts:${name}?key=minmin`,
        payload,
      })
      const isJson = String(reply.headers['content-type']).includes('json')
      const body = isJson ? reply.json() : reply.body
      const code = isJson ? body.error?.message?.split(' : ')[0] : undefined
      return { status: reply.statusCode, body, code }
    },
    async close() {
      await shop.close()
      await gateway.close()
    },
  }
  return lineShop
}

/** The switches of LINE as at the start. */
export function resetLine({ gateway }: LineShop): void {
  const { switches } = gateway.gateway.line
  Object.assign(switches, { ...defaultSwitches, callbackUrl: switches.callbackUrl })
}
