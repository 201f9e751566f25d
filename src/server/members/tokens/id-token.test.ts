import { createHmac, createPublicKey, generateKeyPairSync } from 'node:crypto'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { decodeJwt, decodeProtectedHeader, importJWK, type JWTPayload, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signingKeys } from '../../db/tables/members.ts'
import {
  openTestProvider,
  type TestMember,
  type TestProvider,
} from '../../testing/doubles/test-provider.ts'

let provider: TestProvider
let member: TestMember
let kid: string
let good: JWTPayload
let ownKey: Awaited<ReturnType<typeof importJWK>>
beforeAll(async () => {
  provider = await openTestProvider({ env: { IDENTITY_LIMITS: '10000' } })
  member = await provider.signUp()
  kid = decodeProtectedHeader(member.idToken).kid ?? ''
  good = decodeJwt(member.idToken)
  const [row] = await provider.database.db.select().from(signingKeys)
  ownKey = await importJWK(row?.privateJwk ?? {}, 'RS256')
})
afterAll(() => provider.close())

/** Signed with the provider's own key: only its claims can be wrong. */
function signed(claims: Record<string, unknown>, header: Record<string, unknown> = {}) {
  return new SignJWT({ ...good, ...claims })
    .setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT', ...header })
    .sign(ownKey)
}

function encode(value: unknown): string {
  return Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString(
    'base64url',
  )
}

function parts(): [header: string, payload: string, signature: string] {
  const [header = '', payload = '', signature = ''] = member.idToken.split('.')
  return [header, payload, signature]
}

/** Refused by the shop's API and by the provider itself. */
async function expectRefused(token: string) {
  expect(await provider.identity.verifyMember(token), token.slice(0, 200)).toBeNull()
  const { status, code } = await provider.call('lookup', { idToken: token })
  expect(status).toBe(400)
  expect(code).toMatch(/^(INVALID_ID_TOKEN|MISSING_ID_TOKEN|INVALID_ARGUMENT)$/)
}

const now = () => Math.floor(Date.now() / 1000)

test('C6 a token made with the own key and the claims of a good one is accepted', async () => {
  expect(await provider.identity.verifyMember(await signed({}))).toEqual({
    uid: member.localId,
    email: member.email,
    isEmailVerified: false,
    signedInAt: expect.any(Number),
  })
})

test.each<[string, () => Record<string, unknown>]>([
  ['of another audience', () => ({ aud: 'other-project' })],
  ['of several audiences without ours', () => ({ aud: ['a', 'b'] })],
  ['of another issuer', () => ({ iss: 'https://securetoken.google.com/minmin' })],
  ['without an issuer', () => ({ iss: undefined })],
  ['without an audience', () => ({ aud: undefined })],
  ['that has expired', () => ({ exp: now() - 120 })],
  ['that never expires', () => ({ exp: undefined })],
  ['that expires at a text', () => ({ exp: '9999999999' })],
  ['issued in the future', () => ({ iat: now() + 600 })],
  ['issued at no time', () => ({ iat: undefined })],
  ['proved in the future', () => ({ auth_time: now() + 600 })],
  ['never proved', () => ({ auth_time: undefined })],
  ['not yet valid', () => ({ nbf: now() + 600 })],
  ['of nobody', () => ({ sub: '' })],
  ['without a subject', () => ({ sub: undefined })],
  ['whose subject is a list', () => ({ sub: [member.localId] })],
  ['without a session version', () => ({ session_version: undefined })],
  ['with a session version in words', () => ({ session_version: '0' })],
])('C6 a token %s is refused though its signature is right', async (_, claims) => {
  await expectRefused(await signed(claims()))
})

test('C6 C5 a token of another session version, or of a member who is none, is refused', async () => {
  for (const session_version of [-1, 1, 2]) {
    const token = await signed({ session_version })
    expect(await provider.identity.verifyMember(token)).toBeNull()
    expect(await provider.call('lookup', { idToken: token })).toMatchObject({
      code: 'TOKEN_EXPIRED',
    })
  }
  const stranger = await signed({ sub: 'nobody' })
  expect(await provider.identity.verifyMember(stranger)).toBeNull()
  expect(await provider.call('lookup', { idToken: stranger })).toMatchObject({
    code: 'USER_NOT_FOUND',
  })
})

test('H5 clocks may differ by a minute', async () => {
  for (const claims of [{ exp: now() - 40 }, { iat: now() + 40 }, { auth_time: now() + 40 }]) {
    expect(await provider.identity.verifyMember(await signed(claims))).not.toBeNull()
  }
})

test('C6 a token without a signature, or of another algorithm, is refused', async () => {
  const [, payload, ownSignature] = parts()
  for (const alg of ['none', 'None', 'NONE', '', null, undefined]) {
    await expectRefused(`${encode({ alg, kid, typ: 'JWT' })}.${payload}.`)
    await expectRefused(`${encode({ alg, kid, typ: 'JWT' })}.${payload}.${ownSignature}`)
  }
  const { keys } = (await provider.app.inject('/.well-known/jwks.json')).json()
  const pem = createPublicKey({ key: keys[0], format: 'jwk' }).export({
    type: 'spki',
    format: 'pem',
  })
  for (const secret of [pem, Buffer.from(keys[0].n, 'base64url'), keys[0].n, '']) {
    const text = `${encode({ alg: 'HS256', kid, typ: 'JWT' })}.${payload}`
    const mac = createHmac('sha256', secret).update(text).digest('base64url')
    await expectRefused(`${text}.${mac}`)
  }
  for (const alg of ['RS384', 'RS512', 'PS256', 'ES256']) {
    await expectRefused(`${encode({ alg, kid, typ: 'JWT' })}.${payload}.${ownSignature}`)
  }
})

test('C6 a key that a token brings along or names is not used', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const jwk = publicKey.export({ format: 'jwk' })
  const headers = [
    { jwk },
    { jwk, kid: undefined },
    { jwk, kid: 'invented' },
    { jku: 'https://evil.example/jwks.json' },
    { x5u: 'https://evil.example/cert.pem' },
    { x5c: ['MIIB'] },
    { kid: 'invented' },
    { kid: '../../dev/null' },
    { kid: "' or 1=1 --" },
    { kid: '__proto__' },
    { kid: undefined },
  ]
  for (const header of headers) {
    const token = await new SignJWT(good)
      .setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT', ...header })
      .sign(privateKey)
    await expectRefused(token)
  }
})

test('C6 a token is refused when anything is added to it or it is too long', async () => {
  const token = member.idToken
  const [header, payload, ownSignature] = parts()
  const longer = await signed({ padding: 'x'.repeat(10_000) })
  for (const changed of [
    longer,
    `${token}.`,
    `${token}.x`,
    `${token}A`,
    `${token} x`,
    `${token}\u0000`,
    `x${token}`,
    `${header}.${payload}`,
    `${payload}.${header}.${ownSignature}`,
    `${header}.${payload}=.${ownSignature}`,
    'x'.repeat(10_000),
    '..',
    '.',
    '',
    'null',
  ]) {
    await expectRefused(changed)
  }
})

test('C6 no change of a single character makes another good token', async () => {
  const { idToken } = member
  const position = fc.nat({ max: idToken.length - 1 })
  const character = fc.constantFrom(
    ...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=',
  )
  await fc.assert(
    fc.asyncProperty(position, character, async (index, other) => {
      const forged = idToken.slice(0, index) + other + idToken.slice(index + 1)
      // The last character of a part has bits that mean nothing; the same bytes are the same token.
      const sameBytes = (token: string) =>
        token
          .split('.')
          .map((part) => Buffer.from(part, 'base64url').toString('hex'))
          .join('.')
      if (sameBytes(forged) === sameBytes(idToken)) return
      expect(await provider.identity.verifyMember(forged)).toBeNull()
    }),
    { numRuns: 600 },
  )
})

test('C6 no claims under a signature that is not theirs are believed', async () => {
  const [header, , ownSignature] = parts()
  const claims = fc.record(
    {
      sub: fc.oneof(fc.constant(member.localId), fc.string()),
      session_version: fc.nat(),
      exp: fc.integer({ min: now(), max: now() + 10_000 }),
      admin: fc.boolean(),
    },
    { requiredKeys: [] },
  )
  await fc.assert(
    fc.asyncProperty(claims, async (changes) => {
      const payload = { ...good, ...changes }
      fc.pre(JSON.stringify(payload) !== JSON.stringify(good))
      const forged = `${header}.${encode(payload)}.${ownSignature}`
      expect(await provider.identity.verifyMember(forged)).toBeNull()
    }),
    { numRuns: 300 },
  )
})

test('C6 no text is a token', async () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc
      .tuple(fc.json(), fc.json(), fc.string())
      .map(([a, b, c]) => `${encode(a)}.${encode(b)}.${encode(c)}`),
    fc.string().map((noise) => `adm_${noise}`),
  )
  await fc.assert(
    fc.asyncProperty(text, async (token) => {
      expect(await provider.identity.verifyMember(token)).toBeNull()
    }),
    { numRuns: 500 },
  )
})

test('C6 a token signed by a key that has been taken away is refused', async () => {
  const other = await openTestProvider()
  try {
    const { idToken } = await other.signUp()
    expect(await provider.identity.verifyMember(idToken)).toBeNull()
    const taken = decodeProtectedHeader(idToken).kid ?? ''
    await other.database.db.delete(signingKeys).where(eq(signingKeys.kid, taken))
    const fresh = await other.secondNode()
    expect(await fresh.identity.verifyMember(idToken)).toBeNull()
  } finally {
    await other.close()
  }
})
