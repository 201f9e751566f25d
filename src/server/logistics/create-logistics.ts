import type { Config } from '../config.ts'
import { type LogisticsAccount, logisticsUrl } from '../config-logistics.ts'
import { configuredBaseUrl } from '../http/base-url.ts'
import { type Connections, cacheByConnections } from '../settings/connections.ts'
import type { Settings } from '../settings/settings.ts'
import { createEcpayLogistics, merchantOf } from './ecpay/logistics-client.ts'
import type { Contact, LogisticsProvider, MapReply, StateReading } from './logistics-provider.ts'

/** The providers of parcels that environment and settings name, by their accounts. */
export interface Logistics {
  /** Of new parcels; undefined: the shop sends none to stores. */
  current(): LogisticsProvider | undefined
  /** The account with which a parcel was made. */
  of(merchant: string): LogisticsProvider | undefined
  /** The sender on the labels; empty texts until the owner has typed them. */
  sender(): Contact
  readState(raw: Buffer): StateReading
  readMapReply(raw: Buffer): MapReply | undefined
}

type LogisticsConfigs = Pick<Config, 'logistics' | 'publicUrl' | 'host' | 'port'>

/** On labels of the try-out server, which goes without any setting. */
const trialSender: Contact = { name: '林小美', phone: '0911222333' }

export function createLogistics(
  config: LogisticsConfigs,
  settings: Pick<Settings, 'connections'>,
): Logistics {
  const providers = cacheByConnections(settings, (connections) =>
    buildProviders(config, connections),
  )
  return {
    current: () => providers().current,
    of: (merchant) => providers().accounts.find((one) => one.merchant === merchant),
    sender() {
      const { sender_name: name, sender_phone: phone } = settings.connections().logistics.values
      const isTrial = config.logistics.account?.isTrial ?? false
      return name === '' && phone === '' && isTrial ? trialSender : { name, phone }
    },
    readState(raw) {
      const readings = providers().believed.map((one) => one.readState(raw))
      return (
        readings.find(({ isValid }) => isValid) ??
        readings[0] ?? { isValid: false, reason: 'No Logistics' }
      )
    },
    readMapReply: (raw) => providers().accounts[0]?.readMapReply(raw),
  }
}

interface Providers {
  current: LogisticsProvider | undefined
  /** Of this shop, the one of now first, a superseded set of keys after its successor. */
  accounts: readonly LogisticsProvider[]
  /** Those whose signature is believed. */
  believed: readonly LogisticsProvider[]
}

function buildProviders(config: LogisticsConfigs, { logistics }: Connections): Providers {
  const publicUrl = configuredBaseUrl(config)
  const create = (account: LogisticsAccount) =>
    createEcpayLogistics({ ...account, url: logisticsUrl(config.logistics, account), publicUrl })
  const own = config.logistics.account && create(config.logistics.account)
  const stored = (logistics.secrets?.accounts ?? []).map(create)
  const accounts = [...(own ? [own] : []), ...stored]
  const { provider, merchant_id: merchantId, is_trial: isTrial } = logistics.values
  const chosen =
    provider === 'ecpay' && !config.logistics.isOff
      ? stored.find(({ merchant }) => merchant === merchantOf({ merchantId, isTrial }))
      : undefined
  const current = own ?? chosen
  const isLive = current !== undefined && !current.isTrial
  // Everybody can sign for a published account: once parcels move, none of a trial is believed.
  return { current, accounts, believed: accounts.filter((one) => !(isLive && one.isTrial)) }
}
