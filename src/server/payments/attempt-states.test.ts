import { expect, it } from 'vitest'
import type { AttemptState } from '#contract/payments.ts'
import { attemptEvents, attemptTransitions, nextAttemptState } from './attempt-states.ts'

const table: Record<AttemptState, string> = {
  created: 'pending pending authorised captured failed expired x',
  pending: '= pending authorised captured failed expired x',
  authorised: 'x = = captured = = voided',
  captured: 'x = = = = = voided',
  failed: 'x = authorised captured = = x',
  expired: 'x = authorised captured = = x',
  voided: 'x = = = = = =',
}

it('(ORDERLIFE-01) the states of an attempt lead where the table says, for every pair', () => {
  for (const state of Object.keys(attemptTransitions) as AttemptState[]) {
    const actual = attemptEvents.map((event) => {
      try {
        return nextAttemptState(state, event) ?? '='
      } catch {
        return 'x'
      }
    })
    expect([state, actual.join(' ')]).toEqual([state, table[state]])
  }
})
