import { sql } from 'drizzle-orm'
import type { Language } from '#contract/translate.ts'
import type { KeptShipping } from '../db/tables/orders.ts'
import type { Transaction } from '../db/transaction.ts'

/** So long after the goods were there, and after the reminder before. */
const remindAfterDays = 3
const maxReminders = 2

/** An order whose shopper is reminded. */
export interface Reminded {
  id: string
  number: string
  owner: string
  email: string
  total: number
  holders: string[] | null
  isPaid: boolean
  language: Language | null
  shipping: KeptShipping | null
  /** Where the leader hands out. */
  pickupPlace: string | null
  code: string
}

/**
 * Counts a reminder for each of these orders whose goods have waited long enough, and gives them:
 * of two presses at once the second finds nothing due.
 */
export async function claimReminders(
  tx: Transaction,
  orderIds: readonly string[],
): Promise<Reminded[]> {
  const { rows } = await tx.execute<Reminded & Record<string, unknown>>(sql`
    update hand_out_codes as codes set reminded_at = array_append(codes.reminded_at, shop_now())
    from orders
      left join participations as place on place.order_id = orders.id
      left join groups on groups.id = place.group_id
    where orders.id = codes.order_id and codes.order_id = any(${sql.param([...orderIds])}::text[])
      and ${isDue}
    returning orders.id, orders.number, orders.owner, orders.user_email as email,
      orders.total::int as total, orders.holders, orders.paid_at is not null as "isPaid",
      orders.language, orders.shipping, groups.pickup_place as "pickupPlace", codes.code`)
  return rows
}

/** Of an order that waits to be handed out. */
export const isDue = sql`(codes.used_at is null
  and coalesce(cardinality(codes.reminded_at), 0) < ${maxReminders}
  and coalesce(codes.reminded_at[cardinality(codes.reminded_at)], '-infinity')
    < shop_now() - ${remindAfterDays} * interval '1 day'
  and (select max(shipped_at) from parcels where parcels.order_id = orders.id)
    < shop_now() - ${remindAfterDays} * interval '1 day')`
