import { expect, test } from 'vitest'
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
  const hasher = createPasswordHasher()
  expect(await hasher.verify(null, 'abc123')).toBe(false)
  expect(await hasher.verify(null, 'a password that nobody has')).toBe(false)
})

test('G3 more than can wait are refused, and who waits gets a turn', async () => {
  const hasher = createPasswordHasher({ concurrency: 2, maxWaiting: 3 })
  const asked = Array.from({ length: 8 }, (_, index) => hasher.hash(`password ${index}`))
  const outcomes = await Promise.allSettled(asked)
  expect(outcomes.map(({ status }) => status)).toEqual([
    ...Array(5).fill('fulfilled'),
    ...Array(3).fill('rejected'),
  ])
  for (const outcome of outcomes.slice(5)) {
    expect(outcome).toMatchObject({ reason: expect.any(HasherBusy) })
  }
  // The places are free again.
  const again = await Promise.all(Array.from({ length: 5 }, () => hasher.hash('once more')))
  expect(new Set(again).size).toBe(5)
})

test('G3 a comparison that fails gives its place back', async () => {
  const hasher = createPasswordHasher({ concurrency: 1, maxWaiting: 0 })
  await expect(hasher.verify('no hash', 'abc123')).rejects.toThrow()
  expect(await hasher.verify(await hasher.hash('abc123'), 'abc123')).toBe(true)
})
