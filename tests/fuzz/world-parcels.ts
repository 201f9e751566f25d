import { randomBytes } from 'node:crypto'
import pg from 'pg'

const store = { chain: 'FAMI', id: '006598', name: '台北三重店', address: '臺北市', tel: '' }

/**
 * Parcels of these orders to a store, made and failed by turns, as an account of logistics has left
 * them that the shop of the world does not have any more; gives their ids.
 */
export async function insertParcels(
  databaseUrl: string,
  orderIds: readonly string[],
): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const shipping = JSON.stringify({ kind: 'store', name: '超商取貨', store })
    await client.query('update orders set shipping = $2 where id = any($1)', [orderIds, shipping])
    const ids = orderIds.map(() => randomBytes(10).toString('hex'))
    await client.query(
      `insert into shipments (id, order_id, provider, merchant, chain, store_id, trade_no, state,
         amount, provider_id, payment_no)
       select id, order_id, 'ecpay', '2000933', 'FAMI', '006598', id,
         case when n % 2 = 0 then 'made' else 'failed' end, 2, '1718546', '01234567890'
       from unnest($1::text[], $2::text[]) with ordinality as parcel (id, order_id, n)`,
      [ids, orderIds],
    )
    return ids
  } finally {
    await client.end()
  }
}
