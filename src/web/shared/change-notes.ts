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
  const dearer = after.lines.flatMap((line) => {
    const known = before.lines.filter((one) => soldId(one) === soldId(line))
    const had = known.find(({ price }) => price === line.price)?.qty ?? 0
    const added = line.qty - had
    return added > 0 && known.some(({ price }) => price < line.price) ? [{ ...line, added }] : []
  })
  const isMoved = before.shipping !== after.shipping || before.address !== after.address
  return [
    ...(isMoved ? [{ isWarning: false, text: `改為 ${after.shipping}：${after.address}` }] : []),
    ...(lost
      ? [
          {
            isWarning: true,
            text: `優惠券「${lost.code}」不再適用：${lost.reason}。變更後無法再套用。`,
          },
        ]
      : []),
    ...dearer.map(({ title, added, price }) => ({
      isWarning: false,
      text: `「${title}」增加的 ${added} 件以目前的售價 ${formatMoney(price)} 計算。`,
    })),
    ...(refund > 0
      ? [{ isWarning: false, text: `差額 ${formatMoney(refund)} 會退還給${reader}。` }]
      : []),
    ...(isPaid && toPay > 0
      ? [{ isWarning: true, text: `變更後需要補付 ${formatMoney(toPay)}，收到後才會出貨。` }]
      : []),
    ...(voids
      ? [{ isWarning: true, text: `已取得的繳費資訊不再適用，${toDoInstead(toPay, reader)}。` }]
      : []),
  ]
}

function toDoInstead(toPay: number, reader: '您' | '顧客'): string {
  const who = reader === '顧客' ? '請顧客' : '請'
  return toPay > 0 ? `${who}重新付款 ${formatMoney(toPay)}` : `${who}不要再用它繳費`
}

const soldId = (line: { product_id: string; variant_id?: string }) =>
  line.variant_id ?? line.product_id
