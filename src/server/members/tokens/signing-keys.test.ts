import { sql } from 'drizzle-orm'
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { signingKeys } from '../../db/tables/members.ts'
import { openTestProvider, type TestProvider } from '../../testing/doubles/test-provider.ts'
import { createSigningKeys } from './signing-keys.ts'

let provider: TestProvider
beforeEach(async () => {
  provider = await openTestProvider()
})
afterEach(async () => {
  vi.useRealTimers()
  await provider.close()
})

const count = () => provider.database.db.$count(signingKeys)
const published = async () =>
  (await provider.app.inject('/.well-known/jwks.json')).json<{ keys: { kid: string }[] }>().keys

/** Moves the creation of every key back, as if that much time had passed. */
const age = (time: string) =>
  provider.database.db.execute(sql`
    update signing_keys set
      created_at = created_at - ${time}::interval,
      retired_at = retired_at - ${time}::interval`)

test('I1 nodes that start together make one key', async () => {
  await provider.database.db.delete(signingKeys)
  const nodes = Array.from({ length: 8 }, () => createSigningKeys(provider.database.db))
  const kids = await Promise.all(nodes.map(async (keys) => (await keys.current()).kid))
  expect(new Set(kids).size).toBe(1)
  expect(await count()).toBe(1)
})

test('I1 a token of one node is good on another, whichever key it was signed with', async () => {
  const second = await provider.secondNode()
  const { idToken, localId } = await provider.signUp()
  expect(await second.identity.verifyMember(idToken)).toMatchObject({ uid: localId })
})

test('I1 a month later there is a new key; it is published before it signs, and the old one still verifies', async () => {
  const { idToken, localId, refreshToken } = await provider.signUp()
  const { kid: oldKid } = decodeProtectedHeader(idToken)
  await age('31 days')
  const node = await provider.secondNode()
  expect(await count()).toBe(2)

  // The new key waits until every node has read it.
  const early = await node.call('signUp', { email: 'early@example.com', password: 'abc123' })
  expect(decodeProtectedHeader(early.body.idToken).kid).toBe(oldKid)

  await age('1 hour')
  const fresh = await provider.secondNode()
  const late = await fresh.call('signUp', { email: 'late@example.com', password: 'abc123' })
  const { kid: newKid } = decodeProtectedHeader(late.body.idToken)
  expect(newKid).not.toBe(oldKid)
  expect(await fresh.identity.verifyMember(idToken)).toMatchObject({ uid: localId })
  // The first node has not read the keys since: the unknown key id makes it read them.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2_000 })
  expect(await provider.identity.verifyMember(late.body.idToken)).not.toBeNull()
  vi.useRealTimers()
  expect((await published()).map(({ kid }) => kid)).toEqual([oldKid, newKid])
  expect((await provider.refresh(refreshToken)).status).toBe(200)
})

test('I1 a key is taken away when every token of it has expired', async () => {
  await age('31 days')
  await provider.secondNode()
  expect(await count()).toBe(2)
  await age('31 days')
  await provider.secondNode()
  expect(await count()).toBe(2)
})

test('C6 the published keys are public, and verify a token outside', async () => {
  const { idToken, localId } = await provider.signUp()
  const keys = await published()
  for (const key of keys) {
    expect(Object.keys(key).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use'])
  }
  const { payload } = await jwtVerify(idToken, createLocalJWKSet({ keys } as never))
  expect(payload.sub).toBe(localId)
})

test('C6 invented key ids do not each ask the database', async () => {
  const keys = createSigningKeys(provider.database.db)
  await keys.current()
  const queries = vi.spyOn(provider.database.pool, 'query')
  for (let index = 0; index < 100; index++) {
    expect(await keys.publicKey(`invented ${index}`)).toBeUndefined()
  }
  expect(queries.mock.calls.length).toBeLessThan(5)
})
