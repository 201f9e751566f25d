import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import * as schema from '#contract/admin-campaigns.schema.ts'
import { adminCampaignApi } from '#contract/admin-campaigns.ts'
import { toCsv } from '../../http/csv.ts'
import { parseIdempotencyKey } from '../../http/idempotency.ts'
import type { Mount } from '../../http/mount.ts'
import { RawReply } from '../../http/raw-reply.ts'
import { ShopError } from '../../http/shop-error.ts'
import { seesPersons } from '../back-office/admin-group-wire.ts'
import { sellerRows } from '../sellers/seller-rows.ts'
import { toLine } from '../tiers.ts'
import { readSettlement, settlementRows } from './settlement.service.ts'
import { readSupplierOrders } from './supply.queries.ts'
import { bookReceipt, orderFromSupplier } from './supply.service.ts'

export function settlementRoutes(mount: Mount, { db }: { db: NodePgDatabase }): void {
  mount(adminCampaignApi.settlement, schema.adminSettlement, async ({ params }) => {
    const { settlement } = await readSettlement(db, params.id)
    return { settlement }
  })

  mount(
    adminCampaignApi.settlementCsv,
    schema.adminSettlementCsv,
    async ({ params }, { actor }) => {
      const { title, settlement } = await readSettlement(db, params.id)
      const selling = await sellerRows(db, params.id, seesPersons(actor))
      return csv(`結算-${title}`, [...settlementRows(settlement), ...selling])
    },
  )

  mount(
    adminCampaignApi.supplierOrder,
    schema.adminSupplierOrder,
    async ({ params }, { actor, request }) => {
      const call = { db, actor, intended: parseIdempotencyKey(request) }
      const { n, lines } = await orderFromSupplier(call, params.id)
      return { message: '已產生叫貨單', n, lines: lines.map(toLine) }
    },
  )

  mount(adminCampaignApi.supplierOrderCsv, schema.adminSupplierOrderCsv, async ({ params }) => {
    const { title } = await readSettlement(db, params.id)
    const n = Number(params.n)
    const order = (await readSupplierOrders(db, params.id)).find((known) => known.n === n)
    if (!order) throw new ShopError('CAMPAIGN_NOT_FOUND', { message: '找不到叫貨單' })
    const rows = order.lines.map(({ title: product, qty }) => [product, qty])
    return csv(`叫貨單-${title}-${n}`, [['商品', '數量'], ...rows])
  })

  mount(
    adminCampaignApi.receipt,
    schema.adminReceipt,
    async ({ params, data }, { actor, request }) => {
      const call = { db, actor, intended: parseIdempotencyKey(request) }
      const { product_id: productId, variant_id, qty, note = '' } = data
      const variantId = variant_id || productId
      await bookReceipt(call, { id: params.id, productId, variantId, qty, note: note.trim() })
      return { message: '已入庫' }
    },
  )
}

function csv(name: string, rows: (string | number)[][]): RawReply {
  return new RawReply({
    type: 'text/csv; charset=utf-8',
    body: toCsv(rows),
    fileName: `${name}.csv`,
  })
}
