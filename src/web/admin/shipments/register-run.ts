import type { ListRun } from '../runs/list-runs.ts'

/** The run that makes parcels of orders. */
export const registerRun: ListRun = {
  action: 'make',
  permission: 'order.ship',
  note: '會在背景逐筆向綠界建立，不會重複建立。',
}
