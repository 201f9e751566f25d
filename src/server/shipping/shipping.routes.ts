import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { adminShippingApi } from '#contract/admin-shipping.ts'
import * as schema from '#contract/shipping.schema.ts'
import { shippingApi } from '#contract/shipping.ts'
import type { Mount } from '../http/mount.ts'
import type { Logistics } from '../logistics/create-logistics.ts'
import type { Settings } from '../settings/settings.ts'
import { readMethods } from './methods.queries.ts'
import { changeMethod, createMethod, orderMethods, removeMethod } from './methods.service.ts'
import { toShownMethods } from './shipping-wire.ts'

interface ShippingDeps {
  db: NodePgDatabase
  logistics: Pick<Logistics, 'current'>
  settings: Pick<Settings, 'get' | 'refresh'>
}

export function shippingRoutes(mount: Mount, { db, logistics, settings }: ShippingDeps): void {
  mount(shippingApi.list, schema.list, async () => ({
    methods: toShownMethods(settings.get().methods),
  }))

  mount(adminShippingApi.list, schema.adminList, async () => ({ methods: await readMethods(db) }))

  mount(adminShippingApi.create, schema.adminCreate, async ({ data }, { actor }) => {
    const method = await createMethod({ db, logistics }, actor, data)
    await settings.refresh()
    return { message: '已新增配送方式', method }
  })

  mount(adminShippingApi.update, schema.adminUpdate, async ({ params, data }, { actor }) => {
    const { version, ...input } = data
    const method = await changeMethod({ db, logistics }, actor, { id: params.id, input, version })
    await settings.refresh()
    return { message: '已更新配送方式', method }
  })

  mount(adminShippingApi.remove, schema.adminRemove, async ({ params }, { actor }) => {
    await removeMethod(db, actor, params.id)
    await settings.refresh()
    return { message: '已刪除配送方式' }
  })

  mount(adminShippingApi.order, schema.adminOrder, async ({ data }, { actor }) => {
    const methods = await orderMethods(db, actor, data.ids)
    await settings.refresh()
    return { message: '已更新配送方式的順序', methods }
  })
}
