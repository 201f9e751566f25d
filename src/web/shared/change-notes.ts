import { formatMoney } from '#contract/money.ts'
import type { OrderChangeReply } from '#contract/order-change.ts'
import { shownAddress } from '#contract/shown-address.ts'
import { t } from '#contract/translate.ts'

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
    ...(isMoved
      ? [
          {
            isWarning: false,
            text: t('改為 {shipping}：{address}', {
              shipping: after.shipping,
              address: shownAddress(after.address),
            }),
          },
        ]
      : []),
    ...(lost
      ? [
          {
            isWarning: true,
            text: t('優惠券「{code}」不再適用：{reason}。變更後無法再套用。', {
              code: lost.code,
              reason: lost.reason,
            }),
          },
        ]
      : []),
    ...dearer.map(({ title, added, price }) => ({
      isWarning: false,
      text: t('「{title}」增加的 {added} 件以目前的售價 {price} 計算。', {
        title,
        added,
        price: formatMoney(price),
      }),
    })),
    ...(refund > 0
      ? [
          {
            isWarning: false,
            text: t('差額 {refund} 會退還給{reader}。', {
              refund: formatMoney(refund),
              reader: t(reader),
            }),
          },
        ]
      : []),
    ...(isPaid && toPay > 0
      ? [
          {
            isWarning: true,
            text: t('變更後需要補付 {toPay}，收到後才會出貨。', { toPay: formatMoney(toPay) }),
          },
        ]
      : []),
    ...(voids
      ? [
          {
            isWarning: true,
            text: t('已取得的繳費資訊不再適用，{doInstead}。', {
              doInstead: toDoInstead(toPay, reader),
            }),
          },
        ]
      : []),
  ]
}

function toDoInstead(toPay: number, reader: '您' | '顧客'): string {
  const who = reader === '顧客' ? t('請顧客') : t('請')
  return toPay > 0
    ? t('{who}重新付款 {toPay}', { who, toPay: formatMoney(toPay) })
    : t('{who}不要再用它繳費', { who })
}

const soldId = (line: { product_id: string; variant_id?: string }) =>
  line.variant_id ?? line.product_id
