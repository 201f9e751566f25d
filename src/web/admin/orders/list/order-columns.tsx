import { contactName } from '#contract/members.ts'
import type { OrderSortColumn, StaffOrder } from '#contract/orders.ts'
import { formatTimestamp } from '../../../ui/dates.ts'
import type { ListColumn } from '../../lists/list-table-head.tsx'
import { Amount, amountWidth } from '../../ui/amount.tsx'
import { OrderName } from '../order-number.tsx'
import { OrderProgress } from '../paid-chip.tsx'

const oldestNewest: [string, string] = ['舊到新', '新到舊']

export const orderColumns: ListColumn<StaffOrder, OrderSortColumn>[] = [
  {
    label: '訂單日期',
    width: 140,
    sort: 'create_at',
    sortWords: oldestNewest,
    render: (order) => formatTimestamp(order.create_at),
  },
  {
    label: '訂單編號',
    width: 200,
    sort: 'id',
    sortWords: oldestNewest,
    render: (order) => <OrderName order={order} />,
  },
  { label: '訂購人', width: 110, sort: 'name', render: (order) => contactName(order.user.name) },
  { label: '備註', width: 120, grows: true, sort: 'message', render: (order) => order.message },
  {
    label: '訂單金額',
    permission: 'money.read',
    width: 100,
    align: 'right',
    sort: 'total',
    widthOf: (order) => amountWidth(Math.round(order.total ?? 0)),
    render: (order) => <Amount value={Math.round(order.total ?? 0)} />,
  },
  {
    label: '付款狀態',
    width: 100,
    sort: 'is_paid',
    render: (order) => <OrderProgress order={order} />,
  },
]
