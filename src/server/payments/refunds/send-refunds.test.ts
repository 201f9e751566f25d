import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pauseGateway } from '../../ecpay/pace.queries.ts'
import { withoutKeys } from '../../testing/doubles/changed-provider.ts'
import {
  callbackOf,
  openGatewayShop,
  type StandInShop,
} from '../../testing/doubles/gateway-shop.ts'
import type { GatewayCall } from '../../testing/doubles/gateway-stand-in.ts'
import { openAdministrator } from '../../testing/test-administrator.ts'
import type { Visitor } from '../../testing/test-shop.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { sendOrAsk } from './send-refunds.ts'

let shop: StandInShop
let guest: Visitor
let admin: Visitor
/** The payments of the shop with a queue that only remembers, so that a test decides when. */
let deps: PaymentDeps
let sent: { tries: number; delaySeconds: number }[] = []
/** How far the trade is at the gateway. */
let status: string
let refunded: number

beforeAll(async () => {
  shop = await openGatewayShop()
  guest = shop.guest()
  admin = await openAdministrator(shop)
  deps = {
    ...shop.payments,
    jobs: {
      ...shop.payments.jobs,
      send: async (_, __, data, { delaySeconds = 0 } = {}) => {
        sent.push({ tries: (data as { tries?: number }).tries ?? 0, delaySeconds })
      },
    },
  }
})
beforeEach(async () => {
  await shop.rows('delete from gateway_pace')
  sent = []
  status = '已關帳'
  refunded = 0
  shop.gateway.calls.length = 0
  shop.gateway.answer = (call) => ({ body: answerTo(call) })
})
afterAll(() => shop.close())

function answerTo({ path, fields }: GatewayCall): string {
  if (path.endsWith('/QueryTrade/V2')) return cardTrade()
  const { MerchantID = '', MerchantTradeNo = '', TradeNo = '' } = fields
  const reply = { MerchantID, MerchantTradeNo, TradeNo, RtnCode: '1', RtnMsg: 'OK' }
  return new URLSearchParams(reply).toString()
}

function cardTrade(): string {
  const close_data = refunded === 0 ? [] : [{ status, amount: -refunded, sno: '1' }]
  const authtime = '2026/11/01 10:00:00'
  return JSON.stringify({ RtnMsg: '', RtnValue: { status, authtime, close_data } })
}

const pause = () => pauseGateway(shop.database.db, 'ecpay')
const resume = () => shop.rows('delete from gateway_pace')

/** A paid order with a refund that no job of the shop sends: it begins when a test says. */
async function queued(amount: number, changes: Record<string, string> = {}, method = 'card') {
  const id = await shop.order(guest)
  const { tradeNo } = await shop.start(guest, id, method)
  await shop.notify(callbackOf(tradeNo, changes))
  await pause()
  const { body } = await admin.post(`/admin/order/${id}/refund`, { amount, reason: '缺貨' })
  const refundId: string = body.data.id
  await shop.rows("delete from pgboss.job where name = 'refund.send'")
  await resume()
  return { id, refundId, data: body.data }
}

const run = (refundId: string, tries = 0) => sendOrAsk(deps, { refundId, tries })
const stateOf = async (refundId: string) => {
  const [row] = await shop.rows<{ state: string; last_error: string | null }>(
    'select state, last_error from refunds where id = $1',
    [refundId],
  )
  return row
}
const actions = () => shop.gateway.calls.flatMap(({ fields }) => fields.Action ?? [])
const letCallEnd = (refundId: string) =>
  shop.rows("update refunds set state_since = now() - interval '2 minutes' where id = $1", [
    refundId,
  ])

/** Whether ECPay takes calls now: the tests of its hours are those of the plan. */
const isQuiet = () => {
  const now = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(11, 16)
  return now >= '20:15' && now <= '20:30'
}

describe.skipIf(isQuiet())('a refund of a card', () => {
  it.each([
    ['已授權', 2_000, ['N']],
    ['要關帳', 2_000, ['E', 'N']],
    ['要關帳', 300, ['R']],
    ['已關帳', 2_000, ['R']],
    ['已關帳', 300, ['R']],
  ])('of %s, NT$%i, is %j, and done (REFUND-04)', async (how, amount, expected) => {
    status = how
    const { id, refundId } = await queued(amount)
    await run(refundId)
    expect(actions()).toEqual(expected)
    expect(await stateOf(refundId)).toEqual({ state: 'done', last_error: null })
    const { order, refunds } = (await guest.get(`/order/${id}`)).body
    expect(order.is_paid).toBe(amount !== 2_000)
    expect(refunds).toMatchObject([{ state: 'done', amount }])
    expect(refunds[0]).not.toHaveProperty('attempts')
    const shown = (await admin.get(`/admin/order/${id}`)).body.refunds
    expect(shown).toMatchObject([{ attempts: 1 }])
    await run(refundId)
    expect(actions()).toEqual(expected)
  })

  it('of a part waits for the capture, and the owner reads so (REFUND-04)', async () => {
    status = '已授權'
    const { refundId } = await queued(300)
    await run(refundId)
    expect(actions()).toEqual([])
    expect(await stateOf(refundId)).toEqual({ state: 'queued', last_error: '待綠界關帳後退款' })
    expect(sent).toEqual([{ tries: 0, delaySeconds: expect.any(Number) }])
    const { refunds } = (await admin.get('/admin/refunds?state=queued')).body
    expect(refunds.at(-1)).toMatchObject({ id: refundId, last_error: '待綠界關帳後退款' })
  })

  it('of a part is for the owner when no capture came in three days (REFUND-04)', async () => {
    status = '已授權'
    const { refundId } = await queued(300)
    const waitsFor = (hours: number) =>
      shop.rows(`update refunds set state_since = now() - $2 * interval '1 hour' where id = $1`, [
        refundId,
        hours,
      ])
    await waitsFor(71)
    await run(refundId)
    expect((await stateOf(refundId))?.state).toBe('queued')
    await waitsFor(73)
    sent = []
    await run(refundId)
    const last_error = '等候超過 3 天，待綠界關帳後退款'
    expect(await stateOf(refundId)).toEqual({ state: 'failed', last_error })
    expect(sent).toEqual([])
    const { refunds } = (await admin.get('/admin/refunds')).body
    expect(refunds.at(-1)).toMatchObject({ id: refundId, state: 'failed', last_error })
  })

  it('that cannot be sent is tried again after 1, 5, 30 minutes, 2, 6, 24 hours, then failed (REFUND-10)', async () => {
    const { refundId } = await queued(300)
    const closed = await openGatewayShop()
    const { providers } = closed.payments
    await closed.close()
    for (let tries = 0; tries < 7; tries++) {
      await sendOrAsk({ ...deps, providers }, { refundId, tries })
    }
    const minutes = sent.map(({ delaySeconds }) => delaySeconds / 60)
    expect(minutes).toEqual([1, 5, 30, 120, 360, 1_440])
    expect(sent.map(({ tries }) => tries)).toEqual([1, 2, 3, 4, 5, 6])
    expect(await stateOf(refundId)).toEqual({ state: 'failed', last_error: 'ECONNREFUSED' })
    const { refunds } = (await admin.get('/admin/refunds?state=failed')).body
    expect(refunds.find(({ id }: { id: string }) => id === refundId)).toMatchObject({ attempts: 7 })
  })

  it('that is refused has failed at once, with the words of the gateway (REFUND-10)', async () => {
    const { refundId } = await queued(300)
    shop.gateway.answer = (call) => ({
      body: answerTo(call).replace('RtnCode=1', 'RtnCode=0').replace('=OK', '=error_Stop'),
    })
    await run(refundId)
    expect(await stateOf(refundId)).toEqual({ state: 'failed', last_error: 'error_Stop (0)' })
    expect(sent).toEqual([])
  })

  it('that has failed is queued again, or is for the owner to remit (REFUND-10)', async () => {
    const { id, refundId } = await queued(1_500)
    const move = async (how: string) => {
      const { status, body } = await admin.post(`/admin/refund/${refundId}/${how}`)
      return [status, body.message]
    }
    const fail = () => shop.rows("update refunds set state = 'failed' where id = $1", [refundId])
    await pause()
    await fail()
    expect(await move('retry')).toEqual([200, '已重新排入退款'])
    const jobs = () =>
      shop.rows("select 1 from pgboss.job where data ->> 'refundId' = $1", [refundId])
    expect((await jobs()).length).toBeGreaterThan(0)
    await fail()
    expect(await move('manual')).toEqual([200, '已改為人工退款'])
    expect(await move('retry')).toEqual([409, '此退款正在處理中'])
    await fail()
    const other = { amount: 1_000, reason: '改退' }
    expect((await admin.post(`/admin/order/${id}/refund`, other)).status).toBe(200)
    expect(await move('retry')).toEqual([409, '此退款已不再需要'])
  })

  it.each([
    ['lost', undefined],
    ['rubbish', '1|OK'],
  ])(
    'whose answer was %s stays sent and counts, until asking tells (REFUND-11)',
    async (_, body) => {
      const { id, refundId } = await queued(2_000)
      shop.gateway.answer = (call) => {
        if (!call.fields.Action) return { body: answerTo(call) }
        refunded = 2_000
        return body === undefined ? { status: 502 } : { body }
      }
      await run(refundId)
      expect((await stateOf(refundId))?.state).toBe('sent')
      const more = await admin.post(`/admin/order/${id}/refund`, { amount: 1, reason: '再退' })
      expect(more.status).toBe(409)
      await run(refundId)
      // Too early: the call may still be under way.
      expect((await stateOf(refundId))?.state).toBe('sent')
      await letCallEnd(refundId)
      await run(refundId)
      expect((await stateOf(refundId))?.state).toBe('done')
      expect(actions()).toEqual(['R'])
    },
  )

  it('that is shown not to have happened is sent again (REFUND-11)', async () => {
    const { refundId } = await queued(300)
    shop.gateway.answer = (call) =>
      call.fields.Action ? { status: 502 } : { body: answerTo(call) }
    await run(refundId)
    await letCallEnd(refundId)
    await run(refundId)
    expect((await stateOf(refundId))?.state).toBe('queued')
    expect(sent.at(-1)).toEqual({ tries: 0, delaySeconds: 0 })
    shop.gateway.answer = (call) => ({ body: answerTo(call) })
    await run(refundId)
    expect((await stateOf(refundId))?.state).toBe('done')
    expect(actions()).toEqual(['R', 'R'])
  })

  it('that was sent again stays sent when an older answer says that it had not happened (REFUND-11)', async () => {
    const { refundId } = await queued(300)
    const losesActions: typeof shop.gateway.answer = (call) =>
      call.fields.Action ? { status: 502 } : { body: answerTo(call) }
    shop.gateway.answer = losesActions
    await run(refundId)
    await letCallEnd(refundId)
    const asked = Promise.withResolvers<void>()
    const mayAnswer = Promise.withResolvers<void>()
    shop.gateway.answer = async (call) => {
      asked.resolve()
      await mayAnswer.promise
      return { body: answerTo(call) }
    }
    const late = run(refundId)
    await asked.promise
    shop.gateway.answer = losesActions
    await run(refundId)
    await run(refundId)
    expect(actions()).toEqual(['R', 'R'])
    mayAnswer.resolve()
    await late
    expect((await stateOf(refundId))?.state).toBe('sent')
  })

  it('that nobody can tell of stays sent, and is asked for at most six times more (REFUND-11)', async () => {
    const { refundId } = await queued(300)
    shop.gateway.answer = (call) =>
      call.fields.Action ? { status: 502 } : { body: answerTo(call) }
    await run(refundId)
    await letCallEnd(refundId)
    shop.gateway.answer = () => ({ status: 500 })
    sent = []
    for (let tries = 0; tries < 7; tries++) await run(refundId, tries)
    expect(sent.map(({ delaySeconds }) => delaySeconds / 60)).toEqual([1, 5, 30, 120, 360, 1_440])
    expect(await stateOf(refundId)).toEqual({ state: 'sent', last_error: 'HTTP 500' })
    expect(actions()).toEqual(['R'])
  })

  it('that nobody can tell of is for the staff to tell, after a day (REFUND-17)', async () => {
    const { id, refundId } = await queued(300)
    const other = await queued(400)
    const move = async (how: string, which = refundId) => {
      const { status, body } = await admin.post(`/admin/refund/${which}/${how}`)
      return [status, body.message]
    }
    const isSent = (which: string, hours: number) =>
      shop.rows(
        `update refunds set state = 'sent', state_since = now() - $2 * interval '1 hour',
           last_error = 'HTTP 500' where id = $1`,
        [which, hours],
      )
    const shown = async () =>
      (await admin.get('/admin/refunds?state=sent')).body.refunds.find(
        (refund: { id: string }) => refund.id === refundId,
      )
    await isSent(refundId, 23)
    for (const how of ['ask', 'seen-done', 'seen-not-done']) {
      expect(await move(how)).toEqual([409, '此退款正在處理中'])
    }
    expect(await shown()).not.toHaveProperty('is_unanswered')
    await isSent(refundId, 25)
    expect(await shown()).toMatchObject({ is_unanswered: true })
    await pause()
    expect(await move('ask')).toEqual([200, '已重新查詢'])
    const jobs = await shop.rows("select data from pgboss.job where data ->> 'refundId' = $1", [
      refundId,
    ])
    expect(jobs).toMatchObject([{ data: { refundId, tries: 0 } }])
    expect((await stateOf(refundId))?.state).toBe('sent')
    expect(await move('seen-not-done')).toEqual([200, '已記為未退款'])
    const last_error = '已於金流後台確認未退款'
    expect(await stateOf(refundId)).toEqual({ state: 'failed', last_error })
    expect(await move('seen-done')).toEqual([409, '此退款正在處理中'])
    await isSent(other.refundId, 25)
    expect(await move('seen-done', other.refundId)).toEqual([200, '已記為已退款'])
    expect(await stateOf(other.refundId)).toEqual({ state: 'done', last_error: null })
    const { refunds } = (await guest.get(`/order/${other.id}`)).body
    expect(refunds).toMatchObject([{ state: 'done', amount: 400 }])
    expect((await admin.get(`/admin/order/${id}`)).body.refundable).toBe(2_000)
    expect(await move('ask', other.refundId)).toEqual([409, '此退款已完成'])
  })

  it.each(['manual', 'done'])(
    'stays sent while sums prove nothing: a part of them was given back by hand (%s) (REFUND-11)',
    async (state) => {
      const { id, refundId } = await queued(300)
      const byHand = await admin.post(`/admin/order/${id}/refund`, { amount: 300, reason: '破損' })
      await shop.rows("update refunds set state = 'manual' where id = $1", [byHand.body.data.id])
      shop.gateway.answer = (call) =>
        call.fields.Action ? { status: 502 } : { body: answerTo(call) }
      await run(refundId)
      // In the back office of the gateway, where the sum has it although it is not ticked yet.
      refunded = 300
      const remitted = { remitted_on: '2026-11-22', account_last5: '12345' }
      if (state === 'done') await admin.post(`/admin/refund/${byHand.body.data.id}/done`, remitted)
      await letCallEnd(refundId)
      await run(refundId)
      expect(await stateOf(refundId)).toEqual({ state: 'sent', last_error: expect.any(String) })
      expect(actions()).toEqual(['R'])
    },
  )

  it('is sent once, however many jobs there are', async () => {
    const { refundId } = await queued(2_000)
    await Promise.all(Array.from({ length: 10 }, () => run(refundId)))
    expect(actions()).toEqual(['R'])
    expect((await stateOf(refundId))?.state).toBe('done')
  })

  it('goes back to the queue when the gateway stops all calls, and counts no try (GATEWAY-28)', async () => {
    const { refundId } = await queued(300)
    shop.gateway.answer = (call) =>
      call.fields.Action ? { status: 403 } : { body: answerTo(call) }
    await run(refundId)
    expect((await stateOf(refundId))?.state).toBe('queued')
    expect(sent).toEqual([{ tries: 0, delaySeconds: 1_800 }])
  })
})

it('a refund at an account whose keys are gone is tried again, and then for the owner', async () => {
  const { refundId } = await queued(100)
  const last_error = '商店沒有這個金流帳號的金鑰'
  await sendOrAsk(withoutKeys(deps), { refundId, tries: 0 })
  expect(sent).toEqual([{ tries: 1, delaySeconds: 60 }])
  expect(await stateOf(refundId)).toEqual({ state: 'queued', last_error })
  await sendOrAsk(withoutKeys(deps), { refundId, tries: 6 })
  expect(await stateOf(refundId)).toEqual({ state: 'failed', last_error })
})

describe('a refund without an interface', () => {
  it.each(['atm', 'cvs', 'barcode'])(
    'of %s is for the owner at once (REFUND-06)',
    async (method) => {
      const { data } = await queued(300, { gwsr: '' }, method)
      expect(data).toMatchObject({ state: 'manual', method })
    },
  )

  it("of a card without the gateway's number of it, too, with a hint (REFUND-06)", async () => {
    const { data } = await queued(300, { gwsr: '' })
    const last_error = '請至金流後台退款，再按「已匯款」'
    expect(data).toMatchObject({ state: 'manual', last_error })
    expect((await guest.get(`/order/${data.order_id}`)).body.refunds[0]).not.toHaveProperty(
      'last_error',
    )
  })

  it('of a card without a check code, too (REFUND-06)', async () => {
    const own = { ECPAY_MERCHANT_ID: '1234567', ECPAY_STAGE: '0' }
    const keys = { ECPAY_HASH_KEY: 'pwFHCqoQZGmho4w6', ECPAY_HASH_IV: 'EkRm7iFT261dpevs' }
    const other = await openGatewayShop({ env: { ...own, ...keys } })
    const visitor = other.guest()
    const id = await other.order(visitor)
    const { tradeNo } = await other.start(visitor, id)
    await other.notify(callbackOf(tradeNo, { MerchantID: '1234567' }))
    await visitor.post(`/order/${id}/cancel`)
    const { refunds } = (await visitor.get(`/order/${id}`)).body
    expect(refunds).toMatchObject([{ state: 'manual', reason: '顧客取消訂單' }])
    await other.close()
  })
})
