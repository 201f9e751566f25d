import type { MoneyAndCredit } from '#contract/return-value.ts'
import { findCreditor } from '../credit/credit.queries.ts'
import { readUsedCredit, sumOfCredit } from '../credit/ledger.ts'
import type { Db } from '../db/connect.ts'
import type { OrderWithLines } from '../orders/order-wire.ts'
import { readRefundable } from '../payments/refunds/refunds.service.ts'
import { readSettingGroup } from '../settings/settings.queries.ts'

/** Whether money may go back as credit: only a member has any. */
export async function isCreditOn(
  db: Db,
  { order }: Pick<OrderWithLines, 'order'>,
): Promise<boolean> {
  if (!(await readSettingGroup(db, 'credit')).credit_on) return false
  return (await findCreditor(db, order.owner)) !== undefined
}

/** The part of the price of an order that credit and points pay, also once it is back; in whole NT$. */
export function creditOf({ progress }: Pick<OrderWithLines, 'progress'>): number {
  return (progress.credit?.credit ?? 0) + (progress.credit?.points ?? 0)
}

/** Money of an order that is not given back, and what it has used and has not got back. */
export async function readBack(
  db: Db,
  { order }: Pick<OrderWithLines, 'order'>,
): Promise<MoneyAndCredit> {
  const [money, used, { first }] = await Promise.all([
    readRefundable(db, order),
    readUsedCredit(db, [order.id]),
    readSettingGroup(db, 'credit'),
  ])
  const own = used.get(order.id)
  return { money, credit: own ? sumOfCredit(own) : 0, first }
}

/** For the wire: absent of an order without credit to give back. */
export function toBack(back: MoneyAndCredit): { back?: MoneyAndCredit } {
  return back.credit > 0 ? { back } : {}
}
