import { creditKindLabels } from '#contract/credit-kinds.ts'
import { formatMoney } from '#contract/money.ts'
import { t } from '#contract/translate.ts'
import { SummaryRow } from './summary-card.tsx'

/** The part of an order that credit and points pay. */
export function CreditRows(props: { credit?: number | undefined; points?: number | undefined }) {
  const { credit = 0, points = 0 } = props
  return (
    <>
      {credit > 0 && (
        <SummaryRow name={t('{credit}折抵', { credit: t(creditKindLabels.credit) })}>
          −{formatMoney(credit)}
        </SummaryRow>
      )}
      {points > 0 && (
        <SummaryRow name={t('{points}折抵', { points: t(creditKindLabels.points) })}>
          −{formatMoney(points)}
        </SummaryRow>
      )}
    </>
  )
}

/** Whether the lines of an order need a subtotal, because something of the account pays a part. */
export function usesCredit(order: { credit_used?: number; points_used?: number }): boolean {
  return (order.credit_used ?? 0) + (order.points_used ?? 0) > 0
}
