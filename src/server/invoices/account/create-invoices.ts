import type { Config } from '../../config.ts'
import { type InvoiceAccount, invoicesUrl } from '../../config-invoices.ts'
import { type Connections, cacheByConnections } from '../../settings/connections.ts'
import type { Settings } from '../../settings/settings.ts'
import { createEcpayInvoices, merchantOf } from '../provider/ecpay/ecpay-invoices.ts'
import type { InvoiceProvider } from '../provider/invoice-provider.ts'
import { noInvoices } from '../provider/no-invoices.ts'

/** The issuers that environment and settings name, by their accounts. */
export interface Invoices {
  /** Of new invoices; without an account one that refuses each call. */
  current(): InvoiceProvider
  /** The account with which an invoice was issued: it is made void there, too. */
  of(merchant: string): InvoiceProvider | undefined
}

export function createInvoices(
  config: Pick<Config, 'invoices'>,
  settings: Pick<Settings, 'connections'>,
): Invoices {
  const providers = cacheByConnections(settings, (connections) =>
    buildProviders(config, connections),
  )
  return {
    current: () => providers().current,
    of: (merchant) => providers().accounts.find((one) => one.merchant === merchant),
  }
}

interface Providers {
  current: InvoiceProvider
  accounts: readonly InvoiceProvider[]
}

/** The environment wins. */
function buildProviders(
  { invoices: config }: Pick<Config, 'invoices'>,
  { invoice_account: connection }: Connections,
): Providers {
  const create = (account: InvoiceAccount) =>
    createEcpayInvoices({ ...account, url: invoicesUrl(config, account) })
  const own = config.account && create(config.account)
  const stored = (connection.secrets?.accounts ?? []).map(create)
  const { provider, merchant_id: merchantId, is_trial: isTrial } = connection.values
  const merchant = merchantOf({ merchantId, isTrial })
  const chosen =
    provider === 'ecpay' && !config.isOff
      ? stored.find((one) => one.merchant === merchant)
      : undefined
  return { current: own ?? chosen ?? noInvoices, accounts: [...(own ? [own] : []), ...stored] }
}
