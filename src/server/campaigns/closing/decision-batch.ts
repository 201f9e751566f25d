import type { participations } from '../../db/tables/participations.ts'
import type { OrderRow } from '../../orders/order-wire.ts'
import type { AppliedDecision } from './closing.queries.ts'

export type DecidedPlace = Pick<
  typeof participations.$inferSelect,
  'id' | 'groupId' | 'campaignId' | 'memberId' | 'orderId' | 'qty' | 'needsProof' | 'state' | 'seq'
>

/** Some places that a decision is applied to in one transaction, with their locked orders. */
export interface DecisionBatch {
  decision: AppliedDecision
  payBy: Date
  orders: OrderRow[]
  places: DecidedPlace[]
}
