import { expect, it } from 'vitest'
import {
  invoicePeriodBounds,
  invoicePeriodLabel,
  invoicePeriodOf,
  isInvoicePeriod,
  lastInvoicePeriods,
  voidableUntil,
} from './invoice-period.ts'

const taipei = (text: string) => new Date(`${text}+08:00`)

it('a period is two months of Taipei, and lasts to the first midnight of the next', () => {
  expect(invoicePeriodOf(taipei('2026-12-31T23:59:59.999'))).toBe('2026-11')
  expect(invoicePeriodOf(taipei('2027-01-01T00:00:00'))).toBe('2027-01')
  expect(invoicePeriodOf(taipei('2027-02-28T23:59:59'))).toBe('2027-01')
  expect(invoicePeriodBounds('2026-11')).toEqual({
    from: taipei('2026-11-01T00:00:00'),
    until: taipei('2027-01-01T00:00:00'),
  })
  expect(lastInvoicePeriods(taipei('2027-03-05T12:00:00'), 3)).toEqual([
    '2027-03',
    '2027-01',
    '2026-11',
  ])
  expect(invoicePeriodLabel('2027-01')).toBe('2027 年 1–2 月')
  expect(['2026-11', '2026-12', '2026-00', '202611'].map(isInvoicePeriod)).toEqual([
    true,
    false,
    false,
    false,
  ])
})

it('an invoice can be made void to the end of the 13th after its period (INV-E-04)', () => {
  const end = taipei('2027-03-14T00:00:00')
  expect(voidableUntil(taipei('2027-01-01T00:00:00'))).toEqual(end)
  expect(voidableUntil(taipei('2027-02-28T23:59:59'))).toEqual(end)
  expect(voidableUntil(taipei('2026-12-31T23:59:59'))).toEqual(taipei('2027-01-14T00:00:00'))
})
