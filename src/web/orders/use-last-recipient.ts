import type { MemberUser } from '../api/member-session.ts'
import { contactName } from '../shared/contact-name.ts'
import type { Recipient } from './order-content.ts'
import { useOrders } from './orders.queries.ts'

/** The recipient of the member's newest order; none while that is unknown. */
export function useLastRecipient(member: MemberUser): Recipient | undefined {
  const orders = useOrders(1).data?.orders ?? []
  const user = orders.find((order) => order.user.name.includes(member.uid))?.user
  if (!user) return undefined
  return {
    name: contactName(user.name),
    email: user.email,
    tel: user.tel,
    address: user.address,
  }
}
