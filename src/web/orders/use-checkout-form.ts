import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Control, useForm, useWatch } from 'react-hook-form'
import type { MemberUser } from '../api/member-session.ts'
import { emptyAddress, toAddressForm } from '../shared/address-form.ts'
import { clearDraft, loadDraft, saveDraft } from '../shared/checkout-draft.ts'
import { type KnownContact, knownContact, nothingKnown } from './contact.ts'
import type { CheckoutFields } from './order-content.ts'

const emptyContact = { name: '', email: '', tel: '', ...emptyAddress, message: '' }
const noDelivery = { method: '', place: '', store: '' }
const contactFields = ['name', 'email', 'tel', 'zip', 'county', 'district', 'address'] as const
/** In place of a member's id. */
const guestDraft = ''

/**
 * The fields of the checkout, saved as a draft, and what is known of the contact; `isOpened`: fields
 * are shown for that, too. A contact that was typed and not sent goes before the last recipient.
 */
export function useCheckoutForm(user: MemberUser | null, defaults: { known: KnownContact }) {
  const uid = user?.uid ?? guestDraft
  const [draft] = useState(() => loadDraft(uid))
  const [isReplaced, setReplaced] = useState(draft?.isReplaced ?? false)
  const { isReplaced: _, ...savedFields } = draft ?? {}
  // As of the opening: a field that is being filled in does not go because something was read anew.
  const [offered] = useState(() => {
    const hasTyped = contactFields.some((field) => savedFields[field])
    return hasTyped && user ? knownContact(user) : defaults.known
  })
  const known = isReplaced ? nothingKnown : offered
  const form = useForm<CheckoutFields>({
    defaultValues: { ...emptyContact, ...noDelivery, ...savedFields, hasConsent: false },
    shouldFocusError: false,
  })
  useDraft(uid, form.control, isReplaced)

  /** Opens the fields with the known contact in them. */
  function editContact() {
    const { address, ...person } = known
    const opened = { ...person, ...(address && toAddressForm(address)) }
    for (const field of contactFields) {
      if (opened[field]) form.setValue(field, opened[field], { shouldDirty: true })
    }
    flushSync(() => setReplaced(true))
    form.clearErrors()
    form.setFocus('name')
  }

  return { form, known, editContact }
}

function useDraft(uid: string, control: Control<CheckoutFields>, isReplaced: boolean) {
  // The shop keeps the store.
  const { hasConsent: _, store: __, ...typed } = useWatch({ control })
  const text = JSON.stringify(typed)
  useEffect(() => {
    const fields = JSON.parse(text) as typeof typed
    if (isReplaced || Object.values(fields).some(Boolean)) saveDraft(uid, { ...fields, isReplaced })
    else clearDraft()
  }, [uid, text, isReplaced])
}
