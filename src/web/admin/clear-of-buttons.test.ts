import { expect, it } from 'vitest'
import { liftOver } from './clear-of-buttons.ts'

const box = { top: 700, bottom: 750, left: 300, right: 700 }
const button = (top: number, left = 600) => ({ top, bottom: top + 40, left, right: left + 100 })

it.each([
  ['none', [], 0],
  ['one beside, above and below it', [button(710, 700), button(650), button(750)], 0],
  ['one under it', [button(710)], 48],
  ['one under it, and one where it would go', [button(640), button(710)], 118],
  ['two side by side', [button(720, 400), button(710)], 48],
  ['more than there is room', Array.from({ length: 20 }, (_, n) => button(n * 40)), 0],
])('a toast goes above the buttons under it: %s (DOOR-41)', (_, buttons, lift) => {
  expect(liftOver(box, buttons)).toBe(lift)
})
