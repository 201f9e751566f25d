import { Store as StoreIcon } from 'lucide-react'
import type { Ref } from 'react'
import { shownStoreTitle } from '#contract/store-title.ts'
import type { Store } from '#contract/stores.ts'
import { t } from '#contract/translate.ts'
import { Button } from '../ui/button.tsx'
import { StoreMapLink } from './store-lines.tsx'

interface ChosenStoreProps {
  store: Store
  changeRef: Ref<HTMLButtonElement>
  onChange: () => void
}

/** The store that the parcel goes to. */
export function ChosenStore({ store, changeRef, onChange }: ChosenStoreProps) {
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-2 rounded-lg border border-accent bg-accent-soft px-4 py-3">
      <StoreIcon aria-hidden="true" className="mt-1 size-5 shrink-0 text-accent" />
      <div className="min-w-40 flex-1">
        <p className="font-medium">{shownStoreTitle(store)}</p>
        <p className="text-sm text-ink-muted">{store.address}</p>
      </div>
      <div className="ml-auto flex flex-wrap items-center gap-1">
        <StoreMapLink store={store} />
        <Button ref={changeRef} onClick={onChange}>
          {t('更換門市')}
        </Button>
      </div>
    </div>
  )
}
