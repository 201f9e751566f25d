import { type SQL, sql } from 'drizzle-orm'
import type { InvoiceCarrier, InvoiceKind } from '#contract/invoice-choice.ts'
import { invoiceCarrierLabels, invoiceKindLabels } from '#contract/invoice-words.ts'
import {
  type Carrier,
  carrierLabels,
  type OrderState,
  orderStateLabels,
} from '#contract/order-states.ts'
import { paymentMethodLabel } from '#contract/payment-method-labels.ts'
import { storeChainLabels } from '#contract/shipping-kinds.ts'
import type { KeptShipping } from '../db/tables/orders.ts'
import { PlainCell } from '../http/csv.ts'
import { selectOrderIds } from '../orders/back-office/order-filter.ts'
import { orderFilterNames, readOrderFilter } from '../orders/back-office/read-order-filter.ts'
import { mateNumbers } from '../orders/merging/parcel-mates.queries.ts'
import { addressParts } from '../orders/order-address.ts'
import { shippingOf } from '../orders/order-wire.ts'
import {
  type Column,
  defineExport,
  type ExportRequest,
  type ExportSource,
  lastOf,
} from './export-kind.ts'
import { countTo, filtersOf } from './filters.ts'

interface ExportedOrder {
  id: string
  /** As customers read it. */
  number: string
  /** Days in Taipei as a file has them. */
  day: string
  paid_day: string | null
  state: OrderState
  payment: 'unpaid' | 'paid'
  method: string | null
  name: string
  email: string
  tel: string
  address: string
  zip: string | null
  county: string | null
  district: string | null
  message: string
  products: string | null
  pieces: number
  /** In whole NT$. */
  subtotal: number
  /** The part that credit and points pay. */
  used: number
  fee: number
  total: number
  balance_due: number
  refunded: number
  is_refunding: boolean
  codes: string | null
  carriers: Carrier[] | null
  tracking_numbers: string | null
  along: string[]
  group_title: string | null
  shipping: KeptShipping | null
  group_id: string | null
  invoice_kind: InvoiceKind | null
  invoice_carrier: InvoiceCarrier | null
  invoice_carrier_number: string | null
  invoice_tax_id: string | null
  invoice_title: string | null
  invoice_love_code: string | null
}

const methodOf = ({ shipping, group_id: groupId, address }: ExportedOrder) =>
  shippingOf({ shipping, groupId, userAddress: address })

/** The words of the order list for what came of the money. */
function moneyWord({ payment, refunded, is_refunding }: ExportedOrder): string {
  if (is_refunding) return '退款處理中'
  if (refunded > 0) return payment === 'paid' ? '部分退款' : '已退款'
  return payment === 'paid' ? '已付款' : '未付款'
}

const orderColumns: Column<ExportedOrder>[] = [
  { key: 'number', word: '訂單編號', cell: ({ number }) => number },
  { key: 'id', word: '系統編號', cell: ({ id }) => id },
  { key: 'create_at', word: '訂單日期', cell: ({ day }) => new PlainCell(day) },
  { key: 'state', word: '訂單狀態', cell: ({ state }) => orderStateLabels[state] },
  { key: 'payment_state', word: '付款狀態', cell: moneyWord },
  {
    key: 'payment_method',
    word: '付款方式',
    cell: ({ method }) => (method === null ? '' : paymentMethodLabel(method)),
  },
  { key: 'paid_date', word: '付款日期', cell: ({ paid_day }) => new PlainCell(paid_day ?? '') },
  { key: 'name', word: '訂購人', isPersonal: true, cell: ({ name }) => name },
  { key: 'email', word: '電子信箱', isPersonal: true, cell: ({ email }) => email },
  { key: 'tel', word: '電話', isPersonal: true, cell: ({ tel }) => tel },
  { key: 'address', word: '地址', isPersonal: true, cell: ({ address }) => address },
  { key: 'message', word: '備註', isPersonal: true, cell: ({ message }) => message },
  { key: 'products', word: '商品', cell: ({ products }) => products ?? '' },
  { key: 'pieces', word: '件數', cell: ({ pieces }) => pieces },
  { key: 'subtotal', word: '商品金額', cell: ({ subtotal }) => subtotal },
  {
    key: 'discount',
    word: '折扣',
    cell: ({ subtotal, fee, used, total }) => subtotal + fee - used - total,
  },
  { key: 'shipping_fee', word: '運費', cell: ({ fee }) => fee },
  { key: 'total', word: '訂單金額', cell: ({ total }) => total },
  { key: 'refunded', word: '已退款', cell: ({ refunded }) => refunded },
  { key: 'code', word: '優惠碼', cell: ({ codes }) => codes ?? '' },
  {
    key: 'carrier',
    word: '物流公司',
    cell: ({ carriers }) => (carriers ?? []).map((carrier) => carrierLabels[carrier]).join('、'),
  },
  {
    key: 'tracking_number',
    word: '貨運單號',
    cell: ({ tracking_numbers: numbers }) => numbers ?? '',
  },
  { key: 'group', word: '團購', cell: ({ group_title: title }) => title ?? '' },
  { key: 'zip', word: '郵遞區號', isPersonal: true, cell: ({ zip }) => zip ?? '' },
  { key: 'county', word: '縣市', isPersonal: true, cell: ({ county }) => county ?? '' },
  { key: 'district', word: '鄉鎮市區', isPersonal: true, cell: ({ district }) => district ?? '' },
  { key: 'shipping', word: '配送方式', cell: (order) => methodOf(order).name },
  {
    key: 'pickup_place',
    word: '取貨地點',
    isPersonal: true,
    cell: (order) => {
      const { place, store } = methodOf(order)
      return place?.name ?? (store ? `${storeChainLabels[store.chain]} ${store.name}` : '')
    },
  },
  { key: 'balance_due', word: '待補款', cell: ({ balance_due: due }) => due },
  { key: 'along', word: '併單訂單', cell: ({ along }) => along.join('、') },
  { key: 'credit_used', word: '購物金與點數', cell: ({ used }) => used },
]

const invoiceColumns: Column<ExportedOrder>[] = [
  {
    key: 'invoice_kind',
    word: '發票類型',
    cell: ({ invoice_kind: kind }) => (kind === null ? '' : invoiceKindLabels[kind]),
  },
  {
    key: 'invoice_tax_id',
    word: '統一編號',
    isPersonal: true,
    cell: ({ invoice_tax_id: taxId }) => taxId ?? '',
  },
  {
    key: 'invoice_title',
    word: '發票抬頭',
    isPersonal: true,
    cell: ({ invoice_title: title }) => title ?? '',
  },
  {
    key: 'invoice_carrier',
    word: '發票載具',
    isPersonal: true,
    cell: ({ invoice_carrier: carrier, invoice_carrier_number: number }) =>
      carrier === null ? '' : [invoiceCarrierLabels[carrier], number].filter(Boolean).join(' '),
  },
  {
    key: 'invoice_love_code',
    word: '捐贈碼',
    isPersonal: true,
    cell: ({ invoice_love_code: code }) => code ?? '',
  },
]

interface ExportedLine {
  order_id: string
  order_number: string
  day: string
  state: OrderState
  product_id: string
  title: string
  sku: string | null
  category: string
  unit: string
  unit_price: number
  qty: number
  /** In whole NT$, and after its discount with two decimals. */
  total: number
  final_total: number
}

const lineColumns: Column<ExportedLine>[] = [
  { key: 'order_number', word: '訂單編號', cell: ({ order_number: number }) => number },
  { key: 'order_id', word: '系統編號', cell: ({ order_id: id }) => id },
  { key: 'create_at', word: '訂單日期', cell: ({ day }) => new PlainCell(day) },
  { key: 'state', word: '訂單狀態', cell: ({ state }) => orderStateLabels[state] },
  { key: 'product_id', word: '商品編號', cell: ({ product_id: id }) => id },
  { key: 'title', word: '商品', cell: ({ title }) => title },
  { key: 'category', word: '分類', cell: ({ category }) => category },
  { key: 'unit', word: '單位', cell: ({ unit }) => unit },
  { key: 'unit_price', word: '單價', cell: ({ unit_price: price }) => price },
  { key: 'qty', word: '數量', cell: ({ qty }) => qty },
  { key: 'total', word: '原金額', cell: ({ total }) => total },
  { key: 'final_total', word: '折扣後金額', cell: ({ final_total: total }) => total },
  { key: 'sku', word: '貨號', cell: ({ sku }) => sku ?? '' },
]

/** Whoever may export orders sees their persons. */
const filterOf = (request: ExportRequest) =>
  readOrderFilter(filtersOf(request, orderFilterNames), { seesPersons: true })

/** As a part of a statement over `orders as o`. */
function conditionOf(request: ExportRequest): SQL {
  const isFound = sql`o.id in ${selectOrderIds(filterOf(request))}`
  if (!request.ids) return isFound
  return sql`${isFound} and o.id = any(${sql.param([...request.ids])}::text[])`
}

/** The orders of one page, before what belongs to each of them is read. */
function pageOf(request: ExportRequest, page: { after: string | undefined; limit: number }): SQL {
  const isNext = page.after === undefined ? sql`true` : sql`o.id > ${page.after}`
  return sql`select * from orders as o where ${conditionOf(request)} and ${isNext}
    order by o.id limit ${page.limit}`
}

const day = (column: SQL) => sql`to_char(${column} at time zone 'Asia/Taipei', 'YYYY/MM/DD')`

const orderSource: ExportSource<ExportedOrder> = {
  permission: 'order.read',
  columns: orderColumns,
  check: (request) => void filterOf(request),
  count: async (db, request, limit) =>
    countTo(db, sql`select from orders as o where ${conditionOf(request)}`, limit),
  async read(db, request, page) {
    const { rows } = await db.execute<ExportedOrder & Record<string, unknown>>(sql`
      select o.id, o.number, ${day(sql`o.created_at`)} as day, ${day(sql`coalesce(o.paid_at, capture.at)`)} as paid_day,
        o.state, o.payment_state as payment,
        coalesce(o.payment_method, capture.method) as method,
        o.contact_name as name, o.user_email as email, o.user_tel as tel,
        o.user_address as address, o.user_zip as zip, o.user_county as county,
        o.user_district as district, o.shipping, o.group_id,
        o.invoice_kind, o.invoice_carrier, o.invoice_carrier_number, o.invoice_tax_id,
        o.invoice_title, o.invoice_love_code, o.message, o.total, o.balance_due, line.*, fee.*, refund.*, parcel.*,
        (select ${mateNumbers} from orders where orders.id = o.id) as along,
        (select campaigns.title from groups
          join campaigns on campaigns.id = groups.campaign_id where groups.id = o.group_id) as group_title
      from (${pageOf(request, page)}) as o
      cross join lateral (
        select string_agg(title || ' × ' || qty, '、' order by id) as products,
          coalesce(sum(qty), 0)::integer as pieces, coalesce(sum(total), 0)::bigint as subtotal,
          string_agg(distinct coupon ->> 'code', '、') as codes
        from order_lines where order_id = o.id) as line
      cross join lateral (
        select coalesce(sum(amount_hundredths) filter (where kind = 'fee') / 100, 0)::bigint as fee,
          coalesce(-sum(amount_hundredths) filter (where kind in ('credit', 'points')) / 100,
            0)::bigint as used
        from order_adjustments where order_id = o.id) as fee
      cross join lateral (
        -- As the filter of orders does, without refunds of money that never counted.
        select coalesce(sum(r.amount) filter (where r.state = 'done'), 0)::bigint as refunded,
          coalesce(bool_or(r.state <> 'done'), false) as is_refunding
        from refunds as r join payments as p on p.id = r.payment_id
        where r.order_id = o.id and not r.is_of_capture and r.state <> 'dropped'
          and (p.counts or p.supplements
            or o.payment_state <> 'paid' and o.refunded_at is null)) as refund
      left join lateral (
        -- An order forgets its payment once all of it was refunded; the books do not.
        select method, state_since as at from payments
        where order_id = o.id and status = 'succeeded' and counts) as capture on true
      cross join lateral (
        select array_agg(carrier order by id) as carriers,
          string_agg(nullif(tracking_number, ''), '、' order by id) as tracking_numbers
        from parcels where order_id = o.id) as parcel
      order by o.id`)
    const placed = rows.map((row) => {
      const { address, zip, county, district } = row
      const columns = { userZip: zip, userCounty: county, userDistrict: district }
      return { ...row, ...addressParts({ userAddress: address, ...columns }) }
    })
    return { rows: placed, last: lastOf(rows, page.limit) }
  },
}

/** The columns of invoices are there as long as the shop issues them. */
export function orderExport({ issuesInvoices }: { issuesInvoices: () => boolean }) {
  const ofInvoices = invoiceColumns.map((column) => ({ ...column, isShown: issuesInvoices }))
  return defineExport({ ...orderSource, columns: [...orderColumns, ...ofInvoices] })
}

export const orderLineExport = defineExport<ExportedLine>({
  permission: 'order.read',
  columns: lineColumns,
  check: (request) => void filterOf(request),
  count: async (db, request, limit) =>
    countTo(
      db,
      sql`select from orders as o join order_lines as line on line.order_id = o.id
        where ${conditionOf(request)}`,
      limit,
    ),
  async read(db, request, page) {
    const { rows } = await db.execute<ExportedLine & Record<string, unknown>>(sql`
      select o.id as order_id, o.number as order_number, ${day(sql`o.created_at`)} as day, o.state,
        line.product_id, line.title, line.sku, line.product ->> 'category' as category, line.unit,
        line.unit_price, line.qty, line.total, line.final_total::float8 as final_total
      from (${pageOf(request, page)}) as o join order_lines as line on line.order_id = o.id
      order by o.id, line.id`)
    const ids = await db.execute<{ last: string | null; count: number }>(
      sql`select max(id) as last, count(*)::integer as count from (${pageOf(request, page)}) as o`,
    )
    const [{ last, count } = { last: null, count: 0 }] = ids.rows
    return { rows, last: count < page.limit ? undefined : (last ?? undefined) }
  },
})
