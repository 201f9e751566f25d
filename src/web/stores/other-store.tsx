import { useState } from 'react'
import { splitAddress } from '#contract/address.ts'
import { orderApi } from '#contract/orders.ts'
import { shipmentApi } from '#contract/shipments.ts'
import type { Store } from '#contract/stores.ts'
import { t } from '#contract/translate.ts'
import { useApiMutation } from '../api/queries.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { StoreChooser } from './store-chooser.tsx'
import { useStoreChoices } from './stores.queries.ts'

type ClosedStore = Pick<Store, 'chain' | 'id' | 'address'>

/** The choice of another store of the chain, for an order whose store has closed. */
export function OtherStore({ orderId, closed }: { orderId: string; closed: ClosedStore }) {
  const { chain } = closed
  const choices = useStoreChoices()
  const [asked, setAsked] = useState<Pick<Store, 'id' | 'name'>>()
  const close = () => setAsked(undefined)
  const choose = useApiMutation(shipmentApi.chooseStore, {
    hasNotice: true,
    refresh: [orderApi.detail, orderApi.list],
    refreshesOnConflict: true,
  })
  return (
    <>
      <StoreChooser
        chains={[chain]}
        recent={choices.data?.recent ?? []}
        closedId={closed.id}
        near={{ chain, ...splitAddress(closed.address) }}
        collects={false}
        pendingId={choose.isPending ? choose.variables.data.store_id : undefined}
        failure={choose.error?.message}
        onChoose={(store) => {
          if (!choose.isPending) setAsked(store)
        }}
      />
      <ConfirmDialog
        isOpen={asked !== undefined}
        onClose={close}
        title={t('改到「{name}」取貨？', { name: asked?.name ?? '' })}
        text={t('確定後包裹會改送這間門市，不能再更改。')}
        confirm={t('改到這間門市')}
        isLoading={false}
        onConfirm={() => {
          close()
          if (asked) choose.mutate({ params: { id: orderId }, data: { chain, store_id: asked.id } })
        }}
      />
    </>
  )
}
