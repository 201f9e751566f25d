import type { Customer, CustomerSortColumn } from '#contract/customers.ts'
import { formatDay } from '../../ui/dates.ts'
import type { ListColumn } from '../lists/list-table-head.tsx'
import { Amount, amountWidth } from '../ui/amount.tsx'
import { CustomerName } from './customer-name.tsx'
import { CustomerTagChips } from './customer-tag-chips.tsx'

const fewestMost: [string, string] = ['少到多', '多到少']

export const customerColumns: ListColumn<Customer, CustomerSortColumn>[] = [
  {
    label: '顧客',
    width: 150,
    grows: true,
    sort: 'name',
    render: (customer) => <CustomerName customer={customer} />,
  },
  { label: '電話', width: 110, render: ({ tel }) => tel },
  {
    label: '訂單數',
    width: 86,
    align: 'right',
    sort: 'orders',
    sortWords: fewestMost,
    render: ({ orders }) => orders.toLocaleString('zh-TW'),
  },
  {
    label: '消費金額',
    width: 106,
    align: 'right',
    sort: 'spent',
    sortWords: fewestMost,
    widthOf: ({ spent }) => amountWidth(spent),
    render: ({ spent }) => <Amount value={spent} />,
  },
  {
    label: '最近訂購',
    width: 112,
    sort: 'last_order',
    sortWords: ['舊到新', '新到舊'],
    render: ({ last_order }) => formatDay(last_order * 1000),
  },
  {
    label: '標籤',
    width: 120,
    grows: true,
    render: ({ tags }) => <CustomerTagChips tags={tags} />,
  },
]
