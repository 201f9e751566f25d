import {
  allowanceStateLabels,
  type InvoiceView,
  invoiceStateLabels,
} from '#contract/invoice-states.ts'
import type { AdminInvoice, InvoicePreview } from '#contract/invoices.ts'
import { formatMoney } from '#contract/money.ts'

export const invoiceViewLabels: Record<InvoiceView, string> = {
  problem: '待處理',
  waiting: '等待中',
  issued: '已開立',
  allowed: '有折讓',
  voided: '已作廢',
  all: '全部',
}

type Allowance = AdminInvoice['allowances'][number]

/** 「折讓 NT$120 已開立」 */
export function allowanceText({ amount, state }: Allowance): string {
  return `折讓 ${formatMoney(amount)} ${allowanceStateLabels[state]}`
}

export function invoiceStateText({ state, is_blocked: isBlocked }: AdminInvoice): string {
  return isBlocked && state !== 'failed'
    ? `${invoiceStateLabels[state]}（暫停）`
    : invoiceStateLabels[state]
}

/** Whether somebody can try it, or one of its allowances, again. */
export function isToRetry({ state, is_blocked: isBlocked, allowances }: AdminInvoice): boolean {
  const isOpen = state === 'queued' || state === 'issuing' || state === 'voiding'
  return (
    isBlocked === true ||
    isOpen ||
    allowances.some((one) => one.is_blocked || one.state === 'queued' || one.state === 'sending')
  )
}

/** The effects of a refund on the invoices, before it is made: one sentence each. */
export function previewSentences(preview: InvoicePreview): string[] {
  return preview.map(({ type, number = '', amount }) =>
    type === 'void'
      ? `這會作廢發票 ${number}`
      : `這會對發票 ${number} 開立折讓 ${formatMoney(amount)}`,
  )
}
