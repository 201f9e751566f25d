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
  defaultSort: { column: 'last_order', order: 'desc' },
  filters: [
    { name: 'q', label: '關鍵字' },
    { name: 'tag', label: '標籤' },
    { name: 'from', label: '最近訂購起', isDay: true },
    { name: 'to', label: '最近訂購迄', isDay: true },
  ],
  runs: {
    kind: 'customers',
    actions: [
      { action: 'add_tag', permission: 'customer.write', field: 'tag' },
      { action: 'remove_tag', permission: 'customer.write', field: 'tag' },
    ],
  },
  emptyText: (filters) =>
    Object.values(filters).some((value) => value !== '') ? '查無符合條件的資料' : '目前無資料',
  summary: (reply) =>
    reply?.pagination.is_capped && <p style={{ margin: 0 }}>超過 1,000 筆，請縮小條件</p>,
})

export function AdminCustomerListPage() {
  return <ListPage list={customerList} />
}
