import { formatMoney } from '#contract/money.ts'
import type { Refund } from '#contract/order-life.ts'
import { methodKind } from '#contract/payments.ts'
import { shownReason } from '#contract/shown-reason.ts'
import { t } from '#contract/translate.ts'
import { formatDay } from '../ui/dates.ts'
import { OrderSection } from './order-section.tsx'
import { RefundAccountForm } from './refund-account-form.tsx'

/** Refunds of an order. A failed one is the shop's matter and shows as under way. */
export function OrderRefunds({ refunds }: { refunds: Refund[] }) {
  const [needing] = refunds.filter(({ needs_account }) => needs_account)
  return (
    <OrderSection title={t('退款')}>
      <ul className="space-y-3">
        {refunds.map((refund) => (
          <li key={refund.id}>
            <p className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="font-medium">{stateText(refund)}</span>
              <span className="text-sm text-ink-muted tabular-nums">
                {refund.done_at ? formatDay(refund.done_at * 1000) : formatMoney(refund.amount)}
              </span>
            </p>
            <p className="text-sm text-ink-muted [overflow-wrap:anywhere]">
              {shownReason(refund.reason)}
            </p>
            {methodKind(refund.method) === 'card' && !refund.to_credit && (
              <p className="text-sm text-ink-muted">{t('實際入帳時間依發卡銀行作業而定')}</p>
            )}
          </li>
        ))}
      </ul>
      {needing && <RefundAccountForm orderId={needing.order_id} />}
    </OrderSection>
  )
}

function stateText({ state, amount, to_credit: isCredit }: Refund): string {
  if (state !== 'done') return t('退款處理中')
  return isCredit
    ? t('已退為購物金 {amount}', { amount: formatMoney(amount) })
    : t('已退款 {amount}', { amount: formatMoney(amount) })
}
