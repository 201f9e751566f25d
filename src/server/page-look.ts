import { isDeepStrictEqual } from 'node:util'
import { shownCredit } from '#contract/credit.ts'
import { paymentMethodLabel } from '#contract/payment-method-labels.ts'
import type { ShopTerms } from '#contract/settings.ts'
import type { Config } from './config.ts'
import { runIn } from './http/language.ts'
import type { PageFacts, PageLook } from './http/pages.ts'
import { hasLineAccount } from './line-messages/line-account.ts'
import { canMail } from './mail/mail-server.ts'
import { lineChannel } from './members/line/line-access.ts'
import { methodsFor } from './payments/paying/offered-methods.ts'
import type { PaymentProviders } from './payments/payment-providers.ts'
import type { Settings } from './settings/settings.ts'
import { hasOwnMethods } from './shipping/methods.queries.ts'
import { toShownMethods } from './shipping/shipping-wire.ts'

/** The settings that every document carries: the same object until something of it changes. */
export function createPageLook(
  config: Config,
  settings: Settings,
  providers: PaymentProviders,
  { hasLine }: { hasLine(): boolean },
): () => PageLook {
  const termsOf = createTerms(settings, providers)
  let known: PageLook | undefined
  return () => {
    const payments = paymentsOf(config, providers)
    const { shop, brand } = settings.look()
    const terms = termsOf()
    const canMails = canMail(config, settings)
    const lineMessages = hasLineAccount(config, settings.connections())
    const lineLogin = hasLine()
    const liffId = lineChannel(config, settings.connections())?.liffId
    const isKnown =
      known?.brand === brand &&
      known.shop === shop &&
      known.terms === terms &&
      known.facts.canMail === canMails &&
      (known.facts.lineLogin ?? false) === lineLogin &&
      (known.facts.lineMessages ?? false) === lineMessages &&
      known.facts.liffId === liffId &&
      known.facts.payments === payments
    if (known && isKnown) return known
    const facts: PageFacts = {
      payments,
      canMail: canMails,
      ...(lineLogin && { lineLogin }),
      ...(lineMessages && { lineMessages }),
      ...(liffId !== undefined && { liffId }),
    }
    known = { shop, brand, facts, terms }
    return known
  }
}

/** As the pages know it; `ecpay` stands for any gateway. */
function paymentsOf({ payments }: Config, providers: PaymentProviders) {
  if (payments !== 'settings') return payments
  const { atOnce, hasGateway } = providers.current()
  if (atOnce) return 'demonstration'
  return hasGateway ? 'ecpay' : 'manual'
}

/** The same object until what it says changes: documents are cached for as long. */
function createTerms(settings: Settings, providers: PaymentProviders): () => ShopTerms {
  let read: { from: unknown[]; terms: ShopTerms } | undefined
  return () => {
    const from = [settings.get(), providers.current()]
    if (read && from.every((source, index) => source === read?.from[index])) return read.terms
    // For all documents, whichever request is the first.
    const terms = runIn('zh', () => readTerms(settings, providers))
    read = { from, terms: read && isDeepStrictEqual(read.terms, terms) ? read.terms : terms }
    return read.terms
  }
}

function readTerms(settings: Settings, providers: PaymentProviders): ShopTerms {
  const { shipping, payment, invoice, returns, credit, methods: stored } = settings.get()
  const shown = shownCredit(credit)
  const delivery = hasOwnMethods(stored) && toShownMethods(stored)
  const offered = { payment: { values: payment } }
  const methods = methodsFor(providers.current(), offered, { chargeKind: 'charge' })
  return {
    shipping,
    ...(delivery && { delivery }),
    ...(returns && { returns }),
    ...(shown && { credit: shown }),
    methods: methods.map(({ method, name, authorises }) => ({
      name: name ?? paymentMethodLabel(method),
      authorises,
    })),
    ...(invoice.mode === 'on' && { issuesInvoices: true as const }),
  }
}
