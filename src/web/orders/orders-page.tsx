import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { type Pagination as Paging, parsePageNumber } from '#contract/paging.ts'
import { t } from '#contract/translate.ts'
import { type MemberUser, useMemberSession } from '../api/member-session.ts'
import { ToSignIn } from '../navigation/to-sign-in.tsx'
import { paths } from '../paths.ts'
import { isPastEnd } from '../shared/page-number.ts'
import { buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { usePageTitle } from '../ui/page-head.ts'
import { Pagination } from '../ui/pagination.tsx'
import { OrderAccordion } from './order-accordion.tsx'
import { OrderFilters } from './order-filters.tsx'
import { type OrderFilter, orderFilters, useOrders } from './orders.queries.ts'
import { OrdersSkeleton } from './orders-skeleton.tsx'

export function OrdersPage() {
  usePageTitle(t('我的訂單'))
  const { user, isRestoring } = useMemberSession()
  if (!user && !isRestoring) return <ToSignIn />
  return (
    <div className="mx-auto w-full max-w-3xl px-4 py-8 sm:px-6 lg:px-8 lg:py-12">
      <h1 className="mb-6 font-serif text-title font-semibold lg:mb-8">{t('我的訂單')}</h1>
      {user ? <OrderList key={user.uid} member={user} /> : <OrdersSkeleton />}
    </div>
  )
}

function OrderList({ member }: { member: MemberUser }) {
  const [query] = useSearchParams()
  const page = parsePageNumber(query)
  const state = filterOf(query)
  const orders = useOrders(page, state)
  return (
    <OrderFilters selected={state}>
      <FoundOrders orders={orders} member={member} state={state} />
    </OrderFilters>
  )
}

function FoundOrders(props: {
  orders: ReturnType<typeof useOrders>
  member: MemberUser
  state: OrderFilter | undefined
}) {
  const { orders, member, state } = props
  // Of the filter before, as long as its orders stay.
  const [shownState, setShownState] = useState(state)
  if (!orders.isPlaceholderData && shownState !== state) setShownState(state)
  if (!orders.data) {
    return orders.isError ? (
      <ErrorState message={t('訂單暫時無法顯示')} onRetry={() => orders.refetch()} />
    ) : (
      <OrdersSkeleton />
    )
  }
  const own = orders.data.orders.filter(({ user }) => user.name.includes(member.uid))
  const { pagination } = orders.data
  if (own.length === 0 && (isPastEnd(pagination) || pagination.total_pages <= 1)) {
    return <NoOrders pagination={pagination} state={state} />
  }
  return (
    <div
      aria-busy={orders.isPlaceholderData}
      className={orders.isPlaceholderData ? 'opacity-60 transition-opacity' : ''}
    >
      <h2 className="sr-only">{t('訂單列表')}</h2>
      <OrderAccordion key={`${shownState} ${pagination.current_page}`} orders={own} />
      <Pagination pagination={pagination} hrefOf={(target) => paths.orders(target, state)} />
    </div>
  )
}

function NoOrders(props: { pagination: Paging; state: OrderFilter | undefined }) {
  const { pagination, state } = props
  const isBeyond = isPastEnd(pagination)
  const none = state
    ? t('目前沒有{state}的訂單', { state: t(orderFilters[state]) })
    : t('目前沒有訂單')
  return (
    <EmptyState
      message={isBeyond ? t('這一頁沒有訂單') : none}
      action={
        <Link
          to={isBeyond ? paths.orders(1, state) : paths.products()}
          className={buttonClass('primary')}
        >
          {isBeyond ? t('回到第一頁') : t('去逛逛')}
        </Link>
      }
    />
  )
}

function filterOf(query: URLSearchParams): OrderFilter | undefined {
  const state = query.get('state') ?? ''
  return Object.hasOwn(orderFilters, state) ? (state as OrderFilter) : undefined
}
