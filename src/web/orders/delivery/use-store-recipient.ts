import { useEffect, useEffectEvent } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { pickupNameFault, pickupPhoneFault } from '#contract/pickup-contact.ts'
import type { KnownContact } from '../contact.ts'
import type { CheckoutFields } from '../order-content.ts'

/**
 * The known contact as far as a store takes it: for a name or a telephone that it refuses there is a
 * field, with what is wrong told as soon as the store is chosen.
 */
export function useStoreRecipient(
  form: UseFormReturn<CheckoutFields>,
  known: KnownContact,
  isStore: boolean,
): KnownContact {
  const refused = {
    name: isStore && known.name !== null && pickupNameFault(known.name) !== undefined,
    tel: isStore && known.tel !== null && pickupPhoneFault(known.tel) !== undefined,
  }
  const tell = useEffectEvent(() => {
    for (const field of ['name', 'tel'] as const) {
      if (refused[field] && !form.getValues(field)) form.setValue(field, known[field] ?? '')
      if (form.getValues(field)) void form.trigger(field)
    }
  })
  useEffect(() => {
    if (isStore) tell()
    else form.clearErrors(['name', 'tel'])
  }, [isStore, form])
  return {
    ...known,
    ...(refused.name && { name: null }),
    ...(refused.tel && { tel: null }),
  }
}
