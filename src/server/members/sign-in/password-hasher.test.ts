import { expect, test } from 'vitest'
import { createTestHasher } from '../../testing/doubles/test-hasher.ts'
import { createPasswordHasher, HasherBusy } from './password-hasher.ts'

test('C2 only the right password is right, in whichever form its letters are written', async () => {
  const hasher = createPasswordHasher()
  const hash = await hasher.hash('cafe\u0301 123')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await hasher.verify(hash, 'caf\u00e9 123')).toBe(true)
  expect(await hasher.verify(hash, 'cafe 123')).toBe(false)
  expect(await hasher.hash('cafe\u0301 123')).not.toBe(hash)
})

test('C2 nobody has a password', async () => {
  const hasher = createTestHasher()
  expect(await hasher.verify(null, 'abc123')).toBe(false)
  expect(await hasher.verify(null, 'a password that nobody has')).toBe(false)
})

test('G3 more calls than can wait are refused before they begin, and the slots are free again', async () => {
  const hasher = createTestHasher({ concurrency: 2, maxWaiting: 3 })
  const ask = (index: number) =>
    hasher.withHashingSlot('192.0.2.1', () => hasher.hash(`password ${index}`))
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, (_, index) => ask(index)))
  expect(outcomes.map(({ status }) => status)).toEqual([
    ...Array(5).fill('fulfilled'),
    ...Array(3).fill('rejected'),
  ])
  for (const outcome of outcomes.slice(5)) {
    expect(outcome).toMatchObject({ reason: expect.any(HasherBusy) })
  }
  const again = await Promise.all(Array.from({ length: 5 }, (_, index) => ask(index)))
  expect(new Set(again).size).toBe(5)
})

test('G3 a comparison that fails frees its slot', async () => {
  const hasher = createTestHasher({ concurrency: 1, maxWaiting: 0 })
  const verify = (hash: string) =>
    hasher.withHashingSlot('192.0.2.1', () => hasher.verify(hash, 'abc123'))
  await expect(verify('no hash')).rejects.toThrow()
  expect(await verify(await hasher.hash('abc123'))).toBe(true)
})
