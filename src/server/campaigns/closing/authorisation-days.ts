import type { PaymentProvider } from '../../payments/payment-provider.ts'

/** How many days an authorisation of this provider stands; null where no method authorises. */
export function authorisationDays(provider: PaymentProvider): number | null {
  const days = provider
    .methods()
    .flatMap(({ authorises, authorisationDays: days }) => (authorises && days ? [days] : []))
  return days.length === 0 ? null : Math.max(...days)
}
