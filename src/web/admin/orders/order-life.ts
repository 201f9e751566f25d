import type { EndpointReply } from '#contract/endpoint.ts'
import type * as schema from '#contract/order-life.schema.ts'

export type OrderLife = EndpointReply<typeof schema.adminDetail>

export interface OrderDialogProps {
  life: OrderLife
  onClose: () => void
}
