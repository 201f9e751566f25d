import { useState } from 'react'
import type { AccountPlace, StatementLine } from '#contract/leader-money.ts'
import { formatMoney } from '#contract/money.ts'
import type { StatementOutcome } from '#contract/statement-lines.ts'
import { t } from '#contract/translate.ts'
import { Badge, type BadgeTone } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { TextAreaField } from '../../../ui/text-field.tsx'
import { useChangeAccount, useStatementLook } from './account.queries.ts'
import { openOf } from './account-sums.ts'

/** A pasted statement, the places that its lines were found to be of, and the leader's choice. */
export function StatementPanel({
  code,
  places,
}: {
  code: string
  places: readonly AccountPlace[]
}) {
  const [text, setText] = useState('')
  const look = useStatementLook()
  const lines = look.data?.lines
  return (
    <div className="space-y-6">
      <form
        className="space-y-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (text.trim() !== '') look.mutate({ params: { code }, data: { statement: text } })
        }}
      >
        <TextAreaField
          label={t('貼上銀行的交易明細')}
          help={t('從網路銀行、App 或檔案複製，欄位不拘。比對金額與後五碼，確認後才會登記。')}
          rows={5}
          maxLength={60_000}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <Button type="submit" variant="primary" isLoading={look.isPending}>
          {t('比對')}
        </Button>
      </form>
      {lines && (
        <Review
          key={look.submittedAt}
          code={code}
          lines={lines}
          places={places}
          onDone={() => {
            setText('')
            look.reset()
          }}
        />
      )}
    </div>
  )
}

const words: Record<StatementOutcome, { label: string; tone: BadgeTone }> = {
  found: { label: '相符', tone: 'sage' },
  unsure: { label: '請選擇', tone: 'warn' },
  known: { label: '已登記', tone: 'neutral' },
  unknown: { label: '找不到', tone: 'danger' },
  skipped: { label: '略過', tone: 'neutral' },
}

/** Nothing is chosen for the leader but where sum and account are those of one place. */
function Review(props: {
  code: string
  lines: readonly StatementLine[]
  places: readonly AccountPlace[]
  onDone: () => void
}) {
  const { code, lines, places, onDone } = props
  const [kept, setChosen] = useState(
    () =>
      new Map(
        lines.flatMap(({ n, outcome, participation_ids: [id] }) =>
          outcome === 'found' && id !== undefined ? [[n, id] as const] : [],
        ),
      ),
  )
  // A person whose money was ticked meanwhile is offered, and booked, no more.
  const chosen = new Map(
    lines.flatMap((line) => {
      const id = kept.get(line.n)
      const isOffered = optionsOf(line, places).some((one) => one.participation_id === id)
      return id !== undefined && isOffered ? [[line.n, id] as const] : []
    }),
  )
  const change = useChangeAccount({ onChanged: onDone })
  const choose = (n: number, id: string) =>
    setChosen((before) => {
      const after = new Map(before)
      if (id === '') after.delete(n)
      else after.set(n, id)
      return after
    })
  const toLook = lines.filter(({ outcome }) => outcome === 'found' || outcome === 'unsure')
  const unknown = lines.filter(({ outcome }) => outcome === 'unknown')
  const rest = lines.filter(({ outcome }) => outcome === 'known' || outcome === 'skipped')
  const book = () =>
    change.mutate({
      params: { code },
      data: {
        receipts: lines.flatMap(({ n, amount, last_five, day }) => {
          const id = chosen.get(n)
          if (id === undefined || amount === undefined) return []
          return [
            {
              ...{ participation_id: id, amount, way: 'transfer' as const },
              ...(last_five && { last_five }),
              // Noon in Taipei: the statement has the day alone.
              ...(day && { received_at: Date.parse(`${day}T12:00:00+08:00`) / 1_000 }),
            },
          ]
        }),
      },
    })
  return (
    <section aria-label={t('比對結果')} className="space-y-4">
      <p className="tabular-nums" aria-live="polite">
        {t('共 {count} 行，{found} 行可以登記，{unknown} 行找不到', {
          count: lines.length,
          found: toLook.length,
          unknown: unknown.length,
        })}
      </p>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface empty:hidden">
        {toLook.map((line) => (
          <Line
            key={line.n}
            line={line}
            places={places}
            chosen={chosen.get(line.n) ?? ''}
            onChoose={(id) => choose(line.n, id)}
          />
        ))}
      </ul>
      {unknown.length > 0 && (
        <ul className="divide-y divide-line rounded-card border border-line bg-surface">
          {unknown.map((line) => (
            <Line key={line.n} line={line} />
          ))}
        </ul>
      )}
      {rest.length > 0 && (
        <Disclosure title={t('其餘 {count} 行', { count: rest.length })}>
          <ul className="divide-y divide-line">
            {rest.map((line) => (
              <Line key={line.n} line={line} />
            ))}
          </ul>
        </Disclosure>
      )}
      {toLook.length > 0 && (
        <Button
          variant="primary"
          fullWidth
          disabled={chosen.size === 0}
          isLoading={change.isPending}
          onClick={book}
        >
          {t('登記 {size} 筆', { size: chosen.size })}
        </Button>
      )}
    </section>
  )
}

function Line(props: {
  line: StatementLine
  places?: readonly AccountPlace[]
  chosen?: string
  onChoose?: (id: string) => void
}) {
  const { line, places = [], chosen = '', onChoose } = props
  const { label, tone } = words[line.outcome]
  return (
    <li className="space-y-1.5 px-4 py-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={tone}>{t(label)}</Badge>
        {line.amount !== undefined && (
          <span className="font-semibold tabular-nums">{formatMoney(line.amount)}</span>
        )}
        <span className="text-sm text-ink-muted tabular-nums">
          {[
            line.day?.replaceAll('-', '/'),
            line.last_five && t('後五碼 {last_five}', { last_five: line.last_five }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </p>
      <p className="text-sm">{line.why}</p>
      <p className="text-sm text-ink-muted [overflow-wrap:anywhere]">
        {line.n}. {line.text}
      </p>
      {onChoose && (
        <label className="block">
          <span className="sr-only">{t('第 {n} 行是誰', { n: line.n })}</span>
          <select
            value={chosen}
            onChange={({ target }) => onChoose(target.value)}
            className="h-11 w-full rounded-lg border border-line-strong bg-surface px-3 text-base"
          >
            <option value="">{t('不登記')}</option>
            {optionsOf(line, places).map((place) => (
              <option key={place.participation_id} value={place.participation_id}>
                {t('{name}{part}應收 {open}', {
                  name: place.name,
                  part: place.tel_end ? t('（{tel_end}）', { tel_end: place.tel_end }) : ' ',
                  open: formatMoney(openOf(place)),
                })}
              </option>
            ))}
          </select>
        </label>
      )}
    </li>
  )
}

/** Those that speak for it first; more than somebody owes cannot be ticked. */
function optionsOf(line: StatementLine, places: readonly AccountPlace[]): AccountPlace[] {
  const isLikely = ({ participation_id: id }: AccountPlace) => line.participation_ids.includes(id)
  const payable = places.filter((place) => openOf(place) >= (line.amount ?? 0))
  return [...payable.filter(isLikely), ...payable.filter((place) => !isLikely(place))]
}
