import { splitAddress } from '#contract/address.ts'
import { orderApi } from '#contract/orders.ts'
import { shipmentApi } from '#contract/shipments.ts'
import type { Store } from '#contract/stores.ts'
import { useApiMutation } from '../api/queries.ts'
import { StoreChooser } from './store-chooser.tsx'
import { useStoreChoices } from './stores.queries.ts'

type ClosedStore = Pick<Store, 'chain' | 'id' | 'address'>

/** The choice of another store of the chain, for an order whose store has closed. */
export function OtherStore({ orderId, closed }: { orderId: string; closed: ClosedStore }) {
  const { chain } = closed
  const choices = useStoreChoices()
  const choose = useApiMutation(shipmentApi.chooseStore, {
    hasNotice: true,
    refresh: [orderApi.detail, orderApi.list],
    refreshesOnConflict: true,
  })
  return (
    <StoreChooser
      chains={[chain]}
      recent={choices.data?.recent ?? []}
      closedId={closed.id}
      near={{ chain, ...splitAddress(closed.address) }}
      collects={false}
      pendingId={choose.isPending ? choose.variables.data.store_id : undefined}
      failure={choose.error?.message}
      onChoose={({ id }) => {
        if (choose.isPending) return
        choose.mutate({ params: { id: orderId }, data: { chain, store_id: id } })
      }}
    />
  )
}
