import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { destination, hasLiveLabel, isToSend } from './parcel-mates.queries.ts'

/**
 * Whether an order of `orders` may be sent with others: it is paid, or will be at the pick-up, goes to
 * an address or a store, and nothing of it is packed. What is fetched is handed out by its own code.
 */
const isMergeable: SQL = sql`(${isToSend}
  and (orders.payment_state = 'paid' or orders.payment_method = 'on_delivery')
  and orders.shipping ->> 'kind' in ('home', 'store')
  and not exists (select from parcels where parcels.order_id = orders.id)
  and not ${hasLiveLabel})`

/** The same account, mailbox or telephone, whose last nine digits identify it in any notation. */
const isSamePerson: SQL = sql`(one.owner = other.owner and one.owner !~ '^a:'
  or one.email <> '' and one.email = other.email
  or length(one.tel) = 9 and one.tel = other.tel)`

/** Of the shopper's own orders, until somebody prepares them; or of all, for the staff. */
export type MergedBy = { by: 'shopper'; owner: string } | { by: 'staff' }

/**
 * By each of these orders the others that could go in one parcel with it, oldest first: of one person,
 * to one name and place. Those of its parcel are not among them.
 */
export async function readSameRecipient(
  db: Db,
  ids: readonly string[],
  who: MergedBy,
): Promise<Map<string, string[]>> {
  if (ids.length === 0) return new Map()
  const isOf =
    who.by === 'staff'
      ? sql`true`
      : sql`orders.owner = ${who.owner} and orders.state in ('placed', 'paid')`
  const asked = sql`${sql.param([...ids])}::text[]`
  const { rows } = await db.execute<{ id: string; others: string[] }>(sql`
    with mergeable as materialized (
      select orders.id, orders.owner, orders.ships_with, ${destination} as destination,
        lower(btrim(orders.user_email)) as email,
        right(regexp_replace(normalize(orders.user_tel, NFKC), '[^0-9]', '', 'g'), 9) as tel
      from orders
      where contact_name in (select contact_name from orders where id = any(${asked}))
        and ${isOf} and ${isMergeable}
    )
    select one.id, array_agg(other.id order by other.id) as others
    from mergeable as one join mergeable as other on other.destination = one.destination
      and other.id <> one.id and ${isSamePerson}
      and (one.ships_with is null or other.ships_with is distinct from one.ships_with)
    where one.id = any(${asked})
    group by one.id`)
  return new Map(rows.map(({ id, others }) => [id, others]))
}
