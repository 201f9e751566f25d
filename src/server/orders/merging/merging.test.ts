import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { workRun } from '../../runs/work-run.ts'
import { brokenChecks } from '../../testing/broken-checks.ts'
import { openAdministrator, type TestAdministrator } from '../../testing/test-administrator.ts'
import { joinData, openCampaign } from '../../testing/test-campaigns.ts'
import { endGroup, joinAs } from '../../testing/test-closing.ts'
import { openTestShop, orderData, type TestShop, type Visitor } from '../../testing/test-shop.ts'

let shop: TestShop
let owner: TestAdministrator
let cup: string
let heavy: string

beforeAll(async () => {
  shop = await openTestShop({ env: { DEVELOPMENT: '1' } })
  owner = await openAdministrator(shop)
  cup = await shop.product({ title: '青瓷杯', price: 500 })
  heavy = await shop.product({ title: '石臼', price: 400 })
  const values = { fee: 60, free_over: 3_000 }
  await owner.put('/admin/settings/shipping', { version: 0, values })
})
afterAll(async () => {
  expect(await brokenChecks(shop.databaseUrl)).toEqual([])
  await shop.close()
})

type Data = typeof orderData

async function place(guest: Visitor, qty = 1, data: Data = orderData, product = cup) {
  await guest.post('/cart', { product_id: product, qty })
  const { status, body } = await guest.post('/order', data)
  expect(status).toBe(200)
  return String(body.orderId)
}
async function paid(guest: Visitor, qty = 1, data: Data = orderData, product = cup) {
  const id = await place(guest, qty, data, product)
  expect((await guest.post(`/pay/${id}`)).status).toBe(200)
  return id
}
/** So many paid orders of one guest, to one place that no other test sends to. */
let places = 0
async function twoOf(guest = shop.guest(), count = 2) {
  const address = `台北市信義區市府路 ${++places} 號`
  const data = { ...orderData, user: { ...orderData.user, address } }
  const ids: string[] = []
  for (let n = 0; n < count; n++) ids.push(await paid(guest, 1, data))
  return { guest, data, ids: ids as [string, string, ...string[]] }
}
const read = async (guest: Visitor, id: string) => (await guest.get(`/order/${id}`)).body
const admin = async (id: string) => (await owner.get(`/admin/order/${id}`)).body
const merge = (by: Visitor, id: string, others: string[], more: object = {}) =>
  by.post(`${by === owner ? '/admin' : ''}/order/${id}/merge`, { with: others, ...more })
/** So many cups instead; gives the difference. */
async function change(guest: Visitor, id: string, qty: number, product = cup, more: object = {}) {
  const asked = { lines: [{ product_id: product, qty }], ...more }
  const { difference } = (await guest.put(`/order/${id}`, { ...asked, preview: true })).body
  const changed = await guest.put(`/order/${id}`, { ...asked, expected_difference: difference })
  expect(changed.status).toBe(200)
  return Number(difference)
}
const split = (by: Visitor, id: string) =>
  by.delete(`${by === owner ? '/admin' : ''}/order/${id}/merge`)
const rows = async (text: string, values: unknown[]) =>
  (await shop.database.pool.query(text, values)).rows
const moneyOf = (ids: readonly string[]) =>
  rows(
    `select id, state, total::int, (select coalesce(sum(amount_hundredths) / 100, 0)::int
         from order_adjustments where order_id = orders.id and kind = 'fee') as fee,
       (select coalesce(sum(amount), 0)::int from refunds where order_id = orders.id) as refunded,
       ships_with is not null as merged
     from orders where id = any($1) order by id`,
    [ids],
  )
const ship = (id: string, more: object = {}) =>
  owner.post(`/admin/order/${id}/parcel`, { carrier: 'tcat', tracking_number: 'T1', ...more })
async function carry(max_weight_g: number | null) {
  const [method] = (await owner.get('/admin/shipping-methods')).body.methods
  const answer = await owner.put('/admin/shipping-method/home', { ...method, max_weight_g })
  expect(answer.status).toBe(200)
}
async function run(action: string, ids: string[], input: object = {}) {
  const { body } = await owner.post('/admin/run', { kind: 'orders', action, ids, input })
  const work = () =>
    workRun(shop.runs, body.run.id, { signal: new AbortController().signal, isLast: true })
  await work()
  const { entries } = (await owner.get(`/admin/run/${body.run.id}`)).body
  return {
    reasons: entries.map(({ reason }: { reason?: string }) => reason),
    async undo() {
      expect((await owner.post(`/admin/run/${body.run.id}/undo`)).status).toBe(200)
      await work()
    },
  }
}

describe('orders of one recipient (AFTER-09)', () => {
  it('are offered to the shopper with what one fee less saves, merged and taken apart without money', async () => {
    const { guest, ids } = await twoOf()
    const [one, other] = ids
    const before = await moneyOf(ids)
    const { merge: offered, order } = await read(guest, one)
    expect(offered).toEqual({
      with: [],
      offers: [{ id: other, number: expect.any(String) }],
      left_out: [],
      saving: 60,
    })
    expect(order.total).toBe(560)
    const done = await merge(guest, one, [other], { expected_saving: 60 })
    expect(done.body).toMatchObject({ success: true, message: '已改為併單出貨' })
    // Again, it does nothing.
    expect((await merge(guest, one, [other])).status).toBe(200)
    expect((await read(guest, other)).merge).toMatchObject({
      ...{ with: [{ id: one }], offers: [], saving: 60, can_split: true },
    })
    expect(await moneyOf(ids)).toEqual(before.map((row) => ({ ...row, merged: true })))
    expect((await split(guest, other)).body.message).toBe('已改為分開寄')
    expect((await split(guest, other)).status).toBe(200)
    expect(await moneyOf(ids)).toEqual(before)
    const { timeline } = await admin(one)
    expect(timeline.map(({ kind }: { kind: string }) => kind)).toEqual(
      expect.arrayContaining(['merged', 'taken_apart']),
    )
  })

  it('are sent in one parcel, which keeps one fee and gives the other back by the way of payment', async () => {
    const { guest, ids } = await twoOf(undefined, 3)
    const [one, second, third] = ids
    expect((await read(guest, one)).merge.saving).toBe(120)
    await merge(guest, one, [second, String(third)])
    expect((await ship(second)).status).toBe(200)
    expect(await moneyOf(ids)).toMatchObject([
      { id: one, state: 'shipped', total: 560, fee: 60, refunded: 0 },
      { state: 'shipped', total: 500, fee: 0, refunded: 60 },
      { state: 'shipped', total: 500, fee: 0, refunded: 60 },
    ])
    const refunds = await rows(
      'select is_of_change, reason, state from refunds where order_id = $1',
      [second],
    )
    expect(refunds).toEqual([{ is_of_change: true, reason: '併單運費', state: 'done' }])
    for (const id of ids) {
      const { order, parcels, merge: shown } = await read(guest, id)
      expect(order).toMatchObject({ state: 'shipped', payment_state: expect.any(String) })
      expect(parcels).toMatchObject([{ carrier: 'tcat', tracking_number: 'T1' }])
      expect(shown.with).toHaveLength(2)
      expect(shown).not.toHaveProperty('can_split')
    }
    const { order } = await read(guest, one)
    // One mail tells the shopper of the parcel.
    const mails = await rows(
      `select order_id, text_body as text from mail_outbox where kind = 'shipped' and order_id = any($1)`,
      [ids],
    )
    expect(mails).toHaveLength(1)
    expect(mails[0]).toMatchObject({
      order_id: second,
      text: expect.stringContaining(order.number),
    })
    expect((await split(owner, one)).status).toBe(409)
    expect((await merge(guest, one, [await paid(guest)])).status).toBe(409)
  })

  it('have one tracking number, and are delivered together', async () => {
    const { ids } = await twoOf()
    const [one, other] = ids
    await merge(owner, one, [other])
    await ship(one)
    const { parcels } = await admin(other)
    const path = `/admin/order/${other}/parcel/${parcels[0].id}`
    expect((await owner.put(path, { tracking_number: 'T2', is_delivered: true })).status).toBe(200)
    for (const id of ids) {
      const { order, parcels } = await admin(id)
      expect(order.state).toBe('delivered')
      expect(parcels[0].tracking_number).toBe('T2')
    }
  })

  it('keep a fee by the rules for all goods: over the threshold the parcel is free', async () => {
    const { guest, data, ids } = await twoOf()
    const [one, other] = ids
    const third = await paid(guest, 4, data)
    expect((await read(guest, one)).merge.saving).toBe(180)
    await merge(guest, one, [other, third])
    await ship(one)
    expect(await moneyOf([...ids, third])).toMatchObject([
      { total: 500, fee: 0, refunded: 60 },
      { total: 500, fee: 0, refunded: 60 },
      { total: 2_000, fee: 0, refunded: 60 },
    ])
  })

  it('are not merged with what goes elsewhere, to somebody else, is unpaid, prepared or of others', async () => {
    const { guest, data, ids } = await twoOf()
    const [one] = ids
    const user = { ...data.user }
    const elsewhere = await paid(guest, 1, {
      ...data,
      user: { ...user, address: `${user.address} 2 樓` },
    })
    const named = await paid(guest, 1, { ...data, user: { ...user, name: '陳小美' } })
    const unpaid = await place(guest, 1, data)
    const prepared = await paid(guest, 1, data)
    await owner.post(`/admin/order/${prepared}/prepare`)
    const stranger = await paid(shop.guest(), 1, data)
    const { offers } = (await read(guest, one)).merge
    expect(offers.map(({ id }: { id: string }) => id)).toEqual([ids[1]])
    for (const id of [elsewhere, named, unpaid, prepared, stranger]) {
      const refused = await merge(guest, one, [id])
      expect([refused.status, refused.body.code]).toEqual([409, 'ORDER_CHANGED'])
    }
    const holder = await shop.database.pool.connect()
    await holder.query('begin')
    await holder.query('select from orders where id = $1 for update', [stranger])
    expect((await merge(guest, one, [stranger])).status).toBe(409)
    await holder.query('rollback')
    holder.release()
    // The same mailbox and telephone: for the staff it is one person.
    const toStaff = (await admin(one)).merge.offers.map(({ id }: { id: string }) => id)
    expect(toStaff).toEqual([ids[1], prepared, stranger])
    expect((await merge(guest, stranger, [one])).status).toBe(404)
    expect((await split(guest, stranger)).status).toBe(404)
  })

  it('are one shipment for the staff also where accounts differ, and tell each mailbox', async () => {
    const { data, ids } = await twoOf()
    const email = 'other@example.com'
    const other = await paid(shop.guest(), 1, { ...data, user: { ...data.user, email } })
    expect((await merge(owner, ids[0], [other])).status).toBe(200)
    await ship(ids[0])
    const mails = await rows(
      `select recipient from mail_outbox where kind = 'shipped' and order_id = any($1) order by 1`,
      [[ids[0], other]],
    )
    expect(mails.map(({ recipient }) => recipient)).toEqual(['ming@example.com', email])
  })

  it('say why they do not fit in one parcel, and another saving than was shown is refused', async () => {
    const { guest, data, ids } = await twoOf()
    await rows('update products set weight_g = 3000 where id = $1', [heavy])
    await carry(5_000)
    const stone = await paid(guest, 1, data, heavy)
    const second = await paid(guest, 1, data, heavy)
    const { merge: offered } = await read(guest, stone)
    expect(offered.offers.map(({ id }: { id: string }) => id)).toEqual(ids)
    expect(offered.left_out).toEqual([
      { number: expect.any(String), reason: '超過可寄送的重量上限 5 公斤' },
    ])
    const refused = await merge(guest, stone, [second])
    expect(refused).toMatchObject({
      ...{ status: 409, body: { code: 'ORDER_STATE' } },
      body: { message: expect.stringContaining('超過可寄送的重量上限 5 公斤') },
    })
    const other = await merge(guest, ids[0], [ids[1]], { expected_saving: 120 })
    expect(other.body.message).toBe('併單可省的運費已變更為 NT$60，請確認後再送出')
    await carry(null)
  })
})

describe('a parcel of several orders (AFTER-09)', () => {
  it('goes on without one that is cancelled, or moves elsewhere, which is taken back by its own', async () => {
    const { guest, ids } = await twoOf(undefined, 3)
    const [one, second, third] = ids as unknown as [string, string, string]
    await merge(guest, one, [second, third])
    expect((await guest.post(`/order/${second}/cancel`)).status).toBe(200)
    expect((await read(guest, one)).merge).toMatchObject({ with: [{ id: third }], saving: 60 })
    expect(await read(guest, second)).not.toHaveProperty('merge')
    const shipping = { method_id: 'home', address: '高雄市前金區 9 號' }
    await change(guest, third, 1, cup, { shipping })
    expect(await read(guest, one)).not.toHaveProperty('merge')
    await ship(one)
    expect(await moneyOf(ids)).toMatchObject([
      { state: 'shipped', total: 560, fee: 60, refunded: 0 },
      { state: 'cancelled', refunded: 560 },
      { state: 'paid', total: 560, fee: 60, refunded: 0 },
    ])
  })

  it('stays as it is where one that is sent elsewhere is shipped before it', async () => {
    const { guest, ids } = await twoOf(undefined, 3)
    const [one, second, third] = ids as unknown as [string, string, string]
    await merge(guest, one, [second, third])
    const shipping = { method_id: 'home', address: '高雄市前金區 10 號' }
    await change(guest, third, 1, cup, { shipping })
    await ship(third)
    await ship(second)
    expect(await moneyOf(ids)).toMatchObject([
      { state: 'shipped', total: 560, fee: 60, merged: true },
      { state: 'shipped', total: 500, fee: 0, merged: true },
      { state: 'shipped', total: 560, fee: 60, merged: false },
    ])
  })

  it('goes on without one that a change has made dearer, until that is paid', async () => {
    const { guest, ids } = await twoOf(undefined, 3)
    const [one, second, third] = ids as unknown as [string, string, string]
    const packable = async () => {
      const { orders } = (await owner.post('/admin/packing', {})).body
      return orders.map(({ id }: { id: string }) => id).filter((id: string) => ids.includes(id))
    }
    await merge(guest, one, [second, third])
    expect(await change(guest, second, 3)).toBe(1_000)
    expect((await read(guest, one)).merge).toMatchObject({ with: [{ id: third }], saving: 60 })
    expect(await read(guest, second)).not.toHaveProperty('merge')
    expect((await merge(guest, one, [second])).body.code).toBe('ORDER_CHANGED')
    expect((await merge(owner, second, [one])).body.code).toBe('ORDER_CHANGED')
    expect(await packable()).toEqual([one, third])
    expect((await ship(second)).body.message).toBe('尚有補款未付，收到後才能出貨')
    expect((await guest.post(`/pay/${second}`)).status).toBe(200)
    expect(await packable()).toEqual(ids)
    expect((await read(guest, one)).merge).toMatchObject({
      ...{ with: [{ id: second }, { id: third }], saving: 120 },
    })
    await change(guest, second, 4)
    await ship(one)
    expect(await moneyOf(ids)).toMatchObject([
      { state: 'shipped', total: 560, fee: 60, refunded: 0 },
      { state: 'paid', total: 2_060, fee: 60, refunded: 0, merged: false },
      { state: 'shipped', total: 500, fee: 0, refunded: 60 },
    ])
    await guest.post(`/pay/${second}`)
    expect((await ship(second)).status).toBe(200)
  })

  it('gives a fee back from the last payment first, over as many as that takes', async () => {
    const { guest, data, ids } = await twoOf(undefined, 1)
    const tape = await shop.product({ title: '紙膠帶', price: 40 })
    const small = await paid(guest, 1, data, tape)
    expect(await change(guest, small, 2, tape)).toBe(40)
    await guest.post(`/pay/${small}`)
    await merge(guest, ids[0], [small])
    await ship(small)
    expect(await moneyOf([small])).toMatchObject([{ total: 80, fee: 0, refunded: 60 }])
    const refunds = 'select amount::int from refunds where order_id = $1 order by amount'
    expect(await rows(refunds, [small])).toEqual([{ amount: 20 }, { amount: 40 }])
  })

  it('waits for goods that are still to come', async () => {
    const { guest, ids } = await twoOf()
    const [one, other] = ids
    await rows('update orders set awaits_goods = true where id = $1', [other])
    expect((await read(guest, one)).merge).toMatchObject({
      ...{ offers: [{ id: other, awaits_goods: true }], waits: true },
    })
    await merge(guest, one, [other])
    const listed = async () => {
      const { orders } = (await owner.post('/admin/packing', {})).body
      return orders.map(({ id }: { id: string }) => id).filter((id: string) => ids.includes(id))
    }
    expect(await listed()).toEqual([])
    expect((await ship(one)).body.message).toContain('商品待到貨，請等到貨後一起寄，或先分開寄')
    const { left_out: leftOut } = (await owner.post('/admin/packing', { ids: [one] })).body
    expect(leftOut.map(({ reason }: { reason: string }) => reason)).toEqual([
      expect.stringMatching(/^併單的訂單 .+ 商品待到貨$/),
      '商品待到貨',
    ])
    await rows('update orders set awaits_goods = false where id = $1', [other])
    expect(await listed()).toEqual(ids)
    expect((await ship(one)).status).toBe(200)
  })

  it('is suggested to who packs, and named on slips and in files', async () => {
    const { ids } = await twoOf()
    const [one, other] = ids
    const packed = async () => {
      const { orders } = (await owner.post('/admin/packing', { ids: [one] })).body
      return orders as { id: string; number: string; ships_with?: string[] }[]
    }
    const both = (await owner.post('/admin/packing', { ids: [one, other] })).body.orders
    expect(both).toMatchObject([{ same_recipient: [other] }, { same_recipient: [one] }])
    const [first, second] = both as { number: string }[]
    await merge(owner, one, [other])
    expect(await packed()).toMatchObject([
      { id: one, ships_with: [second?.number] },
      { id: other, ships_with: [first?.number] },
    ])
  })

  it('is shipped whole, or taken apart first', async () => {
    const guest = shop.guest()
    const { data, ids } = await twoOf(guest)
    const large = await paid(guest, 2, data)
    await merge(owner, large, [ids[0]])
    const { order } = await admin(large)
    const [line_id] = Object.keys(order.products)
    const part = await ship(large, { lines: [{ line_id, qty: 1 }] })
    expect(part.body.message).toBe('併單出貨的訂單要整筆一起寄，只寄部分商品請先分開寄')
    expect((await ship(large, { lines: [{ line_id, qty: 2 }] })).status).toBe(200)
    expect((await admin(ids[0])).order.state).toBe('shipped')
  })

  it('is one in a run, whose undo puts all of it back; the fee stays with the shopper', async () => {
    const { ids } = await twoOf()
    const [one, other] = ids
    await merge(owner, one, [other])
    const sent = { carrier: 'tcat', tracking_numbers: { [one]: 'R1' } }
    const shipped = await run('ship', [...ids], sent)
    expect(shipped.reasons).toEqual([undefined, undefined])
    const sums = [
      { total: 560, refunded: 0 },
      { total: 500, refunded: 60 },
    ]
    const inState = (state: string) => sums.map((row) => ({ ...row, state, merged: true }))
    expect(await moneyOf(ids)).toMatchObject(inState('shipped'))
    await shipped.undo()
    expect(await moneyOf(ids)).toMatchObject(inState('paid'))
    for (const id of ids) expect((await admin(id)).parcels).toEqual([])
    await ship(other)
    const before = await moneyOf(ids)
    expect(before).toMatchObject(inState('shipped'))
    const delivered = await run('deliver', [...ids])
    expect(delivered.reasons).toEqual([undefined, undefined])
    await delivered.undo()
    expect(await moneyOf(ids)).toEqual(before)
    for (const id of ids) expect((await admin(id)).parcels).toHaveLength(1)
  })

  it('refuses a second tracking number in a run', async () => {
    const { ids } = await twoOf()
    const [one, other] = ids
    await merge(owner, one, [other])
    const numbers = { [one]: 'R1', [other]: 'R2' }
    const { reasons } = await run('ship', [...ids], { carrier: 'tcat', tracking_numbers: numbers })
    // Entries are worked side by side: either may be the first.
    expect(reasons.filter((reason?: string) => reason !== undefined)).toEqual([
      expect.stringMatching(/^已併單出貨，貨運單號是 R[12]$/),
    ])
  })

  it('gives nothing back of an order of which nothing else would be left', async () => {
    const { guest, data, ids } = await twoOf()
    const [one, other] = ids
    await merge(guest, one, [other])
    const partly = { amount: 500, reason: '瑕疵' }
    expect((await owner.post(`/admin/order/${other}/refund`, partly)).status).toBe(200)
    expect((await read(guest, one)).merge.saving).toBe(60)
    await ship(one)
    expect(await moneyOf(ids)).toMatchObject([
      { state: 'shipped', total: 500, fee: 0, refunded: 60 },
      { state: 'shipped', total: 560, fee: 60, refunded: 500 },
    ])
    expect(data.user.name).toBe('王小明')
  })
})

it('one buyer in two campaigns gets one parcel, and both places stay as they are (AFTER-09)', async () => {
  const campaigns = [await openCampaign(shop), await openCampaign(shop)] as const
  const [first, second] = campaigns
  const member = await joinAs(shop, first, 10)
  const user = { name: '王小明', email: member.email, tel: '0912345678', address: '台北市' }
  const data = joinData(second, [10], { user })
  const { body } = await member.post(`/group/${second.code}/participation`, data)
  const ids = [member.orderId, String(body.participation.order_id)] as const
  for (const campaign of campaigns) await endGroup(shop, campaign)
  for (const id of ids) expect((await member.post(`/pay/${id}`)).status).toBe(200)
  expect((await read(member, ids[0])).merge).toMatchObject({
    ...{ offers: [{ id: ids[1] }], saving: 60 },
  })
  await merge(member, ids[0], [ids[1]])
  expect((await ship(ids[1])).status).toBe(200)
  expect(await moneyOf(ids)).toMatchObject([
    { state: 'shipped', total: 960, fee: 60, refunded: 0 },
    { state: 'shipped', total: 900, fee: 0, refunded: 60 },
  ])
  const places = await rows('select state from participations where order_id = any($1)', [ids])
  expect(places).toEqual([{ state: 'confirmed' }, { state: 'confirmed' }])
})
