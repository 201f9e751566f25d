import { and, asc, gt, inArray, sql } from 'drizzle-orm'
import { customersWhere } from '../customers/customer-filter.ts'
import { type CustomerRow, customerColumns } from '../customers/customers.queries.ts'
import { refreshForReader } from '../customers/refresh-customers.ts'
import { customers } from '../db/tables/customers.ts'
import { type Column, defineExport, type ExportRequest } from './export-kind.ts'
import { countTo, filtersOf } from './filters.ts'
import { dayOf, yesOrNo } from './words.ts'

const row = {
  ...customerColumns,
  tags: sql<string[]>`array(select tag from customer_tags
    where customer = ${customers.num} order by tag)`,
}
type ExportedCustomer = CustomerRow

const columns: Column<ExportedCustomer>[] = [
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

function conditionOf(request: ExportRequest) {
  const nums = request.ids?.map(Number).filter(Number.isSafeInteger)
  const isMeant = customersWhere(filtersOf(request, filterNames))
  return and(isMeant, nums && inArray(customers.num, nums))
}

export const customerExport = defineExport<ExportedCustomer>({
  permission: 'customer.read',
  columns,
  check: (request) => void conditionOf(request),
  async count(db, request, limit) {
    await refreshForReader(db)
    const where = conditionOf(request) ?? sql`true`
    return countTo(db, sql`select from ${customers} where ${where}`, limit)
  },
  async read(db, request, { after, limit }) {
    const isNext = after === undefined ? undefined : gt(customers.num, Number(after))
    const rows = await db
      .select(row)
      .from(customers)
      .where(and(conditionOf(request), isNext))
      .orderBy(asc(customers.num))
      .limit(limit)
    const last = rows.at(-1)
    return { rows, last: last && rows.length === limit ? String(last.num) : undefined }
  },
})
