import { describe, expect, it } from 'vitest'
import { createId } from './id.ts'

describe('createId', () => {
  it('AORDER-08 is 20 characters of the contract and ascends, also within one millisecond', () => {
    const now = Date.now()
    const ids = Array.from({ length: 500 }, () => createId(now))
    for (const id of ids) expect(id).toMatch(/^-[0-9A-Z_a-z-]{19}$/)
    const byBytes = [...ids].sort((a, b) => (a < b ? -1 : 1))
    expect(ids).toEqual(byBytes)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('AORDER-08 a later millisecond makes a greater id', () => {
    const first = createId()
    expect(createId(Date.now() + 60_000) > first).toBe(true)
  })
})
