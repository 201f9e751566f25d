import { beforeEach, expect, test } from 'vitest'
import { clearDraft, loadDraft, saveDraft } from './checkout-draft.ts'

const hour = 3600 * 1000
const draft = { name: '王小明', tel: '0912345678', address: '臺北市' }

beforeEach(() => localStorage.clear())

test('keeps a draft for a day, then deletes it (EASE-06)', () => {
  saveDraft('member', draft, 0)
  expect(loadDraft('member', 23 * hour)).toEqual(draft)
  expect(loadDraft('member', 24 * hour)).toBeNull()
  expect(localStorage).toHaveLength(0)
})

test("deletes another member's draft instead of showing it (EASE-06)", () => {
  saveDraft('member', draft, 0)
  expect(loadDraft('other', hour)).toBeNull()
  expect(localStorage).toHaveLength(0)
})

test('treats a damaged draft as none (EASE-06)', () => {
  localStorage.setItem('checkoutDraft', '{')
  expect(loadDraft('member')).toBeNull()
  saveDraft('member', draft)
  clearDraft()
  expect(loadDraft('member')).toBeNull()
})
