import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCase } from './cases.ts'
import type { FuzzCase } from './fuzz-case.ts'
import { fuzz, openRange, type Range, replay } from './run.ts'

const seed = 20_261_126
let range: Range

beforeAll(async () => {
  range = await openRange()
})
afterAll(() => range.close())

describe('the fuzzer', () => {
  it(`A4 A12 A14 C10 C19 F7 G1 finds nothing in 1,500 requests (seed ${seed})`, async () => {
    const tally = await fuzz(range, { seed, requests: 1_500 })
    expect(tally.findings).toEqual([])
    expect(tally.sent).toBe(1_500)
  })

  it('A12 A14 C19 finds nothing any more in the requests that once found something', async () => {
    const file = join(import.meta.dirname, 'regressions.json')
    const requests = JSON.parse(readFileSync(file, 'utf8')) as FuzzCase[]
    const tally = await replay(range, requests)
    expect(tally.findings).toEqual([])
    expect(tally.sent).toBe(requests.length)
  })

  it('makes the same request of the same seed and number', () => {
    const numbers = Array.from({ length: 500 }, (_, number) => number)
    const make = (of: number) => numbers.map((number) => createCase(range.operations, of, number))
    expect(make(seed)).toEqual(make(seed))
    expect(make(seed)).not.toEqual(make(seed + 1))
  })

  it('knows every operation that the shop documents', () => {
    const documented = range.operations.filter(({ caller }) => caller !== 'provider')
    expect(documented.length).toBeGreaterThanOrEqual(32)
    expect(range.operations.length - documented.length).toBe(12)
  })
})
