import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { adminMenuApi } from '#contract/admin-menu.ts'
import * as schema from '#contract/menu.schema.ts'
import { type MenuSettings, menuOf } from '#contract/menu.ts'
import { listCategories } from '../catalog/categories.queries.ts'
import { transaction } from '../db/transaction.ts'
import type { Mount } from '../http/mount.ts'
import { fieldError } from '../input/coerced-values.ts'
import { readPolicy } from '../settings/policy.queries.ts'
import { readSettings } from '../settings/settings.queries.ts'
import type { Settings } from '../settings/settings.ts'
import { listPageTitles } from './info-pages.queries.ts'

interface MenuDeps {
  db: NodePgDatabase
  settings: Settings
}

export function menuRoutes(mount: Mount, { db, settings }: MenuDeps): void {
  async function readMenu() {
    const [{ menu }, policy, categories, pages] = await Promise.all([
      readSettings(db),
      readPolicy(db),
      listCategories(db),
      listPageTitles(db),
    ])
    const titles = pages.map(({ isPublic, ...page }) => ({ ...page, is_public: isPublic }))
    return {
      version: menu.version,
      values: menuOf(menu, policy),
      categories: categories.map(({ name }) => name),
      pages: titles,
    }
  }

  mount(adminMenuApi.read, schema.read, readMenu)

  mount(adminMenuApi.update, schema.update, async ({ data }, { actor }) => {
    assertReachable(data.values)
    await transaction(db, (tx) => settings.update(tx, actor, { group: 'menu', ...data }))
    await settings.refresh()
    return { message: '已更新選單', ...(await readMenu()) }
  })
}

/** Without the cart in it nobody could pay; a target that stands twice is a slip. */
function assertReachable({ header, footer }: MenuSettings): void {
  if (!header.some(({ kind, target }) => kind === 'screen' && target === 'cart')) {
    throw fieldError('header', '主選單必須有購物車')
  }
  for (const [name, entries] of Object.entries({ header, footer })) {
    const targets = entries.map(({ kind, target }) => `${kind} ${target}`)
    if (new Set(targets).size < targets.length) throw fieldError(name, '同一個項目只能放一次')
  }
}
