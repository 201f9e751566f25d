export const handedOutByLeader = '團主取貨'

/** The address of an order that the leader of its team hands out. */
export function pickupAddress(place: string): string {
  return `${handedOutByLeader} ${place}`.trim()
}
