import { useId } from 'react'
import { type UseFormReturn, useController, useWatch } from 'react-hook-form'
import { useHref, useLocation } from 'react-router'
import type { ShippingMethod, ShippingOffer } from '#contract/shipping.ts'
import { t } from '#contract/translate.ts'
import { useMemberSession } from '../../api/member-session.ts'
import { StoreChoiceField } from '../../stores/store-choice-field.tsx'
import { AddressFields } from '../address-fields.tsx'
import type { KnownContact } from '../contact.ts'
import type { CheckoutFields } from '../order-content.ts'
import { deliveryFault, useFirstOffered } from './delivery-choice.ts'
import { MethodCards } from './method-cards.tsx'
import { PlaceChoice } from './place-choice.tsx'

/** The method to choose, and what it asks for: an address, a store, or a place. */
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
  const back = useWayBack()
  const [method, place] = useWatch({ control, name: ['method', 'place'] })
  useFirstOffered(form, offer)
  // Until the fees are there the fields stand as they most likely will.
  const usual = offer ? offer.chosen : methods.find(({ kind }) => kind === 'home')?.id
  // One that the shop has taken away meanwhile asks for nothing more.
  const isGone = method !== '' && offer?.methods.every(({ id }) => id !== method)
  const shown = isGone ? undefined : methods.find(({ id }) => id === (method || usual))
  // Told with the faults of the other fields, and focused as they are.
  const validate = (_: string, { place, store }: CheckoutFields) =>
    (shown && deliveryFault(shown, { place, store })?.message) ?? true
  const isCarried = () => offer?.chosen !== undefined || !offer || t('請選擇配送方式')
  const ofStore = { validate: shown?.chains ? validate : () => true }
  const ofPlace = { validate: shown?.places ? validate : () => true }
  const methodRef = useController({ control, name: 'method', rules: { validate: isCarried } }).field
    .ref
  const storeRef = useController({ control, name: 'store', rules: ofStore }).field.ref
  const placeRef = useController({ control, name: 'place', rules: ofPlace }).field.ref
  return (
    <>
      <MethodCards
        known={methods}
        offer={offer}
        selected={shown?.id ?? ''}
        name={`${name}-method`}
        error={formState.errors.method?.message}
        ref={methodRef}
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
      {shown?.chains && (
        <StoreChoiceField
          key={shown.id}
          chains={shown.chains}
          collects={shown.cod}
          back={back}
          error={formState.errors.store?.message}
          ref={storeRef}
          onChange={(choice) => {
            setValue('store', choice?.store_token ?? '')
            if (choice) clearErrors('store')
          }}
        />
      )}
      {shown?.places && (
        <PlaceChoice
          places={shown.places}
          selected={place}
          name={`${name}-place`}
          error={formState.errors.place?.message}
          ref={placeRef}
          onSelect={(id) => {
            setValue('place', id, { shouldDirty: true })
            clearErrors('place')
          }}
        />
      )}
    </>
  )
}

/** This page for the way back from a map, which loads it anew: a guest must not be asked to sign in. */
function useWayBack(): string {
  const { pathname, search } = useLocation()
  const { isLoggedIn } = useMemberSession()
  const query = new URLSearchParams(search)
  query.delete('store')
  if (!isLoggedIn) query.set('guest', '1')
  const text = query.toString()
  return useHref(text === '' ? pathname : `${pathname}?${text}`)
}
