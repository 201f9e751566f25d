import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStaff, type TestAdministrator } from '../testing/test-administrator.ts'
import { openTestShop, orderData, type TestShop, type Visitor } from '../testing/test-shop.ts'
import { openStock, type TestStock } from '../testing/test-stock.ts'

let shop: TestShop
let stock: TestStock
let owner: TestAdministrator
let cup: string
let board: string

beforeAll(async () => {
  shop = await openTestShop({ env: { DEVELOPMENT: '1' } })
  stock = await openStock(shop)
  owner = stock.admin
  cup = await stock.counted(100)
  board = await shop.product({ title: '木砧板', price: 300 })
  const values = { fee: 100, free_over: 2_500 }
  await owner.put('/admin/settings/shipping', { version: 0, values })
})
afterAll(async () => {
  expect(await stock.disagreements()).toEqual([])
  await shop.close()
})

interface Line {
  product_id: string
  variant_id?: string
  qty: number
}
const cups = (qty: number): Line => ({ product_id: cup, qty })
const boards = (qty: number): Line => ({ product_id: board, qty })

async function placed(lines: Line[], guest: Visitor = shop.guest(), code?: string) {
  for (const line of lines) await guest.post('/cart', line)
  if (code) await guest.post('/coupon', { code })
  const { status, body } = await guest.post('/order', orderData)
  expect([status, body.message]).toEqual([200, '已建立訂單'])
  return { guest, id: String(body.orderId) }
}
async function paid(lines: Line[]) {
  const order = await placed(lines)
  await order.guest.post(`/pay/${order.id}`)
  return order
}
const pathOf = (by: Visitor, id: string) =>
  by === owner || by.token?.startsWith('adm_') ? `/admin/order/${id}/lines` : `/order/${id}`
const preview = (by: Visitor, id: string, lines: Line[], more: object = {}) =>
  by.put(pathOf(by, id), { lines, ...more, preview: true })
/** As the screen does it: what the preview showed is sent back. */
async function change(by: Visitor, id: string, lines: Line[], more: object = {}) {
  const shown = await preview(by, id, lines, more)
  if (shown.status !== 200) return shown
  const expected_difference = shown.body.difference
  return by.put(pathOf(by, id), { lines, ...more, expected_difference })
}
const read = async (guest: Visitor, id: string) => (await guest.get(`/order/${id}`)).body
const linesOf = async (guest: Visitor, id: string) => {
  const { order } = await read(guest, id)
  return Object.values<{ product_id: string; qty: number; total: number }>(order.products).map(
    ({ product_id, qty, total }) => [product_id, qty, total],
  )
}
const rows = async (text: string, values: unknown[]) =>
  (await shop.database.pool.query(text, values)).rows
const refundsOf = (id: string) =>
  rows('select amount::int, is_of_change, state from refunds where order_id = $1', [id])

describe('an order that is changed (AFTER-08)', () => {
  it('has other pieces, added and removed lines, and the price that its preview showed', async () => {
    const { guest, id } = await placed([cups(2)])
    const before = await stock.everything()
    const shown = await preview(guest, id, [cups(1), boards(3)])
    expect(shown.body).toMatchObject({
      before: { subtotal: 2_000, discount: 0, shipping_fee: 100, total: 2_100 },
      after: {
        ...{ subtotal: 1_900, shipping_fee: 100, total: 2_000, shipping: '宅配' },
        lines: [
          { product_id: cup, qty: 1, price: 1_000, total: 1_000 },
          { product_id: board, title: '木砧板', qty: 3, price: 300, total: 900 },
        ],
      },
      ...{ difference: -100, refund: 0, to_pay: 2_000 },
    })
    expect(await stock.everything()).toEqual(before)
    expect(await linesOf(guest, id)).toEqual([[cup, 2, 2_000]])
    const [, held] = (await stock.numbers(cup)) ?? []
    const done = await change(guest, id, [cups(1), boards(3)])
    expect(done.body).toMatchObject({ message: '已變更訂單', after: { total: 2_000 } })
    expect(await linesOf(guest, id)).toEqual([
      [cup, 1, 1_000],
      [board, 3, 900],
    ])
    expect(await stock.numbers(cup)).toEqual([100, Number(held) - 1])
    const { order, timeline } = await read(guest, id)
    expect(order).toMatchObject({ subtotal: 1_900, shipping_fee: 100, total: 2_000 })
    const event = timeline.find(({ kind }: { kind: string }) => kind === 'content_changed')
    expect(event).toMatchObject({
      actor: '您',
      text: '商品：青瓷杯 × 2 改為 青瓷杯 × 1、木砧板 × 3；總計：NT$2,100 改為 NT$2,000',
    })
    // Again, it does nothing.
    const again = await guest.put(`/order/${id}`, {
      ...{ lines: [cups(1), boards(3)], expected_difference: -100 },
    })
    expect(again.body).toMatchObject({ message: '訂單沒有變更', difference: 0 })
  })

  it('is charged no other difference than was shown, and needs one', async () => {
    const { guest, id } = await placed([cups(1)])
    const lines = [cups(2)]
    expect((await guest.put(`/order/${id}`, { lines })).status).toBe(400)
    const refused = await guest.put(`/order/${id}`, { lines, expected_difference: 999 })
    expect(refused).toMatchObject({ status: 409, body: { code: 'ORDER_CHANGED' } })
    expect(refused.body.message).toContain('NT$1,100 改為 NT$2,100')
    expect(await linesOf(guest, id)).toEqual([[cup, 1, 1_000]])
  })

  it('keeps the price of its sale for what it has, and pays that of now for what is more', async () => {
    const lamp = await shop.product({ title: '燈', price: 500 })
    const { guest, id } = await placed([{ product_id: lamp, qty: 2 }])
    const price = (now: number) => rows('update products set price = $2 where id = $1', [lamp, now])
    await price(600)
    expect((await change(guest, id, [{ product_id: lamp, qty: 3 }])).status).toBe(200)
    expect(await linesOf(guest, id)).toEqual([
      [lamp, 2, 1_000],
      [lamp, 1, 600],
    ])
    // Of fewer pieces the dearer ones, which came last, go first.
    expect((await change(guest, id, [{ product_id: lamp, qty: 1 }])).status).toBe(200)
    expect(await linesOf(guest, id)).toEqual([[lamp, 1, 500]])
    await rows('update products set is_enabled = false where id = $1', [lamp])
    expect((await preview(guest, id, [{ product_id: lamp, qty: 2 }])).body).toMatchObject({
      code: 'ORDER_LINE_GONE',
      message: '「燈」已下架，不能增加數量',
    })
    expect((await change(guest, id, [{ product_id: lamp, qty: 1 }, cups(1)])).status).toBe(200)
  })

  it('takes no more from the stock than there is, of all that it would have', async () => {
    const rare = await stock.counted(3, '孤品')
    const { guest, id } = await placed([{ product_id: rare, qty: 2 }])
    expect((await change(guest, id, [{ product_id: rare, qty: 3 }])).status).toBe(200)
    const refused = await preview(guest, id, [{ product_id: rare, qty: 4 }])
    expect(refused).toMatchObject({ status: 409, body: { code: 'ORDER_STOCK_SHORT' } })
    expect(refused.body.message).toBe('「孤品」只剩 3 件，請調整數量')
    expect(await stock.numbers(rare)).toEqual([3, 3])
    const other = await change(guest, id, [cups(1)])
    expect(other.status).toBe(200)
    expect(await stock.numbers(rare)).toEqual([3, 0])
  })

  it('keeps its coupon where the rules hold, and says before that it loses it', async () => {
    const { code, id: couponId } = await shop.coupon({ percent: 80, minTotal: 2_000, maxUses: 1 })
    const { guest, id } = await placed([cups(2)], await shop.member(), code)
    const uses = async () =>
      rows(
        'select discount::int, returned_at is null as counts from coupon_uses where order_id = $1',
        [id],
      )
    expect((await change(guest, id, [cups(3)])).body.after).toMatchObject({
      ...{ subtotal: 3_000, discount: 600, shipping_fee: 100, total: 2_500 },
    })
    expect(await uses()).toEqual([{ discount: 600, counts: true }])
    const shown = await preview(guest, id, [cups(1)])
    expect(shown.body).toMatchObject({
      lost_coupon: { code, reason: '消費滿 NT$2,000 才能使用此優惠券' },
      after: { discount: 0, total: 1_100 },
    })
    expect((await change(guest, id, [cups(1)])).status).toBe(200)
    expect(await uses()).toEqual([{ discount: 600, counts: false }])
    const [{ coupon }] = await rows('select coupon from order_lines where order_id = $1', [id])
    expect(coupon).toBeNull()
    // Another order may have it.
    await placed([cups(2)], await shop.member(), code)
    expect(await rows('select from coupon_uses where coupon_id = $1', [couponId])).toHaveLength(2)
  })

  it('pays the fee that the checkout would ask for, and none that was waived', async () => {
    const { guest, id } = await placed([cups(2)])
    expect((await change(guest, id, [cups(3)])).body.after).toMatchObject({ shipping_fee: 0 })
    expect((await change(guest, id, [cups(1)])).body.after).toMatchObject({ shipping_fee: 100 })
    const byHand = { user: orderData.user, products: [{ product_id: cup, qty: 1 }] }
    const { orderId } = (await owner.post('/admin/order', byHand)).body
    expect((await change(owner, orderId, [cups(2)])).body.after).toMatchObject({
      ...{ shipping_fee: 0, total: 2_000 },
    })
  })

  it('goes to another address or is fetched at a place', async () => {
    const method = {
      ...{ kind: 'place', name: '自取', fee: 0, free_over: null, outlying: { mode: 'same' } },
      ...{ max_weight_g: null, max_sides_mm: null, max_amount: null, cod: false, is_on: true },
      ...{ temperatures: ['normal'], mixes: true },
      places: [{ name: '中山店', address: '臺北市中山區民生東路一段 1 號', hours: '' }],
    }
    const { id: method_id } = (await owner.post('/admin/shipping-method', method)).body.method
    const { guest, id } = await placed([cups(1)])
    const address = '220 新北市板橋區縣民大道 2 號'
    const home = { method_id: 'home', address }
    expect((await change(guest, id, [cups(1)], { shipping: home })).body).toMatchObject({
      ...{ difference: 0, message: '已變更訂單', after: { address } },
    })
    expect((await read(guest, id)).order).toMatchObject({
      user: { address, address_parts: { county: '新北市', district: '板橋區' } },
    })
    const fetched = await change(guest, id, [cups(1)], { shipping: { method_id } })
    expect(fetched.body).toMatchObject({ difference: -100, after: { shipping: '自取' } })
    const { order, timeline } = await read(guest, id)
    expect(order).toMatchObject({ total: 1_000, shipping: { kind: 'place', fee: 0 } })
    expect(timeline.at(-1).text).toBe('配送方式：宅配 改為 自取；總計：NT$1,100 改為 NT$1,000')
    // Nothing of the place of before is an address to send to.
    expect((await preview(guest, id, [cups(1)], { shipping: { method_id: 'home' } })).status).toBe(
      400,
    )
    expect((await owner.delete(`/admin/shipping-method/${method_id}`)).status).toBe(200)
  })
})

describe('the money of an order that is changed (AFTER-08)', () => {
  it('that is paid goes back as far as it costs less', async () => {
    const { guest, id } = await paid([cups(2)])
    const shown = await preview(guest, id, [cups(1)])
    expect(shown.body).toMatchObject({ difference: -1_000, refund: 1_000, to_pay: 0 })
    expect((await change(guest, id, [cups(1)])).status).toBe(200)
    expect(await refundsOf(id)).toEqual([{ amount: 1_000, is_of_change: true, state: 'done' }])
    const { order } = await read(guest, id)
    expect(order).toMatchObject({ state: 'paid', is_paid: true, total: 1_100 })
    // Cancelled, it gives back what is left, and no more.
    await guest.post(`/order/${id}/cancel`)
    expect(await refundsOf(id)).toMatchObject([{ amount: 1_000 }, { amount: 1_100 }])
  })

  it('that is paid is asked for more by a further payment, and what nobody paid is not given back', async () => {
    const { guest, id } = await paid([cups(1)])
    const dearer = await preview(guest, id, [cups(2)])
    expect(dearer.body).toMatchObject({ difference: 1_000, refund: 0, to_pay: 1_000 })
    expect((await change(guest, id, [cups(2)])).status).toBe(200)
    expect((await read(guest, id)).order).toMatchObject({ is_paid: true, balance_due: 1_000 })
    // Back again before it is paid: nothing comes back.
    expect((await change(guest, id, [cups(1)])).body).toMatchObject({ refund: 0, to_pay: 0 })
    expect(await refundsOf(id)).toEqual([])
    await change(guest, id, [cups(2)])
    const options = (await guest.get(`/order/${id}/payment`)).body.data
    expect(options).toMatchObject({ is_paid: false, total: 1_000 })
    for (const _ of [1, 2]) expect((await guest.post(`/pay/${id}`)).status).toBe(200)
    expect((await read(guest, id)).order).not.toHaveProperty('balance_due')
    const money =
      'select amount::int, counts, supplements from payments where order_id = $1 order by created_at'
    expect(await rows(money, [id])).toEqual([
      { amount: 1_100, counts: true, supplements: false },
      { amount: 1_000, counts: false, supplements: true },
    ])
    // A refund is taken from the last payment first.
    expect((await change(guest, id, [cups(1)])).body.refund).toBe(1_000)
    await guest.post(`/order/${id}/cancel`)
    expect((await refundsOf(id)).map(({ amount }) => amount)).toEqual([1_000, 1_100])
  })

  it('that is paid has a balance that the staff record, and nothing of it leaves the shop until then', async () => {
    const { guest, id } = await paid([cups(1)])
    await change(owner, id, [cups(2)])
    const life = async () => (await owner.get(`/admin/order/${id}`)).body
    expect(await life()).toMatchObject({
      ...{ actions: ['cancel'], can_change: true },
      order: { awaits_balance: true, balance_due: 1_000, payment_state: 'paid' },
    })
    const manager = await openStaff(shop, 'packer')
    const unpriced = (await manager.get(`/admin/order/${id}`)).body.order
    expect(unpriced).toMatchObject({ awaits_balance: true })
    expect(unpriced).not.toHaveProperty('balance_due')
    const packing = async (ask: object) => (await owner.post('/admin/packing', ask)).body
    expect((await packing({ ids: [id] })).left_out).toEqual([
      expect.objectContaining({ id, reason: '尚有補款未付，收到後才能出貨' }),
    ])
    const all = async () => (await packing({})).orders.map((one: { id: string }) => one.id)
    expect(await all()).not.toContain(id)
    const sends = [
      () => owner.post(`/admin/order/${id}/prepare`),
      () => owner.post(`/admin/order/${id}/parcel`, { carrier: 'own' }),
    ]
    for (const send of sends) {
      expect(await send()).toMatchObject({ status: 409, body: { code: 'ORDER_STATE' } })
    }
    const found = async (filter: string) =>
      (await owner.get(`/admin/orders?${filter}`)).body.orders.map((one: { id: string }) => one.id)
    expect(await found('balance=due')).toContain(id)
    expect(await found('state=paid&balance=settled')).not.toContain(id)
    const record = (amount: number) => owner.post(`/admin/order/${id}/balance`, { amount })
    const other = await record(999)
    expect([other.status, other.body.message]).toEqual([409, '補款金額已變更，目前應補 NT$1,000'])
    // Two who record it at once have it once.
    const both = await Promise.all([record(1_000), record(1_000)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const { order, timeline } = await read(guest, id)
    expect(order).not.toHaveProperty('balance_due')
    expect(timeline.at(-1)).toMatchObject({ kind: 'paid', actor: '商店', text: '補款 NT$1,000' })
    expect((await owner.put(`/admin/order/${id}`, { is_paid: false })).status).toBe(409)
    expect(await all()).toContain(id)
    for (const send of sends) expect((await send()).status).toBe(200)
  })

  it('that is paid twice is given back from the last payment on, never more than was had', async () => {
    const { guest, id } = await paid([cups(1)])
    await change(guest, id, [cups(3)])
    await owner.post(`/admin/order/${id}/balance`, { amount: 1_900 })
    await change(guest, id, [cups(4)])
    const life = async () => (await owner.get(`/admin/order/${id}`)).body
    // Nobody has paid the fourth one.
    expect(await life()).toMatchObject({ refundable: 3_000, order: { balance_due: 1_000 } })
    const refund = (amount: number) =>
      owner.post(`/admin/order/${id}/refund`, { amount, reason: '瑕疵' })
    expect((await refund(3_001)).body.message).toBe('最多可退 NT$3,000')
    expect((await refund(2_000)).status).toBe(200)
    expect(await refundsOf(id)).toEqual([
      { amount: 1_900, is_of_change: false, state: 'manual' },
      { amount: 100, is_of_change: false, state: 'done' },
    ])
    await guest.post(`/order/${id}/cancel`)
    expect((await refundsOf(id)).map(({ amount }) => amount)).toEqual([1_900, 100, 1_000])
    const { order } = await read(guest, id)
    expect(order).toMatchObject({ state: 'cancelled', is_paid: true, payment_state: 'refunding' })
    expect(order).not.toHaveProperty('balance_due')
    const [{ id: manual }] = await rows(
      `select id from refunds where order_id = $1 and state = 'manual'`,
      [id],
    )
    const done = { remitted_on: '2026-11-29', account_last5: '12345' }
    expect((await owner.post(`/admin/refund/${manual}/done`, done)).status).toBe(200)
    expect((await read(guest, id)).order).toMatchObject({
      ...{ is_paid: false, payment_state: 'refunded' },
    })
  })

  it('that is paid is not given back in full by a change', async () => {
    const free = await shop.product({ title: '贈品', price: 0 })
    const products = [{ product_id: cup, qty: 1 }]
    const byHand = { user: orderData.user, products, is_paid: true }
    const { orderId } = (await owner.post('/admin/order', byHand)).body
    const refused = await change(owner, orderId, [{ product_id: free, qty: 1 }])
    expect(refused).toMatchObject({ status: 409, body: { code: 'ORDER_STATE' } })
    expect(refused.body.message).toBe('款項將全數退回，請改為取消訂單')
    expect(await refundsOf(orderId)).toEqual([])
  })

  it('is given back by the staff with the right to refund, and of money that no gateway saw with a proof', async () => {
    const manager = await openStaff(shop, 'manager')
    const { id } = await paid([cups(2)])
    expect(await change(manager, id, [cups(1)])).toMatchObject({ status: 403 })
    const byHand = await placed([cups(2)])
    await owner.put(`/admin/order/${byHand.id}`, { is_paid: true })
    await rows(`update admin_sessions set confirmed_at = now() - interval '1 hour'`, [])
    expect(await change(owner, byHand.id, [cups(1)])).toMatchObject({
      ...{ status: 403, body: { code: 'CONFIRMATION_REQUIRED' } },
    })
    expect((await change(owner, id, [cups(1)])).status).toBe(200)
    expect(await refundsOf(byHand.id)).toEqual([])
  })
})

describe('who changes an order, and until when (AFTER-08)', () => {
  it('is its shopper until it is prepared, and the staff until the first parcel', async () => {
    const { guest, id } = await paid([cups(3)])
    const stranger = await preview(await shop.member(), id, [cups(1)])
    expect(stranger.status).toBe(404)
    expect((await read(guest, id)).can_change).toBe(true)
    await owner.post(`/admin/order/${id}/prepare`)
    expect((await read(guest, id)).can_change).toBeUndefined()
    expect((await preview(guest, id, [cups(1)])).body.code).toBe('ORDER_NOT_CHANGEABLE')
    expect((await change(owner, id, [cups(2)])).status).toBe(200)
    const life = (await owner.get(`/admin/order/${id}`)).body
    expect(life).toMatchObject({ can_change: true, order: { state: 'preparing' } })
    const [line] = Object.keys(life.order.products)
    await owner.post(`/admin/order/${id}/parcel`, {
      ...{ carrier: 'own', lines: [{ line_id: line, qty: 1 }] },
    })
    expect((await change(owner, id, [cups(1)])).status).toBe(409)
    await guest.post(`/order/${(await placed([cups(1)], guest)).id}/cancel`)
  })

  it('is told by mail where it was the shop, once', async () => {
    const { guest, id } = await placed([cups(2)])
    await change(guest, id, [cups(1)])
    expect((await change(owner, id, [cups(1), boards(1)])).status).toBe(200)
    const mails = await rows(
      `select subject, text_body from mail_outbox where order_id = $1 and kind = 'changed'`,
      [id],
    )
    expect(mails).toHaveLength(1)
    const { number } = (await read(guest, id)).order
    expect(mails[0]).toMatchObject({ subject: `MinMin 團購：訂單內容已變更（${number}）` })
    expect(mails[0].text_body).toContain('訂單金額：NT$1,100 改為 NT$1,400')
    expect(mails[0].text_body).toContain('尚未付款，請付 NT$1,400')
    await guest.post(`/pay/${id}`)
    await change(owner, id, [cups(2), boards(1)])
    await guest.post(`/pay/${id}`)
    const later = await rows(
      `select kind, subject, text_body from mail_outbox where order_id = $1 order by id desc limit 2`,
      [id],
    )
    expect(later.map(({ kind }) => kind)).toEqual(['paid', 'changed'])
    expect(later[1].text_body).toContain('需要補付 NT$1,000，請按「查看訂單」付款')
    expect(later[0].subject).toBe(`MinMin 團購：已收到補款（${number}）`)
    expect(later[0].text_body).toContain('已收到補款：NT$1,000')
    const again = await owner.post(`/admin/order/${id}/mail`, { kind: 'changed' })
    expect(again.status).toBe(200)
  })

  it('comes to one end with whoever pays, cancels, prepares or changes it at the same time', async () => {
    for (const other of ['pay', 'cancel', 'change', 'prepare', 'pay_balance'] as const) {
      const isPaid = other === 'prepare' || other === 'pay_balance'
      const { guest, id } = await (isPaid ? paid : placed)([cups(3)])
      if (other === 'pay_balance') await change(guest, id, [cups(4)])
      const lines = [cups(2)]
      const expected_difference = (await preview(guest, id, lines)).body.difference
      const calls = {
        pay: () => guest.post(`/pay/${id}`),
        cancel: () => guest.post(`/order/${id}/cancel`),
        change: () =>
          owner.put(`/admin/order/${id}/lines`, { lines: [cups(1)], expected_difference }),
        prepare: () => owner.post(`/admin/order/${id}/prepare`),
        pay_balance: () => guest.post(`/pay/${id}`),
      }
      await Promise.all([guest.put(`/order/${id}`, { lines, expected_difference }), calls[other]()])
      const [row] = await rows(
        `select total::int, state, payment_state,
           (select sum(total)::int from order_lines where order_id = orders.id) as goods,
           balance_due::int as balance, (select coalesce(sum(amount), 0)::int from payments
              where order_id = orders.id and (counts or supplements))
             - (select coalesce(sum(amount), 0)::int from refunds where order_id = orders.id) as left
         from orders where id = $1`,
        [id],
      )
      const fee = row.goods >= 2_500 ? 0 : 100
      expect([other, row.total]).toEqual([other, row.goods + fee])
      if (row.payment_state === 'paid')
        expect([other, row.left + row.balance]).toEqual([other, row.total])
    }
  })
})
