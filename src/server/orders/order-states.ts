import type { OrderState } from '../db/tables/orders.ts'

/** The events of an order whose outcome depends on its state. */
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
 * Every pair of state and event. A transition to the same state succeeds and writes nothing. A
 * placed order is stored as `unpaid`, which the previous version reads.
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

/** Throws for an actor without permission: no route allows it. */
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
