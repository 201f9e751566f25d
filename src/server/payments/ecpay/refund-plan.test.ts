import { describe, expect, it } from 'vitest'
import { planRefund } from './refund-plan.ts'

const noon = new Date('2026-11-22T12:00:00+08:00')
const authorisedAt = new Date('2026-11-20T12:00:00+08:00')

function plan(
  status: string,
  options: { isWhole?: boolean; now?: Date; capturesAutomatically?: boolean } = {},
) {
  return planRefund(
    { status, authorisedAt },
    { isWhole: true, now: noon, capturesAutomatically: true, ...options },
  )
}
const at = (time: string) => new Date(`2026-11-22T${time}+08:00`)

describe('a refund of a card', () => {
  it('is what the answer of the gateway decides (REFUND-04)', () => {
    expect(plan('已授權')).toEqual({ type: 'act', actions: ['N'] })
    expect(plan('要關帳')).toEqual({ type: 'act', actions: ['E', 'N'] })
    expect(plan('要關帳', { isWhole: false })).toEqual({ type: 'act', actions: ['R'] })
    expect(plan('已關帳')).toEqual({ type: 'act', actions: ['R'] })
    expect(plan('已關帳', { isWhole: false })).toEqual({ type: 'act', actions: ['R'] })
    expect(plan('已授權', { isWhole: false })).toEqual({
      type: 'wait',
      until: at('20:31:00'),
      reason: '待綠界關帳後退款',
    })
    expect(plan('已取消')).toEqual({ type: 'already' })
    for (const status of ['未授權', '操作取消', '別的']) {
      expect(plan(status)).toEqual({ type: 'impossible' })
    }
  })

  it('is sent neither from 20:15:00 nor until 20:30:59, when ECPay captures by itself (REFUND-05)', () => {
    const isSent = (time: string, capturesAutomatically = true) =>
      plan('已關帳', { now: at(time), capturesAutomatically }).type === 'act'
    expect(isSent('20:14:59')).toBe(true)
    expect(isSent('20:15:00')).toBe(false)
    expect(isSent('20:30:59')).toBe(false)
    expect(isSent('20:31:00')).toBe(true)
    expect(isSent('20:20:00', false)).toBe(true)
    expect(plan('已關帳', { now: at('20:20:00') })).toMatchObject({
      type: 'wait',
      until: at('20:31:00'),
    })
  })

  it('cancels a capture from 06:00 of the day after the authorisation on (REFUND-05)', () => {
    const wait = { type: 'wait', until: new Date('2026-11-21T06:00:00+08:00') }
    expect(plan('要關帳', { now: new Date('2026-11-21T05:59:59+08:00') })).toMatchObject(wait)
    expect(plan('要關帳', { now: new Date('2026-11-21T06:00:00+08:00') }).type).toBe('act')
    const early = { now: new Date('2026-11-20T23:00:00+08:00'), capturesAutomatically: false }
    expect(plan('要關帳', early).type).toBe('act')
  })
})
