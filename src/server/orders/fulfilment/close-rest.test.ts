import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { workRun } from '../../runs/work-run.ts'
import { openTestShop, orderData, type TestShop, type Visitor } from '../../testing/test-shop.ts'
import { openStock, type TestStock } from '../../testing/test-stock.ts'

let shop: TestShop
let stock: TestStock

beforeAll(async () => {
  shop = await openTestShop({ env: { DEVELOPMENT: '1' } })
  stock = await openStock(shop)
})
afterAll(() => shop.close())

interface Ordered {
  id: string
  guest: Visitor
  cup: string
  board: string
  /** The lines of three cups and of a board. */
  cups: string
  boards: string
}

/** A paid order of three cups and a board, of which ten each are on hand: 1,680. */
async function place(): Promise<Ordered> {
  const guest = shop.guest()
  const [cup, board] = [await stock.counted(10, '青瓷杯'), await stock.counted(10, '木砧板')]
  await guest.post('/cart', { product_id: cup, qty: 3 })
  await guest.post('/cart', { product_id: board, qty: 1 })
  const id: string = (await guest.post('/order', orderData)).body.orderId
  await guest.post(`/pay/${id}`)
  const lines = Object.values((await readAsStaff(id)).order.products) as {
    id: string
    product_id: string
  }[]
  const lineOf = (product: string) => lines.find((line) => line.product_id === product)?.id ?? ''
  return { id, guest, cup, board, cups: lineOf(cup), boards: lineOf(board) }
}
const readAsStaff = async (id: string) => (await stock.admin.get(`/admin/order/${id}`)).body
const stateOf = async (id: string) => (await readAsStaff(id)).order.state
const ship = (id: string, input: object = {}) =>
  stock.admin.post(`/admin/order/${id}/parcel`, { carrier: 'tcat', ...input })
const close = (id: string, headers: Record<string, string> = {}) =>
  stock.admin.post(`/admin/order/${id}/close-rest`, undefined, headers)
const deliver = (id: string, parcelId: string) =>
  stock.admin.put(`/admin/order/${id}/parcel/${parcelId}`, { is_delivered: true })
const rows = async (text: string, id: string) => (await shop.database.pool.query(text, [id])).rows
const eventsOf = async (id: string) =>
  (await rows('select kind from order_events where order_id = $1 order by id', id)).map(
    ({ kind }) => kind,
  )

/** Two of the cups are in a parcel. */
async function shipTwo(): Promise<Ordered & { parcelId: string }> {
  const order = await place()
  const lines = [{ line_id: order.cups, qty: 2 }]
  return { ...order, parcelId: (await ship(order.id, { lines })).body.data.id }
}

describe('closing the rest of an order', () => {
  it('ships the order, gives back what it still holds and moves no money (ORDERLIFE-33)', async () => {
    const { id, guest, cup, board, cups, boards } = await shipTwo()
    const before = await readAsStaff(id)
    expect(before.actions).toContain('close_rest')
    expect(await stock.numbers(cup)).toEqual([8, 1])
    const reply = await close(id)
    expect(reply).toMatchObject({ status: 200, body: { message: '其餘商品已改為不出貨' } })
    expect(await stock.numbers(cup)).toEqual([8, 0])
    expect(await stock.numbers(board)).toEqual([10, 0])
    expect((await stock.movements(cup)).at(-1)).toEqual(['released', 0, -1])
    expect(await stock.disagreements()).toEqual([])
    const after = await readAsStaff(id)
    expect(after).toMatchObject({
      order: { state: 'shipped', payment_state: 'paid', shipment_state: 'shipped' },
      refundable: before.refundable,
      refunds: [],
      actions: ['return'],
    })
    const text = expect.stringMatching(/^(青瓷杯 × 1、木砧板 × 1|木砧板 × 1、青瓷杯 × 1)$/)
    expect(after.timeline[0]).toMatchObject({ kind: 'rest_closed', text })
    const shown = (await guest.get(`/order/${id}`)).body
    expect(shown.timeline.at(-1)).toMatchObject({ kind: 'rest_closed', actor: '商店', text })
    const [event] = await rows(
      `select detail from order_events where order_id = $1 and kind = 'rest_closed'`,
      id,
    )
    expect(event.detail).toMatchObject({
      before: { state: 'preparing' },
      after: { state: 'shipped' },
    })
    const pieces = event.detail.pieces as { lineId: string; qty: number }[]
    expect(new Set(pieces.map(({ lineId, qty }) => `${lineId} ${qty}`))).toEqual(
      new Set([`${cups} 1`, `${boards} 1`]),
    )
    const audited = await rows(
      `select before, after from audit_entries where subject_id = $1
         and action = 'order.close_rest'`,
      id,
    )
    expect(audited).toEqual([
      { before: { state: 'preparing' }, after: { state: 'shipped', left_out: text } },
    ])
  })

  it('delivers an order whose parcels are all delivered, and waits for the others (ORDERLIFE-33)', async () => {
    const all = await shipTwo()
    await deliver(all.id, all.parcelId)
    expect(await stateOf(all.id)).toBe('preparing')
    await close(all.id)
    expect(await stateOf(all.id)).toBe('delivered')
    expect((await eventsOf(all.id)).slice(-2)).toEqual(['rest_closed', 'delivered'])
    const jobs = await rows(
      `select name from pgboss.job where name = 'order.complete' and data ->> 'orderId' = $1`,
      all.id,
    )
    expect(jobs).toHaveLength(1)
    const some = await shipTwo()
    await close(some.id)
    expect(await stateOf(some.id)).toBe('shipped')
    await deliver(some.id, some.parcelId)
    expect(await stateOf(some.id)).toBe('delivered')
  })

  it('is refused without a parcel, in another state and with nothing left (ORDERLIFE-33)', async () => {
    const { id, cup } = await place()
    const refused = (message: string) => ({ status: 409, body: { code: 'ORDER_STATE', message } })
    const inState = (label: string) => `訂單目前為「${label}」，無法將其餘改為不出貨`
    expect(await close(id)).toMatchObject(refused(inState('已付款，待出貨')))
    await stock.admin.post(`/admin/order/${id}/prepare`)
    expect((await readAsStaff(id)).actions).not.toContain('close_rest')
    expect(await close(id)).toMatchObject(
      refused('訂單目前為「備貨中」，還沒有包裹，請改用「取消訂單」'),
    )
    expect(await stock.numbers(cup)).toEqual([10, 3])
    await ship(id)
    expect(await close(id)).toMatchObject(refused(inState('已出貨')))
    // As a node of another release could have left it.
    await rows(`update orders set state = 'preparing' where id = $1`, id)
    expect((await readAsStaff(id)).actions).not.toContain('close_rest')
    expect(await close(id)).toMatchObject(refused('訂單目前為「備貨中」，沒有未出貨的商品'))
    const unknown = await close('-nothing')
    expect(unknown).toMatchObject({ status: 404, body: { message: '找不到訂單' } })
    const archived = await shipTwo()
    await stock.admin.delete(`/admin/order/${archived.id}`)
    expect((await close(archived.id)).status).toBe(404)
  })

  it('tells the shopper by a mail what is not coming, once and again when asked (ORDERLIFE-33)', async () => {
    const { id } = await shipTwo()
    const mails = () =>
      rows(
        `select recipient, subject, text_body from mail_outbox
         where order_id = $1 and kind = 'rest_closed' order by id`,
        id,
      )
    const resend = () => stock.admin.post(`/admin/order/${id}/mail`, { kind: 'rest_closed' })
    expect((await resend()).status).toBe(409)
    await close(id)
    await close(id)
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail).toMatchObject({
      recipient: orderData.user.email,
      subject: expect.stringMatching(/^MinMin 團購：部分商品不出貨（\d{6}-\d+）$/),
    })
    expect(mail.text_body).toContain('未出貨：青瓷杯 × 1')
    expect(mail.text_body).toContain('未出貨：木砧板 × 1')
    expect((await resend()).status).toBe(200)
    // Each mail has a new token in its link.
    const texts = (await mails()).map(({ text_body }) => text_body.replace(/access=.*/, ''))
    expect(texts).toEqual(Array(2).fill(texts[0]))
  })

  it('is done once for a key, and refused without it the second time (ORDERLIFE-33)', async () => {
    const { id } = await shipTwo()
    const key = { 'idempotency-key': `close ${id}` }
    const first = await close(id, key)
    const second = await close(id, key)
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.body).toEqual(first.body)
    expect(await close(id)).toMatchObject({
      status: 409,
      body: { message: '訂單目前為「已出貨」，無法將其餘改為不出貨' },
    })
    expect((await eventsOf(id)).filter((kind) => kind === 'rest_closed')).toHaveLength(1)
  })

  it('happens once of ten at once, and either before or after a parcel of the rest (ORDERLIFE-33)', async () => {
    const many = await shipTwo()
    const replies = await Promise.all(Array.from({ length: 10 }, () => close(many.id)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)])
    expect(await stock.numbers(many.cup)).toEqual([8, 0])
    for (let round = 0; round < 6; round++) {
      const { id, cup, boards } = await shipTwo()
      const isPart = round % 2 === 0
      const parcel = isPart ? { lines: [{ line_id: boards, qty: 1 }] } : {}
      const pair = [() => close(id), () => ship(id, parcel)]
      const [closed, shipped] =
        round % 3 === 0
          ? await Promise.all(pair.map((call) => call()))
          : (await Promise.all(pair.toReversed().map((call) => call()))).toReversed()
      const statuses = [closed?.status, shipped?.status]
      // A parcel of a part leaves a rest to close, one of the whole rest does not.
      const allowed = isPart
        ? [
            [200, 200],
            [200, 409],
          ]
        : [
            [409, 200],
            [200, 409],
          ]
      expect(allowed).toContainEqual(statuses)
      expect(await stateOf(id)).toBe('shipped')
      const isLeft = isPart || closed?.status === 200
      expect(await stock.numbers(cup)).toEqual([isLeft ? 8 : 7, 0])
    }
    expect(await stock.disagreements()).toEqual([])
  })
})

describe('an order whose rest is closed', () => {
  it('takes no later parcel, whatever it names (ORDERLIFE-33)', async () => {
    const { id, cups } = await shipTwo()
    await close(id)
    const refused = { status: 409, body: { message: '訂單目前為「已出貨」，無法出貨' } }
    expect(await ship(id)).toMatchObject(refused)
    expect(await ship(id, { carrier: 'hct' })).toMatchObject(refused)
    expect(await ship(id, { lines: [{ line_id: cups, qty: 1 }] })).toMatchObject(refused)
    expect((await readAsStaff(id)).parcels).toHaveLength(1)
  })

  it('is not packed or picked any more (ORDERLIFE-33)', async () => {
    const { id } = await shipTwo()
    const pack = async () => (await stock.admin.post('/admin/packing', { ids: [id] })).body
    expect((await pack()).orders).toMatchObject([{ id, is_partly_shipped: true }])
    await close(id)
    expect(await pack()).toMatchObject({
      orders: [],
      products: [],
      left_out: [{ id, reason: '訂單目前為「已出貨」' }],
    })
  })

  it('returns the pieces that were shipped alone, and can still be refunded (ORDERLIFE-33)', async () => {
    const { id, cups, boards } = await shipTwo()
    await close(id)
    const { refundable } = await readAsStaff(id)
    const refund = { amount: 500, reason: '破損' }
    expect((await stock.admin.post(`/admin/order/${id}/refund`, refund)).status).toBe(200)
    expect((await readAsStaff(id)).refundable).toBe(refundable - 500)
    const back = (line_id: string, qty: number) =>
      stock.admin.post(`/admin/order/${id}/return`, {
        ...{ reason: '不合用', refund: 0 },
        lines: [{ line_id, qty, to_stock: true }],
      })
    for (const reply of [await back(cups, 3), await back(boards, 1)]) {
      expect(reply).toMatchObject({ status: 400, body: { message: '退貨數量超過已出貨數量' } })
    }
    expect((await back(cups, 2)).status).toBe(200)
    expect(await stock.disagreements()).toEqual([])
  })

  it('is passed over by the undo of a run before it and by a run to ship (ORDERLIFE-33)', async () => {
    const { id, cups } = await place()
    const run = async (action: string, input: object = {}) => {
      const request = { kind: 'orders', action, ids: [id], input }
      const { body } = await stock.admin.post('/admin/run', request)
      const of = { signal: new AbortController().signal, isLast: true }
      await workRun(shop.runs, body.run.id, of)
      return body.run.id as string
    }
    const prepared = await run('prepare')
    await ship(id, { lines: [{ line_id: cups, qty: 1 }] })
    await close(id)
    const events = await eventsOf(id)
    await stock.admin.post(`/admin/run/${prepared}/undo`)
    await workRun(shop.runs, prepared, { signal: new AbortController().signal, isLast: true })
    const shipping = await run('ship', { carrier: 'tcat' })
    const { entries } = (await stock.admin.get(`/admin/run/${shipping}`)).body
    expect(entries).toMatchObject([{ reason: '訂單目前為「已出貨」' }])
    expect(await eventsOf(id)).toEqual(events)
    expect(await stateOf(id)).toBe('shipped')
  })
})
