import { useId } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { ShippingMethod, ShippingOffer } from '#contract/shipping.ts'
import { AddressFields } from '../address-fields.tsx'
import type { KnownContact } from '../contact.ts'
import type { CheckoutFields } from '../order-content.ts'
import { useFirstOffered } from './delivery-choice.ts'
import { MethodCards } from './method-cards.tsx'
import { PlaceChoice } from './place-choice.tsx'

/** The method to choose, and what it asks for: an address, or a place. */
export function DeliveryFields(props: {
  form: UseFormReturn<CheckoutFields>
  known: KnownContact
  methods: readonly ShippingMethod[]
  /** Undefined until the fees are there. */
  offer: ShippingOffer | undefined
}) {
  const { form, known, methods, offer } = props
  const { control, setValue, clearErrors, formState } = form
  const name = useId()
  const [method, place] = useWatch({ control, name: ['method', 'place'] })
  useFirstOffered(form, offer)
  // Until the fees are there the fields stand as they most likely will.
  const usual = offer ? offer.chosen : methods.find(({ kind }) => kind === 'home')?.id
  const shown = methods.find(({ id }) => id === (method || usual))
  return (
    <>
      <MethodCards
        known={methods}
        offer={offer}
        selected={shown?.id ?? ''}
        name={`${name}-method`}
        onSelect={(id) => {
          setValue('method', id, { shouldDirty: true })
          clearErrors()
        }}
      />
      {shown?.kind === 'home' && known.address === null && (
        <div className="space-y-6">
          <AddressFields control={control} />
        </div>
      )}
      {shown?.places && (
        <PlaceChoice
          places={shown.places}
          selected={place}
          name={`${name}-place`}
          error={formState.errors.place?.message}
          onSelect={(id) => {
            setValue('place', id, { shouldDirty: true })
            clearErrors('place')
          }}
        />
      )}
    </>
  )
}
