import type { InvoiceProvider, Refusal } from './invoice-provider.ts'

const refusal: Refusal = { type: 'refused', cause: 'account', reason: '商店沒有設定電子發票' }
const refuse = async () => refusal

/** Of a shop without an account for invoices. */
export const noInvoices: InvoiceProvider = {
  name: 'none',
  merchant: '',
  isTrial: false,
  issues: false,
  issue: refuse,
  find: refuse,
  void: refuse,
  allow: refuse,
  listAllowances: refuse,
  voidAllowance: refuse,
  numbersLeft: refuse,
  checkMobileBarcode: refuse,
  checkLoveCode: refuse,
  findCompany: refuse,
}
