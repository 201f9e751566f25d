import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import * as schema from '#contract/settings.schema.ts'
import {
  adminSettingsApi,
  type PaymentSettings,
  type SettingGroup,
  type SettingValues,
  settingsApi,
} from '#contract/settings.ts'
import { transaction } from '../db/transaction.ts'
import type { StaffActor } from '../http/actor.ts'
import type { Mount } from '../http/mount.ts'
import { ShopError } from '../http/shop-error.ts'
import { readSettings } from './settings.queries.ts'
import type { Settings } from './settings.ts'

interface SettingsDeps {
  db: NodePgDatabase
  settings: Settings
}

/** A transfer needs an account; each method is named once. */
function assertOffersOne({ methods, account }: PaymentSettings): void {
  const on = methods.filter(({ method, is_on }) => is_on && (method !== 'transfer' || account))
  if (on.length === 0) throw new ShopError('METHOD_LAST')
  if (new Set(methods.map(({ method }) => method)).size < methods.length) {
    throw new ShopError('INVALID_INPUT', { message: ['methods 的值不正確'] })
  }
}

export function settingsRoutes(mount: Mount, { db, settings }: SettingsDeps): void {
  async function update<Group extends SettingGroup>(
    actor: StaffActor,
    change: { group: Group; version: number; values: SettingValues[Group] },
  ) {
    await transaction(db, (tx) => settings.update(tx, actor, change))
    await settings.refresh()
    return { message: '已更新設定', settings: await readSettings(db) }
  }

  mount(settingsApi.read, schema.read, async () => ({ settings: { shop: settings.get().shop } }))
  mount(adminSettingsApi.read, schema.adminRead, async () => ({ settings: await readSettings(db) }))
  mount(adminSettingsApi.updateShop, schema.updateShop, ({ data }, { actor }) =>
    update(actor, { group: 'shop', ...data }),
  )
  mount(adminSettingsApi.updateMail, schema.updateMail, ({ data }, { actor }) =>
    update(actor, { group: 'mail', ...data }),
  )
  mount(adminSettingsApi.updateStock, schema.updateStock, ({ data }, { actor }) =>
    update(actor, { group: 'stock', ...data }),
  )
  mount(adminSettingsApi.updatePayment, schema.updatePayment, ({ data }, { actor }) => {
    assertOffersOne(data.values)
    return update(actor, { group: 'payment', ...data })
  })
  mount(adminSettingsApi.updateOrder, schema.updateOrder, ({ data }, { actor }) =>
    update(actor, { group: 'order', ...data }),
  )
}
