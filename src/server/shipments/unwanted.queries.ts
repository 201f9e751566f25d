import { type SQL, sql } from 'drizzle-orm'
import { type OrderState, orderStateLabels } from '#contract/order-states.ts'
import type { ShipmentState } from '#contract/shipment-states.ts'
import type { Db } from '../db/connect.ts'
import { isPaidBack, paidBackMessage } from '../orders/fulfilment/packing.queries.ts'

/** Whether nothing of an order of `orders` is to be sent any more, though a parcel of it may be made. */
export const isUnwanted: SQL<boolean> = sql`(orders.deleted_at is not null
  or orders.state in ('cancelled', 'returned')
  or (orders.state in ('paid', 'preparing') and ${isPaidBack}))`

/** An order as far as it decides that. */
export interface UnwantedOrder {
  state: OrderState
  isArchived: boolean
}

/** Why such an order is not to be sent, for the owner. */
export function unwantedReason({ state, isArchived }: UnwantedOrder): string {
  if (isArchived) return '訂單已封存'
  if (state === 'cancelled' || state === 'returned') return `訂單${orderStateLabels[state]}`
  return paidBackMessage
}

/** Not with the chain yet. */
export const isToHandIn = ({ state }: { state: ShipmentState }): boolean =>
  state === 'making' || state === 'made'

/** The reasons of those of these orders of which nothing is to be sent, by their ids. */
export async function readUnwanted(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await db.execute<{ id: string; state: OrderState; isArchived: boolean }>(sql`
    select id, state, deleted_at is not null as "isArchived" from orders
    where id = any(${sql.param([...ids])}::text[]) and ${isUnwanted}`)
  return new Map(rows.map(({ id, ...order }) => [id, unwantedReason(order)]))
}
