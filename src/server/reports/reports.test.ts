import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { completeRefunds, createDice, tellOrderStory } from '../testing/models/order-stories.ts'
import { propertyRuns } from '../testing/property-runs.ts'
import {
  openAdministrator,
  openStaff,
  type TestAdministrator,
} from '../testing/test-administrator.ts'
import { openCampaign } from '../testing/test-campaigns.ts'
import { insertTestShipment } from '../testing/test-shipments.ts'
import { openTestShop, orderData, type TestShop } from '../testing/test-shop.ts'

let shop: TestShop
let owner: TestAdministrator
let productIds: string[]
beforeAll(async () => {
  shop = await openTestShop()
  owner = await openAdministrator(shop)
  productIds = []
  for (const price of [1, 33, 100, 999]) productIds.push(await shop.product({ price }))
})
afterAll(() => shop.close())

const run = async <Row extends Record<string, unknown>>(statement: string) =>
  (await shop.database.db.execute<Row>(sql.raw(statement))).rows
const sales = async (query = '') => (await owner.get(`/admin/report/sales${query}`)).body
// Days are counted from the start of the file, so a run that goes on past midnight agrees with itself.
const started = Date.now()
const dayInTaipei = (daysAgo = 0) =>
  new Date(started + 8 * 3_600_000 - daysAgo * 86_400_000).toISOString().slice(0, 10)
const on = (day: string) => `?from=${day}&to=${day}`
const sinceStart = `?from=${dayInTaipei()}&to=${dayInTaipei(-1)}`
const noonOf = (daysAgo: number) => `timestamptz '${dayInTaipei(daysAgo)} 12:00+08'`

async function placeOrder(qty = 1, productId = productIds[2]) {
  const guest = shop.guest()
  await guest.post('/cart', { product_id: productId, qty })
  return { guest, id: (await guest.post('/order', orderData)).body.orderId as string }
}

/** The definitions, summed over the books themselves. */
async function readBooks() {
  const [books] = await run<Record<'orders' | 'received' | 'payments' | 'refunded', number>>(`
    select (select count(*) from orders where state <> 'cancelled')::int as orders,
      (select coalesce(sum(coalesce(captured_amount, amount)), 0) from payments p
        where status = 'succeeded' or status = 'voided' and exists (
          select from refunds where payment_id = p.id and state <> 'failed'))::int as received,
      (select count(*) from payments p where status = 'succeeded' or status = 'voided' and exists (
          select from refunds where payment_id = p.id and state <> 'failed'))::int as payments,
      (select coalesce(sum(amount), 0) from refunds where state = 'done')::int as refunded`)
  const { orders = 0, received = 0, payments = 0, refunded = 0 } = books ?? {}
  const average = payments > 0 ? Math.round(received / payments) : null
  return { orders, received, refunded, net: received - refunded, average }
}

describe('the figures', () => {
  it('equal the books after any story (TODAY-05)', async () => {
    const dice = createDice(20_261_122)
    for (let story = 0; story < propertyRuns(200); story++) {
      await tellOrderStory({ shop, owner, productIds, dice })
      const { figures } = await sales(sinceStart)
      expect({ story, ...figures }).toEqual({ story, ...(await readBooks()) })
    }
    const { figures } = await sales('?range=7d')
    expect(figures.refunded).toBeGreaterThan(0)
    expect(figures.net).toBeLessThan(figures.received)
  })

  it('add up of their points (TODAY-10)', async () => {
    for (const range of ['today', 'yesterday', '7d', '30d', 'month', 'last_month']) {
      const { figures, points } = await sales(`?range=${range}`)
      for (const name of ['orders', 'received', 'refunded'] as const) {
        const sum = points.reduce(
          (all: number, point: Record<string, number>) => all + (point[name] ?? 0),
          0,
        )
        expect({ range, name, sum }).toEqual({ range, name, sum: figures[name] })
      }
    }
  })

  it('add up of months too, of which the first is not whole (TODAY-10)', async () => {
    await run(`insert into book_entries (at, kind, order_id, amount) values
      ('2024-01-14T15:59:59Z', 'captured', '-c', 3), ('2024-01-14T16:00:00Z', 'captured', '-d', 7),
      ('2024-01-31T15:59:59Z', 'captured', '-e', 11), ('2024-01-31T16:00:00Z', 'captured', '-f', 13)`)
    const { range, figures, points } = await sales('?from=2024-01-15&to=2024-05-14')
    expect([range.unit, figures.received]).toEqual(['month', 31])
    const received = points.map((point: { received: number }) => point.received)
    expect(received).toEqual([18, 13, 0, 0, 0])
    expect(points[0].at).toBe(Date.parse('2024-01-14T16:00:00Z') / 1000)
  })

  it('of a day that is over never change (TODAY-06)', async () => {
    const paid = await placeOrder()
    await paid.guest.post(`/pay/${paid.id}`)
    const byHand = await placeOrder()
    await owner.put(`/admin/order/${byHand.id}`, { is_paid: true })
    await run(`update book_entries set at = ${noonOf(40)}`)
    const day = on(dayInTaipei(40))
    const was = (await sales(day)).figures
    expect(was.received).toBeGreaterThan(0)
    expect((await sales(sinceStart)).figures).toMatchObject({ received: 0, refunded: 0 })
    await owner.put(`/admin/order/${byHand.id}`, { is_paid: false })
    await owner.post(`/admin/order/${paid.id}/refund`, { amount: 30, reason: '少一件' })
    await completeRefunds(shop)
    const { received, refunded, net } = (await sales(day)).figures
    expect({ received, refunded, net }).toEqual({
      received: was.received,
      refunded: was.refunded,
      net: was.net,
    })
    const now = (await sales(sinceStart)).figures
    expect(now.received).toBe(-100)
    expect(now.refunded).toBeGreaterThanOrEqual(30)
  })

  it('equal orders and books when an old order changes (TODAY-05, TODAY-06)', async () => {
    const days = [-1, 0, 1, 40, 41, 70, 300].map((ago) => dayInTaipei(ago)).toReversed()
    const expectEqualBooks = async (when: string) => {
      for (const from of days) {
        for (const to of days.filter((day) => day >= from)) {
          const span = (column: string) =>
            `${column} >= '${from} 00:00+08' and ${column} < '${to} 00:00+08'::timestamptz + interval '1 day'`
          const money = (kind: string) =>
            `coalesce((select sum(amount) from book_entries where kind = '${kind}' and ${span('at')}), 0)`
          const [books] = await run(`
            select (select count(*) from orders
                where state <> 'cancelled' and ${span('created_at')})::int as orders,
              (${money('captured')} - ${money('withdrawn')})::int as received,
              ${money('refunded')}::int as refunded`)
          const report = await sales(`?from=${from}&to=${to}`)
          const { orders, received, refunded } = report.figures
          expect({ when, from, to, orders, received, refunded }).toEqual({
            when,
            from,
            to,
            ...books,
          })
        }
      }
    }
    const refunded = await placeOrder(3)
    await refunded.guest.post(`/pay/${refunded.id}`)
    const cancelled = await placeOrder(5)
    const ids = `('${refunded.id}', '${cancelled.id}')`
    await run(`update orders set created_at = ${noonOf(70)} where id in ${ids}`)
    await run(`update book_entries set at = ${noonOf(70)} where order_id in ${ids}`)
    expect((await sales(on(dayInTaipei(70)))).figures).toMatchObject({ orders: 2, received: 300 })
    await expectEqualBooks('paid')

    await owner.post(`/admin/order/${cancelled.id}/cancel`, { reason: '改' })
    await owner.post(`/admin/order/${refunded.id}/refund`, { amount: 30, reason: '少一件' })
    await completeRefunds(shop)
    expect((await sales(on(dayInTaipei(70)))).figures).toMatchObject({ orders: 1, received: 300 })
    await expectEqualBooks('changed')
  })

  it('are compared with days that end at the same moment (TODAY-09)', async () => {
    const { id } = await placeOrder()
    const ordersBefore = async () => (await sales('?range=7d')).before.orders
    const placed = await ordersBefore()
    const moveTo = (at: string) => run(`update orders set created_at = ${at} where id = '${id}'`)
    await moveTo(`now() - interval '7 days' + interval '30 minutes'`)
    expect(await ordersBefore()).toBe(placed)
    await moveTo(`now() - interval '7 days' - interval '1 second'`)
    expect(await ordersBefore()).toBe(placed + 1)
    await moveTo('now()')
  })

  it('belong to the days of Taipei, whatever time zone the database session has (TODAY-07)', async () => {
    await run(`insert into book_entries (at, kind, order_id, amount) values
      ('2025-03-01T15:59:59Z', 'captured', '-a', 7), ('2025-03-01T16:00:00Z', 'captured', '-b', 11)`)
    const [{ name } = { name: '' }] = await run<{ name: string }>(
      'select current_database() as name',
    )
    for (const zone of ['UTC', 'America/New_York', 'Pacific/Kiritimati']) {
      await run(`alter database "${name}" set timezone to '${zone}'`)
      await run(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and pid <> pg_backend_pid() and state = 'idle'`,
      ).catch(() => undefined)
      // The first calls may meet a connection that has just ended.
      await expect.poll(async () => (await sales(on('2025-03-01'))).figures?.received).toBe(7)
      const next = await sales(on('2025-03-02'))
      expect(next.figures.received).toBe(11)
      expect(next.points[0]).toMatchObject({
        at: Date.parse('2025-03-01T16:00:00Z') / 1000,
        received: 11,
      })
      const both = await sales('?from=2025-03-01&to=2025-03-02')
      expect(both.points.map((point: { received: number }) => point.received)).toEqual([7, 11])
    }
    await run(`alter database "${name}" reset timezone`)
  })

  it('refuse more than 366 days, and days that are none (TODAY-08)', async () => {
    const { status, body } = await owner.get('/admin/report/sales?from=2025-01-01&to=2026-01-02')
    expect({ status, message: body.message }).toEqual({ status: 400, message: '期間最長 366 天' })
    expect((await owner.get('/admin/report/sales?from=2025-01-01&to=2026-01-01')).status).toBe(200)
    for (const query of [
      'from=2025-02-30&to=2025-03-01',
      'from=2025-03-02&to=2025-03-01',
      'from=x&to=y',
      'range=year',
    ]) {
      expect((await owner.get(`/admin/report/products?${query}`)).status).toBe(400)
    }
  })
})

describe('the lists of the page', () => {
  it('name the ten products with most units, ties by amount, then id (TODAY-11)', async () => {
    const made: string[] = []
    for (let n = 0; n < 11; n++) made.push(await shop.product({ title: `暢銷 ${n}`, price: 10 }))
    const dear = await shop.product({ title: '暢銷 貴', price: 50 })
    for (const [n, id] of [...made, dear].entries()) await placeOrder(n === 0 ? 7000 : 6000, id)
    const cancelled = await placeOrder(9000, made[1])
    await owner.post(`/admin/order/${cancelled.id}/cancel`, { reason: '改' })
    const archived = await placeOrder(2000, made[0])
    await owner.delete(`/admin/order/${archived.id}`)
    const { body } = await owner.get(`/admin/report/products${sinceStart}`)
    expect(body.products).toEqual(
      [
        { product_id: made[0], title: '暢銷 0', units: 9000, amount: 90_000 },
        { product_id: dear, title: '暢銷 貴', units: 6000, amount: 300_000 },
        ...made.slice(1, 9).map((id, n) => ({
          product_id: id,
          title: `暢銷 ${n + 1}`,
          units: 6000,
          amount: 60_000,
        })),
      ].slice(0, 10),
    )
  })

  it('count an order on the day in which it was placed, for as long as it is not cancelled (TODAY-11)', async () => {
    const id = await shop.product({ title: '舊單', price: 10 })
    const [old, cancelled] = [await placeOrder(30, id), await placeOrder(50, id)]
    await run(`update orders set created_at = ${noonOf(40)}
      where id in ('${old.id}', '${cancelled.id}')`)
    const sold = async (days: string) =>
      (await owner.get(`/admin/report/products${days}`)).body.products.find(
        (product: { product_id: string }) => product.product_id === id,
      )
    const line = { product_id: id, title: '舊單' }
    expect(await sold(on(dayInTaipei(40)))).toEqual({ ...line, units: 80, amount: 800 })
    expect(await sold(sinceStart)).toBeUndefined()
    await owner.post(`/admin/order/${cancelled.id}/cancel`, { reason: '改' })
    await shop.database.db.execute(sql`update products set title = '新名' where id = ${id}`)
    expect(await sold(on(dayInTaipei(40)))).toEqual({
      ...line,
      title: '新名',
      units: 30,
      amount: 300,
    })
  })

  it('name uses and discount of coupons, and what open groups lack (TODAY-11)', async () => {
    const coupon = await shop.coupon({ percent: 80, title: '八折' })
    const guest = shop.guest()
    await guest.post('/cart', { product_id: productIds[2], qty: 5 })
    await guest.post('/coupon', { code: coupon.code })
    await guest.post('/order', orderData)
    const { body } = await owner.get('/admin/report/coupons')
    expect(body.coupons).toEqual([
      { coupon_id: coupon.id, title: '八折', code: coupon.code, uses: 1, discount: 100 },
    ])
    const campaign = await openCampaign(shop, { minTarget: 10, title: '秋茶' })
    const groups = await owner.get('/admin/report/groups')
    expect(groups.body.groups).toEqual([
      {
        group_id: campaign.groupId,
        campaign_id: campaign.id,
        title: '秋茶',
        state: 'forming',
        units: 0,
        missing: 10,
        metric: 'units',
      },
    ])
    await openCampaign(shop, { minTarget: 3, metric: 'members', title: '冬茶' })
    const { body: both } = await owner.get('/admin/report/groups')
    expect(both.groups[1]).toMatchObject({ title: '冬茶', missing: 3, metric: 'members' })
    for (let more = 0; more < 19; more++) await openCampaign(shop, { title: `更多 ${more}` })
    expect((await owner.get('/admin/report/groups')).body.groups).toHaveLength(21)
  })
})

describe('the worklist', () => {
  const lists: Record<string, (owner: TestAdministrator) => Promise<number>> = {
    to_ship: async (staff) => (await staff.post('/admin/packing', {})).body.total,
    shipment_problem: (staff) => rowsOf(staff, '/admin/shipments?view=problem', 'shipments'),
    shipment_back: (staff) => rowsOf(staff, '/admin/shipments?view=back', 'shipments'),
    expiring: (staff) => rowsOf(staff, '/admin/orders?state=placed&expires=24', 'orders'),
    return_asked: (staff) => rowsOf(staff, '/admin/returns?view=asked', 'returns'),
    return_to_come: (staff) => rowsOf(staff, '/admin/returns?view=to_come', 'returns'),
    return_to_refund: (staff) => rowsOf(staff, '/admin/returns?view=to_refund', 'returns'),
    refund_failed: (staff) => rowsOf(staff, '/admin/refunds?state=failed', 'refunds'),
    refund_manual: (staff) => rowsOf(staff, '/admin/refunds?state=manual', 'refunds'),
    balance_due: (staff) => rowsOf(staff, '/admin/orders?balance=due', 'orders'),
    paid_back: (staff) =>
      rowsOf(staff, '/admin/orders?state=paid,preparing&payment=refunded', 'orders'),
    difference: (staff) => rowsOf(staff, '/admin/reconciliation?', 'differences'),
    at_risk: (staff) => rowsOf(staff, '/admin/groups?at_risk=1', 'groups'),
    shortfall: (staff) => rowsOf(staff, '/admin/groups?shortfall=1', 'groups'),
    hand_over: (staff) => rowsOf(staff, '/admin/leader-accounts?waits=announced', 'accounts'),
    stock_low: (staff) => rowsOf(staff, '/admin/stock?stock=low', 'stock'),
    job_failed: (staff) => rowsOf(staff, '/admin/jobs?', 'jobs'),
  }

  async function rowsOf(staff: TestAdministrator, path: string, key: string): Promise<number> {
    let rows = 0
    for (let page = 1; ; page++) {
      const { body } = await staff.get(`${path}&page=${page}`.replace('?&', '?'))
      rows += body[key].length
      if (!body.pagination.has_next) return rows
    }
  }

  async function expectEqualLists() {
    const { body } = await owner.get('/admin/worklist')
    for (const { kind, count } of body.worklist) {
      const read = lists[kind]
      if (read) expect({ kind, count }).toEqual({ kind, count: await read(owner) })
    }
    return Object.fromEntries(
      body.worklist.map(({ kind, count }: { kind: string; count: number }) => [kind, count]),
    ) as Record<string, number>
  }

  it('counts the rows of its lists, also right after a change (TODAY-03)', async () => {
    await owner.put(`/admin/stock/${productIds[0]}`, { on_hand: 1, reason: 'counted' })
    const before = await expectEqualLists()
    expect(before.stock_low).toBeGreaterThan(0)
    const { guest, id } = await placeOrder()
    await guest.post(`/pay/${id}`)
    expect((await expectEqualLists()).to_ship).toBe((before.to_ship ?? 0) + 1)
    await owner.post(`/admin/order/${id}/parcel`, {
      carrier: 'tcat',
      tracking_number: '1234567890',
    })
    expect((await expectEqualLists()).to_ship).toBe(before.to_ship)
    const late = await placeOrder()
    await run(`update orders set expires_at = now() + interval '23 hours' where id = '${late.id}'`)
    const expiring = (await expectEqualLists()).expiring ?? 0
    await owner.post(`/admin/order/${late.id}/cancel`, { reason: '改' })
    expect((await expectEqualLists()).expiring).toBe(expiring - 1)
    const refunded = await placeOrder()
    await refunded.guest.post(`/pay/${refunded.id}`)
    await owner.post(`/admin/order/${refunded.id}/refund`, { amount: 10, reason: '退' })
    await run(
      `update refunds set state = 'failed', done_at = null where order_id = '${refunded.id}'`,
    )
    const after = await expectEqualLists()
    expect(after.refund_failed).toBe((before.refund_failed ?? 0) + 1)
    const { refundable } = (await owner.get(`/admin/order/${refunded.id}`)).body
    await owner.post(`/admin/order/${refunded.id}/refund`, { amount: refundable, reason: '缺貨' })
    expect((await expectEqualLists()).to_ship).toBe((after.to_ship ?? 0) - 1)
  })

  it('counts the orders that wait for what a change has added (AFTER-08) (TODAY-03)', async () => {
    const { guest, id } = await placeOrder()
    await guest.post(`/pay/${id}`)
    const before = await expectEqualLists()
    const { order } = (await owner.get(`/admin/order/${id}`)).body
    const lines = Object.values<{ product_id: string; qty: number }>(order.products).map(
      ({ product_id, qty }) => ({ product_id, qty: qty + 1 }),
    )
    const path = `/admin/order/${id}/lines`
    const { difference } = (await owner.put(path, { lines, preview: true })).body
    await owner.put(path, { lines, expected_difference: difference })
    expect(await expectEqualLists()).toMatchObject({
      ...{ balance_due: (before.balance_due ?? 0) + 1, to_ship: (before.to_ship ?? 0) - 1 },
    })
    await owner.post(`/admin/order/${id}/cancel`, { reason: '改' })
    expect((await expectEqualLists()).balance_due).toBe(before.balance_due)
  })

  it('counts the parcels to stores that went wrong, and those that come back (SHIP-07) (TODAY-03)', async () => {
    const { shipment_problem: problems = 0, shipment_back: back = 0 } = await expectEqualLists()
    await insertTestShipment(shop, (await placeOrder()).id, 'lost')
    await insertTestShipment(shop, (await placeOrder()).id, 'not_picked_up')
    await insertTestShipment(shop, (await placeOrder()).id, 'at_store')
    expect(await expectEqualLists()).toMatchObject({
      shipment_problem: problems + 1,
      shipment_back: back + 1,
    })
  })

  it('holds an order that is paid back until it is cancelled, which frees its goods and coupon (MEND-08)', async () => {
    const waiting = async () => (await expectEqualLists()).paid_back ?? 0
    const before = await waiting()
    const coupon = await shop.coupon({ maxUses: 1 })
    const productId = String(productIds[3])
    await owner.put(`/admin/stock/${productId}`, { on_hand: 9, reason: 'counted' })
    const guest = shop.guest()
    await guest.post('/cart', { product_id: productId, qty: 1 })
    await guest.post('/coupon', { code: coupon.code })
    const { orderId, total } = (await guest.post('/order', orderData)).body
    const bound = async () => {
      const { rows } = await shop.database.pool.query(
        `select (select count(*)::int from stock_holds where order_id = $1) as holds,
          (select count(*)::int from coupon_uses where order_id = $1 and returned_at is null) as uses`,
        [orderId],
      )
      return rows[0]
    }
    await guest.post(`/pay/${orderId}`)
    const refund = (amount: number) =>
      owner.post(`/admin/order/${orderId}/refund`, { amount, reason: '缺貨' })
    await refund(1)
    expect(await waiting()).toBe(before)
    expect((await refund(total - 1)).status).toBe(200)
    expect([await waiting(), await bound()]).toEqual([before + 1, { holds: 1, uses: 1 }])
    const cancelled = await owner.post(`/admin/order/${orderId}/cancel`, { reason: '缺貨' })
    expect(cancelled.status).toBe(200)
    expect([await waiting(), await bound()]).toEqual([before, { holds: 0, uses: 0 }])
  })

  it('leaves out what the role may not read (TODAY-04)', async () => {
    const kindsOf = async (role: 'packer' | 'viewer' | 'accountant') => {
      const { body } = await (await openStaff(shop, role)).get('/admin/worklist')
      return body.worklist.map(({ kind }: { kind: string }) => kind)
    }
    const everybody = [
      'shipment_problem',
      'shipment_back',
      'expiring',
      'return_asked',
      'return_to_come',
      'return_to_refund',
      'refund_failed',
      'refund_manual',
      'balance_due',
      'paid_back',
      'at_risk',
      'shortfall',
      'to_order',
      'to_arrive',
      'invoice_failed',
      'invoice_numbers_low',
      'stock_low',
    ]
    expect(await kindsOf('viewer')).toEqual(everybody)
    expect(await kindsOf('packer')).toEqual([
      ...[
        'to_ship',
        'shipment_problem',
        'shipment_back',
        'expiring',
        'return_asked',
        'return_to_come',
        'return_to_refund',
        'balance_due',
        'paid_back',
        'stock_low',
      ],
    ])
    expect(await kindsOf('accountant')).toEqual([
      'shipment_problem',
      'shipment_back',
      'expiring',
      'return_asked',
      'return_to_come',
      'return_to_refund',
      'refund_failed',
      'refund_manual',
      'balance_due',
      'paid_back',
      'difference',
      'at_risk',
      'shortfall',
      'to_order',
      'to_arrive',
      'hand_over',
      'invoice_failed',
      'invoice_numbers_low',
      'stock_low',
    ])
  })
})
