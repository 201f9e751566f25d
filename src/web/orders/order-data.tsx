import { contactName } from '#contract/members.ts'
import type { Order } from '#contract/orders.ts'
import { formatDateTime } from '../ui/dates.ts'
import { DetailRow } from './detail-row.tsx'
import { OrderSection } from './order-section.tsx'

export function OrderData({ order }: { order: Order }) {
  return (
    <OrderSection title="訂單資料">
      <dl className="divide-y divide-line">
        <DetailRow name="訂單編號">
          <span className="text-lg font-semibold tabular-nums">{order.number}</span>
        </DetailRow>
        <DetailRow name="訂單日期">{formatDateTime(order.create_at)}</DetailRow>
        <DetailRow name="聯絡人">{contactName(order.user.name)}</DetailRow>
        <DetailRow name="電子信箱">{order.user.email}</DetailRow>
        <DetailRow name="聯絡電話">{order.user.tel}</DetailRow>
        <DetailRow name="地址">{order.user.address}</DetailRow>
        {order.message && (
          <DetailRow name="備註">
            <span className="whitespace-pre-line">{order.message}</span>
          </DetailRow>
        )}
      </dl>
    </OrderSection>
  )
}
