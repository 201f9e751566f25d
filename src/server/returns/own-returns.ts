import type { OwnReturns, StaffReturns } from '#contract/order-life.ts'
import type { Db } from '../db/connect.ts'
import { type Actor, mayDo } from '../http/actor.ts'
import { readersTitle } from '../http/readers-texts.ts'
import type { OrderWithLines } from '../orders/order-wire.ts'
import { toListedReturn, toOrderReturn } from './return-wire.ts'
import { leftOf, readGoods, readReturnable } from './returnable.ts'
import { listReturnsOf } from './returns.queries.ts'

/** For the reply of an order to its shopper. */
export async function readOwnReturns(db: Db, found: OrderWithLines): Promise<OwnReturns> {
  // Of an order without a parcel nothing can come back.
  if (!found.progress.hasParcels) return {}
  const [cases, returnable] = await Promise.all([
    listReturnsOf(db, found.order.id),
    readReturnable(db, found),
  ])
  const titles = new Map(found.lines.map(({ id, product }) => [id, readersTitle(product)]))
  return {
    ...(cases.length > 0 && { returns: cases.map((row) => toOrderReturn(row, titles)) }),
    ...(returnable && { returnable }),
  }
}

/** For the reply of an order to the staff. */
export async function readStaffReturns(
  db: Db,
  found: OrderWithLines,
  actor: Actor,
): Promise<StaffReturns> {
  const { order, progress } = found
  if (!progress.hasParcels) return {}
  const [cases, { lines }] = await Promise.all([listReturnsOf(db, order.id), readGoods(db, found)])
  const { number, contactName: name } = order
  const isSent = ['shipped', 'delivered', 'completed'].includes(order.state)
  const open = lines.filter((line) => leftOf(line) > 0)
  return {
    ...(cases.length > 0 && {
      returns: cases.map((row) => {
        const pieces = row.lines.reduce((sum, { qty }) => sum + qty, 0)
        return toListedReturn({ ...row, number, name, pieces }, actor)
      }),
    }),
    ...(isSent &&
      open.length > 0 &&
      mayDo(actor, 'order.write') && {
        returnable: open.map((line) => ({
          line_id: line.lineId,
          title: line.title,
          qty: leftOf(line),
        })),
      }),
  }
}

/** In Chinese, by line: what is kept names them so. */
export function titlesOf({ lines }: Pick<OrderWithLines, 'lines'>): ReadonlyMap<string, string> {
  return new Map(lines.map(({ id, product }) => [id, product.title]))
}
