import { MapPin } from 'lucide-react'
import { storeChainLabels } from '#contract/shipping-kinds.ts'
import { storeName } from '#contract/store-title.ts'
import type { Store } from '#contract/stores.ts'
import { t } from '#contract/translate.ts'

/** Where a store is, on a map of its surroundings. */
export function StoreMapLink({ store }: { store: Store }) {
  const place = `${t(storeChainLabels[store.chain])} ${storeName(store.name)} ${store.address}`
  const href = `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place)}`
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      aria-label={t('在地圖上看{storeName}（另開視窗）', { storeName: storeName(store.name) })}
      className="inline-flex min-h-11 items-center gap-1 rounded-lg px-2 text-sm text-ink-muted underline underline-offset-4 hover:text-accent"
    >
      <MapPin aria-hidden="true" className="size-4 shrink-0" />
      {t('地圖')}
    </a>
  )
}
