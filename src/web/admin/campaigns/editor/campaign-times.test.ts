import { expect, test } from 'vitest'
import { endWords, offeredEnds, offeredStarts, startWords } from './campaign-times.ts'

/** A Sunday, 2026-11-29 23:30 in Taipei. */
const now = Date.UTC(2026, 10, 29, 15, 30)
const at = (times: ReturnType<typeof offeredEnds>) => times.map((time) => time.at(now))

test('times are offered by the clock of Taipei, the end from an opening that is still to come (DOOR-45)', () => {
  expect(at([...offeredStarts])).toEqual(['2026-11-29T23:30', '2026-11-30T10:00'])
  const fromNow = ['2026-12-02T22:00', '2026-12-06T22:00', '2026-12-13T22:00']
  expect(at(offeredEnds(''))).toEqual(fromNow)
  expect(at(offeredEnds('2026-11-01T10:00'))).toEqual(fromNow)
  expect(at(offeredEnds('2026-12-30T10:00', 10))).toEqual(['2027-01-02T22:00', '2027-01-06T22:00'])
})

test('a chosen time is said in words (DOOR-45)', () => {
  expect(startWords('', now)).toBe('台北時間')
  expect(startWords('2026-11-29T23:30', now)).toBe('發布後立刻開團')
  expect(startWords('2026-12-06T10:00', now)).toBe('12 月 6 日（日）10:00 開團（台北時間）')
  expect(endWords('2026-12-06T22:00', '2026-11-29T10:00', now)).toBe(
    '12 月 6 日（日）22:00 截止，開團約 7 天（台北時間）',
  )
  expect(endWords('2026-12-06T22:00', '2026-12-06T10:00', now)).toContain('開團約 12 小時')
  expect(endWords('2026-12-06T22:00', '2026-12-07T10:00', now)).toContain('之後')
})
