import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { brokenChecks } from '../testing/broken-checks.ts'
import { type InvoiceShop, openInvoiceShop } from '../testing/invoices/invoice-shop.ts'
import { balanceOf, openCreditor, turnCreditOn } from '../testing/test-credit.ts'
import { orderData, type Visitor } from '../testing/test-shop.ts'

let shop: InvoiceShop
let cup: string
beforeAll(async () => {
  shop = await openInvoiceShop({ paysAtOnce: true })
  cup = await shop.product({ title: '青瓷杯', price: 1_000 })
})
beforeEach(() => turnCreditOn(shop, { points_on: false }))
afterAll(async () => {
  expect(await brokenChecks(shop.databaseUrl)).toEqual([])
  await shop.close()
})

interface Sent {
  by: Visitor
  id: string
}

/** An order of two cups at 1,000, paid and sent, with its invoice. */
async function sent(by: Visitor, use: object = {}): Promise<Sent> {
  await by.post('/cart', { product_id: cup, qty: 2 })
  const id = String((await by.post('/order', { ...orderData, ...use })).body.orderId)
  expect((await by.post(`/pay/${id}`)).status).toBe(200)
  await shop.ship(id)
  await shop.settle(id)
  return { by, id }
}
const read = async ({ by, id }: Sent) => (await by.get(`/order/${id}`)).body
async function ask({ by, id }: Sent, qty: number, more: object = {}): Promise<string> {
  const [line_id = ''] = Object.keys((await read({ by, id })).order.products)
  const { status, body } = await by.post(`/order/${id}/returns`, {
    ...{ lines: [{ line_id, qty }], ...more },
  })
  expect([status, body.message]).toEqual([200, '已送出退貨申請'])
  return body.return_id
}
async function judge(returnId: string) {
  const path = `/admin/return/${returnId}`
  const { lines } = (await shop.owner.get(path)).body.return
  const judged = lines.map(({ line_id, qty }: { line_id: string; qty: number }) => ({
    ...{ line_id, to_stock: qty, written_off: 0 },
  }))
  expect((await shop.owner.post(`${path}/receive`, { lines: judged })).status).toBe(200)
}
const pay = (returnId: string, data: object = {}) =>
  shop.owner.post(`/admin/return/${returnId}/refund`, data)
async function returned(order: Sent, qty: number, more: object = {}): Promise<string> {
  const returnId = await ask(order, qty, more)
  await judge(returnId)
  expect((await pay(returnId)).status).toBe(200)
  await shop.settle(order.id)
  return returnId
}
const agreement = async () => {
  const { difference, orders } = (await shop.owner.get('/admin/invoices/agreement')).body
  return [difference, orders]
}
const refundsOf = async (order: Sent) =>
  (await read(order)).refunds.map(({ amount, to_credit }: { amount: number; to_credit?: true }) =>
    to_credit ? `credit ${amount}` : `money ${amount}`,
  )

it('goods that are paid back as credit leave the invoice, and what is bought with it has none of its own (RET-02, CRED-05)', async () => {
  const member = await openCreditor(shop)
  const order = await sent(member)
  expect((await read(order)).returnable).toMatchObject({ takes_credit: true })
  const returnId = await ask(order, 1, { to: 'credit' })
  await judge(returnId)
  // Pressed by two at once, it is paid back once.
  const both = await Promise.all([pay(returnId), pay(returnId)])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  expect([await balanceOf(member), await refundsOf(order)]).toEqual([[1_000, 0], ['credit 1000']])
  await shop.settle(order.id)
  expect(await shop.invoicesOf(order.id)).toEqual(['issued 2000'])
  const { returns } = await read(order)
  expect(returns).toMatchObject([{ state: 'refunded', to: 'credit', refund: 1_000 }])
  const second = await sent(member, { credit: 1_000 })
  expect(await shop.invoicesOf(second.id)).toEqual(['issued 1000'])
  expect(await agreement()).toEqual([0, []])
  // The other cup goes back the way it was paid: its allowance is of one piece.
  await returned(order, 1)
  expect(await refundsOf(order)).toEqual(['credit 1000', 'money 1000'])
  expect(await shop.invoicesOf(order.id)).toEqual(['issued 2000', 'allowed 1000'])
  const [issued] = await shop.atProvider(order.id)
  expect(issued?.allowances[0]?.items).toMatchObject([{ ItemCount: 1, ItemAmount: 1_000 }])
  expect(await agreement()).toEqual([0, []])
})

it('credit that an order used comes back after its money, and no more than both (CRED-03)', async () => {
  const member = await openCreditor(shop, { credit: 900, points: 300 })
  await turnCreditOn(shop)
  const order = await sent(member, { credit: 600, points: 200 })
  const back = { money: 1_200, credit: 800, first: 'money' }
  expect((await read(order)).returnable).toMatchObject({ back, lines: [{ paid: 2_000 }] })
  const first = await ask(order, 1)
  await judge(first)
  const { sums } = (await shop.owner.get(`/admin/return/${first}`)).body.return
  expect(sums).toEqual({ goods: 1_000, fee: 0, refundable: 2_000, back })
  const tooMuch = await pay(first, { amount: 2_001, reason: '補償' })
  expect(tooMuch.body).toMatchObject({ code: 'REFUND_TOO_MUCH', message: '最多可退 NT$2,000' })
  expect((await pay(first)).status).toBe(200)
  await shop.settle(order.id)
  expect([await balanceOf(member), await refundsOf(order)]).toEqual([[300, 100], ['money 1000']])
  await returned(order, 1)
  expect([await balanceOf(member), await refundsOf(order)]).toEqual([
    ...[
      [900, 300],
      ['money 1000', 'money 200'],
    ],
  ])
  const named = await shop.rows(
    `select refund_lines.amount::int, qty from refund_lines
      join refunds on refunds.id = refund_id where order_id = $1 order by refunds.id`,
    [order.id],
  )
  expect(named).toEqual([
    { amount: 1_000, qty: 1 },
    { amount: 200, qty: 1 },
  ])
  expect(await shop.invoicesOf(order.id)).toEqual(['issued 1200', 'allowed 1000', 'allowed 200'])
  const [mail] = await shop.rows<{ text: string }>(
    `select text_body as text from mail_outbox where order_id = $1 and kind = 'return_news'
      order by id desc limit 1`,
    [order.id],
  )
  expect(mail?.text).toContain('將退還 NT$1,000，其中 NT$800 已退回您的購物金與點數')
  expect(await agreement()).toEqual([0, []])
})

it('an order that credit paid alone is returned without money (CRED-03)', async () => {
  const member = await openCreditor(shop, { credit: 2_000 })
  const order = await sent(member, { credit: 2_000 })
  const { returnable } = await read(order)
  expect(returnable.back).toEqual({ money: 0, credit: 2_000, first: 'money' })
  expect(returnable).not.toHaveProperty('takes_credit')
  const returnId = await returned(order, 1)
  await pay(returnId)
  expect([await balanceOf(member), await refundsOf(order)]).toEqual([[1_000, 0], []])
  await returned(order, 1)
  expect([await balanceOf(member), await shop.invoicesOf(order.id)]).toEqual([[2_000, 0], []])
  const { order: after, returns } = await read(order)
  expect([after.state, returns.map(({ refund }: { refund: number }) => refund)]).toEqual([
    ...['returned', [1_000, 1_000]],
  ])
})

it('who chose credit gets money once it is switched off, and a guest cannot choose it (RET-02)', async () => {
  const order = await sent(await openCreditor(shop))
  const returnId = await ask(order, 1, { to: 'credit' })
  await judge(returnId)
  await turnCreditOn(shop, { credit_on: false, points_on: false })
  expect((await pay(returnId)).status).toBe(200)
  expect(await refundsOf(order)).toEqual(['money 1000'])
  await shop.settle(order.id)
  expect((await read(order)).returnable).not.toHaveProperty('takes_credit')
  await turnCreditOn(shop)
  const guest = await sent(shop.guest())
  const { returnable, order: own } = await read(guest)
  expect(returnable).not.toHaveProperty('takes_credit')
  const [line_id = ''] = Object.keys(own.products)
  const data = { lines: [{ line_id, qty: 1 }], to: 'credit' }
  expect((await guest.by.post(`/order/${guest.id}/returns`, data)).status).toBe(400)
})
