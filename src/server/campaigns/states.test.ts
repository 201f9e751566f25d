import { describe, expect, it } from 'vitest'
import { campaignStates, groupStates, participationStates } from '#contract/campaign-states.ts'
import {
  campaignEvents,
  campaignTransitions,
  groupStateEvents,
  groupTransitions,
  participationEvents,
  participationTransitions,
} from './states.ts'

/** Every pair that is allowed, as `state event state`. */
function pairs(
  states: readonly string[],
  events: readonly string[],
  transitions: Record<string, Partial<Record<string, string>>>,
): string[] {
  return states.flatMap((state) =>
    events.flatMap((event) => {
      const next = transitions[state]?.[event]
      return next === undefined ? [] : [`${state} ${event} ${next}`]
    }),
  )
}

describe('the tables of states', () => {
  it('moves a campaign from draft to settled or cancelled (INV-10)', () => {
    expect(pairs(campaignStates, campaignEvents, campaignTransitions)).toEqual([
      'draft publish scheduled',
      'draft cancel cancelled',
      'scheduled unpublish draft',
      'scheduled open open',
      'scheduled cancel cancelled',
      'open extend open',
      'open end closing',
      'open cancel cancelled',
      'closing decide_succeeded succeeded',
      'closing decide_failed failed',
      'closing cancel cancelled',
      'succeeded settle settled',
      'failed settle settled',
    ])
  })

  it('moves a group, which is decided once (INV-10)', () => {
    expect(pairs(groupStates, groupStateEvents, groupTransitions)).toEqual([
      'forming reach reached',
      'forming close closing',
      'forming cancel cancelled',
      'reached fall_short forming',
      'reached close closing',
      'reached cancel cancelled',
      'closing decide_succeeded succeeded',
      'closing decide_failed failed',
      'closing cancel cancelled',
      'succeeded settle settled',
      'failed settle settled',
    ])
  })

  it('moves a participation, which never changes once it has ended (INV-10)', () => {
    expect(pairs(participationStates, participationEvents, participationTransitions)).toEqual([
      'held prove held',
      'held authorise authorised',
      'held expire lapsed',
      'held change held',
      'held withdraw withdrawn',
      'held fall_due awaiting_payment',
      'held release released',
      'authorised change authorised',
      'authorised withdraw withdrawn',
      'authorised release released',
      'authorised capture confirmed',
      'authorised capture_failed awaiting_payment',
      'awaiting_payment release released',
      'awaiting_payment pay confirmed',
      'awaiting_payment lapse lapsed',
      'confirmed release released',
      'confirmed unpay awaiting_payment',
    ])
  })
})
