import type { PaymentProviders } from '../../payments/payment-providers.ts'

/** How many days an authorisation stands, by whichever method it is; null where none authorises. */
export function authorisationDays(providers: PaymentProviders): number | null {
  const days = providers
    .current()
    .methods.flatMap(({ authorises, authorisationDays: days }) =>
      authorises && days ? [days] : [],
    )
  return days.length === 0 ? null : Math.min(...days)
}
