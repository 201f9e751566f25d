import type { PlaceQuote } from '#contract/campaigns.ts'
import { formatMoney } from '#contract/money.ts'
import { t } from '#contract/translate.ts'
import { CreditRows } from '../../cart/credit-rows.tsx'
import { SummaryRow } from '../../cart/summary-card.tsx'
import { Button } from '../../ui/button.tsx'
import type { QuoteState } from '../campaigns.queries.ts'

/** The sums of a place as the server quotes them: before that nothing can be agreed to. */
export function PlaceQuoteSum({
  state,
  hasLines,
  use = {},
}: {
  state: QuoteState
  hasLines: boolean
  /** Credit and points that the place is to use. */
  use?: { credit?: number; points?: number }
}) {
  const { quote, isCurrent, error } = state
  if (error) {
    return (
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p role="alert" className="text-sm text-danger">
          {error.message}
        </p>
        <Button variant="quiet" onClick={state.retry}>
          {t('重新計算')}
        </Button>
      </div>
    )
  }
  if (!hasLines) return <p className="text-sm text-ink-muted">{t('請選擇數量')}</p>
  return (
    <div aria-live="polite" aria-busy={!isCurrent} className={isCurrent ? '' : 'opacity-60'}>
      {quote ? (
        <Sum quote={quote} use={use} />
      ) : (
        <p className="text-sm text-ink-muted">{t('計算金額中')}</p>
      )}
    </div>
  )
}

function Sum({ quote, use }: { quote: PlaceQuote; use: { credit?: number; points?: number } }) {
  const { subtotal, discount, shipping_fee: fee, credit_used: used = 0, due_now: dueNow } = quote
  const total = quote.total - (use.credit ?? 0) - (use.points ?? 0)
  return (
    <dl className="space-y-0.5 text-sm">
      {total !== subtotal && <SummaryRow name={t('商品最高')}>{formatMoney(subtotal)}</SummaryRow>}
      {discount > 0 && <SummaryRow name={t('優惠碼')}>−{formatMoney(discount)}</SummaryRow>}
      {fee > 0 && <SummaryRow name={t('運費')}>{formatMoney(fee)}</SummaryRow>}
      {used > 0 && <SummaryRow name={t('購物金與點數')}>−{formatMoney(used)}</SummaryRow>}
      <CreditRows {...use} />
      <SummaryRow name={dueNow > 0 ? t('現在授權，成團才扣款') : t('現在不收款，成團後付款')}>
        <span className="text-xl font-semibold">
          {t('最高 {total}', { total: formatMoney(total) })}
        </span>
      </SummaryRow>
    </dl>
  )
}
