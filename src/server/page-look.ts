import { isDeepStrictEqual } from 'node:util'
import { paymentMethodLabel } from '#contract/payment-method-labels.ts'
import type { ShopTerms } from '#contract/settings.ts'
import type { Config } from './config.ts'
import type { PageLook } from './http/pages.ts'
import { canMail } from './mail/mail-server.ts'
import { methodsFor } from './payments/paying/offered-methods.ts'
import type { PaymentProvider } from './payments/payment-provider.ts'
import type { Settings } from './settings/settings.ts'

/** The settings that every document carries: the same object until something of it changes. */
export function createPageLook(
  config: Config,
  settings: Settings,
  provider: PaymentProvider,
): () => PageLook {
  const termsOf = createTerms(settings, provider)
  let known: PageLook | undefined
  return () => {
    const payments = paymentsOf(config, provider)
    const { shop, brand } = settings.look()
    const terms = termsOf()
    const canMails = canMail(config, settings)
    const isKnown =
      known?.brand === brand &&
      known.shop === shop &&
      known.terms === terms &&
      known.facts.canMail === canMails &&
      known.facts.payments === payments
    if (known && isKnown) return known
    known = { shop, brand, facts: { payments, canMail: canMails }, terms }
    return known
  }
}

/** As the pages know it: the choice of the settings by the provider of now. */
function paymentsOf({ payments }: Config, { name }: PaymentProvider) {
  if (payments !== 'settings') return payments
  return name === 'ecpay' || name === 'manual' ? name : 'demonstration'
}

/** The same object until what it says changes: documents are cached for as long. */
function createTerms(settings: Settings, provider: PaymentProvider): () => ShopTerms {
  let read: { from: unknown[]; terms: ShopTerms } | undefined
  return () => {
    const from = [settings.get(), provider.current()]
    if (read && from.every((source, index) => source === read?.from[index])) return read.terms
    const terms = readTerms(settings, provider)
    read = { from, terms: read && isDeepStrictEqual(read.terms, terms) ? read.terms : terms }
    return read.terms
  }
}

function readTerms(settings: Settings, provider: PaymentProvider): ShopTerms {
  const { shipping, payment, returns } = settings.get()
  const offered = { payment: { values: payment } }
  const methods = methodsFor(provider.current(), offered, { chargeKind: 'charge' })
  return {
    shipping,
    ...(returns && { returns }),
    methods: methods.map(({ method, name, authorises }) => ({
      name: name ?? paymentMethodLabel(method),
      authorises,
    })),
  }
}
