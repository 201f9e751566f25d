import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Control, useForm, useWatch } from 'react-hook-form'
import type { InvoiceInput } from '#contract/invoice-choice.ts'
import type { MemberUser } from '../api/member-session.ts'
import { shopTerms } from '../api/shop-config.ts'
import { emptyAddress, toAddressForm } from '../shared/address-form.ts'
import { clearDraft, guestDraft, loadDraft, saveDraft } from '../shared/checkout-draft.ts'
import { type InvoiceFields, toInvoiceFields } from '../shared/invoice-fields.ts'
import { type KnownContact, knownContact, nothingKnown } from './contact.ts'
import type { CheckoutFields } from './order-content.ts'

const emptyContact = { name: '', email: '', tel: '', ...emptyAddress, message: '' }
const noDelivery = { method: '', place: '', store: '' }
const contactFields = ['name', 'email', 'tel', 'zip', 'county', 'district', 'address'] as const

/**
 * The fields of the checkout, saved as a draft, and what is known of the contact; `isOpened`: fields
 * are shown for that, too. A contact that was typed and not sent goes before the last recipient.
 */
export function useCheckoutForm(
  user: MemberUser | null,
  defaults: { known: KnownContact; invoice?: InvoiceInput | undefined },
) {
  const uid = user?.uid ?? guestDraft
  const [draft] = useState(() => loadDraft(uid))
  const [isReplaced, setReplaced] = useState(draft?.isReplaced ?? false)
  const { isReplaced: _, invoice: savedInvoice, ...savedFields } = draft ?? {}
  const [offeredInvoice] = useState(() =>
    shopTerms?.issuesInvoices ? toInvoiceFields(defaults.invoice) : undefined,
  )
  // As of the opening: a field that is being filled in does not go because something was read anew.
  const [offered] = useState(() => {
    const hasTyped = contactFields.some((field) => savedFields[field])
    return hasTyped && user ? knownContact(user) : defaults.known
  })
  const known = isReplaced ? nothingKnown : offered
  const form = useForm<CheckoutFields>({
    defaultValues: {
      ...emptyContact,
      ...noDelivery,
      ...savedFields,
      hasConsent: false,
      ...(offeredInvoice && { invoice: { ...offeredInvoice, ...savedInvoice } }),
    },
    shouldFocusError: false,
  })
  useDraft(uid, form.control, { isReplaced, offeredInvoice })

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

/** An invoice that is offered anyway is not kept. */
function useDraft(
  uid: string,
  control: Control<CheckoutFields>,
  {
    isReplaced,
    offeredInvoice,
  }: { isReplaced: boolean; offeredInvoice: InvoiceFields | undefined },
) {
  // The shop keeps the store.
  const { hasConsent: _, store: __, ...typed } = useWatch({ control })
  const text = JSON.stringify(typed)
  useEffect(() => {
    const { invoice, ...texts } = JSON.parse(text) as Omit<CheckoutFields, 'hasConsent' | 'store'>
    const isChosen = JSON.stringify(invoice) !== JSON.stringify(offeredInvoice)
    if (isReplaced || isChosen || Object.values(texts).some(Boolean)) {
      saveDraft(uid, { ...texts, ...(isChosen && invoice && { invoice }), isReplaced })
    } else clearDraft()
  }, [uid, text, isReplaced, offeredInvoice])
}
