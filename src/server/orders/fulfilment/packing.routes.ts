import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import * as schema from '#contract/packing.schema.ts'
import { adminPackingApi } from '#contract/packing.ts'
import type { Mount } from '../../http/mount.ts'
import { findTrackingNumbers } from './packing.queries.ts'
import { readPacking } from './packing.service.ts'

export function packingRoutes(mount: Mount, { db }: { db: NodePgDatabase }): void {
  mount(adminPackingApi.list, schema.packing, ({ data }, { actor }) =>
    readPacking(
      db,
      { ids: data.ids, filter: data.filter, isPrinted: data.is_printed ?? false },
      actor,
    ),
  )
  mount(adminPackingApi.trackingNumbers, schema.trackingNumbers, async ({ query }) => ({
    used: await findTrackingNumbers(db, query.numbers.split(',')),
  }))
}
