import type { DifferenceKind, SettlementResult } from '#contract/reconciliation.ts'

export const differenceLabels: Record<DifferenceKind, string> = {
  money_without_order: '有款項但訂單無效',
  order_without_money: '訂單已付款但無款項',
  amount_differs: '金額不符',
  paid_twice: '重複付款',
  not_captured: '未請款',
  unknown: '無法向金流確認',
  ledger: '帳目不符',
}

export const settlementResultLabels: Record<SettlementResult, string> = {
  matched: '相符',
  amount_differs: '金額不符',
  unknown: '查無此交易',
  duplicate: '重複',
  missing: '檔案中沒有',
}
