import { isOnceOpened, type NoReturn } from '#contract/no-return.ts'
import type { ReturnWay } from '#contract/return-states.ts'
import type { Returnable } from '#contract/returns.ts'
import { taipeiDay } from '#contract/taipei-time.ts'
import { t } from '#contract/translate.ts'
import type { Db } from '../db/connect.ts'
import { toEpochSeconds } from '../http/epoch-seconds.ts'
import { readersTitle } from '../http/readers-texts.ts'
import { readShippableLines } from '../orders/fulfilment/parcels.queries.ts'
import { readReturns } from '../orders/fulfilment/return-order.service.ts'
import { type OrderWithLines, shippingOf } from '../orders/order-wire.ts'
import { paysOnDelivery } from '../orders/pays-on-delivery.ts'
import { readSettings } from '../settings/settings.queries.ts'
import { creditOf, isCreditOn, readBack, toBack } from './credit.ts'
import { paidOf } from './paid-lines.ts'
import { readDelivery, readTaken } from './returns.queries.ts'

/** A line of an order with what was paid for it and what became of its pieces. */
export interface ReturnableLine {
  lineId: string
  /** Names the variant, too. */
  title: string
  noReturn: NoReturn | undefined
  ordered: number
  /** For all its pieces, in whole NT$. */
  paid: number
  shipped: number
  /** Came back, or were paid back without coming back. */
  returned: number
  /** In returns that are under way. */
  open: number
}

export interface ReturnableGoods {
  lines: ReturnableLine[]
  /** The shipping fee in the total, in whole NT$. */
  fee: number
}

type Ordered = Pick<OrderWithLines, 'order' | 'lines' | 'progress'>

/** The goods of an order that were shipped, and those that came back. */
export async function readGoods(db: Db, found: Ordered): Promise<ReturnableGoods> {
  const { order, lines, progress } = found
  const [shippable, recorded, taken] = await Promise.all([
    readShippableLines(db, order.id),
    readReturns(db, order.id),
    readTaken(db, order.id),
  ])
  const total = order.total + creditOf(found)
  const { paid, fee } = paidOf(lines, { total, shippingFee: progress.shippingFee })
  const back = new Map<string, number>()
  for (const { lines: returned = [] } of recorded) {
    for (const { line_id, qty } of returned) back.set(line_id, (back.get(line_id) ?? 0) + qty)
  }
  const products = new Map(lines.map(({ id, product }) => [id, product]))
  const goods = shippable.map(({ id, title, qty, shipped }) => {
    const own = taken.find(({ lineId }) => lineId === id)
    const product = products.get(id)
    return {
      lineId: id,
      title: product ? readersTitle(product) : title,
      noReturn: product?.no_return,
      ordered: qty,
      paid: paid.get(id) ?? 0,
      shipped,
      returned: (back.get(id) ?? 0) + (own?.withoutGoods ?? 0),
      open: own?.open ?? 0,
    }
  })
  return { lines: goods, fee }
}

/** Pieces of a line that a new return may have. */
export function leftOf({ shipped, returned, open }: ReturnableLine): number {
  return Math.max(0, shipped - returned - open)
}

/** Whether nothing that was sent is left with the shopper once these pieces are back, too. */
export function isAllBack(
  lines: readonly ReturnableLine[],
  pieces: ReadonlyMap<string, number>,
): boolean {
  return lines.every(
    ({ lineId, shipped, returned }) => returned + (pieces.get(lineId) ?? 0) >= shipped,
  )
}

/** The law excludes it, opened or not. */
export function isExcluded({ noReturn }: Pick<ReturnableLine, 'noReturn'>): boolean {
  return noReturn !== undefined && !isOnceOpened(noReturn)
}

const dayMs = 24 * 60 * 60 * 1_000
const taipeiMs = 8 * 60 * 60 * 1_000

/**
 * The end of the last day in Taipei, in epoch milliseconds: the day of the delivery does not count, and
 * the last one counts whole.
 */
export function endOfReturns(deliveredAt: Date, days: number): number {
  const day = Math.floor((deliveredAt.getTime() + taipeiMs) / dayMs)
  return (day + days + 1) * dayMs - taipeiMs
}

/** By which ways goods come back, the usual one first: they may be brought to where they were handed out. */
export function waysOf(order: OrderWithLines['order']): ReturnWay[] {
  const { kind } = shippingOf(order)
  if (kind === 'place' || kind === 'leader') return ['place', 'pickup', 'parcel']
  // The order knows a store, and not where the shopper lives.
  return kind === 'store' ? ['parcel', 'pickup'] : ['pickup', 'parcel']
}

/**
 * The goods that the shopper of an order may send back; undefined while nothing of it was sent, and of an order
 * that ended without goods.
 */
export async function readReturnable(db: Db, found: Ordered): Promise<Returnable | undefined> {
  const { order } = found
  const isPossible =
    ['shipped', 'delivered', 'completed', 'returned'].includes(order.state) ||
    (order.state === 'preparing' && found.progress.hasParcels)
  // Nobody has picked it up: the chain brings it back by itself.
  if (!isPossible || paysOnDelivery(order)) return undefined
  const [{ lines, fee }, { deliveredAt, now }, settings, credit] = await Promise.all([
    readGoods(db, found),
    readDelivery(db, order.id),
    readSettings(db),
    readCredit(db, found),
  ])
  const days = settings.order.values.returns_within
  const end = deliveredAt === null ? undefined : endOfReturns(deliveredAt, days)
  const isOver = end !== undefined && now.getTime() >= end
  const whyNot = refusalOf(found, lines, isOver ? end : undefined)
  return {
    ...(end !== undefined && { until: toEpochSeconds(new Date(end)) - 1 }),
    days,
    ...(whyNot !== undefined && { why_not: whyNot }),
    ways: waysOf(order),
    lines: lines
      .filter(({ shipped, returned }) => shipped > returned)
      .map((line) => ({
        line_id: line.lineId,
        title: line.title,
        qty: isExcluded(line) ? 0 : leftOf(line),
        left: line.shipped - line.returned,
        ordered: line.ordered,
        paid: line.paid,
        returned: line.returned,
        ...(line.noReturn && { no_return: line.noReturn }),
      })),
    ...(fee > 0 && { fee }),
    ...credit,
  }
}

/** The credit to give back, and whether the money may be credit, too. */
async function readCredit(
  db: Db,
  found: Ordered,
): Promise<Pick<Returnable, 'back' | 'takes_credit'>> {
  const isOn = await isCreditOn(db, found)
  if (!isOn && creditOf(found) === 0) return {}
  const back = await readBack(db, found)
  return { ...toBack(back), ...(isOn && back.money > 0 && { takes_credit: true as const }) }
}

function refusalOf(
  { order }: Ordered,
  lines: readonly ReturnableLine[],
  over: number | undefined,
): string | undefined {
  const isAllBack = lines.every(({ shipped, returned }) => returned >= shipped)
  if (order.state === 'returned' || isAllBack) return t('商品都已經退回或退款')
  if (over !== undefined)
    return t('退貨期限到 {over} 為止，已經超過', { over: taipeiDay(over - 1) })
  if (order.state === 'preparing') {
    return t('還有商品沒有寄出，全部寄出後就可以申請，退貨期限從全部送達後起算')
  }
  const open = lines.filter((line) => leftOf(line) > 0)
  if (open.length === 0) return t('商品都已經申請退貨')
  return open.every(isExcluded) ? t('這些商品依法不適用七天鑑賞期') : undefined
}
