import { createHmac, createPublicKey, verify } from 'node:crypto'
import { expect, it } from 'vitest'
import { setUpLine } from '../testing/set-up-line.ts'

const test = setUpLine()
const { client } = test

const claimsOf = (token: string) =>
  token
    .split('.')
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()))

async function signIn(index = 0, fields: Record<string, string> = {}) {
  const back = await client.decide(test.person(index), fields)
  return (await client.exchange(back.get('code') ?? '')).json
}

it('asks on a page, and leads back with code and state', async () => {
  const page = await client.send(`/oauth2/v2.1/authorize?${client.authorizeQuery()}`)
  expect([page.status, page.text]).toEqual([200, expect.stringContaining('王大明：同意')])
  const back = await client.decide(test.person(0))
  expect([back.get('state'), back.get('code')]).toEqual(['the-state', expect.stringMatching(/./)])
  expect(back.has('friendship_status_changed')).toBe(false)
})

it.each([
  ['client_id', { client_id: '1' }],
  ['redirect_uri', { redirect_uri: 'https://shop.example/back' }],
  ['redirect_uri', { redirect_uri: undefined }],
  ['state', { state: undefined }],
])('stays on a page of its own without a right %s', async (name, changes) => {
  const page = await client.send(`/oauth2/v2.1/authorize?${client.authorizeQuery(changes)}`)
  expect([page.status, page.text]).toEqual([400, expect.stringContaining(`${name}：`)])
})

it.each([
  ['unsupported_response_type', { response_type: 'token' }],
  ['invalid_scope', { scope: 'profile friends' }],
  ['invalid_scope', { scope: 'profile email' }],
  ['invalid_request', { code_challenge_method: 'plain' }],
  ['invalid_request', { code_challenge: 'short' }],
  ['invalid_request', { bot_prompt: 'always' }],
])('leads back with %s for %j', async (error, changes) => {
  const { status, headers } = await client.send(
    `/oauth2/v2.1/authorize?${client.authorizeQuery(changes)}`,
  )
  const { searchParams } = new URL(headers.get('location') ?? '')
  expect([status, searchParams.get('error'), searchParams.get('state')]).toEqual([
    302,
    error,
    'the-state',
  ])
})

it('takes only the address that is registered, once there is one', async () => {
  await client.press('/line/settings', { callbackUrl: 'http://localhost:3000/back' })
  const answer = async (redirect_uri: string) =>
    (await client.send(`/oauth2/v2.1/authorize?${client.authorizeQuery({ redirect_uri })}`)).status
  expect(await answer('http://localhost:3000/back')).toBe(200)
  expect(await answer('http://localhost:3000/back?x=1')).toBe(400)
})

it('leads back with access_denied when somebody refuses', async () => {
  const back = await client.decide(test.person(2), { decision: 'refuse' })
  expect([back.get('error'), back.get('state'), back.get('code')]).toEqual([
    'access_denied',
    'the-state',
    null,
  ])
})

it('gives tokens for a code, and a token of HS256 that is signed with the secret', async () => {
  const tokens = await signIn()
  expect(tokens).toMatchObject({
    token_type: 'Bearer',
    expires_in: 2_592_000,
    scope: 'profile openid email',
  })
  const [header, claims] = claimsOf(tokens.id_token)
  expect(header).toEqual({ alg: 'HS256', typ: 'JWT' })
  expect(claims).toMatchObject({
    iss: 'https://access.line.me',
    aud: '2007000001',
    sub: test.person(0),
    nonce: 'the-nonce',
    name: '王大明',
    email: 'ming@line.example',
  })
  const [text = '', signature] = tokens.id_token.split(/\.(?=[^.]*$)/)
  const own = createHmac('sha256', '5d0c9a4f3b1e4d6c8a7f2b1c0d9e8f70')
    .update(text)
    .digest('base64url')
  expect(signature).toBe(own)
})

it('signs with a published key of ES256 when it is switched on', async () => {
  await client.press('/line/settings', { algorithm: 'ES256' })
  const { id_token } = await signIn()
  const [{ alg, kid }] = claimsOf(id_token)
  const { json } = await client.send('/oauth2/v2.1/certs')
  const jwk = json.keys.find((key: { kid: string }) => key.kid === kid)
  const [text = '', signature = ''] = id_token.split(/\.(?=[^.]*$)/)
  const key = {
    key: createPublicKey({ key: jwk, format: 'jwk' }),
    dsaEncoding: 'ieee-p1363' as const,
  }
  expect(alg).toBe('ES256')
  expect(verify('sha256', Buffer.from(text), key, Buffer.from(signature, 'base64url'))).toBe(true)
})

it('has no e-mail of who has none, or gives none', async () => {
  expect(claimsOf((await signIn(1)).id_token)[1]).not.toHaveProperty('email')
  expect(claimsOf((await signIn(2, { email: 'false' })).id_token)[1]).not.toHaveProperty('email')
  expect((await signIn(2, { email: 'false' })).scope).toBe('profile openid')
})

it('takes a code once, for ten minutes, with its address, verifier and secret', async () => {
  const codeOf = async () => (await client.decide(test.person(0))).get('code') ?? ''
  const code = await codeOf()
  expect((await client.exchange(code)).status).toBe(200)
  const refusals = [
    await client.exchange(code),
    await client.exchange(await codeOf(), { redirect_uri: 'http://localhost:3000/other' }),
    await client.exchange(await codeOf(), { code_verifier: `${'x'.repeat(50)}` }),
    await client.exchange(await codeOf(), { code_verifier: '' }),
  ]
  const late = await codeOf()
  await test.pass(11)
  refusals.push(await client.exchange(late))
  for (const { status, json } of refusals)
    expect([status, json.error]).toEqual([400, 'invalid_grant'])
  const stranger = await client.exchange(await codeOf(), { client_secret: 'guessed' })
  expect([stranger.status, stranger.json.error]).toEqual([400, 'invalid_client'])
})

it.each([
  ['wrong-signature', 'Invalid IdToken.'],
  ['unsigned', 'Invalid IdToken.'],
  ['expired', 'IdToken expired.'],
  ['other-nonce', 'Invalid IdToken Nonce.'],
  ['other-audience', 'Invalid IdToken Audience.'],
  ['other-issuer', 'Invalid IdToken Issuer.'],
])('gives an id token that is %s, which its own call refuses', async (idToken, description) => {
  const check = async (id_token: string) => {
    const fields = { id_token, client_id: '2007000001', nonce: 'the-nonce' }
    return (await client.form('/oauth2/v2.1/verify', fields)).json
  }
  expect((await check((await signIn()).id_token)).sub).toBe(test.person(0))
  await client.press('/line/settings', { idToken })
  expect((await check((await signIn()).id_token)).error_description).toBe(description)
})

it('tells profile and friendship by a token until it is revoked or given up', async () => {
  const { access_token: token } = await signIn(0)
  const headers = { authorization: `Bearer ${token}` }
  expect((await client.send('/v2/profile', { headers })).json).toEqual({
    userId: test.person(0),
    displayName: '王大明',
  })
  expect((await client.send('/friendship/v1/status', { headers })).json).toEqual({
    friendFlag: true,
  })
  await client.press(`/line/people/${test.person(0)}/block`)
  expect((await client.send('/friendship/v1/status', { headers })).json).toEqual({
    friendFlag: false,
  })

  const channel = { client_id: '2007000001', client_secret: '5d0c9a4f3b1e4d6c8a7f2b1c0d9e8f70' }
  await client.form('/oauth2/v2.1/revoke', { access_token: token, ...channel })
  expect((await client.send('/v2/profile', { headers })).status).toBe(401)

  const { access_token: other } = await signIn(0)
  const { json } = await client.form('/oauth2/v3/token', {
    grant_type: 'client_credentials',
    ...channel,
  })
  const given = { authorization: `Bearer ${json.access_token}` }
  expect((await client.json('/user/v1/deauthorize', { userAccessToken: other })).status).toBe(401)
  expect(
    (await client.json('/user/v1/deauthorize', { userAccessToken: other }, given)).status,
  ).toBe(204)
  expect(
    (await client.send('/v2/profile', { headers: { authorization: `Bearer ${other}` } })).status,
  ).toBe(401)
})

it('adds the official account on the way, where the page offers it', async () => {
  const query = client.authorizeQuery({ bot_prompt: 'normal' })
  const back = await client.decide(test.person(1), { query, friend: 'true' })
  expect(back.get('friendship_status_changed')).toBe('true')
  await test.line.webhooks.idle()
  expect(test.shop.received.map(({ body }) => JSON.parse(body).events[0].type)).toEqual(['follow'])
})

it('does what its switches say to the calls of the shop (faults)', async () => {
  const code = async () => (await client.decide(test.person(0))).get('code') ?? ''
  await client.press('/line/settings', { login: 'error' })
  expect((await client.exchange(await code())).status).toBe(500)
  await client.press('/line/settings', { login: 'html' })
  expect((await client.exchange(await code())).text).toContain('<!doctype')
  await client.press('/line/settings', { login: 'away' })
  const kept = await code()
  await expect(client.exchange(kept)).rejects.toThrow('fetch failed')
  await client.press('/line/settings', { login: 'lost' })
  await expect(client.exchange(kept)).rejects.toThrow('fetch failed')
  await client.press('/line/settings', { login: 'none' })
  expect((await client.exchange(kept)).json.error).toBe('invalid_grant')
})
