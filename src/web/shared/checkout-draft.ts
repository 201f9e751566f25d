import type { AddressForm } from './address-form.ts'
import type { InvoiceFields } from './invoice-fields.ts'
import { readStoredText, storeText } from './stored-text.ts'

const storageKey = 'checkoutDraft'
/** In place of a member's id. */
export const guestDraft = ''
const ttlMs = 24 * 3600 * 1000

/** The values of the checkout's fields. The consent is not stored. */
export interface CheckoutDraft extends AddressForm {
  name: string
  email: string
  tel: string
  message: string
  method: string
  place: string
  invoice: InvoiceFields
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

/** The draft was ordered: of a guest the invoice stays, since the shop remembers it for members alone. */
export function clearOrderedDraft(): void {
  const invoice = loadDraft(guestDraft)?.invoice
  if (invoice) saveDraft(guestDraft, { invoice })
  else clearDraft()
}

export function clearDraft(): void {
  storeText(storageKey, null)
}
