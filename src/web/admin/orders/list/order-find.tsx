import { orderStateLabels, orderStates } from '#contract/order-states.ts'
import { type OrderSortColumn, orderMethods, type StaffOrder } from '#contract/orders.ts'
import { paymentMethodLabel } from '#contract/payment-method-labels.ts'
import type { ListFind } from '../../lists/find/list-find.ts'
import { FilterPicker } from '../../pickers/ids-picker.tsx'
import { campaignChoices, customerChoices, productChoices } from '../../pickers/sources.ts'
import { OrderStateChips } from '../order-state-chips.tsx'

const paymentLabels = {
  none: '未付款',
  pending: '付款確認中',
  paid: '已付款',
  refunding: '退款處理中',
  partly_refunded: '部分退款',
  refunded: '已退款',
}

const taipeiMs = 8 * 60 * 60 * 1_000
/** The day of now in Taipei, as the server reads days. */
const today = () => new Date(Date.now() + taipeiMs).toISOString().slice(0, 10)

/** Filters, views and columns of the order list. */
export const orderFind: ListFind<StaffOrder, OrderSortColumn> = {
  list: 'orders',
  fields: [
    {
      name: 'state',
      label: '訂單狀態',
      options: orderStates.map((value) => ({ value, label: orderStateLabels[value] })),
    },
    {
      name: 'payment',
      label: '款項',
      options: Object.entries(paymentLabels).map(([value, label]) => ({ value, label })),
    },
    {
      name: 'method',
      label: '付款方式',
      options: orderMethods.map((value) => ({ value, label: paymentMethodLabel(value) })),
    },
    { name: 'from', label: '訂購日起', isDay: true },
    { name: 'to', label: '訂購日迄', isDay: true },
    {
      name: 'expires',
      label: '付款期限',
      options: [
        { value: '24', label: '24 小時內到期' },
        { value: '72', label: '3 天內到期' },
      ],
    },
    { name: 'unanswered', label: '顧客留言', options: [{ value: '1', label: '待回覆' }] },
    {
      name: 'goods',
      label: '到貨',
      options: [
        { value: 'awaited', label: '待到貨' },
        { value: 'there', label: '現貨或已到貨' },
      ],
    },
    {
      name: 'balance',
      label: '補款',
      options: [
        { value: 'due', label: '待補款' },
        { value: 'settled', label: '不需補款' },
      ],
    },
    {
      name: 'product',
      label: '商品',
      Picker: (field) => <FilterPicker source={productChoices} {...field} />,
    },
    {
      name: 'campaign',
      label: '團購活動',
      Picker: (field) => <FilterPicker source={campaignChoices} {...field} />,
    },
    {
      name: 'customer',
      label: '顧客',
      permission: 'customer.read',
      Picker: (field) => <FilterPicker source={customerChoices} isSingle {...field} />,
    },
    { name: 'archived', label: '範圍', options: [{ value: '1', label: '已封存' }] },
  ],
  views: [
    { name: '全部', query: () => ({}) },
    { name: '待付款', query: () => ({ state: 'placed' }) },
    {
      name: '待出貨',
      query: () => ({ state: 'paid,preparing', goods: 'there', balance: 'settled' }),
    },
    { name: '今日訂單', query: () => ({ from: today(), to: today() }) },
    { name: '已出貨', query: () => ({ state: 'shipped' }) },
    { name: '已取消', query: () => ({ state: 'cancelled' }) },
  ],
  columns: [
    { label: '訂單狀態', width: 130, render: (order) => <OrderStateChips order={order} /> },
    {
      label: '付款方式',
      width: 110,
      render: ({ payment_method: method }) => method && paymentMethodLabel(method),
    },
    { label: '電話', width: 120, render: ({ user }) => user.tel },
    {
      label: '商品',
      width: 220,
      render: ({ products }) =>
        Object.values(products)
          .map(({ product, qty }) => `${product.title} × ${qty}`)
          .join('、'),
    },
    {
      label: '貨運單號',
      width: 130,
      render: ({ tracking_numbers: numbers = [] }) => numbers.join('、'),
    },
    { label: '團購', width: 140, render: ({ group }) => group?.title },
  ],
}
