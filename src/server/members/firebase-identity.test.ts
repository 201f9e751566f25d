import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ShopError } from '../http/shop-error.ts'
import { testConfig } from '../testing/test-config.ts'
import { createIdentity, type Identity } from './identity.ts'

type Key = Awaited<ReturnType<typeof generateKeyPair>>

/** Stands for Google's address of the keys. */
interface KeyServer {
  keys: JWK[]
  requests: number
  server: Server
  url: string
}

let pair: Key
let other: Key
let google: KeyServer
let identity: Identity
beforeAll(async () => {
  pair = await generateKeyPair('RS256', { extractable: true })
  other = await generateKeyPair('RS256', { extractable: true })
})
beforeEach(async () => {
  google = await openKeyServer()
  google.keys = [await publicJwk(pair, 'google-1')]
  identity = open()
})
afterEach(async () => {
  vi.useRealTimers()
  await identity.close()
  google.server.closeAllConnections()
  google.server.close()
})

function open(): Identity {
  const config = testConfig({
    FIREBASE_PROJECT_ID: 'minmin-shop',
    FIREBASE_API_KEY: 'AIza-test',
    FIREBASE_KEYS_URL: google.url,
  })
  // This provider uses no database and sends no jobs.
  return createIdentity({ config, jobs: undefined as never, database: undefined as never })
}

async function publicJwk({ publicKey }: Key, kid: string): Promise<JWK> {
  return { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' }
}

async function openKeyServer(): Promise<KeyServer> {
  const state = { keys: [] as JWK[], requests: 0 }
  const server = createServer((_, response) => {
    state.requests++
    response.setHeader('Content-Type', 'application/json')
    response.end(JSON.stringify({ keys: state.keys }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return Object.assign(state, { server, url: `http://127.0.0.1:${port}/keys` })
}

function sign(claims: object = {}, options: { key?: Key; header?: object } = {}) {
  const now = Math.floor(Date.now() / 1000)
  return new SignJWT({
    iss: 'https://securetoken.google.com/minmin-shop',
    aud: 'minmin-shop',
    sub: 'firebase-uid',
    iat: now,
    auth_time: now,
    exp: now + 3600,
    email: 'ming@example.com',
    ...claims,
  })
    .setProtectedHeader({ alg: 'RS256', kid: 'google-1', ...options.header })
    .sign((options.key ?? pair).privateKey)
}

test('C6 a token of the project is accepted, and the keys are asked for once', async () => {
  for (let index = 0; index < 5; index++) {
    expect(await identity.verifyMember(await sign())).toEqual({
      uid: 'firebase-uid',
      email: 'ming@example.com',
      isEmailVerified: false,
      signedInAt: expect.any(Number),
    })
  }
  expect(await identity.verifyMember(await sign({ email: undefined }))).toEqual({
    uid: 'firebase-uid',
    email: null,
    isEmailVerified: false,
    signedInAt: expect.any(Number),
  })
  expect(await identity.verifyMember(await sign({ email_verified: true }))).toMatchObject({
    isEmailVerified: true,
  })
  expect(await identity.verifyMember(await sign({ email_verified: 'true' }))).toMatchObject({
    isEmailVerified: false,
  })
  expect(google.requests).toBe(1)
})

const now = () => Math.floor(Date.now() / 1000)

test.each<[string, () => object]>([
  ['of another project', () => ({ aud: 'other' })],
  ['of another issuer', () => ({ iss: 'https://securetoken.google.com/other' })],
  ['of our own provider', () => ({ iss: 'urn:minmin:identity', aud: 'minmin' })],
  ['that has expired', () => ({ exp: now() - 120 })],
  ['issued in the future', () => ({ iat: now() + 600 })],
  ['proved in the future', () => ({ auth_time: now() + 600 })],
  ['never proved', () => ({ auth_time: undefined })],
  ['of nobody', () => ({ sub: '' })],
  ['whose subject is a list', () => ({ sub: ['firebase-uid'] })],
])('C6 a token %s is refused', async (_, claims) => {
  expect(await identity.verifyMember(await sign(claims()))).toBeNull()
})

test('C6 a token of another key is refused, also under the id of a known one or none', async () => {
  for (const header of [{}, { kid: 'google-2' }, { kid: undefined }]) {
    expect(await identity.verifyMember(await sign({}, { key: other, header }))).toBeNull()
  }
  expect(await identity.verifyMember(await sign({}, { header: { kid: undefined } }))).toBeNull()
  const good = await sign()
  const [header, payload] = good.split('.')
  const none = Buffer.from('{"alg":"none","kid":"google-1"}').toString('base64url')
  for (const token of [`${none}.${payload}.`, `${header}.${payload}.`, `${good}x`, 'x', '', '..']) {
    expect(await identity.verifyMember(token), token).toBeNull()
  }
  expect(await identity.verifyMember(await sign({ padding: 'x'.repeat(10_000) }))).toBeNull()
})

test('C6 clocks may differ by a minute', async () => {
  for (const claims of [{ exp: now() - 40 }, { iat: now() + 40 }, { auth_time: now() + 40 }]) {
    expect(await identity.verifyMember(await sign(claims))).not.toBeNull()
  }
})

test('C6 a key that Google has added is asked for', async () => {
  await identity.verifyMember(await sign())
  google.keys.push(await publicJwk(other, 'google-2'))
  const token = await sign({}, { key: other, header: { kid: 'google-2' } })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 })
  expect(await identity.verifyMember(token)).toMatchObject({ uid: 'firebase-uid' })
  // Unknown key ids do not cause a request each.
  for (let index = 0; index < 20; index++) {
    const forged = await sign({}, { key: other, header: { kid: `invented-${index}` } })
    expect(await identity.verifyMember(forged)).toBeNull()
  }
  expect(google.requests).toBe(2)
})

test('C13 while the keys cannot be had, nobody is told that a token does not hold', async () => {
  google.server.closeAllConnections()
  google.server.close()
  const refused = identity.verifyMember(await sign())
  await expect(refused).rejects.toBeInstanceOf(ShopError)
  await expect(refused).rejects.toMatchObject({ status: 503, retryAfter: 5 })
})

test('C13 an address that gives no keys says nothing about a token', async () => {
  google.keys = 'none' as never
  await expect(identity.verifyMember(await sign())).rejects.toMatchObject({ status: 503 })
})

test('C10 the own provider is off', async () => {
  const app = Fastify()
  await identity.routes(app)
  await identity.start()
  for (const url of [
    '/identitytoolkit.googleapis.com/v1/accounts:signUp?key=minmin',
    '/securetoken.googleapis.com/v1/token?key=minmin',
    '/.well-known/jwks.json',
  ]) {
    expect((await app.inject({ method: 'POST', url })).statusCode).toBe(404)
    expect((await app.inject({ method: 'GET', url })).statusCode).toBe(404)
  }
  await app.close()
})
