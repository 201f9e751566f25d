import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { maxProductIds } from '#contract/catalog.ts'
import * as schema from '#contract/stock.schema.ts'
import { stockApi } from '#contract/stock.ts'
import { plentyOfStock } from '#contract/stock-rules.ts'
import type { Mount } from '../http/mount.ts'
import { requestedIds } from '../input/requested-ids.ts'
import { listScarce } from './stock.queries.ts'

interface StockDeps {
  db: NodePgDatabase
}

export function stockRoutes(mount: Mount, { db }: StockDeps): void {
  mount(stockApi.left, schema.left, async ({ query }) => {
    const ids = requestedIds(query.ids, maxProductIds)
    return { stock: await listScarce(db, ids, plentyOfStock) }
  })
}
