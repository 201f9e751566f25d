import { expect, test } from 'vitest'
import { changedTo, type UndoHistory, undone } from './undo-history.ts'

test('undo takes back one change after the other, and what was typed in one field at once (VAR-09)', () => {
  const opened: UndoHistory<string> = { now: '', past: [] }
  const typed = ['1', '12'].reduce((history, now) => changedTo(history, now, 'price'), opened)
  const pasted = changedTo(typed, 'pasted')
  expect(undone(pasted).now).toBe('12')
  expect(undone(undone(pasted)).now).toBe('')
  expect(undone(opened)).toBe(opened)
  // After an undo, typing in the same field is another change.
  expect(undone(changedTo(undone(pasted), '13', 'price')).now).toBe('12')
})
