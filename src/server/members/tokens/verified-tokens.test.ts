import { afterEach, expect, test, vi } from 'vitest'
import type { IdTokenClaims } from './id-token.ts'
import { cacheVerifiedTokens } from './verified-tokens.ts'

afterEach(() => {
  vi.useRealTimers()
})

const now = () => Math.floor(Date.now() / 1000)

function open() {
  const read = vi.fn(async (token: string): Promise<IdTokenClaims | undefined> => {
    if (!token.startsWith('good')) return undefined
    return { uid: token, version: 0, sessionId: null, authTime: now(), expiresAt: now() + 3600 }
  })
  return { read, cached: cacheVerifiedTokens(read) }
}

test('C6 a good token is read once, a bad one each time', async () => {
  const { read, cached } = open()
  for (let index = 0; index < 3; index++) {
    expect(await cached('good')).toMatchObject({ uid: 'good' })
    expect(await cached('bad')).toBeUndefined()
  }
  expect(read.mock.calls.filter(([token]) => token === 'good')).toHaveLength(1)
  expect(read.mock.calls.filter(([token]) => token === 'bad')).toHaveLength(3)
})

test('C6 a cached token expires like any other', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { cached } = open()
  expect(await cached('good')).toBeDefined()
  vi.setSystemTime(Date.now() + 3_650_000)
  expect(await cached('good')).toBeDefined()
  vi.setSystemTime(Date.now() + 20_000)
  expect(await cached('good')).toBeUndefined()
})

test('C6 only so many tokens are cached, the newest', async () => {
  const { read, cached } = open()
  for (let index = 0; index <= 10_000; index++) await cached(`good ${index}`)
  read.mockClear()
  await cached('good 10000')
  await cached('good 1')
  expect(read).not.toHaveBeenCalled()
  await cached('good 0')
  expect(read).toHaveBeenCalledTimes(1)
})
