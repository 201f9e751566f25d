import { SlidersHorizontal } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { amountRefusal, parseAmount } from '#contract/amounts.ts'
import type { ListFilters } from '#contract/catalog.ts'
import { isFiltered, listSorts } from '#contract/list-choice.ts'
import { t } from '#contract/translate.ts'
import { Button } from '../ui/button.tsx'

interface ListControlsProps {
  filters: ListFilters
  /** The name of the order that the list has without a choice. */
  ownOrder: string
  onChange: (filters: ListFilters) => void
}

/** The order and the filters of a list; on a phone the filters are one press away. */
export function ListControls({ filters, ownOrder, onChange }: ListControlsProps) {
  const panelId = useId()
  const [isOpen, setOpen] = useState(isFiltered(filters))
  return (
    <div className="mb-6 flex flex-wrap items-end gap-x-4 gap-y-3">
      <SortField filters={filters} ownOrder={ownOrder} onChange={onChange} />
      <div className="md:hidden">
        <Button
          icon={<SlidersHorizontal />}
          aria-expanded={isOpen}
          aria-controls={panelId}
          onClick={() => setOpen(!isOpen)}
        >
          {t('篩選')}
        </Button>
      </div>
      <div id={panelId} className={`w-full md:block md:w-auto ${isOpen ? '' : 'hidden'}`}>
        <FilterForm filters={filters} onChange={onChange} />
      </div>
    </div>
  )
}

const control =
  'block h-11 rounded-lg border border-line-strong bg-surface px-3 text-base text-ink hover:border-ink-muted aria-invalid:border-danger'

function SortField({ filters, ownOrder, onChange }: ListControlsProps) {
  const { sort, ...others } = filters
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {t('排序')}
      </label>
      <select
        id={id}
        value={sort ?? ''}
        onChange={({ target }) => {
          const chosen = Object.keys(listSorts).find((name) => name === target.value)
          onChange(chosen ? { ...others, sort: chosen as keyof typeof listSorts } : others)
        }}
        className={`${control} pr-8`}
      >
        <option value="">{ownOrder}</option>
        {Object.entries(listSorts).map(([name, label]) => (
          <option key={name} value={name}>
            {t(label)}
          </option>
        ))}
      </select>
    </div>
  )
}

/** The highest that the server takes. */
const maxBound = 2_147_483_647

function readBound(text: string): number | undefined {
  const bound = parseAmount(text)
  return bound !== undefined && bound <= maxBound ? bound : undefined
}

function refusalOf(min: string, max: string): string | undefined {
  const wrong = [min, max].find((text) => text.trim() !== '' && readBound(text) === undefined)
  if (wrong !== undefined) {
    return parseAmount(wrong) === undefined
      ? amountRefusal(wrong)
      : t('「{wrong}」超出範圍', { wrong: wrong.trim() })
  }
  const isReversed = (readBound(min) ?? 0) > (readBound(max) ?? maxBound)
  return isReversed ? t('最低價不可高於最高價') : undefined
}

function FilterForm({ filters, onChange }: Omit<ListControlsProps, 'ownOrder'>) {
  const id = useId()
  const [min, setMin] = useState(filters.min_price ?? '')
  const [max, setMax] = useState(filters.max_price ?? '')
  const [isInStock, setInStock] = useState(filters.in_stock === '1')
  const [refusal, setRefusal] = useState<string>()
  // Other filters fill the fields anew; another order leaves what is typed.
  const { sort: _, ...narrowing } = filters
  const given = JSON.stringify(narrowing)
  const [shownGiven, setShownGiven] = useState(given)
  if (shownGiven !== given) {
    setShownGiven(given)
    setMin(filters.min_price ?? '')
    setMax(filters.max_price ?? '')
    setInStock(filters.in_stock === '1')
    setRefusal(undefined)
  }

  function apply(event: FormEvent) {
    event.preventDefault()
    const bounds = { min: readBound(min), max: readBound(max) }
    const found = refusalOf(min, max)
    setRefusal(found)
    if (found !== undefined) return
    onChange({
      ...(filters.sort && { sort: filters.sort }),
      ...(bounds.min !== undefined && { min_price: String(bounds.min) }),
      ...(bounds.max !== undefined && { max_price: String(bounds.max) }),
      ...(isInStock && { in_stock: '1' as const }),
    })
  }

  return (
    <form noValidate onSubmit={apply} className="flex flex-wrap items-end gap-x-4 gap-y-3">
      <div className="flex items-end gap-2">
        <PriceField
          id={`${id}-min`}
          label={t('最低價')}
          value={min}
          onChange={setMin}
          fault={refusal && `${id}-fault`}
        />
        <span aria-hidden="true" className="pb-2 text-ink-muted">
          –
        </span>
        <PriceField
          id={`${id}-max`}
          label={t('最高價')}
          value={max}
          onChange={setMax}
          fault={refusal && `${id}-fault`}
        />
      </div>
      <label className="inline-flex min-h-11 items-center gap-2">
        <input
          type="checkbox"
          checked={isInStock}
          onChange={({ target }) => setInStock(target.checked)}
          className="size-5 accent-accent"
        />
        {t('只看有現貨')}
      </label>
      <div className="flex gap-2">
        <Button type="submit">{t('套用')}</Button>
        {isFiltered(filters) && (
          <Button
            variant="quiet"
            onClick={() => onChange(filters.sort ? { sort: filters.sort } : {})}
          >
            {t('清除條件')}
          </Button>
        )}
      </div>
      {refusal && (
        <p id={`${id}-fault`} role="alert" className="w-full text-sm text-danger">
          {refusal}
        </p>
      )}
    </form>
  )
}

function PriceField(props: {
  id: string
  label: string
  value: string
  onChange: (value: string) => void
  fault: string | undefined
}) {
  const { id, label, value, onChange, fault } = props
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {label}
      </label>
      <input
        id={id}
        inputMode="numeric"
        autoComplete="off"
        value={value}
        onChange={({ target }) => onChange(target.value)}
        aria-invalid={fault !== undefined || undefined}
        aria-describedby={fault}
        className={`${control} w-26 tabular-nums`}
      />
    </div>
  )
}
