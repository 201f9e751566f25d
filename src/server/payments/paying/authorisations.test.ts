import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actOnCard, type CardAction } from '../../../../gateway/card-trade.ts'
import type { GatewayTask } from '../../db/tables/payments.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import { lockAnyOrder } from '../../orders/back-office/admin-orders.queries.ts'
import type { OrderEvent } from '../../orders/order-events.ts'
import { withChangedProvider } from '../../testing/doubles/changed-provider.ts'
import {
  type OpenTrade,
  openTryOutShop,
  type TryOutShop,
} from '../../testing/doubles/try-out-shop.ts'
import { completeRefunds } from '../../testing/models/order-stories.ts'
import { openAdministrator } from '../../testing/test-administrator.ts'
import type { Visitor } from '../../testing/test-shop.ts'
import { applyNews } from '../news/apply-news.ts'
import { findCountingPayment } from '../payments.queries.ts'
import { sendOrAsk } from '../refunds/send-refunds.ts'
import { captureAuthorised, voidAuthorised } from './authorisation.jobs.ts'
import { sendCapture } from './authorisations.ts'

let shop: TryOutShop
const events: OrderEvent[] = []

beforeAll(async () => {
  shop = await openTryOutShop({ autoCapture: false })
  const subscribers = shop.payments.subscribers as unknown[]
  subscribers.push(async (_: Transaction, event: OrderEvent) => void events.push(event))
})
afterAll(() => shop.close())

const told = (id: string) =>
  events.flatMap((event) => ('orderId' in event && event.orderId === id ? [event.type] : []))

async function orderToAuthorise(guest: Visitor): Promise<string> {
  const id = await shop.order(guest)
  await shop.rows(
    `update orders set charge_kind = 'authorise', expires_at = now() + interval '15 minutes'
     where id = $1`,
    [id],
  )
  return id
}

async function authorised(guest: Visitor): Promise<{ id: string; trade: OpenTrade }> {
  const id = await orderToAuthorise(guest)
  const trade = await shop.open(guest, id)
  await shop.act(trade, 'pay')
  return { id, trade }
}

const stateOf = async (id: string) => {
  const [row] = await shop.rows<{ state: string; is_paid: string }>(
    'select state, payment_state as is_paid from orders where id = $1',
    [id],
  )
  return row
}
const attemptOf = async ({ attemptId }: OpenTrade) => {
  const [row] = await shop.rows<{ status: string; counts: boolean; task: GatewayTask | null }>(
    'select status, counts, task from payments where id = $1',
    [attemptId],
  )
  return row
}
const ledgerOf = (trade: OpenTrade) =>
  shop.trade(trade).card?.ledger.map(({ action, amount }) => `${action} ${amount}`)

/** Done there without the shop's knowing: the process that asked for it has ended. */
function actAtGateway(trade: OpenTrade, action: CardAction): void {
  const { card, amount } = shop.trade(trade)
  if (!card) throw new Error('not paid by card')
  expect(actOnCard(card, { action, amount, now: new Date(), isAutoCapture: false })).toBeUndefined()
}

async function booksOf(id: string): Promise<string[]> {
  const rows = await shop.rows<{ kind: string; amount: number }>(
    'select kind, amount::int from book_entries where order_id = $1 order by id',
    [id],
  )
  return rows.map(({ kind, amount }) => `${kind} ${amount}`)
}

async function withAttempt(
  id: string,
  change: (
    tx: Transaction,
    attempt: NonNullable<Awaited<ReturnType<typeof findCountingPayment>>>,
  ) => Promise<void>,
): Promise<void> {
  await transaction(shop.database.db, async (tx) => {
    await lockAnyOrder(tx, id)
    const attempt = await findCountingPayment(tx, id)
    if (!attempt) throw new Error('nothing counts')
    await change(tx, attempt)
  })
}

describe('without the daily capture of ECPay, a card (GATEWAY-32)', () => {
  it('is authorised, counts for an order to charge, and is captured by a job', async () => {
    const guest = shop.guest()
    const id = await shop.order(guest)
    const trade = await shop.open(guest, id)
    await shop.act(trade, 'pay')
    expect(await attemptOf(trade)).toEqual({ status: 'authorised', counts: true, task: 'capture' })
    expect(await stateOf(id)).toEqual({ state: 'paid', is_paid: 'paid' })
    expect(ledgerOf(trade)).toEqual([])
    await shop.runMoneyJobs()
    expect(await attemptOf(trade)).toEqual({ status: 'succeeded', counts: true, task: null })
    expect(ledgerOf(trade)).toEqual(['C 2000'])
  })

  it('stays authorised when its callback comes again after the daily capture was switched on', async () => {
    const guest = shop.guest()
    const id = await orderToAuthorise(guest)
    const trade = await shop.open(guest, id)
    await shop.act(trade, 'pay')
    const [paid] = await shop.rows<{ amount: number; no: string }>(
      `select amount::int, gateway_trade_no as no from payments where id = '${trade.attemptId}'`,
    )
    const news = {
      type: 'paid',
      amount: paid?.amount ?? 0,
      gatewayTradeNo: paid?.no ?? '',
    } as const
    const switched = withChangedProvider(shop.payments, (provider) => ({
      methods: () => provider.methods().map((method) => ({ ...method, authorises: false })),
    }))
    await applyNews(switched, trade.attemptId, news)
    expect(await attemptOf(trade)).toMatchObject({ status: 'authorised', counts: true })
    expect(await shop.rows(`select id from refunds where order_id = '${id}'`)).toEqual([])
  })

  it('is captured once by jobs that run at the same time and again', async () => {
    const guest = shop.guest()
    const id = await shop.order(guest)
    const trade = await shop.open(guest, id)
    await shop.act(trade, 'pay')
    const data = { attemptId: trade.attemptId }
    const run = () => sendCapture(shop.payments, data, { isLast: false })
    await Promise.all([run(), run()])
    await run()
    expect(ledgerOf(trade)).toEqual(['C 2000'])
    expect(await attemptOf(trade)).toMatchObject({ status: 'succeeded' })
  })

  it('is found captured when the answer to the capture was lost', async () => {
    const guest = shop.guest()
    const id = await shop.order(guest)
    const trade = await shop.open(guest, id)
    await shop.act(trade, 'pay')
    const data = { attemptId: trade.attemptId }
    actAtGateway(trade, 'C')
    await sendCapture(shop.payments, data, { isLast: false })
    expect(ledgerOf(trade)).toEqual(['C 2000'])
    expect(await attemptOf(trade)).toMatchObject({ status: 'succeeded', task: null })
  })

  it('leaves the order paid and a line for the owner when the capture fails for good', async () => {
    const guest = shop.guest()
    const id = await shop.order(guest)
    const trade = await shop.open(guest, id)
    await shop.act(trade, 'pay')
    const { card } = shop.trade(trade)
    if (card) card.state = '已取消'
    await shop.runMoneyJobs()
    expect(await attemptOf(trade)).toMatchObject({ status: 'authorised', task: 'capture_failed' })
    expect(await stateOf(id)).toEqual({ state: 'paid', is_paid: 'paid' })
    expect(told(id)).toContain('order.capture_failed')
  })

  it('whose capture fails leaves its refund of a part to the owner, and frees the whole (REFUND-04)', async () => {
    const guest = shop.guest()
    const id = await shop.order(guest)
    const trade = await shop.open(guest, id)
    await shop.act(trade, 'pay')
    const admin = await openAdministrator(shop)
    const { body } = await admin.post(`/admin/order/${id}/refund`, { amount: 400, reason: '少' })
    const refundId: string = body.data.id
    const send = () => sendOrAsk(shop.payments, { refundId, tries: 0 })
    await send()
    const waiting = async () => (await admin.get('/admin/refunds')).body.refunds
    expect(await waiting()).toEqual([])
    shop.trade(trade).fault = 'error'
    const data = { attemptId: trade.attemptId }
    await expect(sendCapture(shop.payments, data, { isLast: true })).rejects.toThrow('no outcome')
    shop.trade(trade).fault = 'none'
    expect(await attemptOf(trade)).toMatchObject({ status: 'authorised', task: 'capture_failed' })
    await send()
    expect(await waiting()).toMatchObject([
      { id: refundId, state: 'failed', last_error: '請款失敗，待綠界關帳後退款' },
    ])
    const whole = { amount: 2000, reason: '無法請款' }
    expect((await admin.post(`/admin/order/${id}/refund`, whole)).status).toBe(200)
    await shop.runMoneyJobs()
    expect(ledgerOf(trade)).toEqual(['N 2000'])
    expect(await attemptOf(trade)).toMatchObject({ status: 'voided' })
  })

  it('is given up and never captured when the order is cancelled before the capture', async () => {
    const guest = shop.guest()
    const id = await shop.order(guest)
    const trade = await shop.open(guest, id)
    await shop.act(trade, 'pay')
    expect((await guest.post(`/order/${id}/cancel`)).body.refunds).toMatchObject([{ amount: 2000 }])
    await shop.runMoneyJobs()
    await shop.runMoneyJobs()
    expect(await stateOf(id)).toEqual({ state: 'cancelled', is_paid: 'unpaid' })
    expect(shop.trade(trade).card?.state).toBe('已取消')
    const [refund] = await shop.rows('select state from refunds where order_id = $1', [id])
    expect(refund).toEqual({ state: 'done' })
    expect(ledgerOf(trade)).toEqual(['N 2000'])
    expect(await booksOf(id)).toEqual([])
  })

  it('is not captured again between the two steps of its refund (GATEWAY-14)', async () => {
    const guest = shop.guest()
    const id = await shop.order(guest)
    const trade = await shop.open(guest, id)
    await shop.act(trade, 'pay')
    actAtGateway(trade, 'C')
    await guest.post(`/order/${id}/cancel`)
    // The process that sent the refund ended after the first of its steps.
    await shop.rows(`update refunds set state = 'sent' where order_id = $1`, [id])
    actAtGateway(trade, 'E')
    const capture = () => sendCapture(shop.payments, trade, { isLast: false })
    await capture()
    expect(ledgerOf(trade)).toEqual(['C 2000', 'E 2000'])
    await shop.rows(
      `update refunds set state_since = now() - interval '2 minutes' where order_id = $1`,
      [id],
    )
    await shop.runMoneyJobs()
    await shop.runMoneyJobs()
    await capture()
    expect(ledgerOf(trade)).toEqual(['C 2000', 'E 2000', 'N 2000'])
    expect(await attemptOf(trade)).toMatchObject({ status: 'voided', task: null })
  })

  it('is captured again when its refund of the whole has failed after the first of two steps (REFUND-10)', async () => {
    const { id, trade, refundId } = await failedAfterFirstStep()
    expect(await attemptOf(trade)).toMatchObject({ status: 'succeeded', task: 'capture' })
    await shop.runMoneyJobs()
    expect(ledgerOf(trade)).toEqual(['C 2000', 'E 2000', 'C 2000'])
    expect(await attemptOf(trade)).toMatchObject({ status: 'succeeded', task: null })
    expect(await booksOf(id)).toEqual(['captured 2000'])
    const admin = await openAdministrator(shop)
    await admin.post(`/admin/refund/${refundId}/retry`)
    await shop.runMoneyJobs()
    expect(ledgerOf(trade)?.slice(3)).toEqual(['E 2000', 'N 2000'])
  })

  it('leaves a line for the owner when it cannot be captured again, until its refund is done', async () => {
    const { id, trade, refundId } = await failedAfterFirstStep()
    shop.trade(trade).fault = 'error'
    const data = { attemptId: trade.attemptId }
    await expect(sendCapture(shop.payments, data, { isLast: true })).rejects.toThrow('no outcome')
    shop.trade(trade).fault = 'none'
    expect(await attemptOf(trade)).toMatchObject({ status: 'succeeded', task: 'capture_failed' })
    expect(told(id)).not.toContain('order.capture_failed')
    const admin = await openAdministrator(shop)
    const kinds = async () =>
      (await admin.get('/admin/reconciliation')).body.differences.flatMap(
        (line: { order_id: string; kind: string }) => (line.order_id === id ? [line.kind] : []),
      )
    expect(await kinds()).toEqual(['not_captured'])
    await admin.post(`/admin/refund/${refundId}/retry`)
    await shop.runMoneyJobs()
    expect(ledgerOf(trade)).toEqual(['C 2000', 'E 2000', 'N 2000'])
    expect(await attemptOf(trade)).toMatchObject({ task: null })
    expect(await kinds()).toEqual([])
  })

  it('is not captured again for an order that was cancelled', async () => {
    const { trade } = await failedAfterFirstStep({ isCancelled: true })
    expect(await attemptOf(trade)).toMatchObject({ status: 'succeeded', task: null })
  })

  it.each([{ isCancelled: false }, { isCancelled: true }])(
    'is captured again when its money is remitted by hand instead: $isCancelled',
    async (options) => {
      const { trade, refundId } = await failedAfterFirstStep(options)
      await shop.rows(`delete from pgboss.job where data ->> 'attemptId' = $1`, [trade.attemptId])
      await shop.rows(`update payments set task = null, task_since = null where id = $1`, [
        trade.attemptId,
      ])
      const admin = await openAdministrator(shop)
      expect((await admin.post(`/admin/refund/${refundId}/manual`)).status).toBe(200)
      await shop.runMoneyJobs()
      expect(ledgerOf(trade)).toEqual(['C 2000', 'E 2000', 'C 2000'])
      expect(await attemptOf(trade)).toMatchObject({ status: 'succeeded', task: null })
    },
  )

  /** A captured order whose refund of the whole has cancelled the capture, and no more. */
  async function failedAfterFirstStep({ isCancelled = false } = {}) {
    const guest = shop.guest()
    const id = await shop.order(guest)
    const trade = await shop.open(guest, id)
    await shop.act(trade, 'pay')
    await shop.runMoneyJobs()
    const admin = await openAdministrator(shop)
    if (isCancelled) await guest.post(`/order/${id}/cancel`)
    else await admin.post(`/admin/order/${id}/refund`, { amount: 2_000, reason: '缺貨' })
    const [refund] = await shop.rows<{ id: string }>('select id from refunds where order_id = $1', [
      id,
    ])
    const refundId = refund?.id ?? ''
    const refusing = withChangedProvider(shop.payments, () => ({
      async refund(_, beforeSending) {
        await beforeSending()
        actAtGateway(trade, 'E')
        return { type: 'refused', reason: 'error_Stop' }
      },
    }))
    await sendOrAsk(refusing, { refundId, tries: 0 })
    // Its own job has nothing left to do.
    await shop.rows(`delete from pgboss.job where data ->> 'refundId' = $1`, [refundId])
    const [failed] = await shop.rows('select state from refunds where id = $1', [refundId])
    expect(failed).toEqual({ state: 'failed' })
    return { id, trade, refundId }
  }

  it('whose capture finds it given up by its refund has not failed', async () => {
    const guest = shop.guest()
    const id = await shop.order(guest)
    const trade = await shop.open(guest, id)
    await shop.act(trade, 'pay')
    const cancelledMeanwhile = withChangedProvider(shop.payments, (provider) => ({
      async capture(payment) {
        await guest.post(`/order/${id}/cancel`)
        await shop.rows(`update refunds set state = 'sent' where order_id = $1`, [id])
        const { card } = shop.trade(trade)
        if (card) card.state = '已取消'
        return provider.capture(payment)
      },
    }))
    await sendCapture(cancelledMeanwhile, trade, { isLast: false })
    expect(await attemptOf(trade)).toMatchObject({ status: 'authorised', task: 'capture' })
    expect(told(id)).not.toContain('order.capture_failed')
  })

  it('is in no book when its refund gave the authorisation up before the capture (TODAY-05, HOUSE-04)', async () => {
    const guest = shop.guest()
    const id = await shop.order(guest)
    const trade = await shop.open(guest, id)
    await shop.act(trade, 'pay')
    await guest.post(`/order/${id}/cancel`)
    const [refund] = await shop.rows<{ id: string }>('select id from refunds where order_id = $1', [
      id,
    ])
    await sendOrAsk(shop.payments, { refundId: refund?.id ?? '', tries: 0 })
    await shop.runMoneyJobs()
    expect(ledgerOf(trade)).toEqual(['N 2000'])
    expect(await attemptOf(trade)).toMatchObject({ status: 'voided' })
    expect(await booksOf(id)).toEqual([])
  })

  it('is in the books as captured and refunded when a part goes back before the capture (TODAY-05, HOUSE-04)', async () => {
    const guest = shop.guest()
    const id = await shop.order(guest)
    const trade = await shop.open(guest, id)
    await shop.act(trade, 'pay')
    const admin = await openAdministrator(shop)
    const { status } = await admin.post(`/admin/order/${id}/refund`, { amount: 400, reason: '少' })
    expect(status).toBe(200)
    await completeRefunds(shop)
    expect(await booksOf(id)).toEqual([])
    await sendCapture(shop.payments, trade, { isLast: false })
    expect(await booksOf(id)).toEqual(['captured 2000', 'refunded 400'])
  })
})

describe('an order to authorise (GATEWAY-32)', () => {
  it('offers what authorises, reserves the amount, and stays unpaid', async () => {
    const guest = shop.guest()
    const id = await orderToAuthorise(guest)
    const { data } = (await guest.get(`/order/${id}/payment`)).body
    expect(data.methods.map(({ method }: { method: string }) => method)).toEqual(['card'])
    const refused = await guest.post(`/order/${id}/payment`, { method: 'atm' })
    expect(refused).toMatchObject({ status: 400, body: { message: '不支援的付款方式' } })
    const trade = await shop.open(guest, id)
    await shop.act(trade, 'pay')
    expect(await attemptOf(trade)).toEqual({ status: 'authorised', counts: true, task: null })
    expect(await stateOf(id)).toEqual({ state: 'placed', is_paid: 'unpaid' })
    expect(told(id)).toContain('order.authorised')
    const again = await guest.post(`/order/${id}/payment`, { method: 'card' })
    expect(again).toMatchObject({ status: 409, body: { message: '此訂單已付款' } })
  })

  it('is charged less than was reserved: captured as a whole, the rest given back', async () => {
    const guest = shop.guest()
    const { id, trade } = await authorised(guest)
    await withAttempt(id, (tx, attempt) =>
      captureAuthorised(tx, shop.payments.jobs, { attempt, amount: 1_600 }),
    )
    await shop.runMoneyJobs()
    expect(await stateOf(id)).toEqual({ state: 'paid', is_paid: 'paid' })
    await shop.runMoneyJobs()
    expect(ledgerOf(trade)).toEqual(['C 2000', 'R 400'])
    // The shopper has paid one amount, and reads of no refund.
    const { order, refunds, timeline } = (await guest.get(`/order/${id}`)).body
    expect(order.payment_state).toBe('paid')
    expect(refunds).toEqual([])
    expect(timeline.map(({ kind }: { kind: string }) => kind)).toEqual(['placed', 'paid'])
    const [refund] = await shop.rows('select state, amount::int from refunds where order_id = $1', [
      id,
    ])
    expect(refund).toEqual({ state: 'done', amount: 400 })
    const admin = await openAdministrator(shop)
    const { refundable, refunds: all } = (await admin.get(`/admin/order/${id}`)).body
    expect([refundable, all.length]).toEqual([1_600, 1])
  })

  it('is unpaid once all of it went back, whichever part came last', async () => {
    const { id } = await authorised(shop.guest())
    await withAttempt(id, (tx, attempt) =>
      captureAuthorised(tx, shop.payments.jobs, { attempt, amount: 1_600 }),
    )
    await shop.runMoneyJobs()
    const [rest] = await shop.rows<{ id: string }>(
      "update refunds set state = 'manual' where order_id = $1 returning id",
      [id],
    )
    const admin = await openAdministrator(shop)
    await admin.post(`/admin/order/${id}/refund`, { amount: 1_600, reason: '缺貨' })
    await shop.runMoneyJobs()
    expect(await stateOf(id)).toEqual({ state: 'paid', is_paid: 'paid' })
    const remitted = { remitted_on: '2026-11-22', account_last5: '12345' }
    const { status } = await admin.post(`/admin/refund/${rest?.id}/done`, remitted)
    expect(status).toBe(200)
    expect(await stateOf(id)).toEqual({ state: 'paid', is_paid: 'unpaid' })
  })

  it('is never charged more than was reserved', async () => {
    const { id } = await authorised(shop.guest())
    const more = withAttempt(id, (tx, attempt) =>
      captureAuthorised(tx, shop.payments.jobs, { attempt, amount: 2_001 }),
    )
    await expect(more).rejects.toThrow('2001 of 2000')
  })

  it('is released once, by the room of the order or by its cancellation', async () => {
    const { id, trade } = await authorised(shop.guest())
    await withAttempt(id, (tx, attempt) => voidAuthorised(tx, shop.payments.jobs, attempt))
    await shop.runMoneyJobs()
    expect(await attemptOf(trade)).toEqual({ status: 'voided', counts: true, task: null })
    expect(shop.trade(trade).card?.state).toBe('已取消')
    const guest = shop.guest()
    const cancelled = await authorised(guest)
    expect((await guest.post(`/order/${cancelled.id}/cancel`)).body.refunds).toEqual([])
    await shop.runMoneyJobs()
    expect(ledgerOf(cancelled.trade)).toEqual(['N 2000'])
  })

  it('is released although its capture came first', async () => {
    const guest = shop.guest()
    const { id, trade } = await authorised(guest)
    const control = `${shop.running.address}/trades/${trade.tradeNo}/card`
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ action: 'C', amount: 2000 })
    await fetch(control, { method: 'POST', headers, body })
    await withAttempt(id, (tx, attempt) => voidAuthorised(tx, shop.payments.jobs, attempt))
    await shop.runMoneyJobs()
    expect(ledgerOf(trade)).toEqual(['C 2000', 'E 2000', 'N 2000'])
    expect(await attemptOf(trade)).toMatchObject({ status: 'voided', task: null })
  })

  it('is released when its capture is refused for good', async () => {
    const { id, trade } = await authorised(shop.guest())
    await withAttempt(id, (tx, attempt) =>
      captureAuthorised(tx, shop.payments.jobs, { attempt, amount: 2_000 }),
    )
    const { card } = shop.trade(trade)
    if (card) card.state = '已取消'
    await shop.runMoneyJobs()
    expect(told(id)).toContain('order.capture_failed')
    await shop.runMoneyJobs()
    expect(await attemptOf(trade)).toMatchObject({ status: 'voided', task: null })
    expect(await stateOf(id)).toMatchObject({ state: 'placed' })
  })

  it('that has ended releases a reservation that comes late', async () => {
    const guest = shop.guest()
    const id = await orderToAuthorise(guest)
    const trade = await shop.open(guest, id)
    await guest.post(`/order/${id}/cancel`)
    await shop.act(trade, 'pay')
    await shop.runMoneyJobs()
    expect(await attemptOf(trade)).toEqual({ status: 'voided', counts: false, task: null })
    expect(ledgerOf(trade)).toEqual(['N 2000'])
  })
})

describe('an order that nobody may pay yet', () => {
  it('refuses every way of paying with one sentence', async () => {
    const guest = shop.guest()
    const id = await shop.order(guest)
    await shop.rows('update orders set is_payable = false where id = $1', [id])
    const message = '尚未成團，成團後才需要付款'
    for (const path of [`/order/${id}/payment`, `/pay/${id}`]) {
      const answer = await guest.post(path, { method: 'card' })
      expect(answer).toMatchObject({ status: 409, body: { message } })
    }
    expect((await guest.get(`/order/${id}/payment`)).body.data.is_payable).toBe(false)
    expect(await shop.attempts(id)).toEqual([])
  })
})
