/** Credit of a member at the shop, 1 is NT$1: 購物金 and 點數. */
export const creditKinds = ['credit', 'points'] as const
export type CreditKind = (typeof creditKinds)[number]

export const creditKindLabels: Record<CreditKind, string> = { credit: '購物金', points: '點數' }

/** Why an entry was written; each names the side of the shop. */
export const creditCauses = [
  'refund',
  'gift',
  'hand',
  'order_used',
  'order_given_back',
  'earned',
  'taken_back',
  'expired',
] as const
export type CreditCause = (typeof creditCauses)[number]

export const creditCauseLabels: Record<CreditCause, string> = {
  refund: '退款轉購物金',
  gift: '商店贈送',
  hand: '商店調整',
  order_used: '訂單折抵',
  order_given_back: '訂單退回',
  earned: '訂單回饋',
  taken_back: '退貨收回',
  expired: '到期',
}
