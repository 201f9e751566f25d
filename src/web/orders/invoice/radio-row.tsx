import { t } from '#contract/translate.ts'

/** Short choices side by side; they stand below each other where there is no room, or texts are large. */
export function RadioRow<Value extends string>(props: {
  name: string
  label: string
  options: Readonly<Record<Value, string>>
  selected: Value
  /** Labels of up to five characters instead of two. */
  isWide?: boolean
  onSelect: (value: Value) => void
}) {
  const { name, label, options, selected, isWide = false, onSelect } = props
  const entries = Object.entries(options) as [Value, string][]
  return (
    <div role="radiogroup" aria-label={label} className={`grid gap-2 ${isWide ? wide : narrow}`}>
      {entries.map(([value, text]) => (
        <label
          key={value}
          className="flex min-h-11 cursor-pointer items-center gap-2 rounded-lg border border-line-strong px-3 py-2 transition-colors hover:border-accent has-checked:border-accent has-checked:bg-accent-soft"
        >
          <input
            type="radio"
            name={name}
            value={value}
            checked={selected === value}
            onChange={() => onSelect(value)}
            className="size-5 shrink-0 accent-accent"
          />
          {t(text)}
        </label>
      ))}
    </div>
  )
}

const narrow = 'grid-cols-[repeat(auto-fit,minmax(min(6rem,100%),1fr))]'
const wide = 'grid-cols-[repeat(auto-fit,minmax(min(8.5rem,100%),1fr))]'
