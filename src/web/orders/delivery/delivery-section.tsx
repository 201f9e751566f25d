import { useEffect, useEffectEvent } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { Cart } from '#contract/cart.ts'
import type { ShippingMethod } from '#contract/shipping.ts'
import { t } from '#contract/translate.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import type { KnownContact } from '../contact.ts'
import type { CheckoutFields } from '../order-content.ts'
import { chosenMethod, useAskedDelivery } from './delivery-choice.ts'
import { DeliveryFields } from './delivery-fields.tsx'
import { useShippingQuote } from './use-shipping-quote.ts'

/** The cart with the chosen method. */
export interface QuotedDelivery {
  cart: Cart
  /** Undefined where nothing carries the goods. */
  method: ShippingMethod | undefined
  /** Another one is being asked for. */
  isStale: boolean
}

/** The choice of the method at the checkout, with the fees for the caller's cart. */
export function DeliverySection(props: {
  form: UseFormReturn<CheckoutFields>
  known: KnownContact
  methods: readonly ShippingMethod[]
  /** While an order is on its way the cart may be empty already. */
  isSending: boolean
  onQuote: (quoted: QuotedDelivery) => void
}) {
  const { form, known, methods, isSending, onQuote } = props
  const quote = useShippingQuote(useAskedDelivery(form, known))
  const { data: cart, isPlaceholderData: isStale } = quote
  const tell = useEffectEvent((shown: Cart) => {
    onQuote({ cart: shown, method: chosenMethod(methods, shown.shipping), isStale })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another quote is told, too, once it is stale
  useEffect(() => {
    if (cart && !isSending) tell(cart)
  }, [cart, isStale, isSending])

  if (quote.isError && !cart) {
    return <ErrorState message={t('運費暫時無法計算')} onRetry={() => quote.refetch()} />
  }
  return <DeliveryFields form={form} known={known} methods={methods} offer={cart?.shipping} />
}
