import { ownMethod } from '../../payments/method-names.ts'
import type { PaymentDeps } from '../../payments/payment-deps.ts'
import type { PaymentProvider } from '../../payments/payment-provider.ts'
import type { PaymentProviders } from '../../payments/payment-providers.ts'

/** The same payments, with providers that do some calls in another way. */
export function withChangedProvider(
  deps: PaymentDeps,
  change: (provider: PaymentProvider) => Partial<PaymentProvider>,
): PaymentDeps {
  const { providers } = deps
  const of: PaymentProviders['of'] = (payment) => {
    const provider = providers.of(payment)
    return provider && { ...provider, ...change(provider) }
  }
  const methodOf: PaymentProviders['methodOf'] = (payment) =>
    of(payment)
      ?.methods()
      .find(({ method }) => method === ownMethod(payment))
  return { ...deps, providers: { ...providers, of, methodOf } }
}

/** The same payments in a shop that has lost the keys of every account. */
export function withoutKeys(deps: PaymentDeps): PaymentDeps {
  const providers = { ...deps.providers, of: () => undefined, methodOf: () => undefined }
  return { ...deps, providers }
}
