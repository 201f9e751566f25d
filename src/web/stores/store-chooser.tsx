import { Map as MapIcon } from 'lucide-react'
import { useState } from 'react'
import { counties, districtsOf } from '#contract/address.ts'
import { type StoreChain, storeChainLabels } from '#contract/shipping-kinds.ts'
import type { Store } from '#contract/stores.ts'
import { t } from '#contract/translate.ts'
import { usePageReturn } from '../shared/use-page-return.ts'
import { Button } from '../ui/button.tsx'
import { FormNotice } from '../ui/form-notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { SelectField, TextField } from '../ui/text-field.tsx'
import { useDebounced } from '../ui/use-debounced.ts'
import { StoreList } from './store-list.tsx'
import { isAsked, useOpenMap, useStores } from './stores.queries.ts'

interface StoreChooserProps {
  chains: readonly StoreChain[]
  recent: readonly Store[]
  /** The store that has closed, which the list may not know yet. */
  closedId?: string
  /** Where the search begins: the store of before. */
  near: Pick<Store, 'chain' | 'county' | 'district'> | undefined
  /** Whether money is collected at the pick-up. */
  collects: boolean
  /** Where the map of the chain comes back to; without it there is none. */
  back?: string | undefined
  pendingId: string | undefined
  failure: string | undefined
  onChoose: (store: Store) => void
}

const delayMs = 250

/** Stores of a chain by place, by name or by number; the map of the chain is the second way. */
export function StoreChooser(props: StoreChooserProps) {
  const { chains, closedId, near, collects, back, pendingId, onChoose } = props
  const first = chains.find((one) => one === near?.chain) ?? chains[0]
  const [chain, setChain] = useState(first)
  const [county, setCounty] = useState(near?.county ?? '')
  const [district, setDistrict] = useState(near?.district ?? '')
  const [typed, setTyped] = useState('')
  const [isComposing, setComposing] = useState(false)
  const settled = useDebounced(typed.trim(), { delayMs, isComposing })
  const map = useOpenMap()
  usePageReturn(() => map.reset())
  if (!chain) return null
  const recent = props.recent.filter((store) => store.chain === chain && store.id !== closedId)
  const isLeaving = map.isPending || map.data !== undefined
  return (
    <div className="space-y-4">
      <FormNotice failure={props.failure ?? map.error?.message} />
      {chains.length > 1 && <Chains chains={chains} chosen={chain} onChoose={setChain} />}
      {recent.length > 0 && (
        <section className="rounded-lg border border-line">
          <h3 className="px-3 pt-2 text-sm text-ink-muted">{t('用過的門市')}</h3>
          <StoreList
            label={t('用過的門市')}
            stores={recent}
            pendingId={pendingId}
            onChoose={onChoose}
          />
        </section>
      )}
      <div className="flex flex-wrap gap-x-4 gap-y-4">
        <div className="flex-[1_1_7rem]">
          <SelectField
            label={t('門市的縣市')}
            value={county}
            options={counties}
            onChange={({ target }) => {
              setCounty(target.value)
              setDistrict('')
            }}
          />
        </div>
        <div className="flex-[1_1_7rem]">
          <SelectField
            label={t('門市的鄉鎮市區')}
            value={district}
            options={districtsOf(county)}
            onChange={({ target }) => setDistrict(target.value)}
          />
        </div>
        <div className="flex-[2_1_12rem]">
          <TextField
            label={t('店名、店號或路名')}
            type="search"
            enterKeyHint="search"
            maxLength={40}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            onCompositionStart={() => setComposing(true)}
            onCompositionEnd={() => setComposing(false)}
            // Enter would send the order.
            onKeyDown={(event) => {
              if (event.key === 'Enter') event.preventDefault()
            }}
          />
        </div>
      </div>
      <Found
        closedId={closedId}
        asked={{ chain, county, district, q: typed.trim() === '' ? '' : settled }}
        pendingId={pendingId}
        onChoose={onChoose}
      />
      {back !== undefined && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-ink-muted">
          <Button
            icon={<MapIcon />}
            isLoading={isLeaving}
            onClick={() => map.mutate({ data: { chain, collects, back, is_mobile: isPhone() } })}
          >
            {t('用地圖選')}
          </Button>
          <span className="min-w-40 flex-1">{t('開啟超商的電子地圖，選好後會回到這一頁')}</span>
        </p>
      )}
    </div>
  )
}

function Chains(props: {
  chains: readonly StoreChain[]
  chosen: StoreChain
  onChoose: (chain: StoreChain) => void
}) {
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">{t('超商')}</legend>
      <div className="flex flex-wrap gap-2">
        {props.chains.map((chain) => (
          <label
            key={chain}
            className="flex min-h-11 flex-1 basis-[calc(50%-0.25rem)] cursor-pointer items-center justify-center rounded-lg border border-line-strong px-3 whitespace-nowrap transition-colors hover:border-accent has-checked:border-accent has-checked:bg-accent-soft has-checked:font-medium min-[26rem]:basis-0 has-focus-visible:outline-2 has-focus-visible:outline-offset-2"
          >
            <input
              type="radio"
              name="store-chain"
              value={chain}
              checked={chain === props.chosen}
              onChange={() => props.onChoose(chain)}
              className="sr-only"
            />
            {t(storeChainLabels[chain])}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function Found(props: {
  asked: Parameters<typeof useStores>[0]
  closedId: string | undefined
  pendingId: string | undefined
  onChoose: (store: Store) => void
}) {
  const { asked, closedId } = props
  const found = useStores(asked)
  const stores = found.data?.stores.filter(
    ({ chain, id }) => chain === asked.chain && id !== closedId,
  )
  const count = found.isPlaceholderData ? undefined : stores?.length
  return (
    <>
      <p role="status" className="text-sm text-ink-muted empty:hidden">
        {isAsked(asked) ? resultText(count, found.data?.is_capped ?? false) : t(askText)}
      </p>
      {found.isError && <FormNotice failure={t('門市暫時無法顯示，請再試一次，或用地圖選')} />}
      {isAsked(asked) && found.isPending && <Skeleton className="h-40 rounded-lg" />}
      {isAsked(asked) && stores && stores.length > 0 && (
        <div className="max-h-96 overflow-y-auto rounded-lg border border-line">
          <StoreList
            label={t('門市')}
            stores={stores}
            pendingId={props.pendingId}
            onChoose={props.onChoose}
          />
        </div>
      )}
    </>
  )
}

const askText = '選擇縣市與鄉鎮市區，或輸入店名、店號'

function resultText(count: number | undefined, isCapped: boolean): string | undefined {
  if (count === undefined) return undefined
  if (count === 0) return t('找不到門市，請換一個條件')
  return isCapped ? t('顯示前 {count} 間，請再縮小範圍', { count }) : t('{count} 間門市', { count })
}

/** The maps of the chains have a page for phones. */
const isPhone = () => innerWidth < 768
