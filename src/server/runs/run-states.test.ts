import { expect, it } from 'vitest'
import { runStates } from '#contract/run-states.ts'
import { nextRunState, runEvents } from './run-states.ts'

/** `=` is as if done, `x` refused; the columns are the events. */
const table: Record<string, string> = {
  columns: 'checked start begin finish fail cancel undo finish_undo',
  checking: 'ready x x x failed cancelled x x',
  ready: '= queued x x x cancelled x x',
  queued: 'x = running x failed cancelled x x',
  running: 'x x = done failed cancelled x x',
  done: 'x x x = x x undoing x',
  cancelled: 'x x x x x = undoing x',
  failed: 'x x x x = x undoing x',
  undoing: 'x x x x x x = undone',
  undone: 'x x x x x x x =',
}

it('the states of a run lead where the table says, for every pair of state and event (BULK-07, BULK-08)', () => {
  expect(table.columns?.split(' ')).toEqual([...runEvents])
  for (const state of runStates) {
    const outcomes = runEvents.map((event) => {
      try {
        const next = nextRunState(state, event)
        return next === state ? '=' : next
      } catch (error) {
        expect(error).toMatchObject({ code: 'RUN_STATE' })
        return 'x'
      }
    })
    expect([state, outcomes.join(' ')]).toEqual([state, table[state]])
  }
})
