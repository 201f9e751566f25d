import { sql } from 'drizzle-orm'
import type { AdminShippingMethod } from '#contract/admin-shipping.ts'
import { formatMoney } from '#contract/money.ts'
import { storeBounds } from '#contract/shipping-kinds.ts'
import { t } from '#contract/translate.ts'
import { toBasket } from '../../cart/cart-basket.ts'
import { type LineProduct, readLineProducts } from '../../catalog/line-products.queries.ts'
import type { Db } from '../../db/connect.ts'
import { readMethods } from '../../shipping/methods.queries.ts'
import { type LineRow, readOrderLines } from '../back-office/change-lines.ts'
import type { OrderRow } from '../order-wire.ts'
import { offerOfKept } from '../placing/delivery.ts'
import { toParcelLine } from '../placing/parcel-line.ts'

/** An order as far as one parcel with others is judged by it. */
type MergedOrder = Pick<OrderRow, 'id' | 'total' | 'shipping' | 'userAddress'>

/** Goods and money from which the fee of one parcel follows. */
interface ParcelGoods {
  methods: readonly AdminShippingMethod[]
  sold: readonly LineProduct[]
  /** By order. */
  lines: ReadonlyMap<string, readonly LineRow[]>
  money: ReadonlyMap<string, OrderMoney>
}

/** In whole NT$. */
interface OrderMoney {
  fee: number
  /** The part of the goods that credit and points pay. */
  used: number
  /** Refunds of the price, done or under way. */
  refunded: number
}

export interface ParcelFee {
  /** The fee of each order, before and afterwards; in whole NT$. */
  fees: { id: string; before: number; after: number }[]
  /** In whole NT$: what one parcel costs less than the parcels one by one. */
  saving: number
  /** Why the goods do not go in one parcel. */
  refusal?: string
}

export async function readParcelGoods(db: Db, ids: readonly string[]): Promise<ParcelGoods> {
  const [methods, lines, money] = await Promise.all([
    readMethods(db),
    Promise.all(ids.map((id) => readOrderLines(db, id))),
    readMoney(db, ids),
  ])
  const productIds = lines.flat().map(({ productId }) => productId)
  const sold = await readLineProducts(db, [...new Set(productIds)])
  return { methods, sold, lines: Map.groupBy(lines.flat(), ({ orderId }) => orderId), money }
}

async function readMoney(db: Db, ids: readonly string[]): Promise<Map<string, OrderMoney>> {
  const { rows } = await db.execute<OrderMoney & { id: string } & Record<string, unknown>>(sql`
    select id,
      coalesce((select sum(amount_hundredths) / 100 from order_adjustments as fee
        where fee.order_id = orders.id and fee.kind = 'fee'), 0)::float8 as fee,
      coalesce((select -sum(amount_hundredths) / 100 from order_adjustments as used
        where used.order_id = orders.id and used.kind in ('credit', 'points')), 0)::float8 as used,
      coalesce((select sum(refund.amount) from refunds as refund
        join payments as payment on payment.id = refund.payment_id
          and (payment.counts or payment.supplements)
        where refund.order_id = orders.id and refund.state not in ('failed', 'dropped')
          and not refund.is_of_capture and not refund.is_of_change), 0)::float8 as refunded
    from orders where id = any(${sql.param([...ids])}::text[])`)
  return new Map(rows.map(({ id, fee, used, refunded }) => [id, { fee, used, refunded }]))
}

/**
 * One fee for the goods of these orders in one parcel, by the shop's rules of now, and never more than
 * they had together. The oldest orders keep theirs first. An order of which nothing else would be
 * left to pay keeps its fee, too: its whole price would be back, as if nobody wanted it any more.
 */
export function feeOfParcel(goods: ParcelGoods, orders: readonly MergedOrder[]): ParcelFee {
  const [first] = orders
  const had = orders.map(({ id, total }) => {
    const { fee, used, refunded } = goods.money.get(id) ?? { fee: 0, used: 0, refunded: 0 }
    return { id, fee, mayFall: total - fee > refunded, goods: total - fee + used }
  })
  const sum = had.reduce((all, { fee }) => all + fee, 0)
  const payable = had.reduce((all, one) => all + one.goods, 0)
  const rows = orders.flatMap(({ id }) => goods.lines.get(id) ?? [])
  const basket = toBasket(
    rows.map((row) => toParcelLine({ row, qty: row.qty }, goods.sold)),
    payable,
  )
  const offer = first && orders.length > 1 ? offerOfKept(goods.methods, first, basket) : undefined
  // A method that is gone charges nothing new: one of the fees stays.
  const one = offer?.fee ?? Math.max(0, ...had.map(({ fee }) => fee))
  const fixed = had.reduce((all, { fee, mayFall }) => all + (mayFall ? 0 : fee), 0)
  let left = Math.max(0, (orders.length > 1 ? Math.min(one, sum) : sum) - fixed)
  const fees = had.map(({ id, fee, mayFall }) => {
    const after = mayFall ? Math.min(fee, left) : fee
    if (mayFall) left -= after
    return { id, before: fee, after }
  })
  const saving = fees.reduce((all, { before, after }) => all + before - after, 0)
  const refusal = offer?.refusal?.text ?? amountRefusal(first, payable + sum - saving)
  return { fees, saving, ...(refusal !== undefined && { refusal }) }
}

/** Also of a method that is gone: a chain takes no parcel of more. */
function amountRefusal(first: MergedOrder | undefined, total: number): string | undefined {
  if (first?.shipping?.kind !== 'store' || total <= storeBounds.amount) return undefined
  return t('訂單金額超過上限 {amount}', { amount: formatMoney(storeBounds.amount) })
}
