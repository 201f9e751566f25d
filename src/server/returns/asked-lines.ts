import { t } from '#contract/translate.ts'
import { ShopError } from '../http/shop-error.ts'
import { fieldError } from '../input/coerced-values.ts'
import { leftOf, type ReturnableLine } from './returnable.ts'

/** Pieces by line as they were asked for; throws for a line that is not of the order, and for too many. */
export function readAsked(
  asked: readonly { line_id: string; qty: number }[],
  lines: readonly ReturnableLine[],
): { lineId: string; qty: number }[] {
  const sums = new Map<string, number>()
  for (const { line_id, qty } of asked) sums.set(line_id, (sums.get(line_id) ?? 0) + qty)
  return [...sums].map(([lineId, qty]) => {
    const line = lines.find((one) => one.lineId === lineId)
    if (!line) throw fieldError('lines', t('找不到訂單項目 {lineId}', { lineId }))
    if (qty > leftOf(line)) {
      const message = t('「{title}」最多還可退 {left} 件', {
        title: line.title,
        left: leftOf(line),
      })
      throw new ShopError('RETURN_TOO_MUCH', { message })
    }
    return { lineId, qty }
  })
}
