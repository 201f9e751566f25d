import type { Config } from '../config.ts'
import { type GatewaySettings, production, stage } from '../config-payments.ts'
import { configuredBaseUrl } from '../http/base-url.ts'
import type { Connections, GatewayAccount } from '../settings/connections.ts'
import { readGroupVersion } from '../settings/settings.queries.ts'
import type { Settings } from '../settings/settings.ts'
import { merchantOf } from './ecpay/ecpay-account.ts'
import { createEcpayProvider } from './ecpay/ecpay-provider.ts'
import { demonstrationProvider, manualProvider } from './immediate-providers.ts'
import type { PaymentMerchant, PaymentProvider } from './payment-provider.ts'

type ProviderConfig = Pick<
  Config,
  'payments' | 'gateway' | 'settingsGateway' | 'publicUrl' | 'host' | 'port'
>

/**
 * The provider that environment and settings say. An attempt goes on with the account that it was
 * begun with: it is asked, captured and refunded there, and its callbacks are read with those keys.
 */
export function createPaymentProvider(
  config: ProviderConfig,
  settings: Pick<Settings, 'connections' | 'refresh'>,
): PaymentProvider {
  let built: { connections: Connections; providers: Providers } | undefined

  function providers(): Providers {
    const connections = settings.connections()
    if (built?.connections !== connections) {
      built = { connections, providers: buildProviders(config, connections) }
    }
    return built.providers
  }

  const now = () => providers().current
  const of = (payment: Partial<PaymentMerchant>) => providers().of(payment) ?? now()
  return {
    get name() {
      return now().name
    },
    get merchant() {
      return now().merchant
    },
    get isTrial() {
      return now().isTrial
    },
    get decidesAtOnce() {
      return now().decidesAtOnce
    },
    get hasGateway() {
      return providers().accounts.length > 0
    },
    current: now,
    stands: (db) => now().stands(db),
    knows: (payment) => providers().of(payment) !== undefined,
    methodOf: (payment) => providers().of(payment)?.methodOf(payment),
    methods: () => now().methods(),
    start: (attempt) => of(ofEcpay(attempt)).start(attempt),
    readCallback(raw, kind) {
      const readings = providers().callbacks.map((one) => one.readCallback(raw, kind))
      return (
        readings.find(({ isValid }) => isValid) ??
        readings[0] ?? { isValid: false, reason: 'No Gateway' }
      )
    },
    readReturn(raw) {
      for (const one of providers().callbacks) {
        const orderId = one.readReturn(raw)
        if (orderId) return orderId
      }
      return undefined
    },
    query: (attempt) => of(ofEcpay(attempt)).query(attempt),
    refund: (refund, beforeSending) => of(ofEcpay(refund.payment)).refund(refund, beforeSending),
    queryRefund: (refund) => of(ofEcpay(refund.payment)).queryRefund(refund),
    capture: (payment) => of(ofEcpay(payment)).capture(payment),
    void: (payment, at) => of(ofEcpay(payment)).void(payment, at),
  }
}

const ofEcpay = ({ merchant = null }: { merchant?: string | null }) => ({
  provider: 'ecpay',
  merchant,
})

interface Providers {
  current: PaymentProvider
  /** Of this shop, the one of now first, a superseded set of keys after its successor. */
  accounts: readonly PaymentProvider[]
  /** Those whose signature is believed. */
  callbacks: readonly PaymentProvider[]
  of(payment: Partial<PaymentMerchant>): PaymentProvider | undefined
}

function buildProviders(config: ProviderConfig, { gateway }: Connections): Providers {
  const publicUrl = configuredBaseUrl(config)
  const own = config.gateway && createEcpayProvider({ ...config.gateway, publicUrl })
  const stored = (gateway.secrets?.accounts ?? []).map((account) =>
    createEcpayProvider({ ...toGateway(config, account), publicUrl }),
  )
  const accounts = [...(own ? [own] : []), ...stored]
  const current = chooseCurrent(config, { gateway }, { own, stored })
  const isLive = current.name === 'ecpay' && !current.isTrial
  // Everybody can sign for a published account: once money moves, none of a trial is believed.
  const callbacks = accounts.filter((one) => !(isLive && one.isTrial))
  const closed = accounts.filter((one) => !callbacks.includes(one)).map(closedTrial)
  const open = [...callbacks, ...closed]
  return {
    current,
    accounts,
    callbacks,
    of({ provider, merchant }) {
      if (provider !== 'ecpay') {
        return provider === current.name ? current : knownWithout(provider)
      }
      // One of a release before named no account: it was that of the environment.
      if (merchant === null || merchant === undefined) return own ?? undefined
      return open.find((one) => one.merchant === merchant)
    },
  }
}

const withoutGateway = [demonstrationProvider, manualProvider]
const knownWithout = (provider: string | undefined) =>
  withoutGateway.find(({ name }) => name === provider)

function chooseCurrent(
  { payments }: ProviderConfig,
  { gateway }: Pick<Connections, 'gateway'>,
  { own, stored }: { own: PaymentProvider | null; stored: readonly PaymentProvider[] },
): PaymentProvider {
  if (payments !== 'settings') return own ?? demonstrationProvider
  const { values, version } = gateway
  const chosen =
    withoutGateway.find(({ name }) => name === values.provider) ??
    stored.find(({ merchant }) => merchant === merchantOf(toAccount(values))) ??
    noProvider
  const provider: PaymentProvider = {
    ...chosen,
    current: () => provider,
    stands: async (db) => (await readGroupVersion(db, 'gateway')) === version,
  }
  return provider
}

const toAccount = (values: { merchant_id: string; is_trial: boolean }) => ({
  merchantId: values.merchant_id,
  isTrial: values.is_trial,
})

/** The keys do not open: nothing is taken, least of all by a demonstration. */
const noProvider: PaymentProvider = {
  ...demonstrationProvider,
  name: 'ecpay',
  decidesAtOnce: false,
  hasGateway: true,
  methods: () => [],
  knows: () => false,
  methodOf: () => undefined,
  async start() {
    throw new Error('the keys of the gateway do not open')
  },
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
