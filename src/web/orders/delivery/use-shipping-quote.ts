import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Cart, cartApi } from '#contract/cart.ts'
import { homeMethodId } from '#contract/shipping-kinds.ts'
import { callerQuery } from '../../api/caller-query.ts'
import { useMemberSession } from '../../api/member-session.ts'
import type { AskedDelivery } from './delivery-choice.ts'

/** The caller's cart with the fees of all methods; the one of before while another is asked for. */
export function useShippingQuote({ method, county, district, ...store }: AskedDelivery) {
  const query = {
    shipping_method: method || homeMethodId,
    ...(district && { county, district }),
    ...store,
  }
  return useQuery({
    ...callerQuery(useMemberSession(), cartApi.read, { query }),
    gcTime: 0,
    placeholderData: keepPreviousData,
    select: cartOfReply,
  })
}

function cartOfReply(reply: { data: Cart }): Cart {
  return reply.data
}
