import { expect, it } from 'vitest'
import { type ReturnState, returnStates } from '#contract/return-states.ts'
import { nextReturnState, returnEvents } from './return-states.ts'

const table: Record<ReturnState, string> = {
  asked: 'accepted refused withdrawn received x back refunded',
  accepted: '= refused withdrawn received x back refunded',
  received: 'x refused x = judged back x',
  judged: 'x x x x x refunded x',
  refunded: 'x x x x x = =',
  refused: 'x = x x x x x',
  withdrawn: 'x x = x x x x',
}

function outcomeOf(state: ReturnState, event: (typeof returnEvents)[number]): string {
  try {
    const next = nextReturnState(state, event, event === 'withdraw' ? 'm:ann' : 'a:owner')
    return next === state ? '=' : next
  } catch (error) {
    return (error as { code?: string }).code === 'RETURN_NOT_BACK' ? 'back' : 'x'
  }
}

it('(RET-03) the states of a return lead where the table says, for every pair', () => {
  for (const state of returnStates) {
    const actual = returnEvents.map((event) => outcomeOf(state, event))
    expect([state, actual.join(' ')]).toEqual([state, table[state]])
  }
})

it('(RET-03) the shopper withdraws, and does nothing of what the staff does', () => {
  expect(() => nextReturnState('asked', 'accept', 'm:ann')).toThrow('not for m:')
  expect(() => nextReturnState('judged', 'refund', 'g:ann')).toThrow('not for g:')
  expect(() => nextReturnState('asked', 'withdraw', 'a:owner')).toThrow('not for a:')
})
