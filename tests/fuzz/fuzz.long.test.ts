import { afterAll, beforeAll, expect, it } from 'vitest'
import { identityNames } from './identities.ts'
import { fuzz, openRange, type Range } from './run.ts'

const seed = 20_261_126
let range: Range

beforeAll(async () => {
  range = await openRange()
})
afterAll(() => range.close())

it(`A4 A12 A14 C10 C19 F7 G1 (TRASH-06, APIDOC-07) the fuzzer finds nothing in 14,000 requests to all operations, by every identity (seed ${seed})`, async () => {
  const tally = await fuzz(range, { seed, requests: 14_000 })
  expect(tally.findings).toEqual([])
  expect(tally.sent).toBe(14_000)
  expect([...tally.identities].toSorted()).toEqual(identityNames.toSorted())
  const quiet = range.operations.filter(({ name }) => !tally.answers.has(name))
  expect(quiet).toEqual([])
})
