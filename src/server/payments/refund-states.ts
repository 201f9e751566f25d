import type { RefundState } from '#contract/order-life.ts'
import { ShopError } from '../http/shop-error.ts'

export const refundEvents = [
  'send',
  'no_interface',
  'put_off',
  'succeeded',
  'not_happened',
  'refused',
  'tries_used_up',
  'retry',
  'by_hand',
  'ticked',
  'drop',
  'call_off',
  'seen_done',
  'seen_not_done',
] as const
export type RefundEvent = (typeof refundEvents)[number]

/** `same` answers as if done and writes nothing; `refused` writes nothing. */
type Outcome = RefundState | 'same' | 'refused'

const notSent = {
  put_off: 'refused',
  succeeded: 'refused',
  not_happened: 'refused',
} as const

/**
 * Every pair of state and event. `failed` is only what is known not to have happened; what is not
 * known stays `sent`. `dropped` is a failed one, or one of a run that was undone, that is no longer
 * needed: it counts nowhere.
 */
export const refundTransitions: Record<RefundState, Record<RefundEvent, Outcome>> = {
  queued: {
    send: 'sent',
    no_interface: 'manual',
    put_off: 'same',
    succeeded: 'refused',
    not_happened: 'refused',
    refused: 'failed',
    tries_used_up: 'failed',
    retry: 'same',
    by_hand: 'manual',
    ticked: 'refused',
    drop: 'refused',
    call_off: 'dropped',
    seen_done: 'refused',
    seen_not_done: 'refused',
  },
  sent: {
    send: 'same',
    no_interface: 'refused',
    put_off: 'refused',
    succeeded: 'done',
    not_happened: 'queued',
    refused: 'failed',
    tries_used_up: 'same',
    retry: 'refused',
    by_hand: 'refused',
    ticked: 'refused',
    drop: 'refused',
    call_off: 'refused',
    seen_done: 'done',
    seen_not_done: 'failed',
  },
  failed: {
    ...notSent,
    send: 'refused',
    no_interface: 'refused',
    refused: 'same',
    tries_used_up: 'same',
    retry: 'queued',
    by_hand: 'manual',
    ticked: 'refused',
    drop: 'dropped',
    call_off: 'refused',
    seen_done: 'refused',
    seen_not_done: 'refused',
  },
  manual: {
    ...notSent,
    send: 'refused',
    no_interface: 'same',
    refused: 'refused',
    tries_used_up: 'refused',
    retry: 'refused',
    by_hand: 'same',
    ticked: 'done',
    drop: 'refused',
    call_off: 'refused',
    seen_done: 'refused',
    seen_not_done: 'refused',
  },
  done: {
    send: 'refused',
    no_interface: 'refused',
    put_off: 'refused',
    succeeded: 'same',
    not_happened: 'refused',
    refused: 'refused',
    tries_used_up: 'refused',
    retry: 'refused',
    by_hand: 'refused',
    ticked: 'same',
    drop: 'refused',
    call_off: 'refused',
    seen_done: 'same',
    seen_not_done: 'refused',
  },
  dropped: {
    ...notSent,
    send: 'refused',
    no_interface: 'refused',
    refused: 'same',
    tries_used_up: 'same',
    retry: 'refused',
    by_hand: 'refused',
    ticked: 'refused',
    drop: 'same',
    call_off: 'same',
    seen_done: 'refused',
    seen_not_done: 'refused',
  },
}

const endedWords: Partial<Record<RefundState, string>> = {
  done: '此退款已完成',
  dropped: '此退款已不再需要',
}

/** The state that the event leads to; the given one when there is nothing to do. */
export function nextRefundState(state: RefundState, event: RefundEvent): RefundState {
  const outcome = refundTransitions[state][event]
  if (outcome === 'same') return state
  if (outcome !== 'refused') return outcome
  throw new ShopError('REFUND_STATE', { message: endedWords[state] ?? '此退款正在處理中' })
}
