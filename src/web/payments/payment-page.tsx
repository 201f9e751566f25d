import { useEffect, useRef } from 'react'
import { Link, useParams } from 'react-router'
import type { Order } from '#contract/orders.ts'
import { shopConfig, shopSettings } from '../api/shop-config.ts'
import { AmountRows } from '../cart/amount-rows.tsx'
import { CartSkeleton } from '../cart/cart-skeleton.tsx'
import { CheckoutFrame } from '../cart/checkout-frame.tsx'
import { SummaryCard } from '../cart/summary-card.tsx'
import { summaryLayout } from '../cart/summary-layout.ts'
import { OrderData } from '../orders/order-data.tsx'
import { OrderLines } from '../orders/order-lines.tsx'
import { useOrder } from '../orders/orders.queries.ts'
import { paths } from '../paths.ts'
import { couponOf } from '../shared/coupon-of.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { InlineError } from '../ui/inline-error.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { GatewayPayment } from './gateway-payment.tsx'
import { DemonstrationNotice, PaymentState } from './payment-state.tsx'
import { usePay } from './payments.queries.ts'

export function PaymentPage() {
  const { orderId = '' } = useParams()
  const order = useOrder(orderId)
  const pay = usePay()
  const isPaid = (order.data?.is_paid && order.data.state !== 'cancelled') ?? false
  const title = isPaid ? '付款完成' : '付款'
  usePageTitle(title)
  const heading = useFocusWhen(isPaid && pay.isSuccess)

  if (!order.data && order.error?.status === 404) return <UnknownOrder />
  return (
    <CheckoutFrame title={title} titleRef={heading} step={isPaid ? 3 : 2}>
      {order.data ? (
        <OrderToPay order={order.data} pay={pay} />
      ) : order.isError ? (
        <ErrorState message="訂單暫時無法顯示" onRetry={() => order.refetch()} />
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

/** The same for another member's order as for one that does not exist. */
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

const hasGateway = shopConfig.payments === 'ecpay' || shopConfig.payments === 'sandbox'

function OrderToPay({ order, pay }: { order: Order; pay: ReturnType<typeof usePay> }) {
  const lines = Object.values(order.products)
  const coupon = couponOf(lines)
  const canPay = order.state === 'placed'
  return (
    <div className={`${summaryLayout} print:block`}>
      <div className="space-y-6">
        <p className="hidden font-serif text-xl font-semibold print:block">{shopSettings.name}</p>
        <PaymentState order={order} />
        {canPay && <DemonstrationNotice />}
        {canPay && hasGateway && <GatewayPayment order={order} />}
        <OrderData order={order} />
      </div>
      <SummaryCard
        title="訂購商品"
        total={order.total}
        action={
          <div className="print:hidden">
            {!canPay ? (
              <Link
                to={paths.order(order.id)}
                className={buttonClass('primary', { fullWidth: true })}
              >
                查看訂單
              </Link>
            ) : (
              <>
                {!hasGateway && (
                  <>
                    <Button
                      variant="primary"
                      fullWidth
                      isLoading={pay.isPending}
                      onClick={() => pay.mutate({ params: { id: order.id } })}
                    >
                      付款
                    </Button>
                    <div className="mt-2 empty:hidden">{pay.isError && <InlineError />}</div>
                  </>
                )}
                <Link
                  to={paths.order(order.id)}
                  className={`${buttonClass('quiet', { fullWidth: true })} mt-1 max-lg:hidden`}
                >
                  查看訂單
                </Link>
              </>
            )}
          </div>
        }
      >
        <OrderLines lines={lines} />
        <dl className="mt-5 space-y-2 border-t border-line pt-4 empty:hidden">
          <AmountRows
            subtotal={coupon || order.shipping_fee ? order.subtotal : undefined}
            discount={order.discount}
            coupon={coupon}
            shippingFee={order.shipping_fee}
          />
        </dl>
        {canPay && (
          <Link
            to={paths.order(order.id)}
            className={`${buttonClass('quiet', { fullWidth: true })} mt-3 lg:hidden print:hidden`}
          >
            查看訂單
          </Link>
        )}
      </SummaryCard>
    </div>
  )
}
