import { sql } from 'drizzle-orm'
import { invoicePeriodOf } from '#contract/invoice-period.ts'
import type { Db } from '../db/connect.ts'
import { invoiceNumbers } from '../db/tables/invoices.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { readDatabaseTime } from '../orders/life/order-expiry.queries.ts'
import { askNumbers, settleInvoices, sweepInvoices } from './invoice.jobs.ts'
import type { InvoiceDeps } from './invoice-deps.ts'
import { readInvoiceTimes } from './invoice-times.ts'
import { listOrdersToRetry } from './invoices.queries.ts'
import { invoicedMoney, isDueBy, keptMoney } from './order-money.queries.ts'
import { settleOrder } from './settle-order.ts'

/** Older differences are found by the nightly check of the books, which reads all of them. */
const sweptDays = 40

export function registerInvoiceJobs(jobs: Jobs, deps: Omit<InvoiceDeps, 'jobs'>): void {
  const all = { ...deps, jobs }
  jobs.register(settleInvoices, (data) => settleOrder(all, data))
  jobs.register(sweepInvoices, () => sweep(all))
  jobs.register(askNumbers, () => keepNumbersLeft(all))
  // At three and at nine in Taipei.
  jobs.schedule(sweepInvoices, '10 19 * * *')
  jobs.schedule(askNumbers, '0 1 * * *')
}

/** Settles the orders whose books and invoices differ, and tries again what was refused. */
export async function sweep({ db, jobs, invoices }: InvoiceDeps): Promise<void> {
  if (!invoices.current().issues) return
  const [waiting, differing] = await Promise.all([listOrdersToRetry(db), listDiffering(db)])
  const retried = new Set(waiting)
  await jobs.sendAll(
    db,
    settleInvoices,
    [...new Set([...waiting, ...differing])].map((orderId) =>
      retried.has(orderId) ? { orderId, retries: true } : { orderId },
    ),
  )
}

/** Orders of which money or goods have moved lately, and whose invoices do not say so. */
async function listDiffering(db: Db): Promise<string[]> {
  const settings = await readInvoiceTimes(db)
  const since = sql`now() - make_interval(days => ${sweptDays})`
  const { rows } = await db.execute<{ id: string }>(sql`
    select orders.id from orders where orders.id in (
      select order_id from payments where state_since > ${since}
      union select order_id from refunds where state_since > ${since}
      union select order_id from parcels where shipped_at > ${since}
      union select order_id from participations where handed_out_at > ${since}
      union select id from orders where state_since > ${since})
    and case when ${invoicedMoney} is null
      then ${settings.isOn} and ${isDueBy(settings)} and ${keptMoney} > 0
      else ${invoicedMoney} <> ${keptMoney} end`)
  return rows.map(({ id }) => id)
}

/** Keeps how many numbers the two months have left, for the owner to be told in time. */
export async function keepNumbersLeft({ db, invoices }: InvoiceDeps): Promise<void> {
  const provider = invoices.current()
  if (!provider.issues || !(await readInvoiceTimes(db)).isOn) return
  const now = await readDatabaseTime(db)
  const answer = await provider.numbersLeft(now)
  if (answer.type !== 'numbers')
    throw new Error(`the numbers of invoices are not told: ${answer.type}`)
  const { all } = answer
  const left = Math.min(Math.max(0, answer.left), all)
  await db
    .insert(invoiceNumbers)
    .values({ period: invoicePeriodOf(now), left, all })
    .onConflictDoUpdate({
      target: invoiceNumbers.period,
      set: { left, all, askedAt: sql`now()` },
    })
}
