import { handedOutByLeader } from '#contract/campaign-states.ts'

/** The address of an order that the leader of its team hands out. */
export function pickupAddress(place: string): string {
  return `${handedOutByLeader} ${place}`.trim()
}
