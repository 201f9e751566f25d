import { handedOutByLeader } from '#contract/campaign-states.ts'
import type { orders } from '../db/tables/orders.ts'

/** The address of an order that the leader of its team hands out. */
export function pickupAddress(place: string): string {
  return `${handedOutByLeader} ${place}`.trim()
}

export function isHandedOutByLeader({
  groupId,
  userAddress,
}: Pick<typeof orders.$inferSelect, 'groupId' | 'userAddress'>): boolean {
  return groupId !== null && userAddress.startsWith(handedOutByLeader)
}
