import { type Ref, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { StoreChain } from '#contract/shipping-kinds.ts'
import type { MapFault, Store, StoreChoice } from '#contract/stores.ts'
import { t } from '#contract/translate.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { FieldNote } from '../ui/text-field.tsx'
import { ChosenStore } from './chosen-store.tsx'
import { StoreChooser } from './store-chooser.tsx'
import { useChooseStore, useStoreChoices } from './stores.queries.ts'

interface StoreFieldProps {
  chains: readonly StoreChain[]
  /** Whether money is collected at the pick-up. */
  collects: boolean
  /** This page in the spelling of the shop (`hrefOf`), for the way back from a map. */
  back: string
  error?: string | undefined
  /** Focused by a form where a store is missing. */
  ref?: Ref<HTMLDivElement>
  /** The choice as the shop keeps it; undefined: none that these chains have. */
  onChange: (choice: StoreChoice | undefined) => void
}

const mapFaults: Record<MapFault, string> = {
  late: '地圖選的門市沒有帶回來，可能超過 30 分鐘了，請再選一次',
  closed: '地圖選的門市目前不能取貨，請選擇其他門市',
}

/**
 * The store that a parcel goes to. The choice stays with the shop, so it is there again after a reload,
 * a sign-in and a payment that was given up.
 */
export function StoreField(props: StoreFieldProps) {
  const { chains, collects, back, error } = props
  const choices = useStoreChoices()
  const choose = useChooseStore()
  const [isChanging, setChanging] = useState(false)
  const changeButton = useRef<HTMLButtonElement>(null)
  const noteId = useId()
  const mapFault = useMapFault()

  const known = choices.data?.choice
  const choice = known && chains.includes(known.store.chain) ? known : undefined
  const isRead = choices.data !== undefined
  const report = useEffectEvent(props.onChange)
  useEffect(() => {
    if (isRead) report(choice)
  }, [isRead, choice])

  const isChosen = choice !== undefined && !isChanging
  // The choice may be rendered before or after the mutation reports its success.
  const awaitsFocus = useRef(false)
  useEffect(() => {
    if (!isChosen || !awaitsFocus.current) return
    awaitsFocus.current = false
    changeButton.current?.focus()
  }, [isChosen])

  function chooseStore({ chain, id }: Store) {
    if (choose.isPending) return
    awaitsFocus.current = true
    choose.mutate({ data: { chain, store_id: id } }, { onSuccess: () => setChanging(false) })
  }

  if (choices.isError) {
    return <ErrorState message={t('門市暫時無法顯示')} onRetry={() => choices.refetch()} />
  }
  if (!choices.data) return <Skeleton className="h-40 rounded-lg" />
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset within the form has a border of its own
    <div
      ref={props.ref}
      tabIndex={-1}
      role="group"
      aria-label={t('取貨門市')}
      aria-describedby={error ? noteId : undefined}
      className="scroll-mt-24"
    >
      <p className="mb-2 font-medium">{t('取貨門市')}</p>
      <div className="mb-3 empty:hidden">
        <FieldNote id={noteId} error={isChosen ? undefined : error} />
      </div>
      <div role="status" className="sr-only">
        {isChosen && t('已選擇{name}', { name: choice.store.name })}
      </div>
      {isChosen ? (
        <ChosenStore
          store={choice.store}
          changeRef={changeButton}
          onChange={() => {
            choose.reset()
            setChanging(true)
          }}
        />
      ) : (
        <StoreChooser
          chains={chains}
          recent={choices.data.recent}
          near={choice?.store ?? choices.data.recent[0]}
          collects={collects}
          // A fragment stands behind the root.
          back={back.startsWith('#') ? `/${back}` : back}
          pendingId={choose.isPending ? choose.variables.data.store_id : undefined}
          failure={choose.error?.message ?? (choice ? undefined : mapFault)}
          onChoose={chooseStore}
        />
      )}
    </div>
  )
}

/** Why a map came back without a store. */
function useMapFault(): string | undefined {
  const { search } = useLocation()
  const fault = new URLSearchParams(search).get('store')
  return fault === 'late' || fault === 'closed' ? t(mapFaults[fault]) : undefined
}
