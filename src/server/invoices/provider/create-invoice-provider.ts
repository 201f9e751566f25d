import { type InvoicesConfig, invoicesUrl } from '../../config-invoices.ts'
import { createEcpayInvoices } from './ecpay/ecpay-invoices.ts'
import type { InvoiceProvider } from './invoice-provider.ts'
import { noInvoices } from './no-invoices.ts'

/** The provider that the environment names. */
export function createInvoiceProvider(config: InvoicesConfig): InvoiceProvider {
  const { account } = config
  return account
    ? createEcpayInvoices({ ...account, url: invoicesUrl(config, account) })
    : noInvoices
}
