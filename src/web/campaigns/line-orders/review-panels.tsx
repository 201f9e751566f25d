import { useState } from 'react'
import type { LineOrders, LineResult } from '#contract/line-orders.ts'
import { formatMoney } from '#contract/money.ts'
import type { EntryDecision } from '#contract/plus-one/tally.ts'
import { t } from '#contract/translate.ts'
import { Button } from '../../ui/button.tsx'
import { rich } from '../../ui/rich.tsx'
import { Panel } from '../panel.tsx'
import {
  countOf,
  type Decisions,
  type DraftRow,
  type Edits,
  type PersonEdit,
  toAsked,
  toRows,
  undecided,
} from './draft.ts'
import { EntryPanel } from './entry-panel.tsx'
import { type LineTarget, useEnterLineOrders, useReadLineOrders } from './line-orders.queries.ts'
import { PersonRow } from './person-row.tsx'

interface ReviewProps {
  target: LineTarget
  reading: LineOrders
  /** Reads the same text again, as people and places are now. */
  onReread: () => Promise<unknown>
  /** All of it was entered. */
  onDone: () => void
}

/** From what was read to what is entered: decisions, people, sums, and one press that enters them. */
export function ReviewPanels({ target, reading, onReread, onDone }: ReviewProps) {
  const [decisions, setDecisions] = useState<Decisions>(new Map())
  const [edits, setEdits] = useState<Edits>(new Map())
  /** Names that were entered of this text. */
  const [done, setDone] = useState<ReadonlySet<string>>(new Set())
  const [refused, setRefused] = useState<readonly LineResult[]>([])
  const open = undecided(reading, decisions)
  const rows = toRows(reading, decisions, edits).filter(({ name }) => !done.has(name))
  const decide = (line: number, decision: EntryDecision) =>
    setDecisions((before) => new Map(before).set(line, decision))
  const edit = (name: string, change: PersonEdit) =>
    setEdits((before) => new Map(before).set(name, { ...before.get(name), ...change }))
  const entered = async (results: readonly LineResult[]) => {
    const failed = results.filter(({ outcome }) => outcome === 'refused')
    if (failed.length === 0) return onDone()
    const names = results.filter((one) => !failed.includes(one)).map(({ name }) => name)
    setDone((before) => new Set([...before, ...names]))
    setRefused(failed)
    await onReread()
  }
  return (
    <>
      <EntryPanel reading={reading} decisions={decisions} onDecide={decide} />
      <People
        target={target}
        reading={reading}
        rows={rows}
        open={open.length}
        refused={refused}
        onEdit={edit}
        onEntered={entered}
      />
    </>
  )
}

interface PeopleProps {
  target: LineTarget
  reading: LineOrders
  rows: readonly DraftRow[]
  /** Lines that nobody has decided about. */
  open: number
  refused: readonly LineResult[]
  onEdit: (name: string, edit: PersonEdit) => void
  onEntered: (results: readonly LineResult[]) => unknown
}

function People({ target, reading, rows, open, refused, onEdit, onEntered }: PeopleProps) {
  const { goods, pick_ups: pickUps, group } = reading
  const [pickUp, setPickUp] = useState(0)
  const quote = useReadLineOrders(target)
  const enter = useEnterLineOrders(target)
  const places = rows
    .filter(({ isIncluded, hasChange }) => isIncluded && hasChange)
    .map((row) => toAsked(row, goods))
  const { name: _, ...chosen } = pickUps[pickUp] ?? { name: '', method_id: '' }
  const asked = { places, ...(chosen.method_id && { pick_up: chosen }) }
  const isQuoted =
    quote.data !== undefined &&
    JSON.stringify([quote.variables.places, quote.variables.pick_up]) ===
      JSON.stringify([asked.places, asked.pick_up])
  const quotes = isQuoted ? (quote.data?.quotes ?? []) : []
  const hasRefusal = quotes.some(({ refusal }) => refusal !== undefined)
  const sum = quotes.reduce((all, { total }) => all + total, 0)
  const pieces = rows
    .filter(({ isIncluded, hasChange }) => isIncluded && hasChange)
    .reduce((all, row) => all + countOf(row.pieces) - countOf(row.now), 0)
  const left = group.places_left
  const isTooMany = left !== undefined && pieces > left
  const send = () =>
    enter.mutate(
      {
        ...asked,
        places: places.map((place, index) => ({
          ...place,
          ...(place.lines.length > 0 && { expected_total: quotes[index]?.total ?? 0 }),
        })),
      },
      { onSuccess: ({ results }) => onEntered(results) },
    )
  if (rows.length === 0) {
    return (
      <Panel title={t('名單')}>
        <p className="text-ink-muted">
          {open > 0 ? t('先確認上面的內容，才有名單。') : t('沒有要登錄的團員。')}
        </p>
      </Panel>
    )
  }
  return (
    <Panel title={t('名單')}>
      {refused.length > 0 && (
        <ul role="alert" className="rounded-lg bg-danger-soft px-3 py-2.5 text-danger">
          {refused.map(({ name, message }) => (
            <li key={name}>{t('{name} 沒有登錄：{message}', { name, message })}</li>
          ))}
        </ul>
      )}
      <ul aria-label={t('名單')} className="divide-y divide-line">
        {rows.map((row) => (
          <PersonRow
            key={row.name}
            row={row}
            reading={reading}
            quote={quotes.find(({ name }) => name === row.name)}
            onEdit={(edit) => onEdit(row.name, edit)}
          />
        ))}
      </ul>
      {pickUps.length > 1 && (
        <label className="block pb-4">
          <span className="mb-1 block text-sm font-medium">{t('取貨地點')}</span>
          <select
            value={pickUp}
            onChange={({ target: { value } }) => setPickUp(Number(value))}
            className="h-11 w-full rounded-lg border border-line-strong bg-surface px-3 text-base"
          >
            {pickUps.map((one, index) => (
              <option key={`${one.method_id} ${one.place_id}`} value={index}>
                {one.name}
              </option>
            ))}
          </select>
        </label>
      )}
      <div className="space-y-3 border-t border-line pt-4">
        <p aria-live="polite" className="tabular-nums">
          {t('{count} 人有變更，{part} {abs} 份', {
            count: places.length,
            part: pieces >= 0 ? t('增加') : t('減少'),
            abs: Math.abs(pieces),
          })}
          {isQuoted &&
            rich('，合計 {part}（最高金額）', {
              part: <span className="font-semibold">{formatMoney(sum)}</span>,
            })}
        </p>
        {isTooMany && (
          <p className="text-sm text-danger">{t('只剩 {left} 份，請減少數量。', { left })}</p>
        )}
        {open > 0 && <p className="text-sm text-warn">{t('還有 {open} 則沒有確認。', { open })}</p>}
        {isQuoted ? (
          <Button
            variant="primary"
            fullWidth
            disabled={open > 0 || places.length === 0 || hasRefusal || isTooMany}
            isLoading={enter.isPending}
            onClick={send}
          >
            {t('登錄 {count} 人', { count: places.length })}
          </Button>
        ) : (
          <Button
            fullWidth
            disabled={open > 0 || places.length === 0}
            isLoading={quote.isPending}
            onClick={() => quote.mutate({ text: '', ...asked })}
          >
            {t('試算金額')}
          </Button>
        )}
      </div>
    </Panel>
  )
}
