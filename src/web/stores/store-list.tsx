import { shownStoreTitle } from '#contract/store-title.ts'
import type { Store } from '#contract/stores.ts'
import { Spinner } from '../ui/spinner.tsx'
import { StoreMapLink } from './store-lines.tsx'

interface StoreListProps {
  label: string
  stores: readonly Store[]
  /** Number of the store that is being chosen. */
  pendingId: string | undefined
  onChoose: (store: Store) => void
}

/** Stores as rows, each a button beside the way to a map. */
export function StoreList({ label, stores, pendingId, onChoose }: StoreListProps) {
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {stores.map((store) => (
        <li
          key={`${store.chain} ${store.id}`}
          className="flex flex-wrap items-center justify-end gap-x-1 pr-1"
        >
          <button
            type="button"
            aria-busy={pendingId === store.id || undefined}
            onClick={() => onChoose(store)}
            className="flex min-h-14 min-w-0 grow basis-40 items-center gap-2 px-3 py-2 text-left hover:bg-accent-soft"
          >
            <span className="min-w-0 flex-1">
              <span className="block leading-title font-medium">{shownStoreTitle(store)}</span>
              <span className="block text-sm text-ink-muted">{store.address}</span>
            </span>
            {pendingId === store.id && <Spinner className="size-5 shrink-0" />}
          </button>
          <StoreMapLink store={store} />
        </li>
      ))}
    </ul>
  )
}
