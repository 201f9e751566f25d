import type { RefundState } from '#contract/order-life.ts'

export const refundStateLabels: Record<RefundState, string> = {
  queued: '排程中',
  sent: '處理中',
  done: '已退款',
  failed: '退款失敗',
  manual: '待人工退款',
  dropped: '不再需要',
}
