import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { defaultSettings } from '#contract/settings.ts'
import { taipeiDay } from '#contract/taipei-time.ts'
import {
  callbackOf,
  openGatewayShop,
  type StandInShop,
} from '../../testing/doubles/gateway-shop.ts'
import { openAdministrator, type TestAdministrator } from '../../testing/test-administrator.ts'
import type { Visitor } from '../../testing/test-shop.ts'
import { expireIfDue } from '../news/expire-orders.ts'

let shop: StandInShop
let guest: Visitor
let admin: TestAdministrator
beforeAll(async () => {
  shop = await openGatewayShop()
  guest = shop.guest()
  admin = await openAdministrator(shop)
})
beforeEach(async () => {
  await shop.rows('delete from settings')
  shop.gateway.calls.length = 0
})
afterAll(() => shop.close())

const account = '玉山銀行 808\n0123-456-789012 小農有限公司'

async function set(group: 'payment' | 'order', values: object) {
  const { settings } = (await admin.get('/admin/settings')).body
  return admin.put(`/admin/settings/${group}`, {
    version: settings[group].version,
    values: { ...defaultSettings[group], ...values },
  })
}
const methodsWith = (changes: Record<string, object>) =>
  defaultSettings.payment.methods.map((one) => ({ ...one, ...changes[one.method] }))
const offered = async (id: string) => (await guest.get(`/order/${id}/payment`)).body.data.methods
const names = async (id: string) =>
  (await offered(id)).map(({ method }: { method: string }) => method)
const start = (id: string, method: string) => guest.post(`/order/${id}/payment`, { method })
const secondsLeft = async (id: string) => {
  const [row] = await shop.rows<{ seconds: number }>(
    'select extract(epoch from expires_at - now())::int as seconds from orders where id = $1',
    [id],
  )
  return row?.seconds ?? 0
}
const daySeconds = 24 * 3_600

describe('the methods of the settings', () => {
  it('are offered in the order, with the name and the words of the owner (GATEWAY-05)', async () => {
    const id = await shop.order(guest)
    expect(await names(id)).toEqual(['card', 'atm', 'cvs', 'barcode'])
    const methods = methodsWith({ atm: { name: '銀行帳號', note: '三天內' } }).toReversed()
    expect((await set('payment', { methods, account })).status).toBe(200)
    expect(await names(id)).toEqual(['transfer', 'barcode', 'cvs', 'atm', 'card'])
    expect((await offered(id))[3]).toMatchObject({ name: '銀行帳號', note: '三天內' })
    expect((await offered(id))[0]).toMatchObject({ name: '銀行轉帳', is_available: true })
  })

  it('that are off are refused, and their open attempts finish (SETTING-09)', async () => {
    const id = await shop.order(guest)
    const { tradeNo } = await shop.start(guest, id)
    await set('payment', { methods: methodsWith({ card: { is_on: false } }) })
    expect(await names(id)).toEqual(['atm', 'cvs', 'barcode'])
    expect(await start(id, 'card')).toMatchObject({
      status: 400,
      body: { message: '此付款方式目前無法使用' },
    })
    expect(await start(id, 'transfer')).toMatchObject({
      status: 400,
      body: { message: '不支援的付款方式' },
    })
    expect((await shop.notify(callbackOf(tradeNo))).text).toBe('1|OK')
    expect((await guest.get(`/order/${id}`)).body.order.is_paid).toBe(true)
  })

  it('are never all off, and each is named once (SETTING-09)', async () => {
    const off = { is_on: false }
    const none = { card: off, atm: off, cvs: off, barcode: off }
    const refused = { status: 400, body: { message: '至少需保留一種付款方式' } }
    expect(await set('payment', { methods: methodsWith(none) })).toMatchObject(refused)
    expect(
      await set('payment', { methods: methodsWith({ ...none, transfer: off }), account }),
    ).toMatchObject(refused)
    const [card] = defaultSettings.payment.methods
    const twice = defaultSettings.payment.methods.map(() => card)
    expect((await set('payment', { methods: twice })).status).toBe(400)
    expect((await set('payment', { methods: methodsWith(none), account })).status).toBe(200)
  })

  it('are read in the transaction that uses them, whatever a node remembers (SETTING-04)', async () => {
    const id = await shop.order(guest)
    const methods = methodsWith({ card: { is_on: false } })
    await shop.rows(
      `insert into settings ("group", "values", version, updated_by) values ('payment', $1, 1, 'x')`,
      [JSON.stringify({ methods, account: '' })],
    )
    expect((await start(id, 'card')).status).toBe(400)
  })
})

describe('a transfer into the account of the shop', () => {
  it('shows account and day, and lets the order wait for a week (ORDERLIFE-16)', async () => {
    await set('payment', { account })
    const id = await shop.order(guest)
    expect(await start(id, 'transfer')).toMatchObject({
      status: 200,
      body: { message: '請於期限前完成匯款' },
    })
    const { attempt, expires_at } = (await guest.get(`/order/${id}/payment`)).body.data
    expect(attempt).toMatchObject({ method: 'transfer', state: 'pending', number: { account } })
    expect(attempt.number.due_at).toBe(expires_at)
    expect(await secondsLeft(id)).toBeGreaterThan(7 * daySeconds - 60)
    expect(await secondsLeft(id)).toBeLessThanOrEqual(7 * daySeconds)
  })

  it('counts its days from the first one, however often it is begun (ORDERLIFE-16)', async () => {
    await set('payment', { account })
    const id = await shop.order(guest)
    await start(id, 'transfer')
    const pass = (days: number) =>
      shop.rows(
        `with moved as (update payments set due_at = due_at - make_interval(days => $2) where order_id = $1)
         update orders set expires_at = expires_at - make_interval(days => $2) where id = $1`,
        [id, days],
      )
    for (const days of [2, 3]) {
      await pass(days)
      expect((await start(id, 'transfer')).status).toBe(200)
    }
    expect(await secondsLeft(id)).toBeGreaterThan(2 * daySeconds - 60)
    expect(await secondsLeft(id)).toBeLessThanOrEqual(2 * daySeconds)
    const { attempt, expires_at } = (await guest.get(`/order/${id}/payment`)).body.data
    expect(attempt.number.due_at).toBe(expires_at)
    await pass(3)
    expect((await start(id, 'transfer')).status).toBe(409)
    // A payment that is taken back after its time is waited for anew.
    for (const is_paid of [true, false]) await admin.put(`/admin/order/${id}`, { is_paid })
    await start(id, 'transfer')
    expect(await secondsLeft(id)).toBeGreaterThan(7 * daySeconds - 60)
  })

  it('becomes the payment that the staff record, which is voided as one of theirs (ORDERLIFE-04)', async () => {
    await set('payment', { account })
    const id = await shop.order(guest)
    await start(id, 'transfer')
    await admin.put(`/admin/order/${id}`, { is_paid: true })
    expect(await shop.attempts(id)).toMatchObject([{ status: 'succeeded', counts: true }])
    const { order } = (await guest.get(`/order/${id}`)).body
    expect(order).toMatchObject({ is_paid: true, payment_method: 'transfer' })
    await admin.put(`/admin/order/${id}`, { is_paid: false })
    expect(await shop.attempts(id)).toMatchObject([{ status: 'voided' }])
    expect((await guest.get(`/order/${id}`)).body.order.state).toBe('placed')
  })

  it('goes back by hand (REFUND-06)', async () => {
    await set('payment', { account })
    const id = await shop.order(guest)
    await start(id, 'transfer')
    await admin.put(`/admin/order/${id}`, { is_paid: true })
    await guest.post(`/order/${id}/cancel`)
    const { refunds } = (await admin.get(`/admin/order/${id}`)).body
    expect(refunds).toMatchObject([{ state: 'manual', method: 'transfer', amount: 2_000 }])
  })

  it('that does not come ends with its order, and no gateway is asked (ORDERLIFE-18)', async () => {
    await set('payment', { account })
    const id = await shop.order(guest)
    await start(id, 'transfer')
    await shop.rows("update orders set expires_at = now() - interval '1 second' where id = $1", [
      id,
    ])
    await expireIfDue(shop.payments, { orderId: id, asks: 0 })
    expect((await guest.get(`/order/${id}`)).body.order).toMatchObject({ state: 'cancelled' })
    expect(await shop.attempts(id)).toMatchObject([{ status: 'expired' }])
    // A job may still ask about the order of a test before.
    const others = await shop.rows<{ trade_no: string }>(
      'select trade_no from payments where order_id <> $1',
      [id],
    )
    const ofOthers = new Set(others.map((row) => row.trade_no))
    const calls = shop.gateway.calls.filter(
      ({ fields }) => !ofOthers.has(fields.MerchantTradeNo ?? ''),
    )
    expect(calls).toEqual([])
  })
})

describe('the times of the settings (ORDERLIFE-16)', () => {
  it('hold for orders placed from then on (SETTING-12)', async () => {
    const before = await shop.order(guest)
    await set('order', { expires_card: 120, expires_manual: 3 })
    await set('payment', { account })
    const after = await shop.order(guest)
    expect(await secondsLeft(before)).toBeLessThanOrEqual(30 * 60)
    expect(await secondsLeft(after)).toBeGreaterThan(119 * 60)
    await start(after, 'transfer')
    expect(await secondsLeft(after)).toBeGreaterThan(3 * daySeconds - 60)
    expect(await secondsLeft(after)).toBeLessThanOrEqual(3 * daySeconds)
  })

  it.each([
    ['atm', 'ATM_LAND', 0, 23 * 3_600 + 59 * 60 + 59],
    ['atm', 'ATM_LAND', 120, 24 * 3_600 + 2 * 3_600 - 1],
    ['barcode', 'BARCODE_BARCODE', 120, (24 + 72) * 3_600 - 1],
    ['barcode', 'BARCODE_BARCODE', 4_320, (24 + 72) * 3_600 - 1],
  ])(
    'keep an order of %s by %s for %i minutes after its date',
    async (method, type, minutes, seconds) => {
      await set('order', { expires_code: minutes })
      const day = taipeiDay(Date.now() + 3 * daySeconds * 1_000)
      const id = await shop.order(guest)
      const { tradeNo } = await shop.start(guest, id, method)
      const number: Record<string, string> =
        method === 'atm'
          ? { RtnCode: '2', BankCode: '812', vAccount: '9103522850', ExpireDate: day }
          : {
              RtnCode: '10100073',
              Barcode1: 'A',
              Barcode2: 'B',
              Barcode3: 'C',
              ExpireDate: `${day} 23:59:59`,
            }
      await shop.notify(callbackOf(tradeNo, { ...number, PaymentType: type }), 'number')
      const [row] = await shop.rows<{ seconds: number }>(
        `select extract(epoch from expires_at - $2::timestamptz)::int as seconds
         from orders where id = $1`,
        [id, `${day} 00:00:00+08:00`],
      )
      expect(row?.seconds).toBe(seconds)
    },
  )

  it.each([
    ['order', { expires_card: 9 }],
    ['order', { expires_card: 1_441 }],
    ['order', { expires_code: -1 }],
    ['order', { expires_manual: 0 }],
    ['order', { expires_manual: 61 }],
    ['order', { completes_after: 31 }],
    ['order', { returns_within: 6 }],
    ['payment', { account: '長'.repeat(301) }],
    ['payment', { methods: [] }],
  ] as const)('refuse %s %j (SETTING-01)', async (group, values) => {
    expect((await set(group, values)).status).toBe(400)
    expect((await admin.get('/admin/settings')).body.settings[group].version).toBe(0)
  })
})
