/**
 * `queued`: not at the provider, and about to be sent. `issuing`: sent, and no answer is known yet.
 * `failed`: refused by the provider. `dropped`: no longer needed before it was issued.
 */
export const invoiceStates = [
  'queued',
  'issuing',
  'issued',
  'voiding',
  'voided',
  'failed',
  'dropped',
] as const
export type InvoiceState = (typeof invoiceStates)[number]

export const invoiceStateLabels: Record<InvoiceState, string> = {
  queued: '等待開立',
  issuing: '開立中',
  issued: '已開立',
  voiding: '作廢中',
  voided: '已作廢',
  failed: '開立失敗',
  dropped: '不需開立',
}

/** As those of an invoice. */
export const allowanceStates = ['queued', 'sending', 'allowed', 'failed', 'dropped'] as const
export type AllowanceState = (typeof allowanceStates)[number]

export const allowanceStateLabels: Record<AllowanceState, string> = {
  queued: '等待開立',
  sending: '開立中',
  allowed: '已開立',
  failed: '開立失敗',
  dropped: '不需開立',
}

/** Views of the list of invoices: those that need somebody, those that have allowances, or of a state. */
export const invoiceViews = ['problem', 'waiting', 'issued', 'allowed', 'voided', 'all'] as const
export type InvoiceView = (typeof invoiceViews)[number]

/** Under so many percent of the numbers of a period the owner is told. */
export const lowNumbersPercent = 10
