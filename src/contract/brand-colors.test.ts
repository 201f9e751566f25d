import fc from 'fast-check'
import { expect, it } from 'vitest'
import { brandColors, contrast, minContrast, textPairs } from './brand-colors.ts'

const color = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`)

it('any two colours give text at 4.5:1 on each of its grounds (DOOR-09)', () => {
  fc.assert(
    fc.property(color, color, (accent, ground) => {
      const { colors } = brandColors({ accent, ground })
      for (const [text, on] of textPairs) {
        expect([text, on, contrast(colors[text], colors[on]) >= minContrast]).toEqual([
          text,
          on,
          true,
        ])
      }
    }),
    { numRuns: 500 },
  )
})

it('a choice that texts cannot be read in is mended and said, another one is taken as it is (DOOR-09)', () => {
  const kept = brandColors({ accent: '#2B5C94', ground: '#f5f8fc' })
  expect(kept.notes).toEqual([])
  expect(kept.colors).toMatchObject({ accent: '#2b5c94', paper: '#f5f8fc' })
  const mended = brandColors({ accent: '#ffd400', ground: '#101010' })
  expect(mended.notes).toEqual([
    `底色太深或太鮮豔，文字不易閱讀，已調整為 ${mended.colors.paper}`,
    `主色當文字不易閱讀，文字改用較深的 ${mended.colors.accent}；按鈕維持主色`,
  ])
  expect(mended.colors).toMatchObject({ fill: '#ffd400', 'on-fill': mended.colors.ink })
  // Neither white nor dark text lies on it, or it would not show on the paper.
  for (const accent of ['#7a7a7a', '#fdfcf9']) {
    const { colors, notes } = brandColors({ accent, ground: '#fbf8f3' })
    expect(colors.fill).toBe(colors.accent)
    expect(notes).toEqual([`主色太淺，文字不易閱讀，已調深為 ${colors.accent}`])
  }
})

it.each(['#f48c9a', '#e8792b', '#4a90d9', '#f2b705'])(
  'the soft ground of a light colour %s is tinted, and not grey (DOOR-09)',
  (accent) => {
    const { colors } = brandColors({ accent, ground: '#f6f1e4' })
    const channels = colors['accent-soft'].match(/[0-9a-f]{2}/g) ?? []
    const values = channels.map((channel) => Number.parseInt(channel, 16))
    expect(Math.max(...values) - Math.min(...values)).toBeGreaterThan(8)
  },
)

it('the soft ground of a green on a warm paper is no cold mint (DOOR-09)', () => {
  const soft = brandColors({ accent: '#2f5a3c', ground: '#f6f1e4' }).colors['accent-soft']
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    Number.parseInt(soft.slice(at, at + 2), 16),
  )
  expect(green).toBeGreaterThan(red)
  expect(red).toBeGreaterThan(blue)
})
