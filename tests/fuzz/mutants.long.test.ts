import { afterAll, beforeAll, expect, it } from 'vitest'
import { fuzz, openRange, type Range } from './run.ts'
import type { Tally } from './tally.ts'

const seed = 20_261_126
let range: Range

beforeAll(async () => {
  range = await openRange()
})
afterAll(() => range.close())

it.each(['nothing coerced', 'owner of a cart line', 'no-store'])(
  'A4 F7 the fuzzer notices a server without: %s',
  async (name) => {
    const weak = await range.withMutant(name)
    const isOver = ({ findings }: Tally) => findings.length > 0
    const tally = await fuzz(weak, { seed, requests: 14_000, isOver })
    expect(tally.findings).not.toEqual([])
    await weak.close()
  },
)
