import type { SalesReport } from '#contract/reports.ts'
import type { Db } from '../db/connect.ts'
import { pointStarts, type Range, toDay } from './report-range.ts'
import { readPoints, readSums, type Sums } from './reports.queries.ts'

type Figures = SalesReport['figures']

/** The figures are the sums of the points, so that these add up to them. */
export async function readSales(db: Db, range: Range): Promise<SalesReport> {
  const [rows, before] = await Promise.all([readPoints(db, range), readSums(db, range.before)])
  const byPoint = new Map(rows.map((row) => [row.point, row]))
  const figures = toFigures(rows.reduce(plus, nothing))
  const compared = toFigures(before)
  const change = Object.fromEntries(
    figureNames.map((name) => [name, percentChange(figures[name], compared[name])]),
  ) as SalesReport['change']
  return {
    range: { from: toDay(range.start), to: toDay(range.end - 1), unit: range.unit },
    figures,
    before: compared,
    change,
    points: pointStarts(range).map((at, index) => {
      const { orders, received, refunded } = byPoint.get(index + 1) ?? nothing
      return { at: at / 1000, orders, received, refunded }
    }),
  }
}

const nothing: Sums = { orders: 0, payments: 0, received: 0, refunded: 0 }
const figureNames = ['orders', 'received', 'refunded', 'net', 'average'] as const

function plus(one: Sums, other: Sums): Sums {
  return {
    orders: one.orders + other.orders,
    payments: one.payments + other.payments,
    received: one.received + other.received,
    refunded: one.refunded + other.refunded,
  }
}

function toFigures({ orders, payments, received, refunded }: Sums): Figures {
  const average = payments > 0 ? Math.floor(received / payments + 0.5) : null
  return { orders, received, refunded, net: received - refunded, average }
}

function percentChange(now: number | null, before: number | null): number | null {
  if (now === null || before === null || before === 0) return null
  return Math.round((100 * (now - before)) / Math.abs(before))
}
