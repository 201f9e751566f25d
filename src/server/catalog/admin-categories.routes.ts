import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import * as schema from '#contract/categories.schema.ts'
import { adminCategoryApi } from '#contract/categories.ts'
import type { Config } from '../config.ts'
import { baseUrl } from '../http/base-url.ts'
import type { Mount } from '../http/mount.ts'
import type { CatalogCache } from './catalog-cache.ts'
import { listAllCategories } from './categories.queries.ts'
import {
  changeCategory,
  type FollowCategory,
  mergeCategory,
  orderCategories,
} from './categories.service.ts'

interface AdminCategoryDeps {
  config: Config
  db: NodePgDatabase
  catalog: CatalogCache
  followCategory: FollowCategory
  /** The menu and home may name a category. */
  settings: { refresh(): Promise<void> }
}

export function adminCategoryRoutes(mount: Mount, deps: AdminCategoryDeps): void {
  const { config, db, catalog, settings } = deps

  mount(adminCategoryApi.list, schema.list, async () => ({
    categories: await listAllCategories(db),
    messages: [],
  }))

  mount(adminCategoryApi.order, schema.order, async ({ data }, { actor }) => {
    await orderCategories(db, actor, data.names)
    catalog.clear()
    return { message: '已更新分類順序' }
  })

  mount(adminCategoryApi.update, schema.update, async ({ data }, { actor, request }) => {
    await changeCategory(deps, actor, { input: data, ownAddress: baseUrl(request, config) })
    catalog.clear()
    await settings.refresh()
    return { message: '已更新分類' }
  })

  mount(adminCategoryApi.merge, schema.merge, async ({ data }, { actor }) => {
    const count = await mergeCategory(deps, actor, data)
    catalog.clear()
    await settings.refresh()
    return { message: `已把 ${count} 項商品移到「${data.into}」` }
  })
}
