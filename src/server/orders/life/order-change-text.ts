import { formatMoney } from '#contract/money.ts'
import { t } from '#contract/translate.ts'
import type { OrderEventKind } from '../../db/tables/orders.ts'
import type { Titled } from '../../http/readers-texts.ts'
import { type LeftOut, piecesText } from '../order-events.ts'
import { readersTitles } from '../sold-product.ts'

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
  /** Its goods that had an English title; those that it took out are on no line any more. */
  inEnglish?: Titled[]
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
  { before, after, isMoved, inEnglish = [] }: RecordedChange,
  { withAmounts }: { withAmounts: boolean },
): string {
  const titleOf = readersTitles(inEnglish)
  const goods = [readersPieces(before.lines, titleOf), readersPieces(after.lines, titleOf)] as const
  const parts = [
    ...(goods[0] === goods[1]
      ? []
      : [t('商品：{before} 改為 {after}', { before: goods[0], after: goods[1] })]),
    ...(isMoved ? [deliveryText(before.shipping, after.shipping)] : []),
    ...(withAmounts && before.total !== after.total
      ? [
          t('總計：{before} 改為 {after}', {
            before: formatMoney(before.total),
            after: formatMoney(after.total),
          }),
        ]
      : []),
  ]
  return parts.join(t('；'))
}

/** Pieces that were kept with their Chinese titles. */
export function readersPieces(
  pieces: readonly Pick<LeftOut, 'title' | 'qty'>[],
  titleOf: (title: string) => string,
): string {
  const shown = pieces.map(({ title, qty }) => ({ title: titleOf(title), qty }))
  return piecesText(shown, t('、'))
}

function deliveryText(before: string, after: string): string {
  return before === after
    ? t('變更收件地點')
    : t('配送方式：{before} 改為 {after}', { before: t(before), after: t(after) })
}
