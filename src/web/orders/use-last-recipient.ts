import { handedOutByLeader } from '#contract/campaign-states.ts'
import { contactName } from '#contract/members.ts'
import type { Order } from '#contract/orders.ts'
import type { MemberUser } from '../api/member-session.ts'
import type { Recipient } from './order-content.ts'
import { useOrders } from './orders.queries.ts'

/**
 * The recipient of the member's newest order, with the address of the newest one that was sent; none
 * while that is unknown, and none for a guest. The address is empty where a leader handed all of them out.
 */
export function useLastRecipient(member: MemberUser | null): Recipient | undefined {
  const orders = useOrders(1).data?.orders ?? []
  // Of guests who share one cookie nobody is to see the others.
  const own = orders.filter(({ user }) => member && user.name.includes(member.uid))
  const user = own[0]?.user
  if (!user) return undefined
  return {
    name: contactName(user.name),
    email: user.email,
    tel: user.tel,
    address: own.find((order) => !isHandedOut(order))?.user.address ?? '',
  }
}

function isHandedOut({ group, user }: Order): boolean {
  return group !== undefined && user.address.startsWith(handedOutByLeader)
}
