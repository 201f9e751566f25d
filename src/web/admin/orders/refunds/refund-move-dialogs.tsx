import { formatMoney } from '#contract/money.ts'
import { adminRefundApi, type ListedRefund } from '#contract/refunds.ts'
import { write } from '../../../api/write.ts'
import { askAbout } from '../../lists/ask-about.tsx'
import type { Question } from '../../ui/question.tsx'

export const refundMoves = {
  retry: {
    label: '重新退款',
    endpoint: adminRefundApi.retry,
    text: '會再向金流送出一次。請先確認失敗的原因已經排除。',
  },
  manual: {
    label: '改為人工退款',
    endpoint: adminRefundApi.byHand,
    text: '之後不會再向金流送出，請自行退還款項，完成後按「已匯款」。',
  },
  ask: {
    label: '再次查詢',
    endpoint: adminRefundApi.ask,
    text: '會再向金流查詢這筆退款的結果。',
  },
  seenDone: {
    label: '已退款',
    endpoint: adminRefundApi.seenDone,
    text: '請先在金流後台確認這筆款項已經退回。確認後顧客會看到「已退款」，無法改回。',
  },
  seenNotDone: {
    label: '未退款',
    endpoint: adminRefundApi.seenNotDone,
    text: '請先在金流後台確認這筆款項沒有退回。之後可以「重新退款」或「改為人工退款」。',
  },
  drop: {
    label: '不再需要',
    endpoint: adminRefundApi.drop,
    text: '這筆款項不會退回，顧客也不會再看到這筆退款。',
  },
}

/** The question before a move of a failed or unanswered refund. */
export function refundQuestion(
  { label, endpoint, text }: (typeof refundMoves)[keyof typeof refundMoves],
  { id, order_number, amount }: Pick<ListedRefund, 'id' | 'order_number' | 'amount'>,
): Question {
  return {
    title: label,
    text: `訂單 ${order_number}，${formatMoney(amount)}。${text}`,
    label,
    run: () => write(endpoint, { params: { id } }),
  }
}

const dialogOf = (move: (typeof refundMoves)[keyof typeof refundMoves]) =>
  askAbout<ListedRefund>((refund) => refundQuestion(move, refund))

export const RetryRefundDialog = dialogOf(refundMoves.retry)
export const AskRefundDialog = dialogOf(refundMoves.ask)
export const SeenDoneDialog = dialogOf(refundMoves.seenDone)
export const SeenNotDoneDialog = dialogOf(refundMoves.seenNotDone)
export const RefundByHandDialog = dialogOf(refundMoves.manual)
