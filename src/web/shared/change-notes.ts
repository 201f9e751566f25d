import { formatMoney } from '#contract/money.ts'
import type { OrderChangeReply } from '#contract/order-change.ts'

export interface ChangeNote {
  text: string
  isWarning: boolean
}

/** Effects of a change beyond its sums, shown in the preview. */
export function changeNotes(
  { before, after, refund, to_pay: toPay, ...reply }: OrderChangeReply,
  { reader, isPaid }: { reader: '您' | '顧客'; isPaid: boolean },
): ChangeNote[] {
  const { lost_coupon: lost, voids_payment: voids } = reply
  const dearer = after.lines.filter(({ product_id, variant_id, price }) =>
    before.lines.some(
      (line) =>
        (line.variant_id ?? line.product_id) === (variant_id ?? product_id) && line.price < price,
    ),
  )
  return [
    ...(lost
      ? [
          {
            isWarning: true,
            text: `優惠券「${lost.code}」不再適用：${lost.reason}。變更後無法再套用。`,
          },
        ]
      : []),
    ...dearer.map(({ title, qty, price }) => ({
      isWarning: false,
      text: `「${title}」增加的 ${qty} 件以目前的售價 ${formatMoney(price)} 計算。`,
    })),
    ...(refund > 0
      ? [{ isWarning: false, text: `差額 ${formatMoney(refund)} 會退還給${reader}。` }]
      : []),
    ...(isPaid && toPay > 0
      ? [{ isWarning: true, text: `變更後需要補付 ${formatMoney(toPay)}，收到後才會出貨。` }]
      : []),
    ...(voids
      ? [{ isWarning: true, text: `已取得的繳費代碼會失效，${toDoInstead(toPay)}。` }]
      : []),
  ]
}

function toDoInstead(toPay: number): string {
  return toPay > 0 ? `請重新付款 ${formatMoney(toPay)}` : '請不要再用它繳費'
}
