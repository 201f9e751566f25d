import type { Order, OrderSortColumn } from '#contract/orders.ts'
import { formatTimestamp } from '../../ui/dates.ts'
import { formatMoney } from '../../ui/money.ts'
import type { ListColumn } from '../lists/list-table-head.tsx'
import { OrderId } from './order-id.tsx'
import { ordererName } from './orderer.ts'
import { PaidChip } from './paid-chip.tsx'

export const orderColumns: ListColumn<Order, OrderSortColumn>[] = [
  {
    label: '訂單日期',
    width: 140,
    sort: 'create_at',
    render: (order) => formatTimestamp(order.create_at),
  },
  { label: '訂單編號', width: 200, sort: 'id', render: (order) => <OrderId id={order.id} /> },
  { label: '訂購人', width: 110, sort: 'name', render: (order) => ordererName(order.user.name) },
  { label: '備註', width: 120, grows: true, sort: 'message', render: (order) => order.message },
  {
    label: '訂單金額',
    width: 100,
    align: 'right',
    sort: 'total',
    render: (order) => formatMoney(Math.round(order.total)),
  },
  {
    label: '付款狀態',
    width: 100,
    sort: 'is_paid',
    render: (order) => <PaidChip isPaid={order.is_paid} />,
  },
]
