import { useEffect, useEffectEvent, useId } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { splitAddress } from '#contract/address.ts'
import type { Cart } from '#contract/cart.ts'
import type { ShippingMethod } from '#contract/shipping.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { AddressFields } from '../address-fields.tsx'
import type { KnownContact } from '../contact.ts'
import type { CheckoutFields } from '../order-content.ts'
import { MethodCards } from './method-cards.tsx'
import { PlaceChoice } from './place-choice.tsx'
import { useShippingQuote } from './use-shipping-quote.ts'

/** The cart with the chosen method. */
export interface QuotedDelivery {
  cart: Cart
  /** Undefined where nothing carries the goods. */
  method: ShippingMethod | undefined
  /** Another one is being asked for. */
  isStale: boolean
}

/** The choice of the method, and of where it goes, for a shop that has more than one. */
export function DeliverySection(props: {
  form: UseFormReturn<CheckoutFields>
  known: KnownContact
  /** The methods of the shop. */
  methods: readonly ShippingMethod[]
  /** While an order is on its way the cart may be empty already. */
  isSending: boolean
  onQuote: (quoted: QuotedDelivery) => void
}) {
  const { form, known, methods, isSending } = props
  const { control, setValue, clearErrors } = form
  const name = useId()
  const typed = useWatch({ control, name: ['method', 'place', 'county', 'district'] })
  const [method, place, county, district] = typed
  const { address } = known
  const goesTo = address === null ? { county, district } : splitAddress(address)
  const quote = useShippingQuote({ method, county: goesTo.county, district: goesTo.district })
  const offer = quote.data?.shipping
  const chosen = methods.find(({ id }) => id === (method || offer?.chosen))

  const report = useEffectEvent((cart: Cart, isStale: boolean) => {
    if (isSending) return
    const isOffered = offer?.chosen !== undefined
    props.onQuote({ cart, method: isOffered ? chosen : undefined, isStale })
  })
  const { data, isPlaceholderData: isStale } = quote
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was quoted while sending is told after
  useEffect(() => {
    if (data) report(data, isStale)
  }, [data, isStale, chosen, isSending])

  // Nothing is sent home: the first that carries the goods stands for it.
  const first = offer?.chosen === undefined && offer?.methods.find((one) => one.is_offered)?.id
  useEffect(() => {
    if (!method && first) setValue('method', first)
  }, [method, first, setValue])

  if (quote.isError && !quote.data) {
    return <ErrorState message="運費暫時無法計算" onRetry={() => quote.refetch()} />
  }
  return (
    <>
      <MethodCards
        known={methods}
        offer={offer}
        selected={chosen?.id ?? ''}
        name={`${name}-method`}
        onSelect={(id) => {
          setValue('method', id, { shouldDirty: true })
          clearErrors()
        }}
      />
      {chosen?.kind === 'home' && known.address === null && (
        <div className="space-y-6">
          <AddressFields control={control} />
        </div>
      )}
      {chosen?.places && (
        <PlaceChoice
          places={chosen.places}
          selected={place}
          name={`${name}-place`}
          error={form.formState.errors.place?.message}
          onSelect={(id) => {
            setValue('place', id, { shouldDirty: true })
            clearErrors('place')
          }}
        />
      )}
    </>
  )
}
