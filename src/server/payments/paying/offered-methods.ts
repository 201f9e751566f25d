import { transferMethod } from '#contract/payments.ts'
import { ShopError } from '../../http/shop-error.ts'
import type { VersionedSettings } from '../../settings/settings.queries.ts'
import type { CurrentProviders, ProvidedMethod } from '../payment-providers.ts'

type Settings = { payment: Pick<VersionedSettings['payment'], 'values'> }
/** A method with the owner's words for it. */
export type ConfiguredMethod = ProvidedMethod & { name?: string; note?: string }

/** Into the shop's own account: its time is the settings'. */
const transfer: ProvidedMethod = {
  provider: undefined,
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

/** Enabled methods of the providers, in the owner's order, then those that the settings do not name. */
function configuredMethods(
  { atOnce, methods: provided }: CurrentProviders,
  { payment }: Settings,
): ConfiguredMethod[] {
  if (atOnce) return [...provided]
  const { methods, account } = payment.values
  const known = [...provided, ...(account === '' ? [] : [transfer])]
  const named = methods.flatMap(({ method, is_on, name, note }) => {
    const found = is_on && known.find((one) => one.method === method)
    return found ? [{ ...found, ...(name && { name }), ...(note && { note }) }] : []
  })
  const names = new Set<string>(methods.map(({ method }) => method))
  return [...named, ...provided.filter(({ method }) => !names.has(method))]
}

/** Of these, those that an order can be paid with: only some authorise first and capture later. */
export function methodsFor(
  providers: CurrentProviders,
  settings: Settings,
  { chargeKind }: { chargeKind: 'charge' | 'authorise' },
): ConfiguredMethod[] {
  return configuredMethods(providers, settings).filter((method) => suits(method, chargeKind))
}

function suits({ authorises }: ProvidedMethod, chargeKind: 'charge' | 'authorise'): boolean {
  return chargeKind === 'charge' || authorises
}

/** Throws PAYMENT_METHOD_UNKNOWN, and METHOD_OFF for one that the owner has switched off. */
export function getMethod(
  providers: CurrentProviders,
  settings: Settings,
  { order, asked }: { order: { chargeKind: 'charge' | 'authorise' }; asked: unknown },
): ConfiguredMethod {
  const found = methodsFor(providers, settings, order).find(({ method }) => method === asked)
  if (found) return found
  const isKnown = providers.methods.some(
    (known) => known.method === asked && suits(known, order.chargeKind),
  )
  throw new ShopError(isKnown ? 'METHOD_OFF' : 'PAYMENT_METHOD_UNKNOWN')
}
