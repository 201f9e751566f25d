import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Cart, cartApi } from '#contract/cart.ts'
import { couponApi } from '#contract/coupons.ts'
import { callerQuery } from '../api/caller-query.ts'
import { type MemberSession, useMemberSession } from '../api/member-session.ts'
import { endpointKey, useApiMutation } from '../api/queries.ts'
import { paths } from '../paths.ts'

/** How long the toast of a successful cart action stays, in milliseconds. */
const cartToastMs = 3000

/** One change of the cart at a time, so that the last reply is the last state. */
const oneAtATime = 'cart'

/** Forgotten once nobody looks: a cart that was merged into a member's must not come back. */
function cartQuery(session: MemberSession) {
  return { ...callerQuery(session, cartApi.read, {}), gcTime: 0 }
}

export function useCart() {
  const session = useMemberSession()
  return useQuery({ ...cartQuery(session), select: cartOfReply })
}

export function useAddLine() {
  const keepCart = useKeepCart()
  return useApiMutation(cartApi.addLine, {
    ...useChoices(),
    successAction: { label: '查看購物車', to: paths.cart() },
    onSuccess: ({ cart }) => keepCart(cart),
  })
}

export function useUpdateLine() {
  const keepCart = useKeepCart()
  return useApiMutation(cartApi.updateLine, {
    ...useChoices(),
    onSuccess: ({ cart }) => keepCart(cart),
  })
}

export function useRemoveLine() {
  return useApiMutation(cartApi.removeLine, { ...useChoices(), refresh: [cartApi.read] })
}

export function useClearCart() {
  return useApiMutation(cartApi.clear, { ...useChoices(), refresh: [cartApi.read] })
}

export function useApplyCoupon() {
  return useApiMutation(couponApi.apply, { ...useChoices(), refresh: [cartApi.read] })
}

export function useClearCoupon() {
  return useApiMutation(couponApi.clear, { ...useChoices(), refresh: [cartApi.read] })
}

function cartOfReply(reply: { data: Cart }): Cart {
  return reply.data
}

/** A refused change means that the cart is not what the screen shows, so it is read again. */
function useChoices() {
  const client = useQueryClient()
  return {
    scope: oneAtATime,
    successToastMs: cartToastMs,
    onError: () => refreshCart(client),
  }
}

/** Shows the cart that a reply carried; a read that began before it would bring back the old one. */
function useKeepCart() {
  const client = useQueryClient()
  const { queryKey } = cartQuery(useMemberSession())
  return async (cart: Cart) => {
    await client.cancelQueries({ queryKey })
    client.setQueryData(queryKey, { success: true as const, data: cart, messages: [] })
  }
}

export function refreshCart(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: endpointKey(cartApi.read) })
}
