import type { Ref } from 'react'
import type { PickupPlace } from '#contract/shipping.ts'
import { t } from '#contract/translate.ts'

/** The place where an order is picked up: to choose where there are several. */
export function PlaceChoice(props: {
  places: readonly PickupPlace[]
  selected: string
  name: string
  error: string | undefined
  ref?: Ref<HTMLFieldSetElement>
  onSelect: (id: string) => void
}) {
  const { places, selected, name, error } = props
  const [only, ...others] = places
  if (only && others.length === 0) {
    return (
      <section
        aria-label={t('取貨地點')}
        className="rounded-card border border-line bg-surface p-4"
      >
        <p className="text-sm text-ink-muted">{t('取貨地點')}</p>
        <PlaceText place={only} />
      </section>
    )
  }
  const errorId = `${name}-error`
  return (
    <fieldset
      ref={props.ref}
      tabIndex={-1}
      className="space-y-2"
      aria-describedby={error && errorId}
    >
      <legend className="mb-2 font-medium">{t('取貨地點')}</legend>
      {places.map((place) => (
        <label
          key={place.id}
          className="flex min-h-16 cursor-pointer items-center gap-3 rounded-lg border border-line-strong px-4 py-2.5 transition-colors hover:border-accent has-checked:border-accent has-checked:bg-accent-soft"
        >
          <input
            type="radio"
            name={name}
            value={place.id}
            checked={selected === place.id}
            onChange={() => props.onSelect(place.id)}
            className="size-5 shrink-0 accent-accent"
          />
          <span className="min-w-0 flex-1">
            <PlaceText place={place} />
          </span>
        </label>
      ))}
      {error && (
        <p id={errorId} role="alert" className="text-sm text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}

function PlaceText({ place: { name, address, hours } }: { place: PickupPlace }) {
  return (
    <span className="block [overflow-wrap:anywhere]">
      <span className="block font-medium">{name}</span>
      <span className="block">{address}</span>
      {hours && <span className="block text-sm text-ink-muted">{hours}</span>}
    </span>
  )
}
