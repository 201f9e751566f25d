import { and, asc, getTableColumns, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { coupons } from '../db/tables/coupons.ts'
import { type Column, defineExport, type ExportRequest, lastOf } from './export-kind.ts'
import { amongIds, countTo, filtersOf } from './filters.ts'
import { dayOf, yesOrNo } from './words.ts'

const used = sql<number>`(select count(*)::integer from coupon_uses as one
  where one.coupon_id = ${coupons}.id and one.returned_at is null)`
const row = { ...getTableColumns(coupons), used }
export type ExportedCoupon = typeof coupons.$inferSelect & { used: number }

/** Between the names of a list in one cell. */
export const listSeparator = '|'

const listed = (values: string[] | null) => (values ?? []).join(listSeparator)

export const couponColumns: Column<ExportedCoupon>[] = [
  { key: 'id', word: '編號', cell: ({ id }) => id },
  { key: 'title', word: '名稱', cell: ({ title }) => title },
  { key: 'code', word: '優惠碼', cell: ({ code }) => code },
  { key: 'percent', word: '折扣數', cell: ({ percent }) => percent },
  { key: 'due_date', word: '到期日', cell: ({ dueAt }) => dayOf(dueAt) },
  { key: 'is_enabled', word: '啟用', cell: ({ isEnabled }) => yesOrNo(isEnabled) },
  { key: 'valid_from', word: '開始日', cell: ({ validFromAt }) => dayOf(validFromAt) },
  { key: 'max_uses', word: '總次數', cell: ({ maxUses }) => maxUses ?? '' },
  {
    key: 'max_uses_per_member',
    word: '每人次數',
    cell: ({ maxUsesPerMember }) => maxUsesPerMember ?? '',
  },
  { key: 'min_total', word: '最低金額', cell: ({ minTotal }) => minTotal ?? '' },
  {
    key: 'first_order_only',
    word: '限首購',
    cell: ({ isFirstOrderOnly }) => yesOrNo(isFirstOrderOnly),
  },
  { key: 'categories', word: '適用分類', cell: ({ categories }) => listed(categories) },
  { key: 'product_ids', word: '適用商品', cell: ({ productIds }) => listed(productIds) },
  { key: 'allows_group', word: '可用於團購', cell: ({ allowsGroup }) => yesOrNo(allowsGroup) },
]

const exportColumns: Column<ExportedCoupon>[] = [
  ...couponColumns,
  { key: 'used', word: '已使用', cell: ({ used }) => used },
]

const isLive = isNull(coupons.deletedAt)

function conditionOf(request: ExportRequest): SQL | undefined {
  filtersOf(request, [])
  return and(isLive, amongIds(coupons.id, request.ids))
}

export const couponExport = defineExport<ExportedCoupon>({
  permission: 'catalog.read',
  columns: exportColumns,
  check: (request) => void conditionOf(request),
  count: (db, request, limit) =>
    countTo(db, sql`select from ${coupons} where ${conditionOf(request)}`, limit),
  async read(db, request, { after, limit }) {
    const isNext = after === undefined ? undefined : gt(coupons.id, after)
    const rows = await db
      .select(row)
      .from(coupons)
      .where(and(conditionOf(request), isNext))
      .orderBy(asc(coupons.id))
      .limit(limit)
    return { rows, last: lastOf(rows, limit) }
  },
})

/** The coupons of these ids as a file has them; archived ones are none. */
export function findExportedCoupons(db: Db, ids: readonly string[]): Promise<ExportedCoupon[]> {
  return db
    .select(row)
    .from(coupons)
    .where(and(isLive, inArray(coupons.id, [...ids])))
}
