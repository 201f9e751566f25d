import { useEffect, useRef, useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import type { EndpointReply } from '#contract/endpoint.ts'
import { formatMoney } from '#contract/money.ts'
import type * as schema from '#contract/order-life.schema.ts'
import type { Order } from '#contract/orders.ts'
import { shownReason } from '#contract/shown-reason.ts'
import { t } from '#contract/translate.ts'
import { saveOrderAccess } from '../api/order-access.ts'
import { shopConfig } from '../api/shop-config.ts'
import { AmountRows } from '../cart/amount-rows.tsx'
import { useBuyAgain } from '../cart/cart.queries.ts'
import { CreditRows, usesCredit } from '../cart/credit-rows.tsx'
import { SummaryRow } from '../cart/summary-card.tsx'
import { GuestAccount } from '../members/guest-account.tsx'
import { paths } from '../paths.ts'
import { couponOf } from '../shared/coupon-of.ts'
import { HandOutCode } from '../shared/hand-out-code.tsx'
import { isMessage } from '../shared/order-event-label.ts'
import { cancelledAndRefunding } from '../shared/order-state-label.ts'
import { paysLeader } from '../shared/pays-leader.ts'
import { paysOnDelivery } from '../shared/pays-on-delivery.ts'
import { leftOutText } from '../shared/unshipped-lines.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { formatDateTime } from '../ui/dates.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { usePageTitle } from '../ui/page-head.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { OrderData } from './order-data.tsx'
import { isPayable, OrderGroup, useIsBoundToGroup } from './order-group.tsx'
import { OrderInvoices } from './order-invoices.tsx'
import { OrderLines } from './order-lines.tsx'
import { OrderMerge } from './order-merge.tsx'
import { OrderMessages } from './order-messages.tsx'
import { OrderParcels } from './order-parcels.tsx'
import { OrderRefunds } from './order-refunds.tsx'
import { OrderSection } from './order-section.tsx'
import { OrderStatus } from './order-status.tsx'
import { lastOfStore, OrderStoreNotice } from './order-store-notice.tsx'
import { OrderTimeline } from './order-timeline.tsx'
import { useOrderLife } from './orders.queries.ts'
import { OrdersSkeleton } from './orders-skeleton.tsx'
import { OrderReturns } from './returns/order-returns.tsx'
import { UnknownOrder } from './unknown-order.tsx'

type OrderLife = EndpointReply<typeof schema.detail>

/** One order with all that happened to it. */
export function OrderPage() {
  const { id = '' } = useParams()
  const [query] = useSearchParams()
  const access = query.get('access')
  // Before the first call: the token decides whether the order is found.
  if (access) saveOrderAccess(id, access)
  const life = useOrderLife(id)
  usePageTitle(t('訂單進度'))
  return (
    <div className="mx-auto w-full max-w-3xl px-4 py-8 sm:px-6 lg:px-8 lg:py-12">
      <h1 className="mb-6 font-serif text-title font-semibold lg:mb-8">{t('訂單進度')}</h1>
      {life.data ? (
        <Life life={life.data} />
      ) : life.error?.status === 404 ? (
        <UnknownOrder next={paths.order(id)} />
      ) : life.isError ? (
        <ErrorState message={t('訂單暫時無法顯示')} onRetry={() => life.refetch()} />
      ) : (
        <OrdersSkeleton />
      )}
    </div>
  )
}

function Life({ life }: { life: OrderLife }) {
  const { order, timeline, parcels, refunds } = life
  const [isCancelling, setCancelling] = useState(false)
  const header = useShownWhen<HTMLElement>(order.state === 'cancelled')
  const again = useBuyAgain()
  const isBound = useIsBoundToGroup(order)
  const messages = timeline.filter(isMessage)
  const lines = Object.values(order.products)
  const coupon = couponOf(lines)
  return (
    <div className="space-y-6">
      <header
        ref={header}
        tabIndex={-1}
        className="rounded-card border border-line bg-surface p-4 outline-none sm:p-6"
      >
        <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <OrderStatus order={order} />
          <span className="font-semibold tabular-nums">{formatMoney(order.total)}</span>
        </p>
        <p className="mt-1 text-xl font-semibold tabular-nums print:hidden">{order.number}</p>
        <OrderGroup order={order} />
        {order.state === 'cancelled' && order.payment_state === 'refunding' && (
          <p className="mt-2">{t(cancelledAndRefunding)}</p>
        )}
        {order.cancel_reason && (
          <p className="mt-2 [overflow-wrap:anywhere]">
            {t('取消原因：{cancel_reason}', { cancel_reason: shownReason(order.cancel_reason) })}
          </p>
        )}
        {isPayable(order) && (
          <div className="mt-4 space-y-2 print:hidden">
            <Link to={paths.pay(order.id)} className={buttonClass('primary')}>
              {t('付款', { as: 'verb' })}
            </Link>
            {order.expires_at && (
              <p className="text-sm text-ink-muted">
                {t('請於 {expires_at} 前完成付款，逾期訂單將自動取消', {
                  expires_at: formatDateTime(order.expires_at),
                })}
              </p>
            )}
          </div>
        )}
        {order.balance_due !== undefined && (
          <div className="mt-4 space-y-2 print:hidden">
            <Link to={paths.pay(order.id)} className={buttonClass('primary')}>
              {t('補付 {balance_due}', { balance_due: formatMoney(order.balance_due) })}
            </Link>
            <p className="text-sm text-ink-muted">
              {t('訂單變更後金額增加，收到補款後才會出貨。{part}', {
                part: life.can_change && t('不補付時，可以再變更訂單。'),
              })}
            </p>
          </div>
        )}
        {paysOnDelivery(order) && lastOfStore(timeline)?.kind !== 'not_picked_up' && (
          <OnDeliveryNotice order={order} isMerged={(life.merge?.with.length ?? 0) > 0} />
        )}
        {canBuyAgain(order) && (
          <p className="mt-4 print:hidden">
            <Button isLoading={again.isPending} onClick={() => again.mutate({ lines })}>
              {t('再買一次')}
            </Button>
          </p>
        )}
      </header>
      <OrderStoreNotice order={order} timeline={timeline} />
      {life.hand_out && isToFetch(order) && (
        <OrderSection title={t('取貨')}>
          <HandOutCode handOut={life.hand_out} />
        </OrderSection>
      )}
      {order.state !== 'cancelled' && <GuestAccount order={order} />}
      <OrderMerge orderId={order.id} merge={life.merge} />
      {parcels.length > 0 && <OrderParcels parcels={parcels} leftOut={leftOutText(life)} />}
      <OrderReturns orderId={order.id} returns={life.returns ?? []} returnable={life.returnable} />
      <div className={messages.length > 0 ? '' : 'print:hidden'}>
        <OrderMessages orderId={order.id} messages={messages} />
      </div>
      <OrderTimeline events={timeline.filter((event) => !isMessage(event))} />
      {refunds.length > 0 && <OrderRefunds refunds={refunds} />}
      {order.invoices && <OrderInvoices invoices={order.invoices} />}
      <OrderSection title={t('訂購商品')}>
        <OrderLines lines={lines} />
        <dl className="mt-5 space-y-2 border-t border-line pt-4">
          <AmountRows
            subtotal={
              coupon || order.shipping_fee || usesCredit(order) ? order.subtotal : undefined
            }
            discount={order.discount}
            coupon={coupon}
            shippingFee={order.shipping_fee}
          />
          <CreditRows credit={order.credit_used} points={order.points_used} />
          <SummaryRow name={t('總計')}>
            <span className="text-lg font-semibold text-ink">{formatMoney(order.total)}</span>
          </SummaryRow>
          {(order.points_earned ?? 0) > 0 && (
            <SummaryRow name={t('回饋點數')}>
              {t('{points_earned} 點', {
                points_earned: order.points_earned?.toLocaleString('en-US'),
              })}
            </SummaryRow>
          )}
          {order.balance_due !== undefined && (
            <SummaryRow name={t('待補付')}>
              <span className="font-semibold text-warn">{formatMoney(order.balance_due)}</span>
            </SummaryRow>
          )}
        </dl>
      </OrderSection>
      <OrderData order={order} />
      {(life.can_change || (life.can_cancel && !isBound)) && (
        <p className="flex flex-wrap justify-center gap-2 print:hidden">
          {life.can_change && (
            <Link to={paths.changeOrder(order.id)} className={buttonClass('quiet')}>
              {t('變更訂單', { as: 'verb' })}
            </Link>
          )}
          {life.can_cancel && !isBound && (
            <Button variant="quiet" onClick={() => setCancelling(true)}>
              {t('取消訂單')}
            </Button>
          )}
        </p>
      )}
      <CancelDialog order={order} isOpen={isCancelling} onClose={() => setCancelling(false)} />
    </div>
  )
}

/** Nothing is in the way of another order: this one waits for no money. */
function canBuyAgain(order: Order): boolean {
  const isToPay = isPayable(order) || order.balance_due !== undefined
  return !order.group && !isToPay && !paysOnDelivery(order)
}

/** A code that nobody would hand anything out for is not shown. */
function isToFetch(order: OrderLife['order']): boolean {
  const { state } = order
  // A participant who pays the leader may pay with the goods.
  if (state === 'placed') return paysLeader(order)
  return state !== 'cancelled' && state !== 'returned'
}

/** The sum to pay at the pick-up, and the way to pay it before that. */
function OnDeliveryNotice({ order, isMerged }: { order: Order; isMerged: boolean }) {
  return (
    <div className="mt-4 space-y-2">
      <p>
        {isMerged
          ? t('到店取貨時，同一個包裹的訂單一起付款，這筆是 {total}。', {
              total: formatMoney(order.total),
            })
          : t('到店取貨時請付 {total}，不需要先付款。', { total: formatMoney(order.total) })}
      </p>
      {order.state === 'placed' && shopConfig.payments !== 'manual' && (
        <p className="print:hidden">
          <Link to={paths.pay(order.id)} className={buttonClass('secondary')}>
            {t('改用線上付款')}
          </Link>
        </p>
      )}
    </div>
  )
}

/** Once it is due, the element comes into view with the focus; what was pressed is gone. */
function useShownWhen<T extends HTMLElement>(isDue: boolean) {
  const element = useRef<T>(null)
  const wasDue = useRef(isDue)
  useEffect(() => {
    if (isDue && !wasDue.current) element.current?.focus()
    wasDue.current = isDue
  }, [isDue])
  return element
}
