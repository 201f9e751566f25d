import { groupApi } from '#contract/campaigns.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { orderApi } from '#contract/orders.ts'
import { leaderApi, participationApi } from '#contract/participations.ts'

/** What a change of an order makes stale, or of a place in a group: each place has its order. */
export const ofOrders: Endpoint[] = [
  orderApi.detail,
  orderApi.list,
  participationApi.list,
  participationApi.detail,
  groupApi.detail,
  leaderApi.list,
]
