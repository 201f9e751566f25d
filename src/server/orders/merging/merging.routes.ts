import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import * as schema from '#contract/order-merge.schema.ts'
import { adminOrderMergeApi, orderMergeApi } from '#contract/order-merge.ts'
import type { Mount } from '../../http/mount.ts'
import type { PersonalLimits } from '../../limits/personal-limits.ts'
import { mergeOrders, splitParcel } from './merge-orders.service.ts'

interface MergingDeps {
  db: NodePgDatabase
  personalLimits: PersonalLimits
}

export function mergingRoutes(mount: Mount, { db, personalLimits }: MergingDeps): void {
  mount(orderMergeApi.merge, schema.merge, async ({ params: { id }, data }, { caller }) => {
    const { owner, actor } = caller
    const call = { by: 'shopper', id, owner, actor } as const
    await personalLimits.writeCart(owner, () => mergeOrders(db, call, data))
    return { message: '已改為併單出貨' }
  })

  mount(orderMergeApi.split, schema.split, async ({ params: { id } }, { caller }) => {
    const { owner, actor } = caller
    const call = { by: 'shopper', id, owner, actor } as const
    await personalLimits.writeCart(owner, () => splitParcel(db, call))
    return { message: '已改為分開寄' }
  })

  mount(adminOrderMergeApi.merge, schema.merge, async ({ params: { id }, data }, { actor }) => {
    await mergeOrders(db, { by: 'staff', id, actor }, data)
    return { message: '已改為併單出貨' }
  })

  mount(adminOrderMergeApi.split, schema.split, async ({ params: { id } }, { actor }) => {
    await splitParcel(db, { by: 'staff', id, actor })
    return { message: '已改為分開寄' }
  })
}
