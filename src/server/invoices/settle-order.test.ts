import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { transaction } from '../db/transaction.ts'
import { requestRefund } from '../payments/refunds/refunds.service.ts'
import { type InvoiceShop, openInvoiceShop } from '../testing/invoices/invoice-shop.ts'
import { moveShopClock } from '../testing/test-campaigns.ts'
import { settleOrder } from './settle-order.ts'
import { keepNumbersLeft, sweep } from './sweep.ts'
import { takeStep } from './take-step.ts'

let shop: InvoiceShop
/** Another node over the same database. */
let node: InvoiceShop
beforeAll(async () => {
  shop = await openInvoiceShop()
  node = await openInvoiceShop({ beside: shop })
})
afterEach(() => {
  shop.running.gateway.settings.invoiceFault = 'none'
})
afterAll(async () => {
  await node.close()
  await shop.close()
})

const fault = (name: 'none' | 'lost' | 'clock' | 'error' | 'forbidden') => {
  shop.running.gateway.settings.invoiceFault = name
}
const leaveNumbers = (left: number) =>
  fetch(`${shop.running.address}/invoices/numbers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ left }),
  })

async function shipped(): Promise<string> {
  const id = await shop.paid()
  await shop.ship(id)
  return id
}

async function issued(): Promise<string> {
  const id = await shipped()
  await shop.settle(id)
  expect(await shop.invoicesOf(id)).toEqual(['issued 2000'])
  return id
}

async function wordsOf(orderId: string) {
  const [row] = await shop.rows<{ message: string | null; is_blocked: boolean; number: string }>(
    'select message, is_blocked, number from invoices where order_id = $1 order by id desc',
    [orderId],
  )
  return row
}

describe('the invoice of an order', () => {
  it('is issued with its first parcel, once, and its shopper sees it', async () => {
    const guest = shop.guest()
    const id = await shop.paid(guest)
    await shop.settle(id)
    expect(await shop.invoicesOf(id)).toEqual([])
    await shop.ship(id)
    const [job] = await shop.rows(
      `select name from pgboss.job where name = 'invoice.settle' and data ->> 'orderId' = $1`,
      [id],
    )
    expect(job).toBeDefined()
    await shop.settle(id)
    await shop.settle(id)
    expect(await shop.invoicesOf(id)).toEqual(['issued 2000'])
    const [sent, ...others] = await shop.atProvider(id)
    expect(others).toEqual([])
    const { order } = (await guest.get(`/order/${id}`)).body
    expect(order.invoice).toEqual({
      ...{ state: 'issued', amount: 2_000, number: sent?.number, random: sent?.randomNumber },
      ...{ date: expect.any(Number), choice: { kind: 'person', carrier_type: 'member' } },
    })
    expect(order.invoices).toEqual([order.invoice])
  })

  it('of a lost answer is looked for, and is one (INV-E-03)', async () => {
    const id = await shipped()
    fault('lost')
    await shop.settle(id)
    expect(await shop.invoicesOf(id)).toEqual(['issuing 2000'])
    fault('none')
    // Its call may still be under way.
    await shop.settle(id)
    expect(await shop.invoicesOf(id)).toEqual(['issuing 2000'])
    await shop.letTimePass(id)
    await shop.settle(id)
    expect(await shop.invoicesOf(id)).toEqual(['issued 2000'])
    expect(await shop.atProvider(id)).toHaveLength(1)
  })

  it.each([
    ['before its call', false],
    ['after its call', true],
  ])('of a job that was killed %s is one (INV-E-03)', async (_, wasSent) => {
    const id = await shipped()
    const call = await transaction(shop.database.db, (tx) => takeStep(tx, shop.invoices, id))
    if (call?.type !== 'issue') throw new Error('nothing is issued')
    const { invoice, buyer } = call
    const choice = { kind: 'person', carrier: 'member' } as const
    if (wasSent) await shop.invoices.invoices.current().issue({ ...invoice, choice, buyer })
    await node.letTimePass(id)
    await node.settle(id)
    expect(await shop.invoicesOf(id)).toEqual(['issued 2000'])
    expect(await shop.atProvider(id)).toHaveLength(1)
  })

  it('of two nodes at once is one, and so is its allowance (INV-E-03)', async () => {
    const id = await shipped()
    await Promise.all([shop, node, shop, node].map((one) => one.settle(id)))
    expect(await shop.invoicesOf(id)).toEqual(['issued 2000'])
    await shop.refund(id, 300)
    await Promise.all([shop, node, shop, node].map((one) => one.settle(id)))
    expect(await shop.invoicesOf(id)).toEqual(['issued 2000', 'allowed 300'])
    const [sent, ...others] = await shop.atProvider(id)
    expect([others.length, sent?.allowances.map(({ amount }) => amount)]).toEqual([0, [300]])
  })

  it('without numbers and with a wrong clock it waits for the owner, who is told (INV-E-03)', async () => {
    const id = await shipped()
    await leaveNumbers(0)
    await keepNumbersLeft(shop.invoices)
    await shop.settle(id)
    expect(await shop.invoicesOf(id)).toEqual(['failed 2000'])
    const refused = await wordsOf(id)
    expect(refused).toMatchObject({ is_blocked: true, message: expect.stringMatching(/字軌|號碼/) })
    const list = (await shop.owner.get('/admin/invoices')).body
    expect(list).toMatchObject({
      invoices: [{ order_id: id, state: 'failed', message: refused?.message, is_blocked: true }],
      counts: { problem: 1 },
      numbers: { left: 0, is_low: true },
      is_on: true,
    })
    const { worklist } = (await shop.owner.get('/admin/worklist')).body
    expect(worklist).toContainEqual({ kind: 'invoice_failed', count: 1 })
    expect(worklist).toContainEqual({ kind: 'invoice_numbers_low', count: 1 })
    // It is left alone until somebody, or the night, tries again.
    await leaveNumbers(1_000)
    await keepNumbersLeft(shop.invoices)
    await shop.settle(id)
    expect(await shop.invoicesOf(id)).toEqual(['failed 2000'])
    fault('clock')
    await shop.settle(id, { retries: true })
    expect(await wordsOf(id)).toMatchObject({ is_blocked: true, number: refused?.number })
    fault('none')
    const { id: invoiceId } = list.invoices[0]
    expect((await shop.owner.post(`/admin/invoice/${invoiceId}/retry`)).status).toBe(200)
    await sweep(shop.invoices)
    const jobs = await shop.rows<{ data: { orderId: string; retries?: boolean } }>(
      `select data from pgboss.job where name = 'invoice.settle' and data ->> 'retries' = 'true'`,
    )
    expect(jobs.map(({ data }) => data.orderId)).toEqual([id, id])
    await shop.settle(id, { retries: true })
    expect(await shop.invoicesOf(id)).toEqual(['issued 2000'])
    expect((await shop.owner.get('/admin/invoices')).body.counts.problem).toBe(0)
  })

  it('waits while the service is away, for as long as it takes (INV-E-03)', async () => {
    const id = await shipped()
    await shop.running.refuseConnections()
    for (const _ of [1, 2, 3]) {
      await shop.settle(id)
      await shop.settle(id)
      await shop.letTimePass(id)
    }
    expect(
      await shop.rows('select state, failures from invoices where order_id = $1', [id]),
    ).toEqual([{ state: 'queued', failures: 3 }])
    const due = await shop.rows<{ seconds: number }>(
      `select round(extract(epoch from start_after - created_on))::int as seconds from pgboss.job
       where name = 'invoice.settle' and data ->> 'orderId' = $1 and start_after > created_on + interval '9 seconds'
       order by start_after`,
      [id],
    )
    expect(due.map(({ seconds }) => seconds)).toEqual([60, 300, 1800])
    await shop.running.acceptConnections()
    await shop.settle(id)
    expect(await shop.invoicesOf(id)).toEqual(['issued 2000'])
    expect(await shop.atProvider(id)).toHaveLength(1)
  })
})

it('a shop that was restored from a backup finds what was issued since (INV-E-03)', async () => {
  const id = await issued()
  await shop.refund(id, 300)
  await shop.settle(id)
  await shop.rows('delete from invoices where order_id = $1', [id])
  await node.settle(id)
  // By now it keeps another sum than was invoiced: nobody knows which is right.
  expect(await shop.invoicesOf(id)).toEqual(['issuing 1700'])
  await shop.rows('delete from invoices where order_id = $1', [id])
  await shop.rows(`update refunds set state = 'dropped' where order_id = $1`, [id])
  await node.settle(id)
  expect(await shop.invoicesOf(id)).toEqual(['issued 2000'])
  await shop.rows(`update refunds set state = 'manual' where order_id = $1`, [id])
  await node.settle(id)
  expect(await shop.invoicesOf(id)).toEqual(['issued 2000', 'allowed 300'])
  const [sent, ...others] = await shop.atProvider(id)
  expect([others.length, sent?.allowances.length]).toEqual([0, 1])
})

describe('money that goes back', () => {
  it('is an allowance for a part, of which a lost answer makes one (INV-E-03)', async () => {
    const id = await issued()
    await shop.refund(id, 300)
    fault('lost')
    await shop.settle(id)
    // The question before it was not answered: nothing was sent.
    expect(await shop.invoicesOf(id)).toEqual(['issued 2000', 'queued 300'])
    await shop.letTimePass(id)
    fault('none')
    const known = shop.invoices.invoices.current()
    const provider = {
      ...known,
      allow: async (allowance: Parameters<typeof known.allow>[0]) => {
        await known.allow(allowance)
        return { type: 'unknown', reason: 'lost' } as const
      },
    }
    const losing = { ...shop.invoices, invoices: { current: () => provider, of: () => provider } }
    await settleOrder(losing, { orderId: id })
    expect(await shop.invoicesOf(id)).toEqual(['issued 2000', 'sending 300'])
    await shop.letTimePass(id)
    await shop.settle(id)
    expect(await shop.invoicesOf(id)).toEqual(['issued 2000', 'allowed 300'])
    // Another one of the same sum is another allowance.
    await shop.refund(id, 300)
    await shop.settle(id)
    expect(await shop.invoicesOf(id)).toEqual(['issued 2000', 'allowed 300', 'allowed 300'])
    expect((await shop.atProvider(id))[0]?.allowances).toHaveLength(2)
    // After an allowance nothing is void.
    await shop.refund(id, 1_400)
    await shop.settle(id)
    expect(await shop.invoicesOf(id)).toEqual([
      ...['issued 2000', 'allowed 300', 'allowed 300', 'allowed 1400'],
    ])
  })

  it('makes the invoice void for the whole, and was told before the click (INV-E-04)', async () => {
    const id = await issued()
    const preview = async (refund: string) =>
      (await shop.owner.get(`/admin/order/${id}/invoices?refund=${refund}`)).body.preview
    const [sent] = await shop.atProvider(id)
    expect(await preview('120')).toEqual([{ type: 'allow', number: sent?.number, amount: 120 }])
    expect(await preview('')).toEqual([{ type: 'void', number: sent?.number, amount: 2_000 }])
    await shop.refund(id, 2_000)
    await shop.settle(id)
    expect(await shop.invoicesOf(id)).toEqual(['voided 2000'])
    expect((await shop.atProvider(id))[0]?.voidedAt).toBeInstanceOf(Date)
  })

  it('is an allowance of the whole once the calendar is over (INV-E-04)', async () => {
    const id = await issued()
    await shop.refund(id, 2_000)
    await moveShopClock(shop, '80 days')
    const [sent] = await shop.atProvider(id)
    expect((await shop.owner.get(`/admin/order/${id}/invoices`)).body.preview).toEqual([
      { type: 'allow', number: sent?.number, amount: 2_000 },
    ])
    await shop.settle(id)
    await moveShopClock(shop, '0 days')
    expect(await shop.invoicesOf(id)).toEqual(['issued 2000', 'allowed 2000'])
  })

  it('of goods that a refund names is an allowance of these goods', async () => {
    const id = await issued()
    const [line] = await shop.rows<{ id: string }>(
      'select id from order_lines where order_id = $1',
      [id],
    )
    const named = { lineId: line?.id ?? '', qty: 1, amount: 1_000 }
    await transaction(shop.database.db, (tx) =>
      requestRefund(tx, shop.payments, {
        ...{ orderId: id, amount: 1_000, reason: '退一件', actor: { kind: 'system' } },
        lines: [named],
      }),
    )
    await shop.settle(id)
    const [sent] = await shop.atProvider(id)
    expect(sent?.allowances[0]?.items).toMatchObject([{ ItemCount: 1, ItemAmount: 1_000 }])
  })
})

it('an invoice is made void and issued anew with another choice (作廢重開)', async () => {
  const id = await issued()
  const [{ id: invoiceId }] = (await shop.owner.get(`/admin/order/${id}/invoices`)).body.invoices
  const reissue = (data: object) => shop.owner.post(`/admin/invoice/${invoiceId}/reissue`, data)
  const company = { kind: 'company', tax_id: '04595257', title: '小農有限公司' }
  expect(await reissue({ reason: '改統編', invoice: { ...company, tax_id: '1' } })).toMatchObject({
    status: 400,
    body: { fields: { tax_id: expect.any(String) } },
  })
  expect((await reissue({ reason: '改統編', invoice: company })).status).toBe(200)
  await shop.settle(id)
  expect(await shop.invoicesOf(id)).toEqual(['voided 2000', 'issued 2000'])
  const [first, second] = await shop.atProvider(id)
  expect(first?.voidReason).toBe('改統編')
  expect(second?.form).toMatchObject({ CustomerIdentifier: '04595257', Print: '1' })
  expect((await reissue({ reason: '再一次' })).body.code).toBe('INVOICE_STATE')
})

it('the night finds an order whose invoices were missed, and none of before they were switched on', async () => {
  const [missed, before] = [await shipped(), await shipped()]
  await shop.rows(`update parcels set shipped_at = now() - interval '1 day' where order_id = $1`, [
    before,
  ])
  await shop.rows(`update orders set paid_at = now() - interval '1 day' where id = $1`, [before])
  await shop.rows(`delete from pgboss.job where name = 'invoice.settle'`)
  await sweep(shop.invoices)
  const jobs = await shop.rows<{ data: { orderId: string } }>(
    `select data from pgboss.job where name = 'invoice.settle'`,
  )
  expect(jobs.map(({ data }) => data.orderId)).toEqual([missed])
})

// The last one: the clock of the try-out server only goes forward.
it('money of an invoice that the provider does not make void is an allowance, too (INV-E-04)', async () => {
  const id = await issued()
  const { clock } = shop.running.gateway
  const now = clock.now()
  await clock.moveTo(new Date(now.getTime() + 80 * 24 * 3_600_000))
  await shop.refund(id, 2_000)
  await shop.settle(id)
  expect(await shop.invoicesOf(id)).toEqual(['issued 2000', 'allowed 2000'])
  expect(await wordsOf(id)).toMatchObject({ is_blocked: false })
})
