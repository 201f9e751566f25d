import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import * as schema from '#contract/reports.schema.ts'
import { reportApi } from '#contract/reports.ts'
import type { Mount } from '../http/mount.ts'
import type { Settings } from '../settings/settings.ts'
import { type RangeQuery, readRange } from './report-range.ts'
import { readBestsellers, readCouponUses, readNow, readOpenGroups } from './reports.queries.ts'
import { readSales } from './sales.ts'
import { readWorklist } from './worklist.ts'

export function reportRoutes(
  mount: Mount,
  { db, settings }: { db: NodePgDatabase; settings: Settings },
): void {
  const rangeOf = async (query: RangeQuery) => readRange(query, await readNow(db))

  mount(reportApi.worklist, schema.worklist, async (_, { actor }) => ({
    worklist: await readWorklist(db, actor, settings.get().stock.low_at),
  }))

  mount(reportApi.sales, schema.sales, async ({ query }) => readSales(db, await rangeOf(query)))

  mount(reportApi.products, schema.products, async ({ query }) => ({
    products: await readBestsellers(db, await rangeOf(query)),
    messages: [],
  }))

  mount(reportApi.coupons, schema.coupons, async ({ query }) => ({
    coupons: await readCouponUses(db, await rangeOf(query)),
    messages: [],
  }))

  mount(reportApi.groups, schema.groups, async ({ query }) => {
    await rangeOf(query)
    return { groups: await readOpenGroups(db), messages: [] }
  })
}
