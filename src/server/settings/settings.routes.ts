import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { adminSettingsApi } from '#contract/admin-settings.ts'
import { brandColors } from '#contract/brand-colors.ts'
import { type CreditSettings, shownCredit } from '#contract/credit.ts'
import { unknownMailFields } from '#contract/mail-fields.ts'
import { orderMailKinds } from '#contract/order-states.ts'
import * as schema from '#contract/settings.schema.ts'
import {
  type BrandSettings,
  defaultSettings,
  type HomeSettings,
  type PaymentSettings,
  type SettingGroup,
  type SettingValues,
  type ShippingSettings,
  settingsApi,
} from '#contract/settings.ts'
import { isTaxId } from '#contract/tax-id.ts'
import { type Transaction, transaction } from '../db/transaction.ts'
import type { StaffActor } from '../http/actor.ts'
import type { Mount } from '../http/mount.ts'
import { ShopError } from '../http/shop-error.ts'
import { fieldError } from '../input/coerced-values.ts'
import { readSettings } from './settings.queries.ts'
import type { Settings } from './settings.ts'

interface SettingsDeps {
  db: NodePgDatabase
  settings: Settings
  /** In the transaction of a change of the fee. */
  followShipping: (tx: Transaction, values: ShippingSettings) => Promise<void>
}

/** A transfer needs an account; each method is named once. */
function assertOffersOne({ methods, account }: PaymentSettings): void {
  // Whether there is an account of LINE Pay is not known here.
  const always = methods.filter(({ method }) => method !== 'linepay.wallet')
  const on = always.filter(({ method, is_on }) => is_on && (method !== 'transfer' || account))
  if (on.length === 0) throw new ShopError('METHOD_LAST')
  const named = new Set(methods.map(({ method }) => method))
  if (named.size < methods.length || always.length < defaultSettings.payment.methods.length) {
    throw new ShopError('INVALID_INPUT', { message: ['methods 的值不正確'] })
  }
}

export function settingsRoutes(mount: Mount, deps: SettingsDeps): void {
  const { db, settings, followShipping } = deps

  async function update<Group extends SettingGroup>(
    actor: StaffActor,
    change: { group: Group; version: number; values: SettingValues[Group] },
    follow?: (tx: Transaction) => Promise<void>,
  ) {
    await transaction(db, async (tx) => {
      // The lock of the methods comes before that of the settings, as where a method is changed.
      await follow?.(tx)
      await settings.update(tx, actor, change)
    })
    await settings.refresh()
    return { message: '已更新設定', settings: await readSettings(db) }
  }

  async function updateBrand(
    actor: StaffActor,
    change: { version: number; values: BrandSettings },
  ) {
    const { notes } = brandColors(change.values)
    const reply = await update(actor, { group: 'brand', ...change })
    return { ...reply, message: [reply.message, ...notes].join('。') }
  }

  mount(settingsApi.read, schema.read, async () => {
    const { shop, shipping, invoice, credit } = settings.get()
    const shown = shownCredit(credit)
    return {
      settings: {
        ...{ shop, shipping },
        ...(shop.menu && { menu: shop.menu }),
        ...(invoice.mode === 'on' && { issues_invoices: true as const }),
        ...(shown && { credit: shown }),
      },
    }
  })
  mount(settingsApi.brand, schema.brand, async () => ({ brand: settings.look().brand }))
  mount(adminSettingsApi.readBrand, schema.readBrand, async () => (await readSettings(db)).brand)
  mount(adminSettingsApi.updateBrand, schema.updateBrand, ({ data }, { actor }) => {
    assertOrder(data.values.announcement)
    return updateBrand(actor, data)
  })
  mount(adminSettingsApi.readHome, schema.readHome, async () => (await readSettings(db)).home)
  mount(adminSettingsApi.updateHome, schema.updateHome, ({ data }, { actor }) => {
    assertOneOfEach(data.values)
    return update(actor, { group: 'home', ...data })
  })
  mount(adminSettingsApi.read, schema.adminRead, async () => ({ settings: await readSettings(db) }))
  mount(adminSettingsApi.updateShop, schema.updateShop, ({ data }, { actor }) => {
    assertTaxId(data.values.tax_id)
    // A client that does not know it must not open the shop.
    const { is_closed = false, members_only = false, has_english } = settings.get().shop
    const kept = { is_closed, members_only, ...(has_english && { has_english }) }
    const values = { ...kept, ...data.values }
    return update(actor, { group: 'shop', ...data, values })
  })
  mount(adminSettingsApi.updateShipping, schema.updateShipping, ({ data }, { actor }) => {
    const { dispatch, returns_page } = settings.get().shipping
    const values = { dispatch, returns_page, ...data.values }
    const change = { group: 'shipping', ...data, values } as const
    return update(actor, change, (tx) => followShipping(tx, values))
  })
  mount(adminSettingsApi.updateMail, schema.updateMail, ({ data }, { actor }) => {
    for (const kind of orderMailKinds) assertMailFields(data.values[kind], kind)
    return update(actor, { group: 'mail', ...data })
  })
  mount(adminSettingsApi.updateSecurity, schema.updateSecurity, ({ data }, { actor }) =>
    update(actor, { group: 'security', ...data }),
  )
  mount(adminSettingsApi.updatePrivacy, schema.updatePrivacy, ({ data }, { actor }) =>
    update(actor, { group: 'privacy', ...data }),
  )
  mount(adminSettingsApi.updateStock, schema.updateStock, ({ data }, { actor }) =>
    update(actor, { group: 'stock', ...data }),
  )
  mount(adminSettingsApi.updatePayment, schema.updatePayment, ({ data }, { actor }) => {
    assertOffersOne(data.values)
    return update(actor, { group: 'payment', ...data })
  })
  mount(adminSettingsApi.updateCredit, schema.updateCredit, ({ data }, { actor }) => {
    assertPercents(data.values)
    return update(actor, { group: 'credit', ...data })
  })
  mount(adminSettingsApi.updateOrder, schema.updateOrder, ({ data }, { actor }) =>
    update(actor, { group: 'order', ...data }),
  )
}

function assertPercents({ percent, most }: CreditSettings): void {
  if (percent > most) throw fieldError('most', '最高回饋不可低於基本回饋')
}

function assertOrder({ from, until }: BrandSettings['announcement']): void {
  if (from === null || until === null || from < until) return
  throw fieldError('until', '公告的結束時間必須晚於開始時間')
}

function assertOneOfEach({ blocks }: HomeSettings): void {
  if (new Set(blocks.map(({ kind }) => kind)).size === blocks.length) return
  throw new ShopError('INVALID_INPUT', { message: ['blocks 的值不正確'] })
}

function assertTaxId(taxId: string): void {
  if (taxId === '' || isTaxId(taxId)) return
  throw fieldError('tax_id', '統一編號的檢查碼不正確')
}

/** Throws MAIL_FIELD for a field that no mail has; `name` is where the text stands. */
export function assertMailFields(
  template: { subject: string; text: string } | null | undefined,
  name: string,
): void {
  const [unknown] = unknownMailFields(`${template?.subject ?? ''}\n${template?.text ?? ''}`)
  if (unknown === undefined) return
  const message = `不認識的欄位：{${unknown}}`
  throw new ShopError('MAIL_FIELD', { message, fields: { [name]: message } })
}
