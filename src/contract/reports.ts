import type { Static } from 'typebox'
import { endpoint, subjectsOfOrders } from './endpoint.ts'
import type * as schema from './reports.schema.ts'

export type WorklistKind = Static<typeof schema.worklist.reply>['worklist'][number]['kind']
export type SalesReport = Omit<Static<typeof schema.sales.reply>, 'success'>
export type ReportRange = NonNullable<Static<typeof schema.sales.query>['range']>

const report = {
  method: 'GET',
  caller: 'admin',
  permission: 'report.read',
} as const

export const reportApi = {
  worklist: endpoint<typeof schema.worklist>({
    method: 'GET',
    path: '{shop}/admin/worklist',
    caller: 'admin',
    permission: 'self',
    shows: [...subjectsOfOrders, 'stock', 'reconciliation', 'settlement'],
    summary: 'What waits for somebody, of the lists that the role may read',
  }),
  sales: endpoint<typeof schema.sales>({
    ...report,
    path: '{shop}/admin/report/sales',
    summary: 'Orders and money of a range of days, with the range before',
  }),
  products: endpoint<typeof schema.products>({
    ...report,
    path: '{shop}/admin/report/products',
    summary: 'The ten products with most units sold in a range of days',
  }),
  coupons: endpoint<typeof schema.coupons>({
    ...report,
    path: '{shop}/admin/report/coupons',
    summary: 'Uses of coupons in a range of days, and the discount given',
  }),
  groups: endpoint<typeof schema.groups>({
    ...report,
    path: '{shop}/admin/report/groups',
    summary: 'The groups that are open now',
  }),
}
