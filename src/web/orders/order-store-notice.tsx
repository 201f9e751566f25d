import type { OrderTimelineEvent } from '#contract/order-life.ts'
import type { Order } from '#contract/orders.ts'
import { shownStoreTitle } from '#contract/store-title.ts'
import { t } from '#contract/translate.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { createChunkLoader } from '../ui/load-chunk.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { useChunk } from '../ui/use-chunk.ts'
import { OrderSection } from './order-section.tsx'

const loadOtherStore = createChunkLoader(() => import('../stores/other-store.tsx'))

/** After the others nothing is to be chosen any more. */
const ofStore: readonly string[] = ['store_closed', 'store_changed', 'at_store', 'not_picked_up']

/** The last event that says where a parcel for a store is, or is to go. */
export function lastOfStore(timeline: readonly OrderTimelineEvent[]) {
  return timeline.findLast(({ kind }) => ofStore.includes(kind))
}

/** Where and until when a parcel waits; another store is asked for where that of the order has closed. */
export function OrderStoreNotice(props: { order: Order; timeline: readonly OrderTimelineEvent[] }) {
  const { order, timeline } = props
  const store = order.shipping?.store
  const last = lastOfStore(timeline)
  const isOpen = ['placed', 'paid', 'preparing', 'shipped'].includes(order.state)
  if (!store || !isOpen || !last) return null
  if (last.kind === 'at_store') {
    return (
      <OrderSection title={t('包裹已到店')}>
        {t('{text}，請攜帶證件。', { text: last.text })}
      </OrderSection>
    )
  }
  if (last.kind === 'not_picked_up') {
    return (
      <OrderSection title={t('包裹逾期未取')}>
        {t('包裹會退回商店。還想要這些商品的話，請留言給商店。')}
      </OrderSection>
    )
  }
  if (last.kind !== 'store_closed') return null
  return (
    <OrderSection title={t('請重新選擇取貨門市')}>
      <p className="mb-4">
        {t('{storeTitle}已關閉或暫停取貨，請選擇同一家超商的其他門市，包裹才能送達。', {
          storeTitle: shownStoreTitle(store),
        })}
      </p>
      <Choice orderId={order.id} closed={store} />
    </OrderSection>
  )
}

function Choice(props: { orderId: string; closed: NonNullable<Store> }) {
  const loaded = useChunk('other-store', loadOtherStore)
  if (loaded.isError) {
    return <ErrorState message={t('門市暫時無法顯示')} onRetry={() => loaded.refetch()} />
  }
  if (!loaded.data) return <Skeleton className="h-40 rounded-lg" />
  return <loaded.data.OtherStore {...props} />
}

type Store = NonNullable<Order['shipping']>['store']
