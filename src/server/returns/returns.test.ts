import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { taipeiDay } from '#contract/taipei-time.ts'
import { brokenChecks } from '../testing/broken-checks.ts'
import { openStaff, type TestAdministrator } from '../testing/test-administrator.ts'
import { moveShopClock } from '../testing/test-campaigns.ts'
import { openTestShop, orderData, type TestShop, type Visitor } from '../testing/test-shop.ts'
import { openStock, type TestStock } from '../testing/test-stock.ts'

let shop: TestShop
let stock: TestStock
let owner: TestAdministrator
let cup: string

beforeAll(async () => {
  shop = await openTestShop({ env: { DEVELOPMENT: '1' } })
  stock = await openStock(shop)
  owner = stock.admin
  cup = await shop.product({ title: '青瓷杯', price: 99 })
  await stock.set(cup, 1_000)
  await owner.put('/admin/settings/shipping', {
    version: 0,
    values: { fee: 100, free_over: null },
  })
})
afterEach(() => moveShopClock(shop, '0 seconds'))
afterAll(async () => {
  expect(await stock.disagreements()).toEqual([])
  expect(await brokenChecks(shop.databaseUrl)).toEqual([])
  await shop.close()
})

interface Delivered {
  guest: Visitor
  id: string
  line: string
}

async function shipped(qty: number, options: { product?: string; code?: string } = {}) {
  const { product = cup, code } = options
  const guest = shop.guest()
  await guest.post('/cart', { product_id: product, qty })
  if (code) await guest.post('/coupon', { code })
  const id: string = (await guest.post('/order', orderData)).body.orderId
  await guest.post(`/pay/${id}`)
  const parcel = await owner.post(`/admin/order/${id}/parcel`, { carrier: 'tcat' })
  const line = Object.keys((await guest.get(`/order/${id}`)).body.order.products)[0] ?? ''
  return { guest, id, line, parcelId: String(parcel.body.data.id) }
}

async function delivered(qty: number, options = {}): Promise<Delivered> {
  const { parcelId, ...order } = await shipped(qty, options)
  await owner.put(`/admin/order/${order.id}/parcel/${parcelId}`, { is_delivered: true })
  return order
}

const read = async ({ guest, id }: Pick<Delivered, 'guest' | 'id'>) =>
  (await guest.get(`/order/${id}`)).body
const ask = ({ guest, id, line }: Delivered, qty: number, more: object = {}) =>
  guest.post(`/order/${id}/returns`, { lines: [{ line_id: line, qty }], ...more })
async function asked(order: Delivered, qty: number, more: object = {}): Promise<string> {
  const { status, body } = await ask(order, qty, more)
  expect([status, body.message]).toEqual([200, '已送出退貨申請'])
  return body.return_id
}
const step = (returnId: string, action: string, data: object = {}, by: Visitor = owner) =>
  by.post(`/admin/return/${returnId}/${action}`, data)
const judged = ({ line }: Delivered, toStock: number, writtenOff = 0) => ({
  lines: [{ line_id: line, to_stock: toStock, written_off: writtenOff }],
})
/** From the notice to the refund. */
async function wholeReturn(order: Delivered, toStock: number, writtenOff = 0): Promise<string> {
  const returnId = await asked(order, toStock + writtenOff)
  expect((await step(returnId, 'accept')).status).toBe(200)
  const back = await step(returnId, 'receive', judged(order, toStock, writtenOff))
  expect([back.status, back.body.message]).toEqual([200, '已登記收到並檢查'])
  expect((await step(returnId, 'refund')).status).toBe(200)
  return returnId
}
const rows = async (text: string, values: unknown[]) =>
  (await shop.database.pool.query(text, values)).rows
const kinds = (timeline: { kind: string }[]) => timeline.map(({ kind }) => kind)

describe('what the shopper is told before sending (RET-02)', () => {
  it('says nothing before a parcel, then the days, then the last day, then why not', async () => {
    const waiting = await shipped(2)
    const before = await read(waiting)
    expect(before.returnable).toMatchObject({
      ...{ days: 7, ways: ['pickup', 'parcel'], fee: 100 },
      lines: [{ title: '青瓷杯', qty: 2, left: 2, ordered: 2, paid: 198, returned: 0 }],
    })
    expect(before.returnable).not.toHaveProperty('until')
    const order = await delivered(2)
    const { returnable } = await read(order)
    expect(taipeiDay(returnable.until * 1_000)).toBe(taipeiDay(Date.now() + 7 * 86_400_000))
    expect(returnable).not.toHaveProperty('why_not')
    await moveShopClock(shop, '8 days')
    const late = (await read(order)).returnable
    expect(late.why_not).toBe(`退貨期限到 ${taipeiDay(returnable.until * 1_000)} 為止，已經超過`)
    expect((await ask(order, 1)).body).toMatchObject({
      ...{ code: 'RETURN_REFUSED', message: late.why_not },
    })
    const placed = shop.guest()
    await placed.post('/cart', { product_id: cup, qty: 1 })
    const { orderId } = (await placed.post('/order', orderData)).body
    expect(await read({ guest: placed, id: orderId })).not.toHaveProperty('returnable')
  })

  it('names what the law excludes at the product, in the cart, in the mail and at the return', async () => {
    const input = { title: '鮮奶', category: '食品', unit: '瓶', origin_price: 90, price: 80 }
    const made = await owner.post('/admin/product', {
      ...{ ...input, is_enabled: 1, no_return: 'perishable' },
    })
    expect(made.status).toBe(200)
    const { products } = (await shop.guest().get('/products/all')).body
    const milk = products.find(({ title }: { title: string }) => title === '鮮奶')
    expect(milk.no_return).toBe('perishable')
    const guest = shop.guest()
    await guest.post('/cart', { product_id: milk.id, qty: 1 })
    const { carts } = (await guest.get('/cart')).body.data
    expect(carts[0].product.no_return).toBe('perishable')
    const order = await delivered(1, { product: milk.id })
    const { returnable } = await read(order)
    expect(returnable).toMatchObject({
      why_not: '這些商品依法不適用七天鑑賞期',
      lines: [{ qty: 0, no_return: 'perishable' }],
    })
    expect((await ask(order, 1)).status).toBe(409)
    const [mail] = await rows(
      `select text_body as text from mail_outbox where order_id = $1 and kind = 'shipped'`,
      [order.id],
    )
    expect(mail.text).toContain('「鮮奶」易於腐敗或保存期限較短，依法不適用七天鑑賞期。')
  })

  it('lets nobody ask for more than is left, nor for the goods of somebody else', async () => {
    const order = await delivered(2)
    expect((await ask({ ...order, guest: shop.guest() }, 1)).status).toBe(404)
    expect((await ask(order, 3)).body.message).toBe('「青瓷杯」最多還可退 2 件')
    expect((await ask({ ...order, line: 'other' }, 1)).status).toBe(400)
    expect((await ask(order, 1, { way: 'place' })).status).toBe(400)
    expect((await ask(order, 1, { to: 'credit' })).status).toBe(400)
    const both = await Promise.all([ask(order, 2), ask(order, 2)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const { returnable, returns } = await read(order)
    expect([returnable.why_not, returns.length]).toEqual(['商品都已經申請退貨', 1])
  })

  it('is asked once for a key, and may be withdrawn until the goods are back', async () => {
    const order = await delivered(2)
    const key = { 'idempotency-key': 'one-return' }
    const data = { lines: [{ line_id: order.line, qty: 1 }], reason: '太小', way: 'parcel' }
    const press = () => order.guest.post(`/order/${order.id}/returns`, data, key)
    const { return_id: returnId } = (await press()).body
    expect((await press()).body.return_id).toBe(returnId)
    expect((await read(order)).returns).toMatchObject([
      { state: 'asked', way: 'parcel', reason: '太小', can_withdraw: true, can_send: true },
    ])
    const of = `/order/${order.id}/returns/${returnId}`
    const parcel = { carrier: 'tcat', tracking_number: '9012' }
    expect((await order.guest.put(of, parcel)).status).toBe(200)
    expect((await read(order)).returns[0]).toMatchObject(parcel)
    expect((await shop.guest().post(`${of}/withdraw`)).status).toBe(404)
    for (const _ of [1, 2]) expect((await order.guest.post(`${of}/withdraw`)).status).toBe(200)
    expect((await order.guest.put(of, parcel)).status).toBe(409)
    expect((await read(order)).returnable.lines[0].qty).toBe(2)
    const received = await asked(order, 1)
    await step(received, 'receive')
    const late = await order.guest.post(`/order/${order.id}/returns/${received}/withdraw`)
    expect(late.body.message).toBe('這筆退貨目前為「待檢查」，無法取消')
  })
})

describe('goods that come back', () => {
  it('are paid back at what was paid for them, to the dollar, and the fee with the last (RET-01)', async () => {
    const { code } = await shop.coupon({ percent: 80 })
    const order = await delivered(3, { code })
    // 3 × 99 × 0.8 = 237.6, rounded, and the fee.
    expect((await read(order)).order.total).toBe(338)
    const [onHand] = (await stock.numbers(cup)) ?? []
    await wholeReturn(order, 1)
    const first = await read(order)
    expect(first.order.state).toBe('delivered')
    expect(first.returns).toMatchObject([{ state: 'refunded', refund: 79 }])
    await wholeReturn(order, 1, 1)
    const { order: after, refunds, returns, timeline, returnable } = await read(order)
    expect(after).toMatchObject({ state: 'returned', payment_state: 'refunded' })
    expect(returns.map(({ refund }: { refund: number }) => refund)).toEqual([259, 79])
    expect(refunds.map(({ amount }: { amount: number }) => amount)).toEqual([79, 259])
    expect(returnable.why_not).toBe('商品都已經退回或退款')
    expect(await stock.numbers(cup)).toEqual([Number(onHand) + 2, expect.any(Number)])
    expect(kinds(timeline).slice(-6)).toEqual([
      ...['return_asked', 'return_accepted', 'return_received', 'returned'],
      ...['return_done', 'refunded'],
    ])
    expect(
      await rows(
        `select line_id, qty, refund_lines.amount::int from refund_lines
         join refunds on refunds.id = refund_id where order_id = $1 order by refunds.id`,
        [order.id],
      ),
    ).toEqual([
      { line_id: order.line, qty: 1, amount: 79 },
      { line_id: order.line, qty: 2, amount: 159 },
    ])
  })

  it('in part are counted as they came, and the rest may be asked for again', async () => {
    const order = await delivered(3)
    const returnId = await asked(order, 3)
    await step(returnId, 'receive')
    const none = await step(returnId, 'judge', judged(order, 0))
    expect([none.status, none.body.message]).toEqual([
      ...[400, ['請填寫退回的件數；沒有收到商品時，請改按「不接受」']],
    ])
    expect((await step(returnId, 'judge', judged(order, 4))).status).toBe(400)
    expect((await step(returnId, 'judge', judged(order, 0, 2))).status).toBe(200)
    expect((await step(returnId, 'judge', judged(order, 1))).status).toBe(409)
    const { sums } = (await owner.get(`/admin/return/${returnId}`)).body.return
    expect(sums).toEqual({ goods: 198, fee: 0, refundable: 397 })
    const less = { amount: 100 }
    expect((await step(returnId, 'refund', less)).body.message).toEqual([
      '退款金額與商品金額不同，請填寫原因',
    ])
    expect((await step(returnId, 'refund', { ...less, reason: '有刮傷' })).status).toBe(200)
    expect((await step(returnId, 'refund', { ...less, reason: '有刮傷' })).status).toBe(200)
    const { returns, returnable, refunds } = await read(order)
    expect(refunds).toMatchObject([{ amount: 100 }])
    expect(returns[0]).toMatchObject({ refund: 100, refund_note: '有刮傷' })
    expect(returnable.lines[0]).toMatchObject({ qty: 1, left: 1, returned: 2 })
  })

  it('recorded by the staff at once are a case that is done (RET-03)', async () => {
    const order = await delivered(2)
    const back = { reason: '不合用', refund: 99 }
    const lines = [{ line_id: order.line, qty: 1, to_stock: true }]
    const recorded = await owner.post(`/admin/order/${order.id}/return`, { ...back, lines })
    expect(recorded.status).toBe(200)
    const { returns, returnable } = await read(order)
    expect(returns).toMatchObject([{ state: 'refunded', refund: 99, reason: '不合用' }])
    expect(returnable.lines[0]).toMatchObject({ qty: 1, returned: 1 })
    const opened = await owner.post(`/admin/order/${order.id}/returns`, {
      ...{ lines: [{ line_id: order.line, qty: 1 }], reason: '來電' },
    })
    expect((await read(order)).returns[0]).toMatchObject({ state: 'accepted', way: 'pickup' })
    expect((await step(opened.body.return_id, 'refuse', { reason: '未寄回' })).status).toBe(200)
    expect((await read(order)).returns[0]).toMatchObject({ state: 'refused', answer: '未寄回' })
  })
})

describe('a refund of a return', () => {
  it('needs the goods, unless the owner says so, with a reason (RET-03)', async () => {
    const order = await delivered(1)
    const returnId = await asked(order, 1)
    const refused = await step(returnId, 'refund')
    expect([refused.status, refused.body.message]).toEqual([
      ...[400, ['商品還沒退回，請填寫退款的原因']],
    ])
    const reason = { reason: '運送中破損，不必寄回' }
    for (const role of ['manager', 'accountant'] as const) {
      const staff = await openStaff(shop, role)
      expect([role, (await step(returnId, 'refund', reason, staff)).status]).toEqual([role, 403])
    }
    expect((await step(returnId, 'refund', reason)).status).toBe(200)
    const { returns, returnable } = await read(order)
    // With the fee, since nothing is left of the order.
    expect(returns[0]).toMatchObject({ state: 'refunded', refund: 199, refund_note: reason.reason })
    expect(returnable.why_not).toBe('商品都已經退回或退款')
    const received = await delivered(1)
    const other = await asked(received, 1)
    await step(other, 'receive')
    expect((await step(other, 'refund', reason)).body).toMatchObject({
      ...{ code: 'RETURN_NOT_BACK', message: '商品還沒退回，不能退款' },
    })
  })

  it('is told by mail at each step, and nothing of it is withheld by a text of the owner', async () => {
    const order = await delivered(1)
    const returnId = await asked(order, 1, { way: 'parcel' })
    expect((await step(returnId, 'refuse')).body.message).toEqual(['請填寫不接受的原因'])
    await step(returnId, 'accept', { answer: '請附上發票' })
    await step(returnId, 'receive', judged(order, 1))
    await step(returnId, 'refund')
    const mails = await rows(
      `select text_body as text from mail_outbox
       where order_id = $1 and kind = 'return_news' order by id`,
      [order.id],
    )
    const texts = mails.map(({ text }) => String(text))
    expect(texts).toHaveLength(4)
    expect(texts[0]).toContain('我們已收到您的退貨申請')
    expect(texts[1]).toContain('店家說明：請附上發票')
    expect(texts[1]).toContain('寄出後請在訂單頁填寫貨運單號')
    expect(texts[2]).toContain('15 天內退款')
    expect(texts[3]).toContain('將退還 NT$199')
    const again = await owner.post(`/admin/order/${order.id}/mail`, { kind: 'return_news' })
    expect(again.status).toBe(200)
    const owners = await rows(
      `select subject from mail_outbox where kind = 'order_return' and text_body like $1`,
      [`%${(await read(order)).order.number}%`],
    )
    expect(owners).toHaveLength(1)
  })
})

describe('the list of the staff', () => {
  it('has both clocks of 15 days, and the worklist the first of each', async () => {
    const order = await delivered(1)
    const returnId = await asked(order, 1)
    const listed = async (view: string) => {
      const { returns, counts } = (await owner.get(`/admin/returns?view=${view}`)).body
      expect(counts[view]).toBe(returns.length)
      return returns.find(({ id }: { id: string }) => id === returnId)
    }
    const dueOf = async (kind: string) => {
      const { worklist } = (await owner.get('/admin/worklist')).body
      return worklist.find((entry: { kind: string }) => entry.kind === kind)
    }
    const fetch = await listed('asked')
    expect(fetch.due_at - fetch.create_at).toBe(15 * 86_400)
    expect((await dueOf('return_asked')).due_at).toBeLessThanOrEqual(fetch.due_at)
    await moveShopClock(shop, '10 days')
    await step(returnId, 'accept')
    expect((await listed('to_come')).due_at).toBe(fetch.due_at)
    await moveShopClock(shop, '16 days')
    expect(await listed('to_come')).toMatchObject({ is_overdue: true })
    await step(returnId, 'receive')
    const pay = await listed('to_refund')
    expect(pay.due_at - fetch.create_at).toBeGreaterThan(30 * 86_400)
    expect(pay).not.toHaveProperty('is_overdue')
    const found = await owner.get(`/admin/returns?view=to_refund&q=${pay.order_number}`)
    expect(found.body.returns).toHaveLength(1)
    expect((await owner.get('/admin/returns?view=to_refund&q=nobody')).body.returns).toEqual([])
  })
})
