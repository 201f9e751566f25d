import { afterEach, expect, test, vi } from 'vitest'
import type { IdTokenClaims } from './id-token.ts'
import { rememberTokens } from './token-memory.ts'

afterEach(() => {
  vi.useRealTimers()
})

const now = () => Math.floor(Date.now() / 1000)

function open() {
  const read = vi.fn(async (token: string): Promise<IdTokenClaims | undefined> => {
    if (!token.startsWith('good')) return undefined
    return { uid: token, version: 0, authTime: now(), expiresAt: now() + 3600 }
  })
  return { read, remembered: rememberTokens(read) }
}

test('C6 a good token is read once, a bad one each time', async () => {
  const { read, remembered } = open()
  for (let index = 0; index < 3; index++) {
    expect(await remembered('good')).toMatchObject({ uid: 'good' })
    expect(await remembered('bad')).toBeUndefined()
  }
  expect(read.mock.calls.filter(([token]) => token === 'good')).toHaveLength(1)
  expect(read.mock.calls.filter(([token]) => token === 'bad')).toHaveLength(3)
})

test('C6 a remembered token expires like any other', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { remembered } = open()
  expect(await remembered('good')).toBeDefined()
  vi.setSystemTime(Date.now() + 3_650_000)
  expect(await remembered('good')).toBeDefined()
  vi.setSystemTime(Date.now() + 20_000)
  expect(await remembered('good')).toBeUndefined()
})

test('C6 only so many tokens are remembered, the newest', async () => {
  const { read, remembered } = open()
  for (let index = 0; index <= 10_000; index++) await remembered(`good ${index}`)
  read.mockClear()
  await remembered('good 10000')
  await remembered('good 1')
  expect(read).not.toHaveBeenCalled()
  await remembered('good 0')
  expect(read).toHaveBeenCalledTimes(1)
})
