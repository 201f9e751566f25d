import { describe, expect, it } from 'vitest'
import { ShopError } from '../http/shop-error.ts'
import { pointStarts, readRange } from './report-range.ts'

const at = (taipei: string) => Date.parse(`${taipei}+08:00`)
const now = at('2026-03-15T10:30:00')
const spanOf = (range: Parameters<typeof readRange>[0]) => {
  const { start, end, before } = readRange(range, now)
  const text = (instant: number) => new Date(instant + 8 * 3_600_000).toISOString().slice(0, 16)
  return [start, end, before.start, before.end].map(text)
}

describe('a range of days', () => {
  it.each([
    ['today', ['2026-03-15T00:00', '2026-03-16T00:00', '2026-03-14T00:00', '2026-03-14T10:30']],
    ['yesterday', ['2026-03-14T00:00', '2026-03-15T00:00', '2026-03-13T00:00', '2026-03-14T00:00']],
    ['7d', ['2026-03-09T00:00', '2026-03-16T00:00', '2026-03-02T00:00', '2026-03-08T10:30']],
    ['30d', ['2026-02-14T00:00', '2026-03-16T00:00', '2026-01-15T00:00', '2026-02-13T10:30']],
    ['month', ['2026-03-01T00:00', '2026-04-01T00:00', '2026-02-01T00:00', '2026-02-15T10:30']],
    [
      'last_month',
      ['2026-02-01T00:00', '2026-03-01T00:00', '2026-01-01T00:00', '2026-02-01T00:00'],
    ],
  ] as const)('%s stands beside the one before it (TODAY-09)', (range, expected) => {
    expect(spanOf({ range })).toEqual(expected)
  })

  it('of days of its own stands beside as many days before (TODAY-09)', () => {
    expect(spanOf({ from: '2026-01-10', to: '2026-01-12' })).toEqual([
      '2026-01-10T00:00',
      '2026-01-13T00:00',
      '2026-01-07T00:00',
      '2026-01-10T00:00',
    ])
  })

  it('never reaches into itself: the 31st beside a short month (TODAY-09)', () => {
    const { before, start } = readRange({ range: 'month' }, at('2026-03-31T12:00:00'))
    expect(before.end).toBe(start)
  })

  it.each([
    ['2026-01-10', '2026-01-10', 24],
    ['2026-01-10', '2026-01-11', 2],
    ['2026-01-01', '2026-04-02', 92],
    ['2026-01-15', '2026-12-31', 12],
  ])('from %s to %s has %i points', (from, to, points) => {
    expect(pointStarts(readRange({ from, to }, now))).toHaveLength(points)
  })

  it.each(['0000-01-01', '0001-02-03', '0999-12-31', '2026-02-30', '2026-02', ''])(
    'refuses %j, which is no day that a database can name (TODAY-08)',
    (day) => {
      expect(() => readRange({ from: day, to: day }, now)).toThrow(ShopError)
    },
  )
})
