import { CircleCheck, Clock } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link, useParams } from 'react-router'
import type { Order } from '#contract/orders.ts'
import { discountLabel } from '../cart/amounts.ts'
import { CartSkeleton } from '../cart/cart-skeleton.tsx'
import { CheckoutFrame } from '../cart/checkout-frame.tsx'
import { SummaryCard, SummaryRow } from '../cart/summary-card.tsx'
import { contactName } from '../orders/contact-name.ts'
import { DetailRow } from '../orders/detail-row.tsx'
import { OrderLines } from '../orders/order-lines.tsx'
import { useOrder } from '../orders/orders.queries.ts'
import { paths } from '../paths.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { formatDateTime } from '../ui/dates.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { QuietLine } from '../ui/quiet-line.tsx'
import { usePay } from './payments.queries.ts'

export function PaymentPage() {
  usePageTitle('付款')
  const { orderId = '' } = useParams()
  const order = useOrder(orderId)
  if (!order.data && order.error?.status === 404) return <UnknownOrder />
  return (
    <CheckoutFrame title="付款" step={order.data?.is_paid ? 3 : 2}>
      {order.data ? (
        <OrderToPay order={order.data} />
      ) : order.isError ? (
        <ErrorState message="訂單暫時無法顯示" onRetry={() => order.refetch()} />
      ) : (
        <CartSkeleton />
      )}
    </CheckoutFrame>
  )
}

/** The same for an order of somebody else as for one that never was. */
function UnknownOrder() {
  return (
    <CheckoutFrame title="付款">
      <EmptyState
        message="查無此訂單"
        action={
          <Link to={paths.orders()} className={buttonClass('primary')}>
            查看我的訂單
          </Link>
        }
      />
    </CheckoutFrame>
  )
}

function OrderToPay({ order }: { order: Order }) {
  const lines = Object.values(order.products)
  const coupon = lines[0]?.coupon
  const pay = usePay()
  return (
    <div className="lg:grid lg:grid-cols-[minmax(0,1fr)_22.5rem] lg:items-start lg:gap-8">
      <div className="space-y-6">
        <PaymentState isPaid={order.is_paid} isJustPaid={order.is_paid && pay.isSuccess} />
        <section
          aria-labelledby="order-data"
          className="rounded-card border border-line bg-surface p-4 sm:p-6"
        >
          <h2 id="order-data" className="mb-2 text-lg font-semibold">
            訂單資料
          </h2>
          <dl className="divide-y divide-line">
            <DetailRow name="訂單編號">{order.id}</DetailRow>
            <DetailRow name="訂單日期">{formatDateTime(order.create_at)}</DetailRow>
            <DetailRow name="聯絡人">{contactName(order.user.name)}</DetailRow>
            <DetailRow name="電子信箱">{order.user.email}</DetailRow>
            <DetailRow name="聯絡電話">{order.user.tel}</DetailRow>
            <DetailRow name="地址">{order.user.address}</DetailRow>
            {order.message && <DetailRow name="備註">{order.message}</DetailRow>}
          </dl>
        </section>
      </div>
      <SummaryCard
        title="訂購商品"
        total={order.total}
        action={
          order.is_paid ? (
            <Link to={paths.orders()} className={buttonClass('secondary', { fullWidth: true })}>
              查看我的訂單
            </Link>
          ) : (
            <>
              <Button
                variant="primary"
                fullWidth
                isLoading={pay.isPending}
                onClick={() => pay.mutate({ params: { id: order.id } })}
              >
                付款
              </Button>
              <div className="mt-2 empty:hidden">{pay.isError && <QuietLine />}</div>
            </>
          )
        }
      >
        <OrderLines lines={lines} />
        {coupon && (
          <dl className="mt-5 border-t border-line pt-4">
            <SummaryRow name="優惠">
              {coupon.code}（{discountLabel(coupon.percent)}）
            </SummaryRow>
          </dl>
        )}
      </SummaryCard>
    </div>
  )
}

function PaymentState({ isPaid, isJustPaid }: { isPaid: boolean; isJustPaid: boolean }) {
  const state = useRef<HTMLParagraphElement>(null)
  // The button that had the focus is gone, and on a phone the good news is out of view.
  useEffect(() => {
    if (isJustPaid) state.current?.focus()
  }, [isJustPaid])
  return (
    <p
      ref={state}
      tabIndex={-1}
      className={`outline-none flex items-center gap-3 rounded-card p-4 font-semibold ${
        isPaid ? 'bg-sage-soft text-sage' : 'bg-warn-soft text-ink'
      }`}
    >
      {isPaid ? (
        <CircleCheck aria-hidden="true" className="size-6 shrink-0" />
      ) : (
        <Clock aria-hidden="true" className="size-6 shrink-0" />
      )}
      {isPaid ? '付款完成' : '尚未付款，請盡快完成付款'}
    </p>
  )
}
