import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Control, useForm, useWatch } from 'react-hook-form'
import type { MemberUser } from '../api/member-session.ts'
import { clearDraft, loadDraft, saveDraft } from '../shared/checkout-draft.ts'
import { type KnownContact, knownContact } from './contact.ts'
import type { CheckoutFields, Recipient } from './order-content.ts'

const emptyContact = { name: '', email: '', tel: '', address: '', message: '' }
/** In place of a member's id. */
const guestDraft = ''
const nothingKnown: KnownContact = { name: null, email: null, tel: null }

/** The fields of the checkout, saved as a draft, and whether the profile's contact is replaced. */
export function useCheckoutForm(user: MemberUser | null) {
  const uid = user?.uid ?? guestDraft
  const profile = user ? knownContact(user) : nothingKnown
  const [draft] = useState(() => loadDraft(uid))
  const [isReplaced, setReplaced] = useState(draft?.isReplaced ?? false)
  const { isReplaced: _, ...savedFields } = draft ?? {}
  const known = isReplaced ? nothingKnown : profile
  const form = useForm<CheckoutFields>({
    defaultValues: { ...emptyContact, ...savedFields, hasConsent: false },
    shouldFocusError: false,
  })
  useDraft(uid, form.control, isReplaced)

  /** Opens the fields with the contact in them. */
  function replaceContact(recipient: Partial<Recipient>) {
    for (const field of ['name', 'email', 'tel', 'address'] as const) {
      const value = recipient[field]
      if (value) form.setValue(field, value, { shouldDirty: true })
    }
    flushSync(() => setReplaced(true))
    form.clearErrors()
    form.setFocus('name')
  }

  return {
    form,
    known,
    profile,
    editProfileContact: () =>
      replaceContact({
        name: profile.name ?? '',
        email: profile.email ?? '',
        tel: profile.tel ?? '',
      }),
    fillIn: replaceContact,
  }
}

function useDraft(uid: string, control: Control<CheckoutFields>, isReplaced: boolean) {
  const { hasConsent: _, ...typed } = useWatch({ control })
  const text = JSON.stringify(typed)
  useEffect(() => {
    const fields = JSON.parse(text) as typeof typed
    if (isReplaced || Object.values(fields).some(Boolean)) saveDraft(uid, { ...fields, isReplaced })
    else clearDraft()
  }, [uid, text, isReplaced])
}
