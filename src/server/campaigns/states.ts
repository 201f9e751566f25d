import type { CampaignState, GroupState, ParticipationState } from '#contract/campaign-states.ts'

export const campaignEvents = [
  'publish',
  'unpublish',
  'open',
  'extend',
  'end',
  'decide_succeeded',
  'decide_failed',
  'settle',
  'cancel',
] as const
export type CampaignEvent = (typeof campaignEvents)[number]

export const groupStateEvents = [
  'reach',
  'fall_short',
  'close',
  'decide_succeeded',
  'decide_failed',
  'settle',
  'cancel',
] as const
export type GroupStateEvent = (typeof groupStateEvents)[number]

export const participationEvents = [
  'prove',
  'authorise',
  'expire',
  'change',
  'withdraw',
  'fall_due',
  'release',
  'capture',
  'capture_failed',
  'pay',
  'lapse',
  'unpay',
] as const
export type ParticipationEvent = (typeof participationEvents)[number]

type Transitions<State extends string, Event extends string> = Record<
  State,
  Partial<Record<Event, State>>
>

/** A pair that is not here is refused. Guards beyond the state stand in the services. */
export const campaignTransitions: Transitions<CampaignState, CampaignEvent> = {
  draft: { publish: 'scheduled', cancel: 'cancelled' },
  scheduled: { unpublish: 'draft', open: 'open', cancel: 'cancelled' },
  open: { extend: 'open', end: 'closing', cancel: 'cancelled' },
  closing: { decide_succeeded: 'succeeded', decide_failed: 'failed', cancel: 'cancelled' },
  succeeded: { settle: 'settled' },
  failed: { settle: 'settled' },
  settled: {},
  cancelled: {},
}

export const groupTransitions: Transitions<GroupState, GroupStateEvent> = {
  forming: { reach: 'reached', close: 'closing', cancel: 'cancelled' },
  reached: { fall_short: 'forming', close: 'closing', cancel: 'cancelled' },
  closing: { decide_succeeded: 'succeeded', decide_failed: 'failed', cancel: 'cancelled' },
  succeeded: { settle: 'settled' },
  failed: { settle: 'settled' },
  settled: {},
  cancelled: {},
}

const paymentDue = { pay: 'confirmed', lapse: 'lapsed', release: 'released' } as const

export const participationTransitions: Transitions<ParticipationState, ParticipationEvent> = {
  held: {
    prove: 'held',
    authorise: 'authorised',
    expire: 'lapsed',
    change: 'held',
    withdraw: 'withdrawn',
    fall_due: 'awaiting_payment',
    release: 'released',
  },
  authorised: {
    change: 'authorised',
    withdraw: 'withdrawn',
    release: 'released',
    capture: 'confirmed',
    capture_failed: 'awaiting_payment',
  },
  awaiting_payment: paymentDue,
  confirmed: { unpay: 'awaiting_payment', release: 'released' },
  withdrawn: {},
  lapsed: {},
  released: {},
}

/** The state that an event leads to; undefined for a pair that is refused. */
export function nextOf<State extends string, Event extends string>(
  transitions: Transitions<State, Event>,
  state: State,
  event: Event,
): State | undefined {
  return transitions[state][event]
}
