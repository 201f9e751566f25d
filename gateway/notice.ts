import type { Fields } from './check-mac-value.ts'

export type NoticeKind = 'paid' | 'refused' | 'number' | 'simulated' | 'state' | 'allowance'

/** How a callback is sent. */
export const variants = {
  normal: '正常',
  'wrong-mac': '錯誤檢查碼',
  'other-amount': '其他金額',
  'unknown-code': '未知代碼',
  unescaped: '不編碼',
} as const

export type Variant = keyof typeof variants

export interface Delivery {
  at: Date
  variant: Variant
  /** 0: no answer. */
  status: number
  /** The beginning of the answer, or why there is none. */
  answer: string
}

/** One callback to the shop, and how often it was sent. */
export interface Notice {
  id: number
  kind: NoticeKind
  url: string
  createdAt: Date
  fields: Fields
  deliveries: Delivery[]
  /** Whether it is sent by itself until it is acknowledged; one that is held is not yet. */
  isStarted: boolean
  /** `1|OK` came. */
  isAcknowledged: boolean
  /** It is not sent again by itself. */
  isGivenUp: boolean
  retries: number
}

/** Minutes after the first delivery at which a callback is sent again on a day. */
export function retryMinutesOf(kind: NoticeKind): number[] {
  return kind === 'state' ? [120, 240, 360] : [5, 15, 30, 45]
}

export const noticeNames: Record<NoticeKind, string> = {
  paid: '付款成功',
  refused: '付款失敗',
  number: '取號',
  simulated: '模擬付款',
  state: '貨態',
  allowance: '線上折讓',
}
