import type { RefundTarget } from '#contract/return-states.ts'
import { t } from '#contract/translate.ts'

const targets: { value: RefundTarget; label: string; note: string }[] = [
  { value: 'source', label: '原付款方式', note: '退到您付款的卡片或帳戶' },
  { value: 'credit', label: '退回購物金', note: '退款時立即入帳，下次訂購可以折抵，不能換回現金' },
]

/** Where the money of a return goes; one is chosen. */
export function RefundTargets(props: {
  selected: RefundTarget
  onSelect: (to: RefundTarget) => void
}) {
  return (
    <fieldset className="mt-4 space-y-2">
      <legend className="mb-2 font-medium">{t('退款方式')}</legend>
      {targets.map(({ value, label, note }) => (
        <label
          key={value}
          className="flex min-h-16 cursor-pointer flex-wrap items-center gap-3 rounded-lg border border-line-strong px-4 py-2.5 transition-colors hover:border-accent has-checked:border-accent has-checked:bg-accent-soft"
        >
          <input
            type="radio"
            name="to"
            value={value}
            checked={props.selected === value}
            aria-label={t(label)}
            aria-describedby={`to-${value}`}
            onChange={() => props.onSelect(value)}
            className="size-5 shrink-0 accent-accent"
          />
          <span className="min-w-20 flex-1">
            <span className="block leading-title font-medium">{t(label)}</span>
            <span id={`to-${value}`} className="block text-sm text-ink-muted">
              {t(note)}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
