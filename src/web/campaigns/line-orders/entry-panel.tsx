import { useId } from 'react'
import type { LineOrderEntry, LineOrders } from '#contract/line-orders.ts'
import { plusOneDoubtLabels } from '#contract/plus-one/outcomes.ts'
import type { EntryDecision } from '#contract/plus-one/tally.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { takeFocus } from '../../ui/take-focus.ts'
import { TextField } from '../../ui/text-field.tsx'
import { Panel } from '../panel.tsx'
import { type Decisions, movesText } from './draft.ts'

/** Each line with what was understood; what is not certain waits for a decision. */
export function EntryPanel(props: {
  reading: LineOrders
  decisions: Decisions
  onDecide: (line: number, decision: EntryDecision) => void
}) {
  const { reading, decisions, onDecide } = props
  const { entries, goods } = reading
  const of = (outcome: LineOrderEntry['outcome']) =>
    entries.filter((entry) => entry.outcome === outcome)
  const [read, unsure, skipped] = [of('order'), of('unsure'), of('skipped')]
  return (
    <Panel title="讀到的內容">
      <p
        // It stands below what was pasted, out of sight on a phone.
        ref={takeFocus}
        tabIndex={-1}
        className="scroll-mt-28 tabular-nums"
        aria-live="polite"
      >
        看懂 {read.length} 則，{unsure.length} 則要確認，略過 {skipped.length} 則
      </p>
      {unsure.length > 0 && (
        <ul aria-label="要確認" className="mt-3 divide-y divide-line border-y border-line">
          {unsure.map((entry) => (
            <Unsure
              key={entry.line}
              entry={entry}
              goods={goods}
              decision={decisions.get(entry.line)}
              onDecide={(decision) => onDecide(entry.line, decision)}
            />
          ))}
        </ul>
      )}
      {read.length > 0 && (
        <Disclosure title={`看懂的 ${read.length} 則`} isInitiallyOpen={read.length <= 20}>
          <ul className="divide-y divide-line">
            {read.map((entry) => (
              <li key={entry.line} className="py-2">
                <Said entry={entry} />
                <p className="font-medium">{movesText(entry, goods) || '沒有變更'}</p>
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
      {skipped.length > 0 && (
        <Disclosure title={`略過的 ${skipped.length} 則`}>
          <ul className="divide-y divide-line">
            {skipped.map((entry) => (
              <li key={entry.line} className="py-2">
                <Said entry={entry} />
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </Panel>
  )
}

function Said({ entry: { line, name, text, at } }: { entry: LineOrderEntry }) {
  const when = at?.slice(5).replace('-', '/').replace('T', ' ')
  return (
    <p className="text-sm whitespace-pre-line text-ink-muted [overflow-wrap:anywhere]">
      <span className="tabular-nums">
        第 {line} 行{when && ` · ${when}`}
      </span>
      {name !== undefined && <span className="font-medium text-ink"> {name}</span>}：{text}
    </p>
  )
}

function Unsure(props: {
  entry: LineOrderEntry
  goods: LineOrders['goods']
  decision: EntryDecision | undefined
  onDecide: (decision: EntryDecision) => void
}) {
  const { entry, goods, decision, onDecide } = props
  const { name = '', doubts, moves } = entry
  const group = useId()
  const guess = movesText(entry, goods)
  const asksWho = name === '' || doubts.includes('person')
  const who = decision?.name ?? name
  const choices = [
    ...(moves.length > 0 ? [{ counts: true, label: `計入：${guess}` }] : []),
    { counts: false, label: moves.length > 0 ? '不計入' : '不計入，需要時在名單裡改份數' },
  ]
  return (
    <li className="space-y-1 py-3">
      <Said entry={entry} />
      <p className="flex flex-wrap gap-2">
        {doubts.map((doubt) => (
          // A sentence, so it may break, as a badge may not.
          <span key={doubt} className="rounded-lg bg-warn-soft px-2.5 py-0.5 text-sm text-warn">
            {plusOneDoubtLabels[doubt]}
          </span>
        ))}
      </p>
      <fieldset>
        <legend className="sr-only">第 {entry.line} 行怎麼算</legend>
        <div className="flex flex-wrap gap-x-5">
          {choices.map(({ counts, label }) => (
            <label key={label} className="inline-flex min-h-11 items-center gap-2">
              <input
                type="radio"
                name={group}
                checked={decision?.counts === counts}
                onChange={() => onDecide({ ...decision, counts })}
                className="size-5 shrink-0 accent-accent"
              />
              {label}
            </label>
          ))}
        </div>
      </fieldset>
      {asksWho && decision?.counts && (
        <TextField
          label="是誰的"
          autoComplete="off"
          maxLength={100}
          value={who}
          error={who.trim() === '' ? '請填團員的名字' : undefined}
          onChange={({ target }) => onDecide({ ...decision, name: target.value })}
        />
      )}
    </li>
  )
}
