import { useId } from 'react'
import type { LineOrders, LineQuote } from '#contract/line-orders.ts'
import { formatMoney } from '#contract/money.ts'
import { t } from '#contract/translate.ts'
import { Badge } from '../../ui/badge.tsx'
import { CheckboxField } from '../../ui/checkbox-field.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { QuantityStepper } from '../../ui/quantity-stepper.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { countOf, type DraftRow, type PersonEdit, piecesText, soldIdOf } from './draft.ts'

interface PersonRowProps {
  row: DraftRow
  reading: LineOrders
  quote: LineQuote | undefined
  onEdit: (edit: PersonEdit) => void
}

/** A person of the chat: the recipient, and the pieces to be entered. */
export function PersonRow({ row, reading, quote, onEdit }: PersonRowProps) {
  const { name, known, joined, isFixed, hasChange, pieces, now, isIncluded } = row
  const { goods } = reading
  return (
    <li className="space-y-2 py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <CheckboxField
          label={<span className="font-medium [overflow-wrap:anywhere]">{name}</span>}
          checked={isIncluded}
          disabled={isFixed}
          onChange={({ target }) => onEdit({ isIncluded: target.checked })}
        />
        <StateOf row={row} />
      </div>
      {isFixed && (
        <p className="text-sm text-ink-muted">{t('這個人的訂單已成立，不能在這裡變更。')}</p>
      )}
      {joined !== undefined && !known && (
        <p className="rounded-lg bg-warn-soft px-3 py-2 text-sm text-warn">
          {t('「{joined}」已自行跟團，可能是同一個人；確定不是再勾選。', { joined })}
        </p>
      )}
      {isIncluded && (
        <>
          <p className="tabular-nums [overflow-wrap:anywhere]">
            {countOf(pieces) > 0 ? piecesText(pieces, goods) : t('取消，不再跟團')}
            {quote && countOf(pieces) > 0 && (
              <span className="ml-2 font-semibold">{formatMoney(quote.total)}</span>
            )}
          </p>
          {quote?.refusal && <p className="text-sm text-danger">{quote.refusal}</p>}
          {countOf(now) > 0 && hasChange && (
            <p className="text-sm text-ink-muted">
              {t('目前：{piecesText}', { piecesText: piecesText(now, goods) })}
            </p>
          )}
          {countOf(now) > 0 && <HowToCount row={row} onEdit={onEdit} />}
          <Disclosure title={t('收件人與份數')}>
            <Details row={row} reading={reading} onEdit={onEdit} />
          </Disclosure>
        </>
      )}
    </li>
  )
}

function StateOf({ row: { known, hasChange, now } }: { row: DraftRow }) {
  if (!known) return <Badge tone="accent">{t('新的團員')}</Badge>
  if (!hasChange) return <Badge tone="sage">{t('份數相同')}</Badge>
  return countOf(now) > 0 ? <Badge tone="warn">{t('變更份數')}</Badge> : <Badge>{t('認得')}</Badge>
}

/** A chat that is pasted again has all of it, a part of it only what is new. */
function HowToCount({ row, onEdit }: Pick<PersonRowProps, 'row' | 'onEdit'>) {
  const group = useId()
  const { isMore, name } = row
  const choices = [
    { isMore: false, label: t('改成對話裡的份數') },
    { isMore: true, label: t('加到目前的份數') },
  ]
  return (
    <fieldset>
      <legend className="sr-only">{t('{name} 的份數', { name })}</legend>
      <div className="flex flex-wrap gap-x-5">
        {choices.map((choice) => (
          <label key={choice.label} className="inline-flex min-h-11 items-center gap-2">
            <input
              type="radio"
              name={group}
              checked={isMore === choice.isMore}
              onChange={() => onEdit({ isMore: choice.isMore, pieces: undefined })}
              className="size-5 shrink-0 accent-accent"
            />
            {choice.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function Details({ row, reading, onEdit }: Omit<PersonRowProps, 'quote'>) {
  const ids = useId()
  const { name, isNewName, known, contactName, tel, pieces } = row
  const { goods, people } = reading
  return (
    <div className="space-y-3 pb-2">
      {isNewName && people.length > 0 && (
        <label className="block">
          <span className="mb-1 block text-sm font-medium">{t('{name} 是', { name })}</span>
          <select
            value={known?.person_id ?? ''}
            onChange={({ target }) =>
              onEdit({ personId: target.value, contactName: undefined, tel: undefined })
            }
            className="h-11 w-full rounded-lg border border-line-strong bg-surface px-3 text-base"
          >
            <option value="">{t('新的團員')}</option>
            {people.map((person) => (
              <option key={person.person_id} value={person.person_id}>
                {[person.contact_name, ...person.names.filter((one) => one !== person.contact_name)]
                  .slice(0, 3)
                  .join(t('、'))}
              </option>
            ))}
          </select>
        </label>
      )}
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          label={t('收件人')}
          autoComplete="off"
          maxLength={100}
          value={contactName}
          onChange={({ target }) => onEdit({ contactName: target.value })}
        />
        <TextField
          label={t('電話（可不填）')}
          inputMode="tel"
          autoComplete="off"
          maxLength={60}
          value={tel}
          onChange={({ target }) => onEdit({ tel: target.value })}
        />
      </div>
      <ul className="space-y-2">
        {goods.map((one, index) => {
          const id = soldIdOf(one)
          return (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
              <span id={`${ids}-${index}`} className="min-w-0 [overflow-wrap:anywhere]">
                {one.title}
                <span className="ml-2 text-sm text-ink-muted tabular-nums">
                  {formatMoney(one.unit_price)}
                </span>
              </span>
              <QuantityStepper
                value={pieces.get(id) ?? 0}
                min={0}
                describedBy={`${ids}-${index}`}
                onChange={(count) => onEdit({ pieces: new Map(pieces).set(id, count) })}
              />
            </li>
          )
        })}
      </ul>
    </div>
  )
}
