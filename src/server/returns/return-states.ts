import { type ReturnState, returnStateLabels } from '#contract/return-states.ts'
import { t } from '#contract/translate.ts'
import { ShopError } from '../http/shop-error.ts'
import type { ActorKind } from '../orders/order-states.ts'

export const returnEvents = [
  'accept',
  'refuse',
  'withdraw',
  'receive',
  'judge',
  'refund',
  'refund_without_goods',
] as const
export type ReturnEvent = (typeof returnEvents)[number]

const staff = ['a', 's'] as const

/** By the first letter of an owner key, as of orders; and the name of the action in a refusal. */
const returnEventRules: Record<ReturnEvent, { who: readonly ActorKind[]; label: string }> = {
  accept: { who: staff, label: '接受' },
  refuse: { who: staff, label: '拒絕' },
  withdraw: { who: ['m', 'g'], label: '取消' },
  receive: { who: staff, label: '登記收到商品' },
  judge: { who: staff, label: '登記檢查結果' },
  refund: { who: staff, label: '退款' },
  refund_without_goods: { who: staff, label: '不收回商品而退款' },
}

/** `same` answers as if done and writes nothing; null is a pair that is not allowed. */
type Outcome = ReturnState | 'same' | null

const never = {
  accept: null,
  refuse: null,
  withdraw: null,
  receive: null,
  judge: null,
  refund: null,
  refund_without_goods: null,
} as const

const waiting = {
  // The goods may never come.
  refuse: 'refused',
  withdraw: 'withdrawn',
  // Goods that are sent back are a notice by themselves.
  receive: 'received',
  judge: null,
  refund: null,
  refund_without_goods: 'refunded',
} as const

/** Every pair of state and event. */
export const returnTransitions: Record<ReturnState, Record<ReturnEvent, Outcome>> = {
  asked: { ...waiting, accept: 'accepted' },
  accepted: { ...waiting, accept: 'same' },
  // Refused, they go to the shopper once more.
  received: { ...never, refuse: 'refused', receive: 'same', judge: 'judged' },
  // The goods are counted by now.
  judged: { ...never, refund: 'refunded' },
  refunded: { ...never, refund: 'same', refund_without_goods: 'same' },
  refused: { ...never, refuse: 'same' },
  withdrawn: { ...never, withdraw: 'same' },
}

/**
 * The state that the event leads to; the given one when there is nothing to do. Throws RETURN_STATE
 * or RETURN_NOT_BACK for a pair that is not allowed, and an ordinary error for an actor without permission: no route
 * allows it.
 */
export function nextReturnState(
  state: ReturnState,
  event: ReturnEvent,
  actor: string,
): ReturnState {
  const { who, label } = returnEventRules[event]
  if (!who.some((kind) => actor.startsWith(`${kind}:`))) {
    throw new Error(`${event} of a return is not for ${actor.slice(0, 2)}`)
  }
  const outcome = returnTransitions[state][event]
  if (outcome === 'same') return state
  if (outcome !== null) return outcome
  const isBefore = state === 'asked' || state === 'accepted' || state === 'received'
  if (event === 'refund' && isBefore) throw new ShopError('RETURN_NOT_BACK')
  throw new ShopError('RETURN_STATE', {
    message: t('這筆退貨目前為「{state}」，無法{label}', {
      state: t(returnStateLabels[state]),
      label: t(label),
    }),
  })
}
