/** The states of a return, as the staff reads them. */
export const returnStateLabels = {
  asked: '待審核',
  accepted: '待收回',
  refused: '不接受',
  withdrawn: '顧客撤回',
  received: '待檢查',
  judged: '待退款',
  refunded: '已完成',
} as const
export type ReturnState = keyof typeof returnStateLabels
export const returnStates = Object.keys(returnStateLabels) as [ReturnState, ...ReturnState[]]

/** The same, as the shopper reads them. */
export const ownReturnLabels: Record<ReturnState, string> = {
  asked: '已申請，等待店家回覆',
  accepted: '店家已同意，等待商品寄回',
  refused: '店家未接受退貨',
  withdrawn: '您已取消申請',
  received: '店家已收到商品，檢查中',
  judged: '商品檢查完成，等待退款',
  refunded: '退貨完成',
}

/** How goods come back. */
export const returnWayLabels = {
  pickup: '到府收件',
  parcel: '自行寄回',
  place: '送回取貨地點',
} as const
export type ReturnWay = keyof typeof returnWayLabels
export const returnWays = Object.keys(returnWayLabels) as [ReturnWay, ...ReturnWay[]]

/** Where the money goes: the way it was paid, or the credit of the member. */
export const refundTargets = ['source', 'credit'] as const
export type RefundTarget = (typeof refundTargets)[number]

/** The views of the list of the back office. */
export const returnViewLabels = {
  asked: '待審核',
  to_come: '待收回',
  to_refund: '待檢查與退款',
  done: '已結束',
} as const
export type ReturnView = keyof typeof returnViewLabels
export const returnViews = Object.keys(returnViewLabels) as [ReturnView, ...ReturnView[]]

export const statesOfReturnView: Record<ReturnView, readonly ReturnState[]> = {
  asked: ['asked'],
  to_come: ['accepted'],
  to_refund: ['received', 'judged'],
  done: ['refunded', 'refused', 'withdrawn'],
}

/** Days that the law gives the shop: to fetch goods after the notice, and to pay back once it has them. */
export const daysToFetch = 15
export const daysToRefund = 15
