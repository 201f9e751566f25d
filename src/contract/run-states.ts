/** How long after its end a run of the back office can be undone, in seconds. */
export const defaultUndoSeconds = 600

/** Kinds of the entries of a run; of an export or import, the kind of its file. */
export const runKinds = [
  'orders',
  'store_shipments',
  'products',
  'coupons',
  'customers',
  'articles',
] as const

export const runActionLabels = {
  prepare: '標示備貨中',
  ship: '標示已出貨',
  deliver: '標示已送達',
  print: '標示已列印',
  make: '建立寄件單',
  retry: '重新建立',
  hand_in: '標示已寄件',
  archive: '封存',
  enable: '設為啟用',
  disable: '設為未啟用',
  set_category: '變更分類',
  add_tag: '加上標籤',
  remove_tag: '移除標籤',
  restore: '還原',
} as const
export type RunActionName = keyof typeof runActionLabels
export const runActionNames = Object.keys(runActionLabels) as [RunActionName, ...RunActionName[]]

/** `checking` and `ready` are before the start, of a run that first shows what it would change. */
export const runStates = [
  'checking',
  'ready',
  'queued',
  'running',
  'done',
  'cancelled',
  'failed',
  'undoing',
  'undone',
] as const
export type RunState = (typeof runStates)[number]

/** `kept`: changed again since the run, so not undone. */
export const runEntryStates = ['waiting', 'done', 'failed', 'undone', 'kept'] as const
export type RunEntryState = (typeof runEntryStates)[number]

export const maxRunEntries = 10_000
/** The reason shown for a `kept` entry. */
export const keptReason = '已有後續變更，未復原'
