import { handedOutByLeader } from '#contract/campaign-states.ts'
import type { OrderRow } from './order-wire.ts'

/** The address of an order that the leader of its team hands out. */
export function pickupAddress(place: string): string {
  return `${handedOutByLeader} ${place}`.trim()
}

export function isHandedOutByLeader({
  groupId,
  userAddress,
}: Pick<OrderRow, 'groupId' | 'userAddress'>): boolean {
  return groupId !== null && userAddress.startsWith(handedOutByLeader)
}
