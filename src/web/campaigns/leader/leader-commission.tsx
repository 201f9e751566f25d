import { useState } from 'react'
import { commissionKindLabels } from '#contract/campaign-states.ts'
import { formatMoney } from '#contract/money.ts'
import { t } from '#contract/translate.ts'
import { Button } from '../../ui/button.tsx'
import { formatDateTime } from '../../ui/dates.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { useCommission } from '../campaigns.queries.ts'
import { Panel } from '../panel.tsx'

/** A leader's commission; empty without entries. `isQuiet`: another part shows the failure. */
export function LeaderCommission({ isQuiet }: { isQuiet: boolean }) {
  const [page, setPage] = useState(1)
  const { data, isError, isPlaceholderData, refetch } = useCommission(page)
  if (!data && isError && !isQuiet) {
    return <ErrorState message={t('分潤暫時無法顯示')} onRetry={() => refetch()} />
  }
  if (!data || (data.entries.length === 0 && page === 1)) return null
  return (
    <div
      aria-busy={isPlaceholderData}
      className={`mt-8 ${isPlaceholderData ? 'opacity-60 transition-opacity' : ''}`}
    >
      <Panel title={t('分潤')}>
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="text-ink-muted">{t('餘額')}</span>
          <span className="text-xl font-semibold tabular-nums">{formatMoney(data.balance)}</span>
        </p>
        <ul className="mt-3 divide-y divide-line border-t border-line">
          {data.entries.map(({ kind, amount, note, at, order_id }) => (
            <li
              key={`${at} ${kind} ${order_id ?? note}`}
              className="flex flex-wrap items-baseline justify-between gap-x-4 py-2"
            >
              <span>
                {t(commissionKindLabels[kind])}
                {note && <span className="ml-2 text-sm text-ink-muted">{note}</span>}
              </span>
              <span className="tabular-nums">{formatMoney(amount)}</span>
              <span className="basis-full text-sm text-ink-muted tabular-nums">
                {formatDateTime(at)}
              </span>
            </li>
          ))}
        </ul>
        {data.pagination.total_pages > 1 && (
          <p className="mt-3 flex justify-between">
            <Button
              disabled={!data.pagination.has_pre}
              onClick={() => setPage(data.pagination.current_page - 1)}
            >
              {t('上一頁')}
            </Button>
            <Button
              disabled={!data.pagination.has_next}
              onClick={() => setPage(data.pagination.current_page + 1)}
            >
              {t('下一頁')}
            </Button>
          </p>
        )}
      </Panel>
    </div>
  )
}
