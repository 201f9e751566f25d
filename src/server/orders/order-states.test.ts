import { describe, expect, it } from 'vitest'
import { nextState, orderTransitionEvents, orderTransitions } from './order-states.ts'

const table = [
  ['unpaid', 'pay', 'paid', 'mg'],
  ['unpaid', 'record_payment', 'paid', 'a'],
  ['unpaid', 'withdraw_payment', 'unpaid', 'a'],
  ['paid', 'pay', 'paid', 'mg'],
  ['paid', 'record_payment', 'paid', 'a'],
  ['paid', 'withdraw_payment', 'unpaid', 'a'],
] as const

describe('the states of an order', () => {
  it('have a transition for every pair of state and event', () => {
    const pairs = Object.keys(orderTransitions).flatMap((state) =>
      orderTransitionEvents.map((event) => `${state} ${event}`),
    )
    expect(pairs.sort()).toEqual(table.map(([state, event]) => `${state} ${event}`).sort())
  })

  it.each(table)('%s: %s leads to %s, for the actors %s alone', (state, event, next, who) => {
    for (const kind of ['m', 'g', 'a']) {
      const move = () => nextState(state, event, `${kind}:somebody`)
      if (who.includes(kind)) expect(move()).toBe(next)
      else expect(move).toThrow()
    }
  })
})
