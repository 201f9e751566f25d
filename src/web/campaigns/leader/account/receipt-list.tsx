import { useState } from 'react'
import type { AccountPlace } from '#contract/leader-money.ts'
import { linesText } from '#contract/lines-text.ts'
import { formatMoney } from '#contract/money.ts'
import { t } from '#contract/translate.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Sheet } from '../../../ui/dialog.tsx'
import { openOf } from './account-sums.ts'
import { ReceiptSheet } from './receipt-sheet.tsx'

/** Those who still owe first, then what is to be given back, then those who have paid. */
export function ReceiptList({ code, places }: { code: string; places: readonly AccountPlace[] }) {
  const [chosen, setChosen] = useState<string>()
  if (places.length === 0)
    return <p className="text-ink-muted">{t('成團後，應收的款項會列在這裡。')}</p>
  const place = places.find(({ participation_id: id }) => id === chosen)
  const open = places.filter((one) => openOf(one) > 0)
  const back = places.filter((one) => openOf(one) < 0)
  const done = places.filter((one) => openOf(one) === 0)
  return (
    <>
      <Rows label={t('未收 {count}', { count: open.length })} places={open} onChoose={setChosen} />
      <Rows
        label={t('待退還 {count}', { count: back.length })}
        places={back}
        onChoose={setChosen}
      />
      <Rows label={t('已收 {count}', { count: done.length })} places={done} onChoose={setChosen} />
      <Sheet
        isOpen={place !== undefined}
        onClose={() => setChosen(undefined)}
        title={place?.name ?? ''}
      >
        {place && (
          <ReceiptSheet
            key={place.participation_id}
            code={code}
            place={place}
            onClose={() => setChosen(undefined)}
          />
        )}
      </Sheet>
    </>
  )
}

function Rows(props: {
  label: string
  places: readonly AccountPlace[]
  onChoose: (id: string) => void
}) {
  const { label, places, onChoose } = props
  if (places.length === 0) return null
  return (
    <section aria-label={label} className="mb-6">
      <h2 className="mb-1 text-sm font-semibold text-ink-muted tabular-nums">{label}</h2>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface">
        {places.map((place) => (
          <li key={place.participation_id}>
            <button
              type="button"
              onClick={() => onChoose(place.participation_id)}
              className="flex min-h-14 w-full items-center gap-3 px-4 py-3 text-left hover:bg-accent-soft"
            >
              <span className="min-w-0 flex-1">
                <span className="flex flex-wrap items-center gap-x-2">
                  <span className="text-lg font-medium [overflow-wrap:anywhere]">{place.name}</span>
                  <span className="text-sm text-ink-muted tabular-nums">{place.tel_end}</span>
                </span>
                <span className="block text-sm text-ink-muted [overflow-wrap:anywhere]">
                  {[
                    linesText(place.lines),
                    place.last_five && t('後五碼 {last_five}', { last_five: place.last_five }),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
              <Mark place={place} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Mark({ place }: { place: AccountPlace }) {
  const open = openOf(place)
  if (open > 0) {
    return (
      <span className="shrink-0 text-right">
        <span className="block text-lg font-semibold tabular-nums">{formatMoney(open)}</span>
        {place.received > 0 && (
          <span className="block text-sm text-ink-muted tabular-nums">
            {t('已收 {received}', { received: formatMoney(place.received) })}
          </span>
        )}
      </span>
    )
  }
  if (open < 0) return <Badge tone="warn">{t('退還 {open}', { open: formatMoney(-open) })}</Badge>
  return (
    <span className="flex shrink-0 flex-col items-end gap-1">
      <span className="tabular-nums">{formatMoney(place.received)}</span>
      {place.is_settled && <Badge tone="sage">{t('已交店家')}</Badge>}
    </span>
  )
}
