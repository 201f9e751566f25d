import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import * as schema from '#contract/outgoing.schema.ts'
import { adminOutgoingApi } from '#contract/outgoing.ts'
import type { Db } from '../db/connect.ts'
import { transaction } from '../db/transaction.ts'
import { toEpochSeconds } from '../http/epoch-seconds.ts'
import type { Mount } from '../http/mount.ts'
import { ShopError } from '../http/shop-error.ts'
import { readHold } from './hold.ts'
import { recordRelease } from './release-hold.ts'

export function outgoingRoutes(
  mount: Mount,
  { db, readAlerts }: { db: NodePgDatabase; readAlerts: (db: Db) => Promise<string[]> },
): void {
  mount(adminOutgoingApi.read, schema.read, async () => {
    const [hold, alerts] = await Promise.all([readHold(db), readAlerts(db)])
    const onWire = hold && {
      since: toEpochSeconds(hold.since),
      backup_at: toEpochSeconds(hold.backupAt),
    }
    return { hold: onWire ?? null, alerts }
  })

  mount(adminOutgoingApi.release, schema.release, async (_, { actor }) => {
    const wasHeld = await transaction(db, (tx) => recordRelease(tx, actor))
    if (!wasHeld) throw new ShopError('NOT_ON_HOLD')
    return { message: '已恢復對外作業' }
  })
}
