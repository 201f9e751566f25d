import { handedOutByLeader } from '#contract/campaign-states.ts'
import { groupOf, type OrderRow } from './order-wire.ts'

/** The address of an order that the leader of its team hands out. */
export function pickupAddress(place: string): string {
  return `${handedOutByLeader} ${place}`.trim()
}

export function isHandedOutByLeader({
  extra,
  userAddress,
}: Pick<OrderRow, 'extra' | 'userAddress'>): boolean {
  return groupOf(extra).group !== undefined && userAddress.startsWith(handedOutByLeader)
}
