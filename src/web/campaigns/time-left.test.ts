import { expect, test } from 'vitest'
import { announcementBetween, roughTimeLeft, timeLeft, timeLeftText } from './time-left.ts'

const hour = 3_600_000

test('the time left has days until the last one', () => {
  expect(timeLeftText(timeLeft(75 * hour, 0))).toBe('還剩 3 天 03:00:00')
  expect(timeLeftText(timeLeft(2 * hour, 1_000))).toBe('還剩 01:59:59')
  expect(timeLeft(1_000, 1_000).isOver).toBe(true)
  expect(timeLeft(1_000, 5_000).isOver).toBe(true)
})

test('a card says the largest unit alone', () => {
  const left = (ms: number) => roughTimeLeft(timeLeft(ms, 0))
  expect([75 * hour, 23 * hour, hour / 2, 1_000, 0].map(left)).toEqual([
    '還剩 3 天',
    '還剩 23 小時',
    '還剩 30 分鐘',
    '還剩 1 分鐘',
    '已截止',
  ])
})

test('a screen reader hears four moments and nothing between them (GROUP-09)', () => {
  const heard: string[] = []
  for (let left = 4_000; left >= 0; left--) {
    const text = announcementBetween(left + 1, left, '已截止')
    if (text) heard.push(`${left} ${text}`)
  }
  expect(heard).toEqual(['3600 還剩 1 小時', '600 還剩 10 分鐘', '60 還剩 1 分鐘', '0 已截止'])
  expect(announcementBetween(5_000, 4_000, '已截止')).toBeUndefined()
  expect(announcementBetween(1, 0, '開團時間到')).toBe('開團時間到')
})
