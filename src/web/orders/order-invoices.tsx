import { invoiceChoiceText } from '#contract/invoice-words.ts'
import type { OwnInvoice } from '#contract/invoices.ts'
import { formatMoney } from '#contract/money.ts'
import { t } from '#contract/translate.ts'
import { formatDay } from '../ui/dates.ts'
import { OrderSection } from './order-section.tsx'

/** The invoices of an order, newest first, with what a shopper needs to look one up. */
export function OrderInvoices({ invoices }: { invoices: readonly OwnInvoice[] }) {
  return (
    <OrderSection title={t('電子發票')}>
      <ul className="space-y-3">
        {invoices.map((invoice, index) => (
          <li key={invoice.number ?? index}>
            <p className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="font-medium tabular-nums">{titleOf(invoice)}</span>
              <span className="text-sm text-ink-muted tabular-nums">
                {invoice.date ? formatDay(invoice.date * 1000) : formatMoney(invoice.amount)}
              </span>
            </p>
            {invoice.number && (
              <p className="text-sm text-ink-muted tabular-nums">
                {invoice.random && t('隨機碼 {random}・', { random: invoice.random })}
                {formatMoney(invoice.amount)}
                {invoice.allowed &&
                  t('，已折讓 {allowed}', { allowed: formatMoney(invoice.allowed) })}
              </p>
            )}
            {invoice.choice && (
              <p className="text-sm text-ink-muted [overflow-wrap:anywhere]">
                {invoiceChoiceText(invoice.choice)}
              </p>
            )}
          </li>
        ))}
      </ul>
    </OrderSection>
  )
}

function titleOf({ state, number }: OwnInvoice): string {
  if (state === 'pending') return t('發票開立中')
  return state === 'voided' ? t('{number}（已作廢）', { number }) : (number ?? '')
}
