import { formatMoney } from '#contract/money.ts'
import type { OrderEventKind } from '../../db/tables/orders.ts'
import { piecesText } from '../order-events.ts'

interface ChangedSide {
  /** In whole NT$. */
  total: number
  lines: { title: string; qty: number }[]
  /** The name of the method; where it goes is personal, and is not kept here. */
  shipping: string
}

/** A change of an order as its event keeps it. */
export interface RecordedChange {
  before: ChangedSide
  after: ChangedSide
  /** The method or the place is another one. */
  isMoved: boolean
  /** In whole NT$. */
  refund: number
}

/** The change of goods or delivery that an event is about; undefined of any other event. */
export function changeOf({
  kind,
  detail,
}: {
  kind: OrderEventKind
  detail: Record<string, unknown>
}): RecordedChange | undefined {
  // Written by the room of changes.
  return kind === 'changed' ? (detail.change as RecordedChange | undefined) : undefined
}

/** The difference in one line; amounts for those who may see them. */
export function changeText(
  { before, after, isMoved }: RecordedChange,
  { withAmounts }: { withAmounts: boolean },
): string {
  const goods = [piecesText(before.lines), piecesText(after.lines)] as const
  const parts = [
    ...(goods[0] === goods[1] ? [] : [`商品：${goods[0]} 改為 ${goods[1]}`]),
    ...(isMoved ? [deliveryText(before.shipping, after.shipping)] : []),
    ...(withAmounts && before.total !== after.total
      ? [`總計：${formatMoney(before.total)} 改為 ${formatMoney(after.total)}`]
      : []),
  ]
  return parts.join('；')
}

function deliveryText(before: string, after: string): string {
  return before === after ? '變更收件地點' : `配送方式：${before} 改為 ${after}`
}
