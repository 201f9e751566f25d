import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  invoicePeriodBounds,
  invoicePeriodOf,
  lastInvoicePeriods,
} from '#contract/invoice-period.ts'
import { unguardCell } from '../input/csv-cells.ts'
import { workRun } from '../runs/work-run.ts'
import { type InvoiceShop, openInvoiceShop } from '../testing/invoices/invoice-shop.ts'
import { parseCsv } from '../testing/parse-csv.ts'
import { moveShopClock } from '../testing/test-campaigns.ts'
import { shopPrefix } from '../testing/test-shop.ts'

let shop: InvoiceShop

const [now = '', before = ''] = lastInvoicePeriods(new Date(), 2)
const aDay = 24 * 3_600_000
const inTheMiddle = new Date(invoicePeriodBounds(before).from.getTime() + 20 * aDay)
beforeAll(async () => {
  shop = await openInvoiceShop({ now: inTheMiddle })
})
afterAll(() => shop.close())

const agreement = async (period: string) =>
  (await shop.owner.get(`/admin/invoices/agreement?period=${period}`)).body

async function issued(): Promise<string> {
  const id = await shop.paid()
  await shop.ship(id)
  await shop.settle(id)
  return id
}

/** Refunds, and says that the money is there. */
async function paidBack(id: string, amount: number): Promise<void> {
  await shop.refund(id, amount)
  const [refund] = await shop.rows<{ id: string }>(
    `select id from refunds where order_id = $1 and state = 'manual'`,
    [id],
  )
  const data = { remitted_on: '2026-11-29', account_last5: '12345' }
  expect((await shop.owner.post(`/admin/refund/${refund?.id}/done`, data)).status).toBe(200)
  await shop.settle(id)
}

/** The file of a period as the accountant gets it. */
async function fileOf(period: string): Promise<string[][]> {
  const data = { kind: 'invoices', filter: { view: 'all', period } }
  const { body } = await shop.owner.post('/admin/export', data)
  await workRun(shop.runs, body.run.id, { signal: new AbortController().signal, isLast: true })
  const url = `${shopPrefix}/admin/run/${body.run.id}/file`
  const file = await shop.owner.inject({ method: 'GET', url })
  return parseCsv(file.body).map((cells) => cells.map(unguardCell))
}

it('invoices, allowances and books of two periods agree to the dollar, in the sums and in the files (INV-E-05)', async () => {
  const { clock } = shop.running.gateway
  const back = Math.round((Date.now() - inTheMiddle.getTime()) / 1_000)
  await moveShopClock(shop, `-${back} seconds`)
  const [whole, part, none, later] = [
    await issued(),
    await issued(),
    await issued(),
    await issued(),
  ]
  await paidBack(part, 300)
  await paidBack(none, 2_000)
  expect(await shop.invoicesOf(none)).toEqual(['voided 2000'])
  // The books of that time: they go by the clock of the database, which nobody moves.
  await shop.rows(`update book_entries set at = $1`, [inTheMiddle])
  await shop.rows(`update invoices set voided_at = $1 where state = 'voided'`, [inTheMiddle])
  await clock.moveTo(new Date())
  await moveShopClock(shop, '0 seconds')
  await paidBack(later, 500)
  const fresh = await issued()
  expect(await shop.invoicesOf(later)).toEqual(['issued 2000', 'allowed 500'])
  expect([whole, fresh].length).toBe(2)

  expect(invoicePeriodOf(new Date())).toBe(now)
  expect(await agreement(before)).toMatchObject({
    period: before,
    periods: [now, before],
    issued: { count: 4, sum: 8_000 },
    voided: { count: 1, sum: 2_000 },
    allowed: { count: 1, sum: 300 },
    ...{ captured: 8_000, given_back: 2_300, difference: 0, open: 0, orders: [] },
  })
  expect(await agreement(now)).toMatchObject({
    issued: { count: 1, sum: 2_000 },
    voided: { count: 0, sum: 0 },
    allowed: { count: 1, sum: 500 },
    ...{ captured: 2_000, given_back: 500, difference: 0, open: 0, orders: [] },
  })
  const files = [await fileOf(before), await fileOf(now)]
  const sums = files.map(([heading = [], ...rows]) => {
    const at = heading.indexOf('金額')
    return [rows.map(([word]) => word).sort(), rows.reduce((sum, row) => sum + Number(row[at]), 0)]
  })
  expect(sums).toEqual([
    [['作廢', '折讓', '開立', '開立', '開立', '開立'].sort(), 5_700],
    [['折讓', '開立'].sort(), 1_500],
  ])
})

it('what differs is named, order by order, with why (INV-E-05)', async () => {
  const unshipped = await shop.paid()
  const refunding = await issued()
  await shop.refund(refunding, 100)
  await shop.settle(refunding)
  const { open, orders } = await agreement(now)
  expect(open).toBe(2_100)
  expect(orders).toMatchObject([
    { order_id: unshipped, kept: 2_000, invoiced: 0, reason: 'not_due' },
    { order_id: refunding, kept: 2_000, invoiced: 1_900, reason: 'refund_open' },
  ])
})
