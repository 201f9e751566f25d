import { describe, expect, it } from 'vitest'
import { noSelection, type Selection, selectionReducer, withinPage } from './selection.ts'

const pageIds = ['a', 'b', 'c']
const some: Selection = { checked: ['a', 'b'], isAllChecked: false }
const all: Selection = { checked: pageIds, isAllChecked: true }

describe('APRODUCT-46 APRODUCT-47 the selection of a list', () => {
  it('is a list of checked rows and an all-checked flag, and starts empty', () => {
    expect(noSelection).toEqual({ checked: [], isAllChecked: false })
  })

  it.each<[string, Selection, string, Selection]>([
    ['checks a row', noSelection, 'b', { checked: ['b'], isAllChecked: false }],
    ['unchecks a row', some, 'a', { checked: ['b'], isAllChecked: false }],
    ['notices that the last row was checked', some, 'c', all],
    ['notices that one row was unchecked', all, 'b', { checked: ['a', 'c'], isAllChecked: false }],
  ])('toggle one %s', (_, before, id, after) => {
    expect(selectionReducer(before, { type: 'toggleOne', id, pageIds })).toEqual(after)
  })

  it.each<[string, Selection, Selection]>([
    ['checks every row', noSelection, all],
    ['completes a partial selection', some, all],
    ['unchecks every row', all, noSelection],
  ])('toggle all %s', (_, before, after) => {
    expect(selectionReducer(before, { type: 'toggleAll', pageIds })).toEqual(after)
  })

  it('toggle all of an empty page checks nothing', () => {
    expect(selectionReducer(noSelection, { type: 'toggleAll', pageIds: [] })).toEqual(noSelection)
  })

  it('reset unchecks everything', () => {
    expect(selectionReducer(all, { type: 'reset' })).toEqual(noSelection)
  })

  it('forgets rows that are no longer on the page', () => {
    expect(withinPage(some, ['b', 'c'])).toEqual({ checked: ['b'], isAllChecked: false })
    expect(withinPage(some, ['a', 'b'])).toEqual({ checked: ['a', 'b'], isAllChecked: true })
    expect(withinPage(some, [])).toEqual(noSelection)
  })
})
