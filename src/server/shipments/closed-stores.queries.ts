import { sql } from 'drizzle-orm'
import type { StoreChain } from '#contract/shipping-kinds.ts'
import type { Db } from '../db/connect.ts'
import { hasLiveLabel } from '../orders/merging/parcel-mates.queries.ts'

interface OpenOrder {
  id: string
  store: { chain: StoreChain; id: string; name: string }
}

/** The orders that wait for their parcel to be made to one of these stores; of others the chain tells. */
export async function listOpenToStores(
  db: Db,
  { chain, ids }: { chain: StoreChain; ids: readonly string[] },
): Promise<OpenOrder[]> {
  if (ids.length === 0) return []
  const { rows } = await db.execute<OpenOrder & Record<string, unknown>>(sql`
    select id, shipping -> 'store' as store from orders
    where state in ('placed', 'paid', 'preparing') and deleted_at is null
      and shipping -> 'store' ->> 'chain' = ${chain}
      and shipping -> 'store' ->> 'id' = any(${sql.param([...ids])}::text[])
      and not exists (select from parcels where parcels.order_id = orders.id)
      and not ${hasLiveLabel}
    order by id`)
  return rows
}
