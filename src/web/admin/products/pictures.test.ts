import { describe, expect, it } from 'vitest'
import { findFreePositions, movePicture } from './pictures.ts'

const pictures = ['a', 'b', '', 'd', '', '']

describe('the pictures of a product (HAND-04)', () => {
  it('moves one forward and those between back', () => {
    expect(movePicture(pictures, 3, 0)).toEqual(['d', 'a', 'b', '', '', ''])
    expect(movePicture(pictures, 0, 1)).toEqual(['b', 'a', '', 'd', '', ''])
  })

  it('puts a single picture where it was asked for', () => {
    expect(findFreePositions(pictures, 1, 0)).toEqual([0])
    expect(findFreePositions(pictures, 1, 4)).toEqual([4])
  })

  it('puts several pictures into the free positions', () => {
    expect(findFreePositions(pictures, 2, 0)).toEqual([2, 4])
    expect(findFreePositions(pictures, 9, 5)).toEqual([5, 2, 4])
    expect(findFreePositions(pictures, 1)).toEqual([2])
  })
})
