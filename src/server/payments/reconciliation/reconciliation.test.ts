import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Difference } from '#contract/reconciliation.ts'
import { sweepExpired } from '../../db/housekeeping.ts'
import { checkNow, saveResults } from '../../doctor/nightly-check.ts'
import type { StaffActor } from '../../http/actor.ts'
import { createLog } from '../../log.ts'
import { withChangedProvider } from '../../testing/doubles/changed-provider.ts'
import {
  type OpenTrade,
  openTryOutShop,
  type TryOutShop,
} from '../../testing/doubles/try-out-shop.ts'
import { openAdministrator, type TestAdministrator } from '../../testing/test-administrator.ts'
import { queryNow } from './query-now.service.ts'

let shop: TryOutShop
let admin: TestAdministrator
beforeAll(async () => {
  shop = await openTryOutShop()
  admin = await openAdministrator(shop)
})
afterAll(() => shop.close())

async function lines(query = ''): Promise<Difference[]> {
  const { status, body } = await admin.get(`/admin/reconciliation${query}`)
  expect(status).toBe(200)
  return body.differences
}
const options = () => ({ ...shop, db: shop.database.db })
const kindsOf = async (orderId: string) =>
  (await lines()).filter((line) => line.order_id === orderId).map(({ kind }) => kind)

async function begun() {
  const guest = shop.guest()
  const id = await shop.order(guest)
  return { guest, id, trade: await shop.open(guest, id) }
}

async function paid() {
  const order = await begun()
  await shop.act(order.trade, 'pay')
  return order
}

/** The callback that the gateway held back, in another form. */
async function paidAs(trade: OpenTrade, variant: string): Promise<void> {
  shop.trade(trade).holdsNotices = true
  await shop.act(trade, 'pay')
  const [notice] = shop.trade(trade).notices
  if (!notice) throw new Error('the gateway holds no callback')
  await shop.running.gateway.notifier.send(shop.trade(trade), notice, variant as never)
}

describe('the reconciliation', () => {
  it('has no line where the books agree, and says so before and after the first night', async () => {
    await paid()
    const { body } = await admin.get('/admin/reconciliation')
    expect(body).toMatchObject({ success: true, differences: [], refused_callbacks: 0 })
    expect(body.checked_at).toBeUndefined()
    await saveResults(shop.database.db, [])
    expect((await admin.get('/admin/reconciliation')).body.checked_at).toBeUndefined()
    await checkNow(options())
    const after = (await admin.get('/admin/reconciliation')).body
    expect(after.differences).toEqual([])
    expect(Math.abs(after.checked_at - Date.now() / 1000)).toBeLessThan(60)
  })

  it('lists money in another amount, with both amounts (GATEWAY-20, RECON-03)', async () => {
    const { guest, id, trade } = await begun()
    await paidAs(trade, 'other-amount')
    const line = (await lines('?kind=amount_differs')).find(({ order_id }) => order_id === id)
    expect(line).toMatchObject({ ours: 2000, trade_no: trade.tradeNo, attempt_id: trade.attemptId })
    expect(line?.theirs).not.toBe(2000)
    expect((await guest.get(`/order/${id}`)).body.order.is_paid).toBe(false)
    expect(await shop.attempts(id)).toMatchObject([{ status: 'succeeded', counts: false }])
  })

  it('lists a second payment whose refund failed, until it is on its way again (RECON-03, RECON-04)', async () => {
    const { guest, id, trade } = await begun()
    const second = await shop.open(guest, id)
    await shop.act(trade, 'pay')
    await shop.act(second, 'pay')
    expect(await kindsOf(id)).toEqual([])
    await shop.rows(`update refunds set state = 'failed' where order_id = $1`, [id])
    expect(await kindsOf(id)).toEqual(['paid_twice'])
    const [refund] = await shop.rows<{ id: string }>('select id from refunds where order_id = $1', [
      id,
    ])
    await admin.post(`/admin/refund/${refund?.id}/manual`)
    expect(await kindsOf(id)).toEqual([])
  })

  it('lists the money of a cancelled or an archived order that nobody refunds (RECON-03)', async () => {
    const cancelled = await paid()
    await cancelled.guest.post(`/order/${cancelled.id}/cancel`)
    expect(await kindsOf(cancelled.id)).toEqual([])
    await shop.rows(`update refunds set state = 'failed' where order_id = $1`, [cancelled.id])
    expect(await kindsOf(cancelled.id)).toEqual(['money_without_order'])

    const archived = await paid()
    await admin.delete(`/admin/order/${archived.id}`)
    expect(await kindsOf(archived.id)).toEqual(['money_without_order'])
    await admin.post(`/admin/order/${archived.id}/restore`)
    expect(await kindsOf(archived.id)).toEqual([])
  })

  it('lists an attempt of which the gateway says nothing for a day (GATEWAY-27, RECON-04)', async () => {
    const { id, trade } = await begun()
    await shop.rows(`update orders set expires_at = now() - interval '25 hours' where id = $1`, [
      id,
    ])
    expect(await kindsOf(id)).toEqual(['unknown'])
    const ask = `/admin/attempt/${trade.attemptId}/query`
    shop.trade(trade).fault = 'error'
    expect(await admin.post(ask)).toMatchObject({
      status: 503,
      body: { message: '付款服務暫時無法使用，請稍後再試' },
    })
    expect(await kindsOf(id)).toEqual(['unknown'])
    shop.trade(trade).fault = 'none'
    shop.trade(trade).holdsNotices = true
    await shop.act(trade, 'pay')
    expect(await admin.post(ask)).toMatchObject({
      status: 200,
      body: { message: '已向金流查詢', data: { state: 'captured' } },
    })
    expect(await kindsOf(id)).toEqual([])
    expect((await admin.post('/admin/attempt/unknown/query')).status).toBe(404)
  })

  it('lists a capture that failed for good, and tries it again when asked (GATEWAY-32, RECON-04)', async () => {
    const { id, trade } = await paid()
    await shop.rows(
      `update payments set status = 'authorised', task = 'capture_failed', task_since = now()
       where id = $1`,
      [trade.attemptId],
    )
    expect(await lines('?kind=not_captured')).toMatchObject([
      { order_id: id, ours: 2000, theirs: 0 },
    ])
    shop.trade(trade).fault = 'error'
    expect((await admin.post(`/admin/attempt/${trade.attemptId}/query`)).status).toBe(503)
    expect(await kindsOf(id)).toEqual(['not_captured'])
    shop.trade(trade).fault = 'none'
    expect((await admin.post(`/admin/attempt/${trade.attemptId}/query`)).status).toBe(200)
    expect(await kindsOf(id)).toEqual([])
  })

  it('tries again what the gateway did not do, and leaves what has ended meanwhile (GATEWAY-32, RECON-04)', async () => {
    const { id, trade } = await paid()
    const { attemptId } = trade
    const write = (status: string, task: string | null) =>
      shop.rows(`update payments set status = $2, task = $3, task_since = now() where id = $1`, [
        attemptId,
        status,
        task,
      ])
    await write('authorised', 'capture_failed')
    const jobs = () =>
      shop.rows<{ data: object }>(
        `select data from pgboss.job where name = 'payment.capture' and data ->> 'attemptId' = $1`,
        [attemptId],
      )
    let jobsAtCall = 0
    const givenUpMeanwhile = withChangedProvider(shop.payments, () => ({
      async capture() {
        // A process that ends here leaves the job that goes on.
        jobsAtCall = (await jobs()).length
        await write('voided', null)
        return { type: 'unknown', reason: 'no answer' }
      },
    }))
    const owner = { kind: 'admin', id: 'owner' } as StaffActor
    await expect(queryNow(givenUpMeanwhile, attemptId, owner)).rejects.toMatchObject({
      code: 'GATEWAY_UNAVAILABLE',
    })
    expect(jobsAtCall).toBe(1)
    const books = 'select status, task from payments where id = $1'
    expect(await shop.rows(books, [attemptId])).toEqual([{ status: 'voided', task: null }])
    expect(await kindsOf(id)).not.toContain('not_captured')
  })

  it('is settled with a note, which changes nothing in the books (RECON-04)', async () => {
    const { id, trade } = await begun()
    await paidAs(trade, 'other-amount')
    const line = (await lines()).find(({ order_id }) => order_id === id)
    const books = () => shop.rows('select * from payments where order_id = $1', [id])
    const before = await books()
    const path = `/admin/reconciliation/${line?.id}/resolve`
    for (const note of ['', ' ', 'x'.repeat(201)]) {
      expect((await admin.post(path, { note })).status).toBe(400)
    }
    const answers = await Promise.all([1, 2].map(() => admin.post(path, { note: '已電話確認' })))
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    expect(await kindsOf(id)).toEqual([])
    const [settled] = await lines('?resolved=1')
    expect(settled).toMatchObject({ order_id: id, note: '已電話確認', kind: 'amount_differs' })
    expect(settled?.resolved_at).toBeGreaterThan(0)
    expect(await books()).toEqual(before)
    expect((await admin.post('/admin/reconciliation/unknown/resolve', { note: 'x' })).status).toBe(
      404,
    )
  })

  it('is ten lines a page, oldest first, and those of one kind (RECON-03)', async () => {
    const { id } = await paid()
    await shop.rows(
      `insert into payments (id, order_id, provider, method, amount, captured_amount, status,
         reference, trade_no, counts, state_since)
       select 'stray-' || n, $1, 'ecpay', 'card', 100, 99, 'succeeded', 'r', 'STRAY' || n, false,
         now() - make_interval(days => n)
       from generate_series(1, 12) as n`,
      [id],
    )
    const first = (await admin.get('/admin/reconciliation?kind=amount_differs')).body
    expect(first.differences).toHaveLength(10)
    expect(first.differences[0].trade_no).toBe('STRAY12')
    expect(first.pagination).toMatchObject({ total_pages: 2, has_next: true })
    expect((await admin.get('/admin/reconciliation?kind=nonsense')).status).toBe(400)
    await shop.rows(`delete from payments where id like 'stray-%'`)
  })
})

describe('the check of every night (RECON-08)', () => {
  const check = () => checkNow(options())

  it('finds an order whose money, state and is_paid do not agree, until they do', async () => {
    const unpaid = await paid()
    await shop.rows(
      `update orders set payment_state = 'unpaid', state = 'placed', paid_at = null, payment_method = null where id = $1`,
      [unpaid.id],
    )
    const moneyless = await paid()
    await shop.rows(`update payments set counts = false where order_id = $1`, [moneyless.id])
    await shop.rows(
      `insert into refunds (id, order_id, payment_id, amount, reason, state, done_at)
       select 'refund-of-moneyless', order_id, id, amount, 'x', 'done', now()
       from payments where order_id = $1`,
      [moneyless.id],
    )
    await check()
    const found = await lines()
    expect(found.filter(({ order_id }) => order_id === unpaid.id)).toMatchObject([
      { kind: 'ledger', ours: 0, theirs: 2000, note: '有訂單的付款狀態與款項不符' },
    ])
    expect(found.filter(({ order_id }) => order_id === moneyless.id)).toMatchObject([
      { kind: 'order_without_money', ours: 2000, theirs: 0 },
    ])
    // No night has to pass: a line is judged when it is read.
    await shop.rows(`update payments set counts = true where order_id = $1`, [moneyless.id])
    await shop.rows(`delete from refunds where id = 'refund-of-moneyless'`)
    expect(await kindsOf(moneyless.id)).toEqual([])
    await check()
    expect(
      await shop.rows('select from book_findings where subject_id = $1', [moneyless.id]),
    ).toEqual([])
  })

  it('agrees with refunds, cancellations, parcels and orders of nothing', async () => {
    const before = (await lines()).length
    const parted = await paid()
    await admin.post(`/admin/order/${parted.id}/refund`, { amount: 500, reason: '瑕疵' })
    const cancelled = await paid()
    await cancelled.guest.post(`/order/${cancelled.id}/cancel`)
    const shipped = await paid()
    await admin.post(`/admin/order/${shipped.id}/parcel`, { carrier: 'post' })
    await begun()
    await shop.runMoneyJobs()
    await check()
    expect(await lines()).toHaveLength(before)
  })

  it('finds a product whose number and ledger do not agree', async () => {
    const product = await shop.product({ title: '青瓷杯' })
    await admin.put(`/admin/stock/${product}`, { on_hand: 5, reason: 'received' })
    await check()
    expect(await lines('?kind=ledger')).not.toContainEqual(
      expect.objectContaining({ product_id: product }),
    )
    await shop.rows('update stock set on_hand = 4 where product_id = $1', [product])
    await check()
    expect(await lines('?kind=ledger')).toContainEqual(
      expect.objectContaining({ product_id: product, product_title: '青瓷杯', ours: 4, theirs: 5 }),
    )
    await shop.rows('update stock set on_hand = 5 where product_id = $1', [product])
    expect(await lines('?kind=ledger')).not.toContainEqual(
      expect.objectContaining({ product_id: product }),
    )
  })
})

describe('the callbacks as they came', () => {
  it('are counted when they were not believed, and shown to the staff alone (GATEWAY-16, GATEWAY-17)', async () => {
    const { body: before } = await admin.get('/admin/reconciliation')
    await shop.notify('RtnCode=1&TradeAmt=2000')
    const { body } = await admin.get('/admin/reconciliation')
    expect(body.refused_callbacks).toBe(before.refused_callbacks + 1)
    const { callbacks } = (await admin.get('/admin/callbacks?outcome=refused')).body
    expect(callbacks[0]).toMatchObject({
      kind: 'notify',
      outcome: 'refused',
      reason: 'CheckMacValue Error',
      body: 'RtnCode=1&TradeAmt=2000',
    })
    expect((await shop.guest().get('/admin/callbacks')).status).toBe(401)
  })

  it('lose their bytes after 180 days and keep hash and outcome, one that was refused for 400 (GATEWAY-17) (MEND-53)', async () => {
    await shop.notify('old')
    await shop.notify('new')
    await shop.rows(
      `update gateway_callbacks set received_at = now() - interval '181 days' where body = 'old'`,
    )
    const sweep = () => sweepExpired(shop.database.db, createLog({ logLevel: 'silent' }))
    await sweep()
    await sweep()
    const kept = await shop.rows(
      `select convert_from(body, 'utf8') as body, body_hash, outcome from gateway_callbacks
       where body in ('new', '') order by id`,
    )
    expect(kept).toEqual([
      {
        body: '',
        body_hash: 'cba06b5736faf67e54b07b561eae94395e774c517a7d910a54369e1263ccfbd4',
        outcome: 'refused',
      },
      { body: 'new', body_hash: expect.any(String), outcome: 'refused' },
    ])
    await shop.rows(
      `update gateway_callbacks set received_at = now() - interval '401 days' where body = ''`,
    )
    await sweep()
    expect(await shop.rows(`select id from gateway_callbacks where body = ''`)).toEqual([])
  })
})
