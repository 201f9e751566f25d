import type { AttemptState } from '#contract/payments.ts'

export const attemptEvents = [
  'given_to_browser',
  'number_issued',
  'authorised',
  'captured',
  'refused',
  'expired',
  'voided',
] as const
export type AttemptEvent = (typeof attemptEvents)[number]

/** `same` answers as if done and writes nothing; `refused` writes nothing. */
type Outcome = AttemptState | 'same' | 'refused'

const money = { authorised: 'authorised', captured: 'captured' } as const
const over = { refused: 'same', expired: 'same' } as const
const noNumber = { given_to_browser: 'refused', number_issued: 'same' } as const

/** Every pair of state and event. */
export const attemptTransitions: Record<AttemptState, Record<AttemptEvent, Outcome>> = {
  created: {
    ...money,
    given_to_browser: 'pending',
    number_issued: 'pending',
    refused: 'failed',
    expired: 'expired',
    voided: 'refused',
  },
  pending: {
    ...money,
    given_to_browser: 'same',
    // Once more: the number may have changed.
    number_issued: 'pending',
    refused: 'failed',
    expired: 'expired',
    voided: 'refused',
  },
  authorised: { ...noNumber, ...over, authorised: 'same', captured: 'captured', voided: 'voided' },
  // Voided by hand, by the demonstration, or as a whole refund before its closing.
  captured: { ...noNumber, ...over, authorised: 'same', captured: 'same', voided: 'voided' },
  // Money after all: it counts if the order still waits for it.
  failed: { ...noNumber, ...over, ...money, voided: 'refused' },
  expired: { ...noNumber, ...over, ...money, voided: 'refused' },
  voided: { ...noNumber, ...over, authorised: 'same', captured: 'same', voided: 'same' },
}

/** The state that the event leads to; undefined when there is nothing to do. */
export function nextAttemptState(
  state: AttemptState,
  event: AttemptEvent,
): AttemptState | undefined {
  const outcome = attemptTransitions[state][event]
  if (outcome === 'same') return undefined
  if (outcome === 'refused') throw new Error(`an attempt that is ${state} cannot be ${event}`)
  return outcome
}
