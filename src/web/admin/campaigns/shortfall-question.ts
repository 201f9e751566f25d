import { adminGroupApi } from '#contract/admin-campaigns.ts'
import { write } from '../../api/write.ts'
import type { Question } from '../ui/question.tsx'

const words = {
  ship: {
    title: '照常出貨',
    text: '付款的份數低於成團門檻，仍依成團價格出貨。決定後不能更改。',
    label: '確定出貨',
    color: 'primary',
  },
  cancel: {
    title: '取消並退款',
    text: '取消這個團尚未出貨的所有訂單，已付的款項會退還。決定後不能更改。',
    label: '確定取消並退款',
    color: 'error',
  },
} as const

/** The question before a group's shortfall is decided. */
export function shortfallQuestion(id: string, decision: 'ship' | 'cancel'): Question {
  const run = () => write(adminGroupApi.shortfall, { params: { id }, data: { decision } })
  return { ...words[decision], run }
}
