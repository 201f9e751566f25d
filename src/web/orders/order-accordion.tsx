import { Link } from 'react-router'
import { maskName, maskTel } from '#contract/masking.ts'
import { contactName } from '#contract/members.ts'
import { formatMoney } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'
import { t } from '#contract/translate.ts'
import { AmountRows } from '../cart/amount-rows.tsx'
import { CreditRows, usesCredit } from '../cart/credit-rows.tsx'
import { SummaryRow } from '../cart/summary-card.tsx'
import { paths } from '../paths.ts'
import { couponOf } from '../shared/coupon-of.ts'
import { paysOnDelivery } from '../shared/pays-on-delivery.ts'
import { Accordion } from '../ui/accordion.tsx'
import { buttonClass } from '../ui/button.tsx'
import { formatDateTime } from '../ui/dates.ts'
import { rich } from '../ui/rich.tsx'
import { DetailRow } from './detail-row.tsx'
import { isPayable, OrderGroup } from './order-group.tsx'
import { OrderLines } from './order-lines.tsx'
import { OrderStatus } from './order-status.tsx'

/** The first order is expanded. */
export function OrderAccordion({ orders }: { orders: Order[] }) {
  const [first] = orders
  return (
    <Accordion
      defaultOpen={first ? [first.id] : []}
      items={orders.map((order) => ({
        id: order.id,
        isHighlighted:
          (order.state === 'placed' && !paysOnDelivery(order)) || order.balance_due !== undefined,
        heading: <OrderHeading order={order} />,
        content: <OrderDetails order={order} />,
      }))}
    />
  )
}

function OrderHeading({ order }: { order: Order }) {
  return (
    <span className="grid gap-y-1 font-normal">
      <span className="flex flex-wrap items-baseline justify-between gap-x-4">
        <OrderStatus order={order} />
        <span className="font-semibold tabular-nums">{formatMoney(order.total)}</span>
      </span>
      <span className="flex flex-wrap items-baseline gap-x-4">
        <span className="tabular-nums">
          {rich('訂單編號 {part}', { part: <span className="font-semibold">{order.number}</span> })}
        </span>
        <span className="text-sm text-ink-muted tabular-nums">
          {formatDateTime(order.create_at)}
        </span>
      </span>
    </span>
  )
}

function OrderDetails({ order }: { order: Order }) {
  const lines = Object.values(order.products)
  const coupon = couponOf(lines)
  return (
    <div className="space-y-5">
      <OrderGroup order={order} />
      <dl className="grid gap-x-8 sm:grid-cols-2">
        <DetailRow name={t('聯絡人')}>{maskName(contactName(order.user.name))}</DetailRow>
        <DetailRow name={t('聯絡電話')}>{maskTel(order.user.tel)}</DetailRow>
        {order.message && (
          <DetailRow name={t('備註')}>
            <span className="whitespace-pre-line">{order.message}</span>
          </DetailRow>
        )}
      </dl>
      <OrderLines lines={lines} />
      <dl className="space-y-2 border-t border-line pt-4">
        <AmountRows
          subtotal={coupon || order.shipping_fee || usesCredit(order) ? order.subtotal : undefined}
          discount={order.discount}
          coupon={coupon}
          shippingFee={order.shipping_fee}
        />
        <CreditRows credit={order.credit_used} points={order.points_used} />
        <SummaryRow name={t('總計')}>
          <span className="text-lg font-semibold text-ink">{formatMoney(order.total)}</span>
        </SummaryRow>
      </dl>
      <p className="flex flex-wrap justify-end gap-3 print:hidden">
        <Link to={paths.order(order.id)} className={buttonClass('secondary')}>
          {t('訂單進度')}
        </Link>
        {(isPayable(order) || order.balance_due !== undefined) && (
          <Link to={paths.pay(order.id)} className={buttonClass('primary')}>
            {order.balance_due === undefined
              ? t('付款', { as: 'verb' })
              : t('補付 {balance_due}', { balance_due: formatMoney(order.balance_due) })}
          </Link>
        )}
      </p>
    </div>
  )
}
