import { and, asc, gt, inArray, sql } from 'drizzle-orm'
import { foundCustomers } from '../customers/customer-filter.ts'
import {
  type CustomerRow,
  customerRow,
  listCustomerNumbers,
} from '../customers/customers.queries.ts'
import { customers } from '../db/tables/customers.ts'
import { type Column, defineExport, type ExportRequest } from './export-kind.ts'
import { countTo, filtersOf } from './filters.ts'
import { dayOf, yesOrNo } from './words.ts'

const columns: Column<CustomerRow>[] = [
  { key: 'id', word: '顧客編號', cell: ({ num }) => num },
  { key: 'name', word: '姓名', isPersonal: true, cell: ({ name }) => name },
  { key: 'email', word: '電子信箱', isPersonal: true, cell: ({ email }) => email },
  { key: 'tel', word: '電話', isPersonal: true, cell: ({ tel }) => tel },
  { key: 'is_member', word: '會員', cell: ({ key }) => yesOrNo(key.startsWith('m:')) },
  { key: 'orders', word: '訂單數', cell: ({ orders }) => orders },
  { key: 'spent', word: '消費金額', cell: ({ spent }) => spent },
  { key: 'first_order', word: '首次訂購', cell: ({ firstOrderAt }) => dayOf(firstOrderAt) },
  { key: 'last_order', word: '最近訂購', cell: ({ lastOrderAt }) => dayOf(lastOrderAt) },
  { key: 'tags', word: '標籤', cell: ({ tags }) => tags.join('、') },
]

const filterNames = ['q', 'tag', 'orders_min', 'spent_min', 'from', 'to'] as const

function isMeant(request: ExportRequest, after?: string) {
  const nums = request.ids?.map(Number).filter(Number.isSafeInteger)
  return and(
    nums && inArray(customers.num, nums),
    after === undefined ? undefined : gt(customers.num, Number(after)),
  )
}

const foundIn = (request: ExportRequest) =>
  foundCustomers(filtersOf(request, filterNames), isMeant(request))

export const customerExport = defineExport<CustomerRow>({
  permission: 'customer.read',
  columns,
  check: (request) => void foundIn(request),
  count: (db, request, limit) => countTo(db, sql`select ${foundIn(request)}`, limit),
  async read(db, request, { after, limit }) {
    const filter = filtersOf(request, filterNames)
    const place = { limit, isMeant: isMeant(request, after) }
    const nums = (await listCustomerNumbers(db, filter, place)).map(Number)
    const rows = await db
      .select(customerRow)
      .from(customers)
      .where(inArray(customers.num, nums))
      .orderBy(asc(customers.num))
    return { rows, last: nums.length === limit ? String(nums.at(-1)) : undefined }
  },
})
