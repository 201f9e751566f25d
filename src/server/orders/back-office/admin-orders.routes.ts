import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import * as schema from '#contract/orders.schema.ts'
import { adminOrderApi } from '#contract/orders.ts'
import { adminPageSize, type SortOrder } from '#contract/paging.ts'
import type { Config } from '../../config.ts'
import { mayDo, requirePermission } from '../../http/actor.ts'
import { baseUrl } from '../../http/base-url.ts'
import { parseIdempotencyKey } from '../../http/idempotency.ts'
import type { Mount } from '../../http/mount.ts'
import { assertDecodable } from '../../input/assert-decodable.ts'
import { requestedPage } from '../../input/requested-page.ts'
import { requestedOrder } from '../../input/sort.ts'
import type { Settings } from '../../settings/settings.ts'
import { readTrackingNumbers } from '../fulfilment/parcels.queries.ts'
import type { OrderSubscriber } from '../order-events.ts'
import { readInvoice } from '../order-invoice.ts'
import { type OrderWithLines, toStaffOrder } from '../order-wire.ts'
import { listOrders, orderId, orderSortKeys } from './admin-orders.queries.ts'
import {
  archiveAllOrders,
  archiveOrder,
  changeOrder,
  createManualOrder,
  type IsInvoiceFixed,
  quoteManualOrder,
} from './admin-orders.service.ts'
import { readOrderFilter } from './read-order-filter.ts'

interface AdminOrderDeps {
  config: Config
  db: NodePgDatabase
  orderSubscribers: readonly OrderSubscriber[]
  settings: Pick<Settings, 'get'>
  isInvoiceFixed: IsInvoiceFixed
}

/** The column sorts `paid` before `unpaid`, the back office the other way round. */
function invertDirection(query: { sort?: string; order?: SortOrder | '' }) {
  return { ...query, order: query.order === 'desc' ? ('asc' as const) : ('desc' as const) }
}

export function adminOrderRoutes(mount: Mount, deps: AdminOrderDeps): void {
  const { config, db, orderSubscribers, settings, isInvoiceFixed } = deps

  mount(adminOrderApi.list, schema.adminList, async ({ query }, { request, actor }) => {
    assertDecodable(request)
    const page = requestedPage(query.page)
    if (query.sort === 'total') requirePermission(actor, 'money.read')
    const sorted = query.sort === 'is_paid' ? invertDirection(query) : query
    const order = requestedOrder({ query: sorted, columns: orderSortKeys, id: orderId })
    const own = baseUrl(request, config)
    const toOrders = async (rows: readonly OrderWithLines[]) => {
      const ids = rows.map((row) => row.order.id)
      const numbers = ids.length > 0 ? await readTrackingNumbers(db, ids) : undefined
      return rows.map((row) => {
        const tracking = numbers?.get(row.order.id)
        return { ...toStaffOrder(row, own, actor), ...(tracking && { tracking_numbers: tracking }) }
      })
    }
    const filter = readOrderFilter(query, { seesPersons: mayDo(actor, 'person.read') })
    const { rows, pagination } = await listOrders(db, filter, {
      ...{ page, order },
      pageSize: Number(query.page_size ?? adminPageSize),
    })
    return { orders: await toOrders(rows), pagination, messages: [] }
  })

  mount(adminOrderApi.create, schema.adminCreate, async ({ data }, { actor, request }) => {
    if (data.is_paid !== undefined) requirePermission(actor, 'payment.record')
    const orderId = await createManualOrder(db, data, actor, {
      intended: parseIdempotencyKey(request),
      subscribers: orderSubscribers,
      hasOwnMembers: config.identity.provider === 'own',
      invoice: readInvoice(data.invoice, settings.get()),
    })
    return { message: '已建立訂單', orderId }
  })

  mount(adminOrderApi.quote, schema.adminQuote, ({ query }) => quoteManualOrder(db, query))

  mount(adminOrderApi.update, schema.adminUpdate, async ({ params, data }, { actor }) => {
    const { is_paid: isPaid, ...others } = data
    if (isPaid !== undefined) requirePermission(actor, 'payment.record')
    if (Object.keys(others).length > 0) requirePermission(actor, 'order.write')
    const invoice = readInvoice(data.invoice, settings.get())
    const options = { subscribers: orderSubscribers, isInvoiceFixed }
    await changeOrder(db, { id: params.id, input: data, invoice }, actor, options)
    return { message: '已更新訂單資訊' }
  })

  mount(adminOrderApi.removeAll, schema.adminRemoveAll, async (_, { actor }) => {
    await archiveAllOrders(db, actor)
    return { message: '已刪除' }
  })

  mount(adminOrderApi.remove, schema.adminRemove, async ({ params }, { actor }) => {
    await archiveOrder(db, params.id, actor)
    return { message: '已刪除' }
  })
}
