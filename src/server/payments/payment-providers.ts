import type { Config } from '../config.ts'
import { type GatewaySettings, production, stage } from '../config-payments.ts'
import type { Db } from '../db/connect.ts'
import { configuredBaseUrl } from '../http/base-url.ts'
import {
  type Connections,
  cacheByConnections,
  type GatewayAccount,
} from '../settings/connections.ts'
import { readGroupVersion } from '../settings/settings.queries.ts'
import type { Settings } from '../settings/settings.ts'
import { merchantOf } from './ecpay/ecpay-account.ts'
import { createEcpayProvider } from './ecpay/ecpay-provider.ts'
import { demonstrationProvider } from './immediate-providers.ts'
import { readLinePayAccounts } from './line-pay/line-pay-accounts.ts'
import { ownMethod, wireMethod } from './method-names.ts'
import type { PaymentMerchant, PaymentMethod, PaymentProvider } from './payment-provider.ts'

type ProviderConfig = Pick<
  Config,
  'payments' | 'gateway' | 'settingsGateway' | 'line' | 'publicUrl' | 'host' | 'port'
>

/**
 * All that take payments for this shop. An attempt goes on with the provider and the account that it
 * was begun with: it is asked, captured and refunded there, and its callbacks are read with those keys.
 */
export interface PaymentProviders {
  /** As they are at this moment: between two steps of one payment the settings may change. */
  current(): CurrentProviders
  /** The provider of a payment, with its account; undefined: this shop has no keys of it. */
  of(payment: PaymentMerchant): PaymentProvider | undefined
  /** The method by which a payment was made, at the account that it was made with. */
  methodOf(payment: PaymentMerchant & { method: string }): PaymentMethod | undefined
  /** The accounts of this name whose callbacks are believed, the one of now first. */
  named(name: string): readonly PaymentProvider[]
}

/** Those that take new payments. */
export interface CurrentProviders {
  /** In the place of every gateway. */
  atOnce: PaymentProvider | undefined
  /** By their names; without keys that open, or without any, none. */
  gateways: ReadonlyMap<string, PaymentProvider>
  /** False: shoppers transfer to the account of the settings, and the staff record what came. */
  hasGateway: boolean
  /** No money moves. */
  isTrial: boolean
  methods: readonly ProvidedMethod[]
  /** Whether they are still what the settings say, as they are committed. */
  stand(db: Db): Promise<boolean>
}

/** A method of a gateway by its name on the wire, which tells it from those of the others. */
export interface ProvidedMethod extends PaymentMethod {
  /** Undefined: the shop itself takes it. */
  provider: PaymentProvider | undefined
}

/** Put by tests beside or in the place of the providers of configuration and settings. */
export interface GivenProviders {
  atOnce?: PaymentProvider
  gateways?: readonly PaymentProvider[]
}

export function createPaymentProviders(
  config: ProviderConfig,
  settings: Pick<Settings, 'connections'>,
  given: GivenProviders = {},
): PaymentProviders {
  const providers = cacheByConnections(settings, (connections) =>
    buildProviders(config, connections, given),
  )
  const of = (payment: PaymentMerchant) => providers().of(payment)
  return {
    current: () => providers().current,
    of,
    methodOf: (payment) => {
      const own = ownMethod(payment)
      return of(payment)
        ?.methods()
        .find(({ method }) => method === own)
    },
    named: (name) => providers().believed.filter((one) => one.name === name),
  }
}

interface BuiltProviders {
  current: CurrentProviders
  /** The accounts of this shop whose signature is believed; superseded keys after their successor. */
  believed: readonly PaymentProvider[]
  of(payment: PaymentMerchant): PaymentProvider | undefined
}

function buildProviders(
  config: ProviderConfig,
  { gateway, linePay: linePayOfSettings }: Connections,
  { atOnce, gateways: given = [] }: GivenProviders,
): BuiltProviders {
  const publicUrl = configuredBaseUrl(config)
  const linePay = readLinePayAccounts(config, linePayOfSettings, publicUrl)
  const beside = [...(linePay.current ? [linePay.current] : []), ...given]
  const own = config.gateway && createEcpayProvider({ ...config.gateway, publicUrl })
  const stored = (gateway.secrets?.accounts ?? []).map((account) =>
    createEcpayProvider({ ...toGateway(config, account), publicUrl }),
  )
  const accounts = [...(own ? [own] : []), ...stored, ...linePay.accounts, ...given]
  const chosen = atOnce
    ? { atOnce }
    : choose(config, { gateway }, { own, stored, beside, isTakingLinePay: linePay.isOn })
  const isLive = chosen.gateways?.some(({ isTrial }) => !isTrial) ?? false
  // Everybody can sign for a published account: once money moves, none of a trial is believed.
  const believed = accounts.filter((one) => !(isLive && one.isTrial))
  const closed = accounts.filter((one) => !believed.includes(one)).map(closedTrial)
  const open = [...believed, ...closed]
  const isFixed = config.payments !== 'settings'
  return {
    current: {
      ...toCurrent({
        ...chosen,
        gateways: chosen.gateways?.filter((one) => believed.includes(one)),
      }),
      stand: async (db) =>
        isFixed ||
        ((await readGroupVersion(db, 'gateway')) === gateway.version &&
          (await readGroupVersion(db, 'linePay')) === linePayOfSettings.version),
    },
    believed,
    of({ provider, merchant }) {
      // One of a release before named no account: it was that of the environment.
      if (provider === 'ecpay' && merchant === null) return own ?? undefined
      const known = chosen.atOnce ? [...open, chosen.atOnce] : open
      return known.find((one) => one.name === provider && one.merchant === merchant)
    },
  }
}

interface Chosen {
  atOnce?: PaymentProvider
  gateways?: readonly PaymentProvider[] | undefined
  /** Its keys do not open: nothing is taken, least of all by a demonstration. */
  isUnreadable?: boolean
}

function choose(
  { payments }: ProviderConfig,
  { gateway: { values } }: Pick<Connections, 'gateway'>,
  {
    own,
    stored,
    beside,
    isTakingLinePay,
  }: {
    own: PaymentProvider | null
    stored: PaymentProvider[]
    beside: readonly PaymentProvider[]
    isTakingLinePay: boolean
  },
): Chosen {
  if (payments !== 'settings') {
    return own ? { gateways: [own, ...beside] } : { atOnce: demonstrationProvider }
  }
  if (values.provider === 'demonstration') {
    // Beside a way to pay, a payment that always succeeds would be the one that is chosen.
    return isTakingLinePay
      ? { gateways: beside, isUnreadable: true }
      : { atOnce: demonstrationProvider }
  }
  if (values.provider === 'manual') return { gateways: beside }
  const merchant = merchantOf({ merchantId: values.merchant_id, isTrial: values.is_trial })
  const account = stored.find((one) => one.merchant === merchant)
  if (!account) return { gateways: beside, isUnreadable: true }
  return { gateways: [account, ...beside] }
}

function toCurrent({ atOnce, gateways = [], isUnreadable = false }: Chosen) {
  const methods = gateways.flatMap((provider) =>
    provider.methods().map((method): ProvidedMethod => {
      const name = wireMethod({ provider: provider.name, method: method.method })
      return { ...method, method: name, provider }
    }),
  )
  return {
    atOnce,
    gateways: new Map(gateways.map((one) => [one.name, one])),
    hasGateway: gateways.length > 0 || isUnreadable,
    isTrial: gateways.length > 0 && gateways.every(({ isTrial }) => isTrial),
    methods: atOnce ? atOnce.methods().map((one) => ({ ...one, provider: atOnce })) : methods,
  }
}

/** No money came by a trial: its open attempts are unpaid, and their orders end in their time. */
function closedTrial(provider: PaymentProvider): PaymentProvider {
  return { ...provider, query: async () => ({ type: 'unpaid' }) }
}

/** An account of the settings as the configuration of the environment would have it. */
export function toGateway(
  { settingsGateway }: Pick<ProviderConfig, 'settingsGateway'>,
  account: GatewayAccount,
): GatewaySettings {
  const url = settingsGateway.url ?? (account.isTrial ? stage : production)
  return { ...account, url, limits: settingsGateway.limits }
}
