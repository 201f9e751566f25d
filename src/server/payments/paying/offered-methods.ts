import { transferMethod } from '#contract/payments.ts'
import { ShopError } from '../../http/shop-error.ts'
import type { VersionedSettings } from '../../settings/settings.queries.ts'
import type { PaymentMethod, PaymentProvider } from '../payment-provider.ts'

type Settings = { payment: Pick<VersionedSettings['payment'], 'values'> }
/** A method with the owner's words for it. */
export type ConfiguredMethod = PaymentMethod & { name?: string; note?: string }

/** Into the shop's own account: its time is the settings'. */
const transfer: PaymentMethod = {
  method: transferMethod,
  min: 1,
  max: Number.MAX_SAFE_INTEGER,
  authorises: false,
  refunds: false,
  expiresAt: () => undefined,
  numbers: {
    latest: ({ startedAt }) => startedAt,
    dueBy: (endsAt) => endsAt,
    fits: (startedAt, dueBy) => dueBy > startedAt,
  },
}

/** Enabled methods of the provider, in the owner's order. */
function configuredMethods(provider: PaymentProvider, { payment }: Settings): ConfiguredMethod[] {
  if (provider.decidesAtOnce) return [...provider.methods()]
  const { methods, account } = payment.values
  const known = [...provider.methods(), ...(account === '' ? [] : [transfer])]
  return methods.flatMap(({ method, is_on, name, note }) => {
    const found = is_on && known.find((one) => one.method === method)
    return found ? [{ ...found, ...(name && { name }), ...(note && { note }) }] : []
  })
}

/** Of these, those that an order can be paid with: only some authorise first and capture later. */
export function methodsFor(
  provider: PaymentProvider,
  settings: Settings,
  { chargeKind }: { chargeKind: 'charge' | 'authorise' },
): ConfiguredMethod[] {
  return configuredMethods(provider, settings).filter((method) => suits(method, chargeKind))
}

function suits({ authorises }: PaymentMethod, chargeKind: 'charge' | 'authorise'): boolean {
  return chargeKind === 'charge' || authorises
}

/** Throws PAYMENT_METHOD_UNKNOWN, and METHOD_OFF for one that the owner has switched off. */
export function getMethod(
  provider: PaymentProvider,
  settings: Settings,
  { order, asked }: { order: { chargeKind: 'charge' | 'authorise' }; asked: unknown },
): ConfiguredMethod {
  const found = methodsFor(provider, settings, order).find(({ method }) => method === asked)
  if (found) return found
  const isKnown = provider
    .methods()
    .some((known) => known.method === asked && suits(known, order.chargeKind))
  throw new ShopError(isKnown ? 'METHOD_OFF' : 'PAYMENT_METHOD_UNKNOWN')
}
