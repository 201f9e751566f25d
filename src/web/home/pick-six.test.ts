import { expect, it } from 'vitest'
import { pickSix } from './pick-six.ts'

const thirty = Array.from({ length: 30 }, (_, number) => number)

it('HOME-04 picks six different ones', () => {
  for (let round = 0; round < 200; round++) {
    const picked = pickSix(thirty)
    expect(new Set(picked).size).toBe(6)
    for (const entry of picked) expect(thirty).toContain(entry)
  }
})

it('HOME-04 picks at random from all of them', () => {
  const seen = new Set(Array.from({ length: 300 }, () => pickSix(thirty)).flat())
  expect(seen.size).toBe(30)
})

it('HOME-04 of fewer than six it takes all', () => {
  expect(pickSix([1, 2]).toSorted()).toEqual([1, 2])
  expect(pickSix([])).toEqual([])
})
