import type { RunState } from '#contract/run-states.ts'
import { ShopError } from '../http/shop-error.ts'

export const runEvents = [
  'checked',
  'start',
  'begin',
  'finish',
  'fail',
  'cancel',
  'undo',
  'finish_undo',
] as const
export type RunEvent = (typeof runEvents)[number]

/** `same` answers as if done and writes nothing; what is not named is refused. */
type Outcome = RunState | 'same'

/** Every pair of state and event that is not refused. */
const runTransitions: Record<RunState, Partial<Record<RunEvent, Outcome>>> = {
  checking: { checked: 'ready', fail: 'failed', cancel: 'cancelled' },
  ready: { checked: 'same', start: 'queued', cancel: 'cancelled' },
  queued: { start: 'same', begin: 'running', fail: 'failed', cancel: 'cancelled' },
  running: { begin: 'same', finish: 'done', fail: 'failed', cancel: 'cancelled' },
  done: { finish: 'same', undo: 'undoing' },
  cancelled: { cancel: 'same', undo: 'undoing' },
  failed: { fail: 'same', undo: 'undoing' },
  undoing: { undo: 'same', finish_undo: 'undone' },
  undone: { finish_undo: 'same' },
}

/** The state that the event leads to; the given one when there is nothing to do. Throws RUN_STATE. */
export function nextRunState(state: RunState, event: RunEvent): RunState {
  const outcome = runTransitions[state][event]
  if (outcome === undefined) throw new ShopError('RUN_STATE')
  return outcome === 'same' ? state : outcome
}
