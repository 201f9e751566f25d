import { groupApi } from '#contract/campaigns.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { orderApi } from '#contract/orders.ts'
import { leaderApi, participationApi } from '#contract/participations.ts'

/** Endpoints whose replies a change of an order or of its place in a group makes stale. */
export const ofOrders: Endpoint[] = [
  orderApi.detail,
  orderApi.list,
  participationApi.list,
  participationApi.detail,
  groupApi.detail,
  leaderApi.list,
]
