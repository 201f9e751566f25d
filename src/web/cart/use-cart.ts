import { type QueryKey, useQuery } from '@tanstack/react-query'
import { type Cart, cartApi } from '#contract/cart.ts'
import { callerQuery } from '../api/caller-query.ts'
import { type MemberSession, useMemberSession } from '../api/member-session.ts'

export function cartKey(session: MemberSession): QueryKey {
  return callerQuery(session, cartApi.read, { query: {} }).queryKey
}

/**
 * Separate from the writes: the header reads the cart before the first screen, and writes nothing.
 */
export function useCart() {
  const session = useMemberSession()
  return useQuery({
    ...callerQuery(session, cartApi.read, { query: {} }),
    // A cart that was merged into a member's must not come back.
    gcTime: 0,
    select: cartOfReply,
  })
}

function cartOfReply(reply: { data: Cart }): Cart {
  return reply.data
}
