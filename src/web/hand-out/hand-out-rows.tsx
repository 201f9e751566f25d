import { Check, CloudUpload } from 'lucide-react'
import { linesText } from '#contract/lines-text.ts'
import { t } from '#contract/translate.ts'
import { Badge } from '../ui/badge.tsx'
import type { ShownHandOut } from './with-wishes.ts'

/** People who have not come yet, then those who have. */
export function HandOutRows(props: {
  rows: readonly ShownHandOut[]
  onChoose: (row: ShownHandOut) => void
}) {
  const { rows, onChoose } = props
  if (rows.length === 0) return <p className="py-4 text-ink-muted">{t('沒有符合的人')}</p>
  const left = rows.filter(({ state }) => state !== 'handed_out')
  const done = rows.filter(({ state }) => state === 'handed_out')
  return (
    <>
      <Rows label={t('未取 {count}', { count: left.length })} rows={left} onChoose={onChoose} />
      <Rows label={t('已取 {count}', { count: done.length })} rows={done} onChoose={onChoose} />
    </>
  )
}

function Rows(props: {
  label: string
  rows: readonly ShownHandOut[]
  onChoose: (row: ShownHandOut) => void
}) {
  const { label, rows, onChoose } = props
  if (rows.length === 0) return null
  return (
    <section aria-label={label} className="mb-6">
      <h2 className="mb-1 text-sm font-semibold text-ink-muted tabular-nums">{label}</h2>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface">
        {rows.map((row) => (
          <li key={row.id}>
            <button
              type="button"
              onClick={() => onChoose(row)}
              className="flex min-h-14 w-full items-center gap-3 px-4 py-3 text-left hover:bg-accent-soft"
            >
              <span className="min-w-0 flex-1">
                <span className="flex flex-wrap items-center gap-x-2">
                  <span className="text-lg font-medium [overflow-wrap:anywhere]">{row.name}</span>
                  <span className="text-sm text-ink-muted tabular-nums">{row.tel_end}</span>
                </span>
                <span className="block text-sm text-ink-muted [overflow-wrap:anywhere]">
                  {linesText(row.lines)}
                </span>
              </span>
              <Mark row={row} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Mark({ row }: { row: ShownHandOut }) {
  if (row.isWaiting) {
    return (
      <Badge tone="warn">
        <CloudUpload aria-hidden="true" className="size-4" />
        {t('待傳送')}
      </Badge>
    )
  }
  if (row.state === 'unpaid') return <Badge tone="warn">{t('未付款')}</Badge>
  if (row.state === 'waiting') return null
  return (
    <Badge tone="sage">
      <Check aria-hidden="true" className="size-4" />
      {t('已取')}
    </Badge>
  )
}
