import type { OrderState } from '../db/tables/orders.ts'

/** What can happen to an order that its state decides about. */
export const orderTransitionEvents = ['pay', 'record_payment', 'withdraw_payment'] as const
export type OrderTransitionEvent = (typeof orderTransitionEvents)[number]

/** An owner key names its kind by its first letter: member, guest, administrator. */
export type ActorKind = 'm' | 'g' | 'a'

export interface Transition {
  next: OrderState
  who: readonly ActorKind[]
}

const shoppers = ['m', 'g'] as const
const administrators = ['a'] as const

/**
 * Every pair of state and event. A transition to the state itself is answered as if done and writes
 * nothing. `unpaid` is stored where the trade says placed: the version before reads it.
 */
export const orderTransitions: Record<OrderState, Record<OrderTransitionEvent, Transition>> = {
  unpaid: {
    pay: { next: 'paid', who: shoppers },
    record_payment: { next: 'paid', who: administrators },
    withdraw_payment: { next: 'unpaid', who: administrators },
  },
  paid: {
    pay: { next: 'paid', who: shoppers },
    record_payment: { next: 'paid', who: administrators },
    withdraw_payment: { next: 'unpaid', who: administrators },
  },
}

/** Throws for an actor who may not: no route leads there. */
export function nextState(
  state: OrderState,
  event: OrderTransitionEvent,
  actor: string,
): OrderState {
  const { next, who } = orderTransitions[state][event]
  if (!who.some((kind) => actor.startsWith(`${kind}:`))) {
    throw new Error(`${event} of an order is not for ${actor.slice(0, 2)}`)
  }
  return next
}
