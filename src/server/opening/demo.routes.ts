import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import * as schema from '#contract/demo.schema.ts'
import { adminDemoApi } from '#contract/demo.ts'
import { readDemoState } from '../db/demo-rows.ts'
import type { Mount } from '../http/mount.ts'
import type { JobSender } from '../jobs/jobs.ts'
import { toRun } from '../runs/runs.routes.ts'
import { getRun } from '../runs/runs.service.ts'
import { readSettingGroup } from '../settings/settings.queries.ts'
import { startClearing } from './clear-demo.ts'
import { countDemo, hasRealOrders, listDemoCampaigns } from './demo.queries.ts'

export function demoRoutes(mount: Mount, deps: { db: NodePgDatabase; jobs: JobSender }): void {
  const { db } = deps

  mount(adminDemoApi.read, schema.read, async () => {
    const { isLoaded, isCleared } = await readDemoState(db)
    const state = isCleared
      ? ('cleared' as const)
      : isLoaded
        ? ('loaded' as const)
        : ('none' as const)
    const { name } = await readSettingGroup(db, 'shop')
    if (state !== 'loaded') {
      return { state, name, has_orders: false, goes: [], campaigns: [], stays: [] }
    }
    const [counts, hasOrders, campaigns] = await Promise.all([
      countDemo(db),
      hasRealOrders(db),
      listDemoCampaigns(db),
    ])
    const some = (of: [what: string, n: number | undefined][]) =>
      of.flatMap(([what, n]) => (n ? [{ what, n }] : []))
    return {
      state,
      name,
      has_orders: hasOrders,
      goes: some([
        ['示範商品', counts?.products],
        ['示範優惠券', counts?.coupons],
        ['示範公告', counts?.articles],
        ['以示範商品開的團購', campaigns.length],
        ['示範會員', counts?.members],
        ['示範會員的訂單', counts?.orders],
      ]),
      campaigns,
      stays: some([
        ['您新增的商品', counts?.ownProducts],
        ['您新增的優惠券', counts?.ownCoupons],
        ['您新增的公告', counts?.ownArticles],
        ['會員', counts?.ownMembers],
        ['成員帳號', counts?.staff],
      ]),
    }
  })

  mount(adminDemoApi.clear, schema.clear, async ({ data }, { actor }) => {
    const id = await startClearing(deps, actor, data.name)
    return { run: toRun(await getRun(db, id, actor)) }
  })
}
