import { migrate } from '../src/server/db/migrate.ts'
import { type KeptShop, openKeptShop } from './kept-shop.ts'
import { fillBackOffice } from './owner-data.ts'
import { admin } from './shop-client.ts'

/** A server over a database with many orders; the folder `data` is seeded once and reused. */
export function openOwnerShop(
  data: string | undefined,
  size: { products: number; orders: number; customers: number },
): Promise<KeptShop> {
  const env = {
    DEVELOPMENT: '1',
    ADMIN_USERNAME: admin.username,
    ADMIN_PASSWORD: admin.password,
  }
  return openKeptShop(data, env, async ({ server, db, databaseUrl }) => {
    // Over many orders that takes longer than a server may.
    await migrate(databaseUrl)
    await db.connect()
    const { rows } = await db.query<{ filled: string | null }>(
      "select to_regnamespace('bench_filled')::text as filled",
    )
    if (!rows[0]?.filled) {
      await fillBackOffice(databaseUrl, size)
      // No table: a backup of the shop would hold it.
      await db.query('create schema bench_filled')
    }
    await server.start()
    return {}
  })
}
