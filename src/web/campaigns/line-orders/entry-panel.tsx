import { useId } from 'react'
import type { LineOrderEntry, LineOrders } from '#contract/line-orders.ts'
import { plusOneDoubtLabels } from '#contract/plus-one/outcomes.ts'
import type { EntryDecision } from '#contract/plus-one/tally.ts'
import { t } from '#contract/translate.ts'
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
    <Panel title={t('讀到的內容')}>
      <p
        // It stands below what was pasted, out of sight on a phone.
        ref={takeFocus}
        tabIndex={-1}
        className="scroll-mt-28 tabular-nums"
        aria-live="polite"
      >
        {t('看懂 {understood} 則，{unsure} 則要確認，略過 {skipped} 則', {
          understood: read.length,
          unsure: unsure.length,
          skipped: skipped.length,
        })}
      </p>
      {unsure.length > 0 && (
        <ul aria-label={t('要確認')} className="mt-3 divide-y divide-line border-y border-line">
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
        <Disclosure
          title={t('看懂的 {count} 則', { count: read.length })}
          isInitiallyOpen={read.length <= 20}
        >
          <ul className="divide-y divide-line">
            {read.map((entry) => (
              <li key={entry.line} className="py-2">
                <Said entry={entry} />
                <p className="font-medium">{movesText(entry, goods) || t('沒有變更')}</p>
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
      {skipped.length > 0 && (
        <Disclosure title={t('略過的 {count} 則', { count: skipped.length })}>
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
        {t('第 {line} 行{part}', { line, part: when && ` · ${when}` })}
      </span>
      {name !== undefined && <span className="font-medium text-ink"> {name}</span>}
      {t('：{text}', { text })}
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
    ...(moves.length > 0 ? [{ counts: true, label: t('計入：{guess}', { guess }) }] : []),
    { counts: false, label: moves.length > 0 ? t('不計入') : t('不計入，需要時在名單裡改份數') },
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
        <legend className="sr-only">{t('第 {line} 行怎麼算', { line: entry.line })}</legend>
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
          label={t('是誰的')}
          autoComplete="off"
          maxLength={100}
          value={who}
          error={who.trim() === '' ? t('請填團員的名字') : undefined}
          onChange={({ target }) => onDecide({ ...decision, name: target.value })}
        />
      )}
    </li>
  )
}
