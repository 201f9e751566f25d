import type { AddressForm } from './address-form.ts'
import { readStoredText, storeText } from './stored-text.ts'

const storageKey = 'checkoutDraft'
const ttlMs = 24 * 3600 * 1000

/** The values of the checkout's fields. The consent is not stored. */
export interface CheckoutDraft extends AddressForm {
  name: string
  email: string
  tel: string
  message: string
  method: string
  place: string
  /** The typed contact replaces the one of the profile. */
  isReplaced: boolean
}

interface StoredDraft {
  uid: string
  savedAt: number
  fields: Partial<CheckoutDraft>
}

/** The draft of this member on this device; a day later, or for another member, it is deleted. */
export function loadDraft(uid: string, now = Date.now()): Partial<CheckoutDraft> | null {
  try {
    const stored = JSON.parse(readStoredText(storageKey) ?? 'null') as StoredDraft | null
    if (stored?.uid === uid && now - stored.savedAt < ttlMs) return stored.fields
    if (stored !== null) clearDraft()
  } catch {
    clearDraft()
  }
  return null
}

export function saveDraft(uid: string, fields: Partial<CheckoutDraft>, now = Date.now()): void {
  const draft: StoredDraft = { uid, savedAt: now, fields }
  storeText(storageKey, JSON.stringify(draft))
}

/** A join has sent the contact; what was typed for the order of the cart alone stays. */
export function clearDraftContact(uid: string): void {
  const message = loadDraft(uid)?.message
  if (message) saveDraft(uid, { message })
  else clearDraft()
}

export function clearDraft(): void {
  storeText(storageKey, null)
}
