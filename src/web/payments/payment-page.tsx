import { type ReactNode, useEffect, useRef } from 'react'
import { Link, useParams } from 'react-router'
import { formatMoney } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'
import { t } from '#contract/translate.ts'
import { shopConfig } from '../api/shop-config.ts'
import { AmountRows } from '../cart/amount-rows.tsx'
import { CartSkeleton } from '../cart/cart-skeleton.tsx'
import { CheckoutFrame } from '../cart/checkout-frame.tsx'
import { CreditRows, usesCredit } from '../cart/credit-rows.tsx'
import { SummaryCard, SummaryRow } from '../cart/summary-card.tsx'
import { summaryLayout } from '../cart/summary-layout.ts'
import { GuestAccount } from '../members/guest-account.tsx'
import { Redirect } from '../navigation/redirect.tsx'
import { OrderData } from '../orders/order-data.tsx'
import { useOrderPlace } from '../orders/order-group.tsx'
import { OrderLines } from '../orders/order-lines.tsx'
import { OrderMerge } from '../orders/order-merge.tsx'
import { useOrder, useOrderLife } from '../orders/orders.queries.ts'
import { PayLeader } from '../orders/pay-leader.tsx'
import { UnknownOrder } from '../orders/unknown-order.tsx'
import { paths } from '../paths.ts'
import { couponOf } from '../shared/coupon-of.ts'
import { paysLeader } from '../shared/pays-leader.ts'
import { paysOnDelivery } from '../shared/pays-on-delivery.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { InlineError } from '../ui/inline-error.tsx'
import { usePageTitle } from '../ui/page-head.ts'
import { GatewayPayment, StartAction, useGatewayPayment } from './gateway-payment.tsx'
import { PaymentState } from './payment-state.tsx'
import { usePay } from './payments.queries.ts'
import { TrialNotice } from './trial-notice.tsx'

type Pay = ReturnType<typeof usePay>

export function PaymentPage() {
  const { orderId = '' } = useParams()
  const order = useOrder(orderId, { isFresh: true })
  const pay = usePay()
  const isPaid =
    (order.data?.is_paid &&
      order.data.balance_due === undefined &&
      order.data.state !== 'cancelled') ??
    false
  const isOnDelivery = order.data !== undefined && paysOnDelivery(order.data)
  const title = isOnDelivery ? t('訂單成立') : isPaid ? t('付款完成') : t('付款')
  usePageTitle(title)
  const heading = useFocusWhen((isPaid && pay.isSuccess) || isOnDelivery)

  if (!order.data && order.error?.status === 404) {
    return (
      <CheckoutFrame title={t('付款')}>
        <UnknownOrder next={paths.pay(orderId)} />
      </CheckoutFrame>
    )
  }
  // Its group has not succeeded: there is nothing to pay yet.
  if (order.isFetchedAfterMount && order.data?.is_payable === false && order.data.group) {
    return <Redirect to={paths.group(order.data.group.code)} />
  }
  return (
    <CheckoutFrame title={title} titleRef={heading} step={isPaid || isOnDelivery ? 3 : 2}>
      {order.data ? (
        <OrderToPay order={order.data} pay={pay} />
      ) : order.isError ? (
        <ErrorState message={t('訂單暫時無法顯示')} onRetry={() => order.refetch()} />
      ) : (
        <CartSkeleton />
      )}
    </CheckoutFrame>
  )
}

/** The button that had the focus is gone, and on a phone the title is out of view. */
function useFocusWhen(isDue: boolean) {
  const element = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isDue) element.current?.focus()
  }, [isDue])
  return element
}

function OrderToPay({ order, pay }: { order: Order; pay: Pay }) {
  const isOnDelivery = paysOnDelivery(order)
  const place = useOrderPlace(order)
  const life = useOrderLife(order.id)
  const canPay =
    (order.state === 'placed' && !isOnDelivery && !paysLeader(order)) ||
    order.balance_due !== undefined
  if (canPay && shopConfig.payments !== 'demonstration') return <OrderByMethod order={order} />
  return (
    <OrderLayout
      order={order}
      action={
        canPay ? (
          <PayAction order={order} pay={pay} />
        ) : (
          <Link to={paths.order(order.id)} className={buttonClass('primary', { fullWidth: true })}>
            {t('查看訂單')}
          </Link>
        )
      }
    >
      <PaymentState order={order} />
      {paysLeader(order) && place && <PayLeader place={place} />}
      <TrialNotice orderId={order.id} canPay={canPay} />
      {isOnDelivery && order.state === 'placed' && <OnlineInstead order={order} />}
      {!canPay && <OrderMerge orderId={order.id} merge={life.data?.merge} />}
      {order.is_paid && <GuestAccount order={order} />}
    </OrderLayout>
  )
}

function OrderByMethod({ order }: { order: Order }) {
  const payment = useGatewayPayment(order)
  return (
    <OrderLayout order={order} action={payment.canStart && <StartAction payment={payment} />}>
      {!payment.isToTransfer && <PaymentState order={order} />}
      <TrialNotice orderId={order.id} canPay />
      <GatewayPayment order={order} payment={payment} />
    </OrderLayout>
  )
}

/** Another way than 取貨付款, until the parcel is prepared; folded, since nobody has to choose again. */
function OnlineInstead({ order }: { order: Order }) {
  const payment = useGatewayPayment(order)
  const known = payment.options.data?.data
  if (!known || known.methods.length === 0) return null
  return (
    <Disclosure title={t('改用線上付款')}>
      <div className="space-y-4">
        <GatewayPayment order={order} payment={payment} />
        {payment.canStart && <StartAction payment={payment} />}
      </div>
    </Disclosure>
  )
}

/** The order beside what it comes to; on a phone amount and action stay in reach of the thumb. */
function OrderLayout(props: { order: Order; action: ReactNode; children: ReactNode }) {
  const { order, action, children } = props
  const lines = Object.values(order.products)
  const coupon = couponOf(lines)
  return (
    <div className={`${summaryLayout} print:block`}>
      <div className="space-y-6">
        {children}
        <OrderData order={order} />
        {((order.state === 'placed' && !paysOnDelivery(order) && !paysLeader(order)) ||
          order.balance_due !== undefined) && (
          <p className="text-center print:hidden">
            <Link to={paths.order(order.id)} className={buttonClass('quiet')}>
              {t('查看訂單')}
            </Link>
          </p>
        )}
      </div>
      <SummaryCard
        title={t('訂購商品')}
        total={order.balance_due ?? order.total}
        totalLabel={order.balance_due === undefined ? undefined : t('應補付')}
        action={action && <div className="print:hidden">{action}</div>}
      >
        <OrderLines lines={lines} />
        <dl className="mt-5 space-y-2 border-t border-line pt-4 empty:hidden">
          <AmountRows
            subtotal={
              coupon || order.shipping_fee || usesCredit(order) ? order.subtotal : undefined
            }
            discount={order.discount}
            coupon={coupon}
            shippingFee={order.shipping_fee}
          />
          <CreditRows credit={order.credit_used} points={order.points_used} />
          {order.balance_due !== undefined && (
            <>
              <SummaryRow name={t('總計')}>{formatMoney(order.total)}</SummaryRow>
              <SummaryRow name={t('先前已付')}>
                −{formatMoney(order.total - order.balance_due)}
              </SummaryRow>
            </>
          )}
        </dl>
      </SummaryCard>
    </div>
  )
}

/** The demonstration decides at once. */
function PayAction({ order, pay }: { order: Order; pay: Pay }) {
  return (
    <>
      <Button
        variant="primary"
        fullWidth
        isLoading={pay.isPending}
        onClick={() => pay.mutate({ params: { id: order.id } })}
      >
        {t('付款', { as: 'verb' })}
      </Button>
      <div className="mt-2 empty:hidden">{pay.isError && <InlineError />}</div>
    </>
  )
}
