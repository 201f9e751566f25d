import { asc, inArray, sql } from 'drizzle-orm'
import type { CreditSettings } from '#contract/credit.ts'
import type { CreditKind } from '#contract/credit-kinds.ts'
import { type Adjustment, fromHundredths, priceCart, withCredit } from '../../cart/pricing.ts'
import { changeDiscounts } from '../../coupons/coupon-uses.queries.ts'
import { keepUse } from '../../credit/keep-use.ts'
import type { CreditAmounts } from '../../credit/ledger.ts'
import { followAdjustments } from '../../credit/order-use.ts'
import type { Db } from '../../db/connect.ts'
import { orderAdjustments, orderEvents, orderLines, orders } from '../../db/tables/orders.ts'
import type { Transaction } from '../../db/transaction.ts'
import { type Actor, actorKey } from '../../http/actor.ts'
import { readSettingGroup } from '../../settings/settings.queries.ts'
import { eventOfRun } from '../orders.queries.ts'
import { couponDiscount } from '../placing/create-order.ts'

type LineRow = Pick<
  typeof orderLines.$inferSelect,
  'orderId' | 'id' | 'productId' | 'variantId' | 'qty' | 'product' | 'coupon'
>
type AdjustmentRow = typeof orderAdjustments.$inferSelect

/** The new prices of an order, whose row is locked. */
export interface Repricing {
  orderId: string
  /** In whole NT$ for one piece, by the id in stock. */
  prices: ReadonlyMap<string, number>
  /** So many pieces are left of the order: its last lines lose theirs first. */
  qty?: number
  /** Pieces that are left of each line, by its id. */
  quantities?: ReadonlyMap<string, number>
  /** It goes on using as much credit and points as its record says. */
  keepsUse?: boolean
}

export interface RepricedLine {
  orderId: string
  id: string
  qty: number
  total: number
  finalTotal: number
  /** In whole NT$ for one piece. */
  price: number
}

export interface RepricedOrder {
  orderId: string
  /** New amount charged, in whole NT$. */
  total: number
  lines: RepricedLine[]
  adjustments: { orderId: string; position: number; hundredths: string }[]
  /** Whether credit or points pay a part of it. */
  usesCredit: boolean
  /** Coupon discount, in whole NT$; undefined without a coupon. */
  discount: number | undefined
}

/**
 * Writes new prices into orders that are locked and not paid, in few statements for all of them.
 * Coupons keep their percent, fees their amount; credit that they need no longer comes back. With `payableUntil` they are paid like every other
 * order from now on, until that instant. Gives the new totals in whole NT$ by order.
 */
export async function repriceOrders(
  tx: Transaction,
  repricings: readonly Repricing[],
  { actor, payableUntil }: { actor: Actor; payableUntil?: Date | undefined },
): Promise<Map<string, number>> {
  if (repricings.length === 0) return new Map()
  const { repriced, totals } = await tryRepricing(tx, repricings)
  await Promise.all([
    writeRepriced(tx, repriced, payableUntil),
    tx.insert(orderEvents).values(
      repriced.map(({ orderId, total }) => ({
        orderId,
        kind: 'changed' as const,
        actor: actorKey(actor),
        detail: {
          before: { total: totals.get(orderId) },
          after: { total },
          ...eventOfRun(actor),
        },
      })),
    ),
  ])
  const using = repriced.filter(({ usesCredit }) => usesCredit).map(({ orderId }) => orderId)
  if (using.length > 0) await followAdjustments(tx, using, actor)
  return new Map(repriced.map(({ orderId, total }) => [orderId, total]))
}

/** The orders at their new prices, and their totals of now; writes nothing. */
export async function tryRepricing(
  db: Db,
  repricings: readonly Repricing[],
): Promise<{ repriced: RepricedOrder[]; totals: Map<string, number> }> {
  const ids = repricings.map(({ orderId }) => orderId)
  const { lines, adjustments, before, totals } = await readPriced(db, ids)
  const linesOf = Map.groupBy(lines, ({ orderId }) => orderId)
  const adjustmentsOf = Map.groupBy(adjustments, ({ orderId }) => orderId)
  const settings = adjustments.some(isOfCredit) ? await readSettingGroup(db, 'credit') : undefined
  const repriced = repricings.map((repricing) =>
    repriceOrder(
      repricing,
      linesOf.get(repricing.orderId) ?? [],
      adjustmentsOf.get(repricing.orderId) ?? [],
      settings && { settings, ...before.get(repricing.orderId) },
    ),
  )
  return { repriced, totals }
}

/** One order at its new prices. */
export function repriceOrder(
  { orderId, prices, qty, quantities, keepsUse }: Repricing,
  lines: readonly LineRow[],
  adjustments: readonly AdjustmentRow[],
  credit?: UsedBefore,
): RepricedOrder {
  let left = qty ?? Number.POSITIVE_INFINITY
  const toPrice = lines.map((line) => {
    const price = prices.get(line.variantId ?? line.productId)
    if (price === undefined) throw new Error(`no price of ${line.variantId ?? line.productId}`)
    const kept = Math.min(line.qty, left, quantities?.get(line.id) ?? line.qty)
    left -= kept
    return { price, qty: kept }
  })
  const others = adjustments.filter((adjustment) => !isOfCredit(adjustment))
  const plain = priceCart(
    toPrice,
    others.map((adjustment) => adjustmentOf(adjustment, lines)),
  )
  const used = usedBy(adjustments)
  const kept = used && credit && !keepsUse ? keptOf(used, adjustments, plain.payable, credit) : used
  const priced = kept ? withCredit(plain, kept) : plain
  return {
    orderId,
    total: priced.payable,
    lines: lines.map(({ id }, index) => ({
      orderId,
      id,
      qty: toPrice[index]?.qty ?? 0,
      price: toPrice[index]?.price ?? 0,
      total: priced.lines[index]?.total ?? 0,
      finalTotal: fromHundredths(priced.lines[index]?.finalHundredths ?? 0n),
    })),
    adjustments: [
      ...plain.adjustments.map(({ hundredths }, index) => ({
        orderId,
        position: others[index]?.position ?? index,
        hundredths: String(hundredths),
      })),
      ...adjustments.filter(isOfCredit).map(({ kind, position }) => ({
        ...{ orderId, position },
        hundredths: String(-BigInt((isCreditKind(kind) && kept?.[kind]) || 0) * 100n),
      })),
    ],
    usesCredit: kept !== undefined,
    discount: adjustments.some(({ kind }) => kind === 'coupon')
      ? couponDiscount(priced)
      : undefined,
  }
}

/** An order that uses credit or points, as it was. */
interface UsedBefore {
  settings: Pick<CreditSettings, 'share' | 'first'>
  total?: number
  isPaid?: boolean
}

const isCreditKind = (kind: AdjustmentRow['kind']): kind is CreditKind =>
  kind === 'credit' || kind === 'points'
const isOfCredit = ({ kind }: Pick<AdjustmentRow, 'kind'>) => isCreditKind(kind)

/** In whole NT$; undefined where nothing is used. */
function usedBy(adjustments: readonly AdjustmentRow[]): CreditAmounts | undefined {
  if (!adjustments.some(isOfCredit)) return undefined
  return { credit: -amountOf(adjustments, 'credit'), points: -amountOf(adjustments, 'points') }
}

function amountOf(adjustments: readonly AdjustmentRow[], kind: AdjustmentRow['kind']): number {
  const ofKind = adjustments.filter((one) => one.kind === kind)
  return Number(ofKind.reduce((all, { amountHundredths }) => all + amountHundredths, 0n)) / 100
}

/** The credit and points that an order goes on using which costs so much now without them. */
function keptOf(
  used: CreditAmounts,
  adjustments: readonly AdjustmentRow[],
  payable: number,
  { settings, total = 0, isPaid = false }: UsedBefore,
) {
  const fee = amountOf(adjustments, 'fee')
  const goodsBefore = total - fee + used.credit + used.points
  const goodsAfter = payable - fee
  return keepUse(used, { goodsBefore, goodsAfter, fee, isPaid, totalBefore: total }, settings)
}

/** The lines carry the snapshot of the coupon that covers them. */
function adjustmentOf(
  { kind, label, amountHundredths }: AdjustmentRow,
  lines: readonly LineRow[],
): Adjustment {
  const coupon = lines.find((line) => line.coupon)?.coupon
  if (kind !== 'coupon' || !coupon) return { kind, label, hundredths: amountHundredths }
  const covers = lines.map((line) => line.coupon !== null)
  return { kind, label, percent: coupon.percent, covers }
}

async function readPriced(db: Db, ids: string[]) {
  const [lines, adjustments, before] = await Promise.all([
    db
      .select({
        orderId: orderLines.orderId,
        id: orderLines.id,
        productId: orderLines.productId,
        variantId: orderLines.variantId,
        qty: orderLines.qty,
        product: orderLines.product,
        coupon: orderLines.coupon,
      })
      .from(orderLines)
      .where(inArray(orderLines.orderId, ids))
      .orderBy(asc(orderLines.orderId), asc(orderLines.id)),
    db
      .select()
      .from(orderAdjustments)
      .where(inArray(orderAdjustments.orderId, ids))
      .orderBy(asc(orderAdjustments.orderId), asc(orderAdjustments.position)),
    db
      .select({ id: orders.id, total: orders.total, payment: orders.payment })
      .from(orders)
      .where(inArray(orders.id, ids)),
  ])
  return {
    ...{ lines, adjustments },
    before: new Map(
      before.map(({ id, total, payment }) => [id, { total, isPaid: payment === 'paid' }]),
    ),
    totals: new Map(before.map(({ id, total }) => [id, total])),
  }
}

async function writeRepriced(
  tx: Transaction,
  repriced: readonly RepricedOrder[],
  payableUntil: Date | undefined,
): Promise<void> {
  // One change of the row: each makes what the back office searches by anew.
  const payable = payableUntil
    ? sql`, is_payable = true, charge_kind = 'charge', expires_at = ${payableUntil.toISOString()}`
    : sql``
  const totals = repriced.map(({ orderId, total }) => ({ orderId, total }))
  const [lines, gone] = partition(repriced.flatMap((order) => order.lines))
  const adjustments = repriced.flatMap((order) => order.adjustments)
  const discounts = repriced.flatMap(({ orderId, discount }) =>
    discount === undefined ? [] : [{ orderId, discount }],
  )
  await Promise.all([
    gone.length > 0 &&
      tx.execute(sql`delete from order_lines as line
        using jsonb_to_recordset(${JSON.stringify(gone)}::jsonb) as gone ("orderId" text, id text)
        where line.order_id = gone."orderId" and line.id = gone.id`),
    tx.execute(sql`
      update order_lines as line set qty = new.qty, total = new.total,
        final_total = new."finalTotal",
        product = jsonb_set(line.product, '{price}', to_jsonb(new.price))
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as new ("orderId" text, id text,
        qty integer, total bigint, "finalTotal" numeric, price bigint)
      where line.order_id = new."orderId" and line.id = new.id`),
    tx.execute(sql`
      update orders set total = new.total${payable}
      from jsonb_to_recordset(${JSON.stringify(totals)}::jsonb) as new ("orderId" text, total bigint)
      where orders.id = new."orderId"`),
    adjustments.length > 0 &&
      tx.execute(sql`
        update order_adjustments as adjustment set amount_hundredths = new.hundredths
        from jsonb_to_recordset(${JSON.stringify(adjustments)}::jsonb)
          as new ("orderId" text, position integer, hundredths bigint)
        where adjustment.order_id = new."orderId" and adjustment.position = new.position`),
    discounts.length > 0 && changeDiscounts(tx, discounts),
  ])
}

/** The lines that are left, and those that have no pieces any more. */
function partition(lines: readonly RepricedLine[]): [RepricedLine[], RepricedLine[]] {
  const left = lines.filter(({ qty }) => qty > 0)
  return [left, lines.filter(({ qty }) => qty === 0)]
}

/** Amount charged for the goods of an order, without its fees and what credit pays; in whole NT$. */
export async function readGoodsAmount(
  tx: Transaction,
  orderId: string,
): Promise<{ goods: number; total: number }> {
  const [row] = await tx
    .select({
      total: orders.total,
      goods: sql`${orders.total} - coalesce((
        select ceil(sum(fee.amount_hundredths) / 100) from order_adjustments as fee
        where fee.order_id = ${orders.id} and fee.kind = 'fee'), 0)`.mapWith(Number),
    })
    .from(orders)
    .where(inArray(orders.id, [orderId]))
  return row ?? { goods: 0, total: 0 }
}
