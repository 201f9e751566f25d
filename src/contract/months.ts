import type { Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import type * as schema from './months.schema.ts'

export type MonthFigures = Static<typeof schema.Figures>
export type AccountMonth = Static<typeof schema.Month>

/** `2026-10` is `2026 年 10 月`. */
export function monthText(month: string): string {
  const [year, number] = month.split('-')
  return `${year} 年 ${Number(number)} 月`
}

/** The months of the books, for the accountant. */
export const adminMonthApi = {
  list: endpoint<typeof schema.list>({
    method: 'GET',
    path: '{shop}/admin/months',
    caller: 'admin',
    permission: 'money.read',
    shows: ['month', 'order'],
    summary: 'The months since the first money, the latest first, at most 24',
  }),
  figures: endpoint<typeof schema.figures>({
    method: 'GET',
    path: '{shop}/admin/month/:month',
    caller: 'admin',
    permission: 'money.read',
    shows: ['month', 'order'],
    summary: 'The sums of a month; of one that is not closed as they are now',
  }),
  close: endpoint<typeof schema.close>({
    method: 'POST',
    path: '{shop}/admin/month/:month/close',
    caller: 'admin',
    permission: 'payment.record',
    action: 'month.close',
    summary: 'Close a month that has ended: its file is made once and never changes',
  }),
  file: endpoint<typeof schema.file>({
    method: 'GET',
    path: '{shop}/admin/month/:month/file',
    caller: 'admin',
    permission: 'data.export',
    summary: 'The file of a closed month (.xlsx)',
  }),
}
