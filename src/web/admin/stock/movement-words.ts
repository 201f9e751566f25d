import { type MovementKind, movementKinds, stockReasons } from '#contract/stock-rules.ts'

export const kindNames: Record<MovementKind, string> = {
  received: '進貨',
  counted: '盤點',
  written_off: '報廢',
  lost: '遺失',
  returned: '退貨入庫',
  other: '其他',
  imported: '匯入',
  held: '訂單保留',
  released: '取消保留',
  shipped: '出貨',
  unshipped: '取消出貨',
  closed: '改為不限量',
}

const toOption = (value: MovementKind) => ({ value, label: kindNames[value] })

export const reasonOptions = stockReasons.map(toOption)
export const kindOptions = movementKinds.map(toOption)

/** A change with its sign; nothing for none. */
export function signed(change: number): string {
  if (change === 0) return ''
  return change > 0 ? `+${change}` : `−${-change}`
}
