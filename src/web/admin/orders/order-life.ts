import { useQueryClient } from '@tanstack/react-query'
import { type EndpointReply, endpointKey } from '#contract/endpoint.ts'
import type * as schema from '#contract/order-life.schema.ts'
import { adminOrderLifeApi } from '#contract/order-life.ts'
import { adminOrderApi, orderApi } from '#contract/orders.ts'
import { adminRefundApi } from '#contract/refunds.ts'

export type OrderLife = EndpointReply<typeof schema.adminDetail>

export interface OrderDialogProps {
  life: OrderLife
  onClose: () => void
}

/** What a change of an order makes stale. */
export const orderEndpoints = [
  adminOrderLifeApi.detail,
  adminOrderApi.list,
  adminRefundApi.list,
  orderApi.detail,
  orderApi.list,
]

/** Reads the order anew after a dialog has changed it, and closes the dialog. */
export function useOrderChanged(onClose: () => void): () => void {
  const client = useQueryClient()
  return () => {
    for (const endpoint of orderEndpoints) {
      void client.invalidateQueries({ queryKey: endpointKey(endpoint) })
    }
    onClose()
  }
}
