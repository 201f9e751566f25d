import { t } from '#contract/translate.ts'

/** The kinds of order events, in the words of the screens. */
const labels: Record<string, string> = {
  placed: '訂單成立',
  extended: '付款期限延後',
  on_delivery: '選擇取貨付款',
  paid: '已付款',
  unpaid: '改為未付款',
  changed: '更新訂單資料',
  content_changed: '變更訂單',
  preparing: '開始備貨',
  parcel: '包裹寄出',
  parcel_changed: '更新包裹',
  shipped: '全部出貨',
  rest_closed: '其餘不出貨',
  delivered: '已送達',
  completed: '已完成',
  cancelled: '已取消',
  return_asked: '申請退貨',
  return_accepted: '接受退貨',
  return_refused: '不接受退貨',
  return_withdrawn: '取消退貨申請',
  return_sent: '寄回商品',
  return_received: '收到退貨',
  return_done: '退貨完成',
  returned: '已退貨',
  at_store: '包裹到店',
  not_picked_up: '逾期未取',
  store_closed: '取貨門市關閉',
  store_changed: '變更取貨門市',
  merged: '併單出貨',
  taken_apart: '改為分開寄',
  refund_requested: '建立退款',
  refunded: '已退款',
  payment_notice: '付款通知',
  archived: '已刪除',
  restored: '已還原',
  note: '內部備註',
  asked: '顧客留言',
  answered: '商店回覆',
  undone: '已復原',
}

/** A kind that a newer node knows is shown by its name. */
export function orderEventLabel(kind: string): string {
  return t(labels[kind]) ?? kind
}

/** Messages between shopper and shop are shown apart from what happened to the order. */
export function isMessage({ kind }: { kind: string }): boolean {
  return kind === 'asked' || kind === 'answered'
}
