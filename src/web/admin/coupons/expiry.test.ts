import { describe, expect, it } from 'vitest'
import { endOfTaipeiDay, expiryMs, startOfTaipeiDay, taipeiDay } from './expiry.ts'

describe('the expiry of a coupon', () => {
  it('is the last millisecond of its day in Taipei, whatever the zone of the browser', () => {
    const expiry = endOfTaipeiDay({ year: 2026, month: 11, day: 21 })
    expect(new Date(expiry).toISOString()).toBe('2026-11-21T15:59:59.999Z')
  })

  it('falls on the day it was chosen for', () => {
    const day = { year: 2028, month: 2, day: 29 }
    expect(taipeiDay(endOfTaipeiDay(day))).toEqual(day)
    expect(taipeiDay(endOfTaipeiDay(day) + 1)).toEqual({ year: 2028, month: 3, day: 1 })
  })

  it('rolls over at midnight in Taipei, not at midnight UTC', () => {
    expect(taipeiDay(Date.parse('2026-12-31T15:59:59.999Z')).day).toBe(31)
    expect(taipeiDay(Date.parse('2026-12-31T16:00:00Z'))).toEqual({ year: 2027, month: 1, day: 1 })
  })

  it('of a coupon that begins on a day is the first millisecond of it', () => {
    const start = startOfTaipeiDay({ year: 2026, month: 11, day: 21 })
    expect(new Date(start).toISOString()).toBe('2026-11-20T16:00:00.000Z')
  })

  it('may be given in seconds', () => {
    expect(expiryMs(1_795_276_799)).toBe(1_795_276_799_000)
    expect(expiryMs(1_795_276_799_999)).toBe(1_795_276_799_999)
  })
})
