import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { maxProductIds } from '#contract/catalog.ts'
import * as schema from '#contract/stock.schema.ts'
import { stockApi } from '#contract/stock.ts'
import { plentyOfStock } from '#contract/stock-rules.ts'
import type { Config } from '../config.ts'
import type { Mount } from '../http/mount.ts'
import { ShopError } from '../http/shop-error.ts'
import { requestedIds } from '../input/requested-ids.ts'
import { endRequest } from './restock.queries.ts'
import { requestRestock } from './restock.service.ts'
import { listScarce } from './stock.queries.ts'

interface StockDeps {
  config: Config
  db: NodePgDatabase
}

export function stockRoutes(mount: Mount, { config, db }: StockDeps): void {
  mount(stockApi.left, schema.left, async ({ query }) => {
    const ids = requestedIds(query.ids, maxProductIds)
    return { stock: await listScarce(db, ids, plentyOfStock) }
  })

  mount(stockApi.requestRestock, schema.requestRestock, async ({ params, data }, context) => {
    const { caller, request } = context
    const email = data.email ?? caller.email ?? ''
    const asked = {
      productId: params.id,
      variantId: data.variant_id || undefined,
      email,
      ip: request.ip,
    }
    await requestRestock(db, asked, config.limits)
    return { message: '已登記，到貨時會寄信通知您' }
  })

  mount(stockApi.cancelRestock, schema.cancelRestock, async ({ data }) => {
    if (!(await endRequest(db, data.token))) throw new ShopError('RESTOCK_REQUEST_NOT_FOUND')
    return { message: '已取消通知' }
  })
}
