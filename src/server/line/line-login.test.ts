import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { issueIdToken } from '../../../gateway/line/login/id-token.ts'
import { defaultSwitches } from '../../../gateway/line/switches.ts'
import { type RunningGateway, startGateway } from '../../../gateway/start-gateway.ts'
import { freePort } from '../testing/free-port.ts'
import { createLineLogin, createLoginSecrets, type LoginSecrets } from './line-login.ts'

const channel = { channelId: '2007000001', channelSecret: '5d0c9a4f3b1e4d6c8a7f2b1c0d9e8f70' }
const redirectUri = 'http://localhost:3000/v2/identity/line/callback'

/** An address that nobody listens at. */
const nowhere = async () => `http://127.0.0.1:${await freePort()}`

let running: RunningGateway
beforeAll(async () => {
  running = await startGateway()
})
beforeEach(() => {
  Object.assign(running.gateway.line.switches, defaultSwitches)
})
afterAll(() => running.close())

const urls = () => ({ access: running.address, api: running.address })
const client = (more: Partial<typeof channel> = {}, timeoutMs = 10_000) =>
  createLineLogin({ ...channel, ...more }, urls(), { limits: { timeoutMs, maxBytes: 64 * 1024 } })

interface Decision {
  index?: number
  decision?: 'agree' | 'refuse'
  email?: boolean
}

/** The browser goes to LINE, somebody decides, and the browser comes back with these parameters. */
async function decide(
  secrets: LoginSecrets,
  { index = 0, decision = 'agree', email = true }: Decision = {},
) {
  const url = client().authorizeUrl(secrets, { redirectUri })
  const page = await fetch(url)
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('同意')])
  const query = url.split('?')[1] ?? ''
  const person = running.gateway.line.people[index]?.id ?? ''
  const body = new URLSearchParams({ query, person, decision, email: String(email) })
  const back = await fetch(`${running.address}/line/authorize`, {
    method: 'POST',
    body,
    redirect: 'manual',
  })
  return new URL(back.headers.get('location') ?? '').searchParams
}

async function exchange(options: Decision = {}, login = client()) {
  const secrets = createLoginSecrets()
  const back = await decide(secrets, options)
  expect(back.get('state')).toBe(secrets.state)
  return login.exchange(back.get('code') ?? '', secrets, redirectUri)
}

async function personOf(index = 0) {
  const result = await exchange({ index })
  if (result.type !== 'person') throw new Error(JSON.stringify(result))
  return result
}

it.each(['HS256', 'ES256'] as const)(
  'finds out who has agreed, by a token of %s',
  async (algorithm) => {
    running.gateway.line.switches.algorithm = algorithm
    const [ming, chen] = running.gateway.line.people
    expect(await exchange()).toMatchObject({
      type: 'person',
      person: { subject: ming?.id, name: '王大明', email: 'ming@line.example' },
    })
    const without = await personOf(1)
    expect(without.person).toEqual({ subject: chen?.id, name: '陳小姐 🌸' })
    const kept = await exchange({ index: 2, email: false })
    expect(kept).toMatchObject({ person: { name: 'Tony Lin' } })
    expect(kept).not.toHaveProperty('person.email')
  },
)

it('comes back without a code when somebody refuses', async () => {
  const back = await decide(createLoginSecrets(), { decision: 'refuse' })
  expect([back.get('error'), back.get('code')]).toEqual(['access_denied', null])
})

it('takes a code once, and with its own verifier, address and secret alone', async () => {
  const secrets = createLoginSecrets()
  const codeOf = async () => (await decide(secrets)).get('code') ?? ''
  const code = await codeOf()
  const login = client()
  expect((await login.exchange(code, secrets, redirectUri)).type).toBe('person')
  const others = [
    await login.exchange(code, secrets, redirectUri),
    await login.exchange(
      await codeOf(),
      { ...secrets, codeVerifier: createLoginSecrets().codeVerifier },
      redirectUri,
    ),
    await login.exchange(await codeOf(), secrets, `${redirectUri}/other`),
    await client({ channelSecret: 'guessed' }).exchange(await codeOf(), secrets, redirectUri),
  ]
  for (const other of others) expect(other).toMatchObject({ type: 'refused', status: 400 })
})

it.each([
  'wrong-signature',
  'unsigned',
  'expired',
  'other-nonce',
  'other-audience',
  'other-issuer',
] as const)('believes no id token that is %s', async (idToken) => {
  Object.assign(running.gateway.line.switches, { idToken })
  expect(await exchange()).toMatchObject({
    type: 'refused',
    reason: expect.stringMatching(/^id token: /),
  })
  Object.assign(running.gateway.line.switches, { algorithm: 'ES256' })
  expect(await exchange()).toMatchObject({
    type: 'refused',
    reason: expect.stringMatching(/^id token: /),
  })
})

it('believes no token that names a key of LINE and is signed with something else', async () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const now = Math.floor(Date.now() / 1000)
  const { kid } = running.gateway.line.login.keys
  const sub = running.gateway.line.people[0]?.id
  const claims = {
    iss: 'https://access.line.me',
    aud: channel.channelId,
    sub,
    iat: now,
    exp: now + 600,
  }
  const forged = (header: object, key: string) => {
    const text = `${part(header)}.${part(claims)}`
    return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`
  }
  const login = client()
  for (const token of [
    // LINE gives such a token to our server alone.
    forged({ alg: 'HS256' }, channel.channelSecret),
    forged({ alg: 'ES256', kid }, channel.channelSecret),
    forged({ alg: 'HS256', kid }, kid),
    forged({ alg: 'HS512' }, channel.channelSecret),
    'x'.repeat(9000),
    'a.b.c',
    '',
  ]) {
    expect(await login.readIdToken(token)).toMatchObject({ type: 'refused' })
  }
})

it('says nothing of a token while the keys of LINE cannot be read', async () => {
  const { line } = running.gateway
  const [person] = line.people
  if (!person) throw new Error('nobody')
  line.switches.algorithm = 'ES256'
  const token = issueIdToken(line, person, {
    ...{ personId: person.id, scopes: ['openid'], redirectUri, authorisedAt: new Date() },
  })
  line.switches.login = 'error'
  expect(await client().readIdToken(token)).toMatchObject({ type: 'unknown' })
  line.switches.login = 'none'
  expect(await client().readIdToken(token)).toMatchObject({ type: 'person' })
})

it('knows friends, and gives back what a person has agreed to', async () => {
  const { accessToken } = await personOf(0)
  const login = client()
  expect(await login.isFriend(accessToken)).toEqual({ type: 'friendship', isFriend: true })
  expect(await login.isFriend((await personOf(1)).accessToken)).toMatchObject({ isFriend: false })
  expect(await login.deauthorize(accessToken)).toEqual({ type: 'done' })
  expect(await login.isFriend(accessToken)).toMatchObject({ type: 'refused', status: 401 })
  expect(await login.deauthorize(accessToken)).toMatchObject({ type: 'refused', status: 400 })
})

it.each([
  ['error', { type: 'unknown', reason: 'HTTP 500' }],
  ['html', { type: 'unknown', reason: 'no JSON' }],
  ['limited', { type: 'limited' }],
  ['lost', { type: 'unknown' }],
  ['away', { type: 'unknown' }],
] as const)('throws nothing when LINE answers with the fault %s', async (fault, expected) => {
  const secrets = createLoginSecrets()
  const code = (await decide(secrets)).get('code') ?? ''
  running.gateway.line.switches.login = fault
  expect(await client().exchange(code, secrets, redirectUri)).toMatchObject(expected)
})

it('ends a call that takes too long, and says so when nobody answers', async () => {
  const secrets = createLoginSecrets()
  const code = (await decide(secrets)).get('code') ?? ''
  running.gateway.line.switches.login = 'delayed'
  running.gateway.line.switches.delayMs = 600_000
  expect(await client({}, 200).exchange(code, secrets, redirectUri)).toEqual({
    type: 'unknown',
    reason: 'TimeoutError',
  })
  const nobody = createLineLogin(channel, {
    access: await nowhere(),
    api: await nowhere(),
  })
  expect(await nobody.exchange(code, secrets, redirectUri)).toMatchObject({ type: 'unreachable' })
})
