import { type OrderState, orderStateLabels } from '#contract/order-states.ts'
import { t } from '#contract/translate.ts'
import { ShopError } from '../http/shop-error.ts'
import { isSentUnpaid } from './pays-on-delivery.ts'

/** The events of an order whose outcome depends on its state. */
export const orderTransitionEvents = [
  'pay',
  'record_payment',
  'withdraw_payment',
  'prepare',
  'ship_part',
  'ship_rest',
  'close_rest',
  'deliver',
  'complete',
  'cancel',
  'cancel_by_owner',
  'expire',
  'return',
  'undo_to_paid',
  'undo_to_preparing',
  'undo_to_shipped',
] as const
export type OrderTransitionEvent = (typeof orderTransitionEvents)[number]

/** An owner key names its kind by its first letter: member, guest, administrator, the shop itself. */
export type ActorKind = 'm' | 'g' | 'a' | 's'

interface OrderEventRule {
  who: readonly ActorKind[]
  /** The action's name in a refusal. */
  label: string
}

const shoppers = ['m', 'g'] as const
// A command of `npm run admin` is the shop's, too.
const staff = ['a', 's'] as const

export const orderEventRules: Record<OrderTransitionEvent, OrderEventRule> = {
  // The shop itself, when a gateway tells that money came.
  pay: { who: [...shoppers, 's'], label: '付款' },
  record_payment: { who: staff, label: '標記為已付款' },
  withdraw_payment: { who: staff, label: '改為未付款' },
  prepare: { who: staff, label: '開始備貨' },
  ship_part: { who: staff, label: '出貨' },
  ship_rest: { who: staff, label: '出貨' },
  close_rest: { who: staff, label: '將其餘改為不出貨' },
  deliver: { who: staff, label: '標記為已送達' },
  complete: { who: ['s'], label: '完成' },
  cancel: { who: shoppers, label: '取消' },
  cancel_by_owner: { who: staff, label: '取消' },
  expire: { who: ['s'], label: '取消' },
  return: { who: staff, label: '登記退貨' },
  // By the run that made the last change, `undoOfRun` sees to that.
  undo_to_paid: { who: staff, label: '復原' },
  undo_to_preparing: { who: staff, label: '復原' },
  undo_to_shipped: { who: staff, label: '復原' },
}

/** `same` answers as if done and writes nothing; `refused` writes nothing. */
type Outcome = OrderState | 'same' | 'refused'

const paid = { pay: 'same', record_payment: 'same' } as const
const noMore = { cancel: 'refused', cancel_by_owner: 'refused', expire: 'same' } as const
const final = {
  undo_to_paid: 'refused',
  undo_to_preparing: 'refused',
  undo_to_shipped: 'refused',
} as const
/** All goods are on their way, or were. */
const sent = {
  ...paid,
  ...noMore,
  ...final,
  withdraw_payment: 'refused',
  prepare: 'refused',
  ship_part: 'refused',
  ship_rest: 'same',
  close_rest: 'refused',
  return: 'returned',
} as const
const unprepared = {
  prepare: 'refused',
  ship_part: 'refused',
  ship_rest: 'refused',
  close_rest: 'refused',
} as const

/** Nothing more happens to the money or the goods. */
const ended = {
  ...unprepared,
  ...final,
  pay: 'refused',
  record_payment: 'refused',
  withdraw_payment: 'refused',
  deliver: 'refused',
  complete: 'refused',
} as const

/** Every pair of state and event. */
export const orderTransitions: Record<OrderState, Record<OrderTransitionEvent, Outcome>> = {
  placed: {
    pay: 'paid',
    record_payment: 'paid',
    withdraw_payment: 'same',
    ...unprepared,
    ...final,
    deliver: 'refused',
    complete: 'refused',
    cancel: 'cancelled',
    cancel_by_owner: 'cancelled',
    expire: 'cancelled',
    return: 'refused',
  },
  paid: {
    ...paid,
    ...final,
    withdraw_payment: 'placed',
    prepare: 'preparing',
    ship_part: 'preparing',
    ship_rest: 'shipped',
    close_rest: 'refused',
    deliver: 'refused',
    complete: 'refused',
    cancel: 'cancelled',
    cancel_by_owner: 'cancelled',
    expire: 'same',
    return: 'refused',
  },
  preparing: {
    ...paid,
    ...final,
    undo_to_paid: 'paid',
    withdraw_payment: 'refused',
    prepare: 'same',
    ship_part: 'preparing',
    ship_rest: 'shipped',
    // Refused before the first parcel, by `closeRest`.
    close_rest: 'shipped',
    deliver: 'refused',
    complete: 'refused',
    cancel: 'refused',
    // Refused after the first parcel, by `cancelOrder`.
    cancel_by_owner: 'cancelled',
    expire: 'same',
    return: 'refused',
  },
  shipped: {
    ...sent,
    deliver: 'delivered',
    complete: 'refused',
    undo_to_paid: 'paid',
    undo_to_preparing: 'preparing',
  },
  delivered: { ...sent, deliver: 'same', complete: 'completed', undo_to_shipped: 'shipped' },
  // Returned within the time limit of returns, by `returnOrder`.
  completed: { ...sent, deliver: 'same', complete: 'same' },
  cancelled: {
    ...ended,
    cancel: 'same',
    cancel_by_owner: 'same',
    expire: 'same',
    return: 'refused',
  },
  returned: { ...ended, ...noMore, return: 'same' },
}

/** Of an order that is sent unpaid: it is worked on while it is `placed`. */
const unpaidOutcomes: Partial<Record<OrderTransitionEvent, Outcome>> = {
  prepare: 'preparing',
  ship_part: 'preparing',
  ship_rest: 'shipped',
}

/** As the table has it, but for an order that is sent unpaid. */
export function outcomeOf(
  { state, ...order }: { state: OrderState } & Parameters<typeof isSentUnpaid>[0],
  event: OrderTransitionEvent,
): Outcome {
  const outcome = orderTransitions[state][event]
  if (!isSentUnpaid(order)) return outcome
  if (outcome === 'paid' && event === 'undo_to_paid') return 'placed'
  return state === 'placed' ? (unpaidOutcomes[event] ?? outcome) : outcome
}

/**
 * The state that the event leads to; the given one when there is nothing to do. Throws ORDER_STATE
 * for a refused pair, and an ordinary error for an actor without permission: no route allows it.
 */
export function nextState(
  order: Parameters<typeof outcomeOf>[0],
  event: OrderTransitionEvent,
  actor: string,
): OrderState {
  const { state } = order
  const { who } = orderEventRules[event]
  if (!who.some((kind) => actor.startsWith(`${kind}:`))) {
    throw new Error(`${event} of an order is not for ${actor.slice(0, 2)}`)
  }
  const outcome = outcomeOf(order, event)
  if (outcome === 'refused') throw refusal(state, event)
  return outcome === 'same' ? state : outcome
}

export function refusal(state: OrderState, event: OrderTransitionEvent): ShopError {
  if (event === 'cancel' && state !== 'placed' && state !== 'paid') {
    return new ShopError('ORDER_NOT_CANCELLABLE')
  }
  const message = t('訂單目前為「{state}」，無法{event}', {
    state: t(orderStateLabels[state]),
    event: t(orderEventRules[event].label),
  })
  return new ShopError('ORDER_STATE', { message })
}
