import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { administrators } from '../db/tables/admin.ts'
import { auditEntries } from '../db/tables/audit.ts'
import { orderEvents, orders } from '../db/tables/orders.ts'
import { runs } from '../db/tables/runs.ts'
import { transaction } from '../db/transaction.ts'
import { emptyOrders } from '../testing/database/empty-orders.ts'
import { openStaff, type TestAdministrator } from '../testing/test-administrator.ts'
import { openTestShop, orderData, type TestShop } from '../testing/test-shop.ts'
import { openStock, type TestStock } from '../testing/test-stock.ts'
import { releaseRun } from './end-run.ts'
import { sweepRuns, workRun } from './work-run.ts'

let shop: TestShop
let stock: TestStock
let admin: TestAdministrator
beforeAll(async () => {
  shop = await openTestShop({ env: { DEVELOPMENT: '1' } })
  stock = await openStock(shop)
  admin = stock.admin
})
afterAll(() => shop.close())
beforeEach(async () => {
  await emptyOrders(shop.database.db)
  await shop.database.pool.query('delete from runs')
})

/** A paid order of some pieces of a product. */
async function place(productId: string, qty = 1): Promise<string> {
  const guest = shop.guest()
  await guest.post('/cart', { product_id: productId, qty })
  const { orderId } = (await guest.post('/order', orderData)).body
  await guest.post(`/pay/${orderId}`)
  return orderId
}
const placeAll = (productId: string, n: number) =>
  Promise.all(Array.from({ length: n }, () => place(productId)))

const start = async (request: object, by = admin) => (await by.post('/admin/run', request)).body.run
const shipping = (ids: string[], input: object = {}) => ({
  ...{ kind: 'orders', action: 'ship', ids },
  input: { carrier: 'tcat', ...input },
})
const work = (id: string) =>
  workRun(shop.runs, id, { signal: new AbortController().signal, isLast: true })
const read = async (id: string, query = '') => (await admin.get(`/admin/run/${id}${query}`)).body
const undo = (id: string) => admin.post(`/admin/run/${id}/undo`)
const stateOf = async (id: string) => {
  const [row] = await shop.database.db.select().from(orders).where(eq(orders.id, id))
  return row?.state
}
const eventsOf = async (id: string) => {
  const { db } = shop.database
  const rows = await db.select().from(orderEvents).where(eq(orderEvents.orderId, id))
  return rows.map(({ kind }) => kind)
}
async function mailsOf(id: string) {
  const { rows } = await shop.database.pool.query<{ kind: string; is_waiting: boolean }>(
    `select kind, run_id is not null as is_waiting from mail_outbox
     where order_id = $1 and kind = 'shipped'`,
    [id],
  )
  return rows
}
const mailJobs = async () => {
  const { rows } = await shop.database.pool.query(
    `select data ->> 'mailId' as id from pgboss.job where name = 'mail.send'`,
  )
  return rows.length
}
/** As if its ten minutes were over. */
const passTime = (id: string) =>
  shop.database.pool.query(
    `update runs set undo_until = now() - interval '1 second' where id = $1`,
    [id],
  )
const release = (id: string) => transaction(shop.database.db, (tx) => releaseRun(shop.runs, tx, id))

describe('a run over orders', () => {
  it('changes each by the function of one, names those that fail, and goes on (BULK-05, ORDERLIFE-26, AUDIT-03)', async () => {
    const cup = await stock.counted(10)
    const [first = '', second = '', sent = ''] = await placeAll(cup, 3)
    await admin.post(`/admin/order/${sent}/parcel`, { carrier: 'own' })
    const ids = [first, sent, '-unknown', second]
    const run = await start(shipping(ids, { tracking_numbers: { [second]: 'AB-2' } }))
    expect(run).toMatchObject({
      kind: 'orders',
      action: 'ship',
      state: 'queued',
      total: 4,
      done: 0,
    })
    await work(run.id)
    const after = await read(run.id)
    expect(after.run).toMatchObject({ state: 'done', total: 4, done: 4, failed: 2, can_undo: true })
    expect(after.run.undo_until - after.run.end_at).toBe(600)
    expect(after.entries).toMatchObject([
      { id: first, state: 'done' },
      { id: sent, state: 'failed', reason: '訂單目前為「已出貨」' },
      { id: '-unknown', state: 'failed', reason: '找不到訂單' },
      { id: second, state: 'done' },
    ])
    expect(after.entries[0].title).toMatch(/^\d{6}-\d+$/)
    expect((await read(run.id, '?only=failed')).entries).toHaveLength(2)
    const { parcels } = (await admin.get(`/admin/order/${second}`)).body
    expect(parcels).toMatchObject([{ carrier: 'tcat', tracking_number: 'AB-2' }])
    const audited = await shop.database.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.runId, run.id))
    expect(audited.map(({ action, subjectId }) => [action, subjectId]).toSorted()).toEqual(
      [
        ['order.ship', first],
        ['order.ship', second],
      ].toSorted(),
    )
    expect((await eventsOf(first)).filter((kind) => kind === 'shipped')).toHaveLength(1)
  })

  it('a second run over them changes nothing and names each as it is (ORDERLIFE-26)', async () => {
    const ids = await placeAll(await stock.counted(5), 2)
    for (const expected of [0, 2]) {
      const run = await start(shipping(ids))
      await work(run.id)
      const { run: after, entries } = await read(run.id, '?only=failed')
      expect([after.failed, entries.length]).toEqual([expected, expected])
      for (const { reason } of entries) expect(reason).toBe('訂單目前為「已出貨」')
    }
  })

  it('ships nothing whose money has gone back (ORDERLIFE-26, PACK-07)', async () => {
    const [kept = '', refunded = ''] = await placeAll(await stock.counted(5), 2)
    const { refundable } = (await admin.get(`/admin/order/${refunded}`)).body
    await admin.post(`/admin/order/${refunded}/refund`, { amount: refundable, reason: '缺貨' })
    for (const action of ['prepare', 'ship']) {
      const { body } = await admin.post('/admin/run', {
        ...shipping([kept, refunded]),
        action,
        is_trial: true,
      })
      expect(body).toMatchObject({
        will_change: 1,
        cannot: [{ id: refunded, reason: '款項已退回' }],
      })
    }
    const run = await start(shipping([kept, refunded]))
    await work(run.id)
    expect((await read(run.id, '?only=failed')).entries).toMatchObject([
      { id: refunded, reason: '款項已退回' },
    ])
    expect([await stateOf(kept), await stateOf(refunded)]).toEqual(['shipped', 'paid'])
  })

  it('tells beforehand how many will change and why others cannot, and changes nothing (BULK-03)', async () => {
    const [paid, unpaid] = [await place(await stock.counted(5)), await place(await shop.product())]
    await shop.database.pool.query(
      "update orders set state = 'placed', payment_state = 'unpaid', paid_at = null where id = $1",
      [unpaid],
    )
    const { body } = await admin.post('/admin/run', { ...shipping([paid, unpaid]), is_trial: true })
    expect(body).toMatchObject({
      will_change: 1,
      cannot: [{ id: unpaid, reason: '訂單目前為「待付款」' }],
    })
    expect(await shop.database.db.$count(runs)).toBe(0)
    expect(await stateOf(paid)).toBe('paid')
  })

  it('over a filter is of the entries of its start (BULK-02)', async () => {
    const cup = await stock.counted(10)
    const ids = await placeAll(cup, 2)
    const run = await start({ kind: 'orders', action: 'prepare', filter: {} })
    const late = await place(cup)
    await work(run.id)
    expect(await Promise.all([...ids, late].map(stateOf))).toEqual([
      ...['preparing', 'preparing', 'paid'],
    ])
    expect((await read(run.id)).run.total).toBe(2)
    const unknown = { kind: 'orders', action: 'prepare', filter: { colour: 'red' } }
    expect((await admin.post('/admin/run', unknown)).status).toBe(400)
  })

  it('has 10,000 entries at most, and one run for a key (BULK-11)', async () => {
    const many = Array.from({ length: 10_001 }, (_, n) => `-order${n}`)
    expect(await admin.post('/admin/run', shipping(many))).toMatchObject({
      status: 400,
      body: { message: '一次最多 10,000 筆' },
    })
    const asked = shipping([await place(await stock.counted(5))])
    const headers = { 'Idempotency-Key': 'one-run' }
    const replies = [
      await admin.post('/admin/run', asked, headers),
      await admin.post('/admin/run', asked, headers),
    ]
    expect(replies[0]?.body.run.id).toBe(replies[1]?.body.run.id)
    expect(await shop.database.db.$count(runs)).toBe(1)
  })

  it('resumes where a dead job left it, each entry once (BULK-06)', async () => {
    const ids = await placeAll(await stock.counted(9), 4)
    const run = await start(shipping(ids))
    const over = new AbortController()
    over.abort()
    // A job that is aborted at once, as when its process stops; then two at the same time.
    await workRun(shop.runs, run.id, { signal: over.signal, isLast: false })
    expect((await read(run.id)).run.state).toBe('running')
    await Promise.all([work(run.id), work(run.id)])
    expect((await read(run.id)).run).toMatchObject({ state: 'done', done: 4, failed: 0 })
    for (const id of ids) {
      expect((await eventsOf(id)).filter((kind) => kind === 'parcel')).toHaveLength(1)
    }
    expect(await stock.disagreements()).toEqual([])
  })
})

describe('a stopped run', () => {
  it('changes nothing more; what it has changed stays and can be undone (BULK-07)', async () => {
    const cup = await stock.counted(9)
    const ids = await placeAll(cup, 3)
    const run = await start(shipping(ids))
    await shop.database.pool.query("update runs set state = 'running' where id = $1", [run.id])
    await shop.database.pool.query(
      'update run_entries set state = $2 where run_id = $1 and position > 1',
      [run.id, 'failed'],
    )
    // One entry is through, then the others wait again.
    await work(run.id)
    await shop.database.pool.query(
      "update run_entries set state = 'waiting' where run_id = $1 and position > 1",
      [run.id],
    )
    await shop.database.pool.query("update runs set state = 'running' where id = $1", [run.id])
    const { status, body } = await admin.post(`/admin/run/${run.id}/cancel`)
    expect([status, body.run.state, body.run.done]).toEqual([200, 'cancelled', 1])
    await work(run.id)
    expect(await Promise.all(ids.map(stateOf))).toEqual(['shipped', 'paid', 'paid'])
    expect((await undo(run.id)).body.run.state).toBe('undoing')
    await work(run.id)
    expect(await Promise.all(ids.map(stateOf))).toEqual(['paid', 'paid', 'paid'])
    expect((await admin.post(`/admin/run/${run.id}/cancel`)).status).toBe(409)
  })
})

describe('an undone run', () => {
  it('gives states, stock and parcels back, and sends no mail (BULK-08, BULK-09)', async () => {
    const cup = await stock.counted(9)
    const [fromPaid = '', fromPreparing = ''] = await placeAll(cup, 2)
    await admin.post(`/admin/order/${fromPreparing}/prepare`)
    const run = await start(shipping([fromPaid, fromPreparing]))
    const jobs = await mailJobs()
    await work(run.id)
    expect(await stock.numbers(cup)).toEqual([7, 0])
    expect(await mailsOf(fromPaid)).toEqual([{ kind: 'shipped', is_waiting: true }])
    expect(await mailJobs()).toBe(jobs)
    expect((await undo(run.id)).status).toBe(200)
    await work(run.id)
    expect((await read(run.id)).run).toMatchObject({ state: 'undone', undone: 2, kept: 0 })
    expect([await stateOf(fromPaid), await stateOf(fromPreparing)]).toEqual(['paid', 'preparing'])
    expect(await stock.numbers(cup)).toEqual([9, 2])
    expect(await stock.disagreements()).toEqual([])
    expect((await stock.movements(cup)).at(-1)).toEqual(['unshipped', 1, 1])
    expect(await mailsOf(fromPaid)).toEqual([])
    const { parcels, order } = (await admin.get(`/admin/order/${fromPaid}`)).body
    expect([parcels, order.is_paid]).toEqual([[], true])
    // It can be shipped again, as if nothing had been.
    expect((await admin.post(`/admin/order/${fromPaid}/parcel`, { carrier: 'own' })).status).toBe(
      200,
    )
    expect(await stock.numbers(cup)).toEqual([8, 1])
    expect((await undo(run.id)).status).toBe(409)
  })

  it('is not seen by the shopper', async () => {
    const guest = shop.guest()
    await guest.post('/cart', { product_id: await stock.counted(5), qty: 1 })
    const { orderId } = (await guest.post('/order', orderData)).body
    await guest.post(`/pay/${orderId}`)
    const kinds = async () =>
      (await guest.get(`/order/${orderId}`)).body.timeline.map(({ kind }: { kind: string }) => kind)
    const before = await kinds()
    const run = await start(shipping([orderId]))
    await work(run.id)
    expect(await kinds()).toEqual([...before, 'parcel'])
    await undo(run.id)
    await work(run.id)
    expect(await kinds()).toEqual(before)
  })

  it('keeps what somebody has changed since, whose mails leave (BULK-08, BULK-09)', async () => {
    const [changed = '', noted = '', reprinted = ''] = await placeAll(await stock.counted(9), 3)
    const run = await start(shipping([changed, noted, reprinted]))
    await work(run.id)
    await admin.put(`/admin/order/${changed}`, { message: '改放門口' })
    await admin.post(`/admin/order/${noted}/note`, { text: '老客人' })
    await undo(run.id)
    await work(run.id)
    const { run: after, entries } = await read(run.id)
    expect(after).toMatchObject({ state: 'undone', undone: 2, kept: 1 })
    expect(entries).toMatchObject([
      { id: changed, state: 'kept', reason: '已有後續變更，未復原' },
      { id: noted, state: 'undone' },
      { id: reprinted, state: 'undone' },
    ])
    expect(await stateOf(changed)).toBe('shipped')
    expect(await mailsOf(changed)).toEqual([{ kind: 'shipped', is_waiting: false }])
  })

  it('is none after ten minutes by the clock of the database, when its mails leave (BULK-08, BULK-09)', async () => {
    const id = await place(await stock.counted(5))
    const run = await start(shipping([id]))
    await work(run.id)
    await release(run.id)
    expect(await mailsOf(id)).toEqual([{ kind: 'shipped', is_waiting: true }])
    await passTime(run.id)
    expect((await read(run.id)).run.can_undo).toBe(false)
    expect(await undo(run.id)).toMatchObject({
      status: 409,
      body: { message: '已超過可復原的時間' },
    })
    const jobs = await mailJobs()
    await release(run.id)
    await release(run.id)
    expect(await mailsOf(id)).toEqual([{ kind: 'shipped', is_waiting: false }])
    expect((await mailJobs()) - jobs).toBe(1)
  })

  it('sends its mails also when the job for them was lost (BULK-09)', async () => {
    const id = await place(await stock.counted(5))
    const run = await start(shipping([id]))
    await work(run.id)
    await sweepRuns(shop.runs)
    expect(await mailsOf(id)).toEqual([{ kind: 'shipped', is_waiting: true }])
    await passTime(run.id)
    await sweepRuns(shop.runs)
    expect(await mailsOf(id)).toEqual([{ kind: 'shipped', is_waiting: false }])
  })
})

describe('who may', () => {
  it('needs the permission of the action when the run is made and at every entry (BULK-12)', async () => {
    const packer = await openStaff(shop, 'packer')
    const viewer = await openStaff(shop, 'viewer')
    const ids = await placeAll(await stock.counted(9), 2)
    expect((await viewer.post('/admin/run', shipping(ids))).status).toBe(403)
    expect((await viewer.post('/admin/run', { ...shipping(ids), is_trial: true })).status).toBe(403)
    const run = await start(shipping(ids), packer)
    await shop.database.db
      .update(administrators)
      .set({ role: 'viewer' })
      .where(eq(administrators.uid, packer.uid))
    await work(run.id)
    expect((await read(run.id)).run).toMatchObject({
      state: 'failed',
      reason: '權限已變更',
      done: 0,
    })
    expect(await Promise.all(ids.map(stateOf))).toEqual(['paid', 'paid'])
    expect((await packer.post(`/admin/run/${run.id}/undo`)).status).toBe(403)
  })

  it('sees and stops its own runs; others with job.manage alone (BULK-12)', async () => {
    const [packer, other] = [await openStaff(shop, 'packer'), await openStaff(shop, 'packer')]
    const run = await start(shipping([await place(await stock.counted(5))]), packer)
    const listed = async (who: TestAdministrator) =>
      (await who.get('/admin/runs')).body.runs.map(({ id }: { id: string }) => id)
    expect([await listed(packer), await listed(admin), await listed(other)]).toEqual([
      ...[[run.id], [run.id], []],
    ])
    expect((await other.get(`/admin/run/${run.id}`)).body).toMatchObject({
      message: '找不到執行紀錄',
    })
    expect((await other.post(`/admin/run/${run.id}/cancel`)).status).toBe(404)
    expect((await admin.post(`/admin/run/${run.id}/cancel`)).status).toBe(200)
  })
})
