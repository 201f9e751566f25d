import { customerApi } from '#contract/customers.ts'
import { paths } from '../../paths.ts'
import { defineList } from '../lists/list-definition.ts'
import { ListPage } from '../lists/list-page.tsx'
import { CustomerCard } from './customer-card.tsx'
import { customerColumns } from './customer-columns.tsx'

const customerList = defineList({
  title: '顧客列表',
  path: paths.adminCustomers(),
  endpoint: customerApi.list,
  exportKind: 'customers',
  rowsOf: ({ customers }) => customers,
  columns: customerColumns,
  labelOf: ({ name }) => name,
  card: (customer) => <CustomerCard customer={customer} />,
  createLink: { label: '代客建立訂單', to: paths.adminNewOrder(), permission: 'order.write' },
  defaultSort: { column: 'last_order', order: 'desc' },
  find: {
    list: 'customers',
    fields: [
      { name: 'tag', label: '標籤' },
      { name: 'orders_min', label: '最少訂單數', isNumber: true },
      { name: 'spent_min', label: '最低消費金額', isNumber: true },
      { name: 'from', label: '最近訂購起', isDay: true },
      { name: 'to', label: '最近訂購迄', isDay: true },
    ],
    views: [{ name: '全部', query: () => ({}) }],
    columns: [],
  },
  runs: {
    kind: 'customers',
    actions: [
      { action: 'add_tag', permission: 'customer.write', field: 'tag' },
      { action: 'remove_tag', permission: 'customer.write', field: 'tag' },
    ],
  },
})

export function AdminCustomerListPage() {
  return <ListPage list={customerList} />
}
