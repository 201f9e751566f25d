import type { ListRun } from '../runs/list-runs.ts'

/** The run that makes parcels of orders. */
export const registerRun: ListRun = {
  action: 'make',
  permission: 'order.ship',
  note: '會在背景逐筆向綠界建立，不會重複建立。',
}

/** The run that makes those again that the provider has refused. */
export const retryRun: ListRun = {
  action: 'retry',
  permission: 'order.ship',
  note: '只會重新建立「建立失敗」的寄件單，不會重複建立。',
}
