import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { AccountMonth, MonthFigures } from '#contract/months.ts'
import { recordAudit } from '../../audit/audit.ts'
import type { Db } from '../../db/connect.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import type { StaffActor } from '../../http/actor.ts'
import { toEpochSeconds } from '../../http/epoch-seconds.ts'
import { ShopError } from '../../http/shop-error.ts'
import { readSettingGroup } from '../../settings/settings.queries.ts'
import { splitLine, toFigures } from './month-figures.ts'
import { toMonthFile } from './month-file.ts'
import { assertClosable, canClose, hasEnded, monthAfter, monthOf, spanOf } from './month-span.ts'
import {
  type ClosedMonth,
  findClosedMonth,
  insertClosedMonth,
  listClosedMonths,
  lockMonths,
  maxMonthItems,
  readClock,
  readClosedEnds,
  readMonthItems,
  readMonthSums,
} from './months.queries.ts'

const maxMonths = 24

/**
 * The months since the first money of the books, the latest first; once months are closed, from the
 * first of these on.
 */
export async function listMonths(db: Db): Promise<AccountMonth[]> {
  const [{ now, first }, closed] = await Promise.all([
    readClock(db),
    listClosedMonths(db, maxMonths),
  ])
  const oldest = closed.at(-1)?.month ?? (first === null ? undefined : monthOf(first))
  if (oldest === undefined) return []
  const months: string[] = []
  for (let month = monthOf(now); month >= oldest; month = monthBefore(month)) {
    if (months.push(month) === maxMonths) break
  }
  const sums = await readMonthSums(db, spanOf(months.at(-1) ?? monthOf(now)).start)
  const last = closed[0]?.month
  return months.map((month): AccountMonth => {
    const known = closed.find((one) => one.month === month)
    if (known) return toClosed(known)
    const { received = 0, refunded = 0 } = sums.get(month) ?? {}
    const state = hasEnded(month, now) ? 'ended' : 'open'
    const can_close = canClose(month, last, now)
    return { month, state, can_close, received, refunded, net: received - refunded }
  })
}

function toClosed({ month, closedAt, closedBy, figures }: ClosedMonth): AccountMonth {
  const { received, refunded, net } = figures
  return {
    ...{ month, state: 'closed', can_close: false, received, refunded, net },
    ...{ closed_at: toEpochSeconds(closedAt), closed_by: closedBy },
  }
}

const monthBefore = (month: string) => monthOf(spanOf(month).start - 1)

/** The sums of a month: as they were closed, or as they are now. Throws MONTH_TOO_LARGE. */
export async function readMonthFigures(db: Db, month: string): Promise<MonthFigures> {
  const closed = await findClosedMonth(db, month)
  if (closed) return closed.figures
  const { items, lines } = await readMonth(db, month)
  return toFigures(lines, items)
}

/** The file of a closed month; throws MONTH_NOT_FOUND for any other one. */
export async function readMonthFile(db: Db, month: string): Promise<Buffer> {
  const closed = await findClosedMonth(db, month)
  if (!closed) throw new ShopError('MONTH_NOT_FOUND')
  return closed.file
}

async function readMonth(db: Db, month: string) {
  const { first, last } = await readClosedEnds(db)
  // Things that were known too late for a closed month are of the first one after the closed ones.
  const isNext = last !== undefined && month === monthAfter(last)
  const items = await readMonthItems(db, spanOf(month), isNext && first ? spanOf(first) : undefined)
  if (Object.values(items).some((list) => list.length > maxMonthItems)) {
    throw new ShopError('MONTH_TOO_LARGE')
  }
  return { items, lines: items.books.map(splitLine), last }
}

/**
 * Closes a month: what it holds is its own for ever, and its file is made. Throws MONTH_CLOSED,
 * MONTH_NOT_ENDED and MONTH_TOO_LARGE.
 */
export function closeMonth(
  db: NodePgDatabase,
  actor: StaffActor,
  month: string,
): Promise<AccountMonth> {
  return transaction(db, async (tx: Transaction) => {
    await lockMonths(tx)
    const { now } = await readClock(tx)
    const { items, lines, last } = await readMonth(tx, month)
    assertClosable(month, last, now)
    const figures = toFigures(lines, items)
    const { name, tax_id: taxId = '' } = await readSettingGroup(tx, 'shop')
    const file = await toMonthFile({ month, shop: { name, taxId }, figures, lines, items })
    const kept = { month, closedBy: actor.name, figures, file }
    const closed = await insertClosedMonth(tx, kept, items)
    const { received, refunded, net } = figures
    await recordAudit(tx, actor, {
      action: 'month.close',
      subject: { kind: 'month', id: month, title: month },
      after: { received, refunded, net },
    })
    return toClosed(closed)
  })
}
