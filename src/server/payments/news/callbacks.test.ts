import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { taipeiDay } from '#contract/taipei-time.ts'
import { consume } from '../../limits/rate-limit.ts'
import {
  callbackOf,
  type GatewayShop,
  openGatewayShop,
} from '../../testing/doubles/gateway-shop.ts'
import { openAdministrator } from '../../testing/test-administrator.ts'
import type { Visitor } from '../../testing/test-shop.ts'

let shop: GatewayShop
let node: GatewayShop
let guest: Visitor
beforeAll(async () => {
  shop = await openGatewayShop()
  node = await openGatewayShop({ beside: shop })
  guest = shop.guest()
})
afterAll(async () => {
  await node.close()
  await shop.close()
})

async function begun(method = 'card') {
  const id = await shop.order(guest)
  return { id, ...(await shop.start(guest, id, method)) }
}
const orderOf = async (id: string) => (await guest.get(`/order/${id}`)).body
const eventsOf = async (id: string) =>
  (
    await shop.rows<{ kind: string }>(
      'select kind from order_events where order_id = $1 order by id',
      [id],
    )
  ).map(({ kind }) => kind)
const accepted = { status: 200, text: '1|OK' }

/** Nothing was sent that is not believed. */
async function forget(): Promise<void> {
  await shop.rows('delete from gateway_callbacks')
  await shop.rows("delete from rate_limit_counts where key like 'callback.%'")
}

/** All that a callback could change but its own bytes. */
async function books(): Promise<string> {
  const tables = ['orders', 'payments', 'refunds', 'order_events', 'mail_outbox']
  const sums = tables.map(
    (table) =>
      `(select coalesce(md5(string_agg(t::text, ',' order by t::text)), '') from ${table} t)`,
  )
  return JSON.stringify(await shop.rows(`select ${sums.join(', ')}`))
}

const inDays = (days: number) => taipeiDay(Date.now() + days * 24 * 60 * 60_000)
const issued = {
  atm: { RtnCode: '2', BankCode: '822', vAccount: '9103522175887271', ExpireDate: inDays(3) },
  cvs: { RtnCode: '10100073', PaymentNo: 'LLL26112200001', ExpireDate: `${inDays(3)} 10:00:00` },
  barcode: {
    RtnCode: '10100073',
    PaymentNo: '',
    Barcode1: '151125CA1',
    Barcode2: '3453010539115900',
    Barcode3: '112500000002000',
    ExpireDate: `${inDays(3)} 10:00:00`,
  },
}

describe('a callback of a payment', () => {
  it('pays the order, answered by four bytes of plain text (GATEWAY-15)', async () => {
    const { id, tradeNo } = await begun()
    const response = await shop.app.inject({
      method: 'POST',
      url: '/v2/gateway/ecpay/notify',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: callbackOf(tradeNo),
    })
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toMatch(/^text\/plain/)
    expect(response.rawPayload).toEqual(Buffer.from('1|OK'))
    const { order, timeline } = await orderOf(id)
    expect(order).toMatchObject({ state: 'paid', is_paid: true, payment_method: 'card' })
    expect(order).not.toHaveProperty('expires_at')
    expect(timeline.at(-1)).toMatchObject({ kind: 'paid', actor: '系統' })
    const stored = await shop.rows<{ body: Buffer }>(
      "select body, outcome from gateway_callbacks where convert_from(body, 'utf8') like $1",
      [`%${tradeNo}%`],
    )
    expect(stored).toEqual([{ body: Buffer.from(callbackOf(tradeNo)), outcome: 'applied' }])
  })

  it('comes from any page and none, without a cookie (GATEWAY-24)', async () => {
    const foreign = { origin: 'https://payment.ecpay.com.tw', 'sec-fetch-site': 'cross-site' }
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    const { id, tradeNo } = await begun()
    const post = (url: string, headers: object, payload: string) =>
      shop.app.inject({ method: 'POST', url, headers: { ...type, ...headers }, payload })
    const notify = await post('/v2/gateway/ecpay/notify', foreign, callbackOf(tradeNo))
    expect(notify.payload).toBe('1|OK')
    expect(notify.cookies).toEqual([])
    const number = await post('/v2/gateway/ecpay/number', foreign, callbackOf(tradeNo, issued.atm))
    expect(number.payload).toBe('1|OK')
    expect((await post('/v2/gateway/ecpay/return', foreign, '')).statusCode).toBe(303)
    const own = `/v2/api/shopping-minmin/order/${id}/cancel`
    expect((await post(own, foreign, 'reason=x')).statusCode).toBe(403)
  })

  it.each(['atm', 'cvs', 'barcode'] as const)(
    'with a number of %s keeps the attempt pending and the order waiting (GATEWAY-23, ORDERLIFE-15)',
    async (method) => {
      const { id, tradeNo } = await begun(method)
      const body = callbackOf(tradeNo, issued[method])
      expect(await shop.notify(body, 'number')).toEqual(accepted)
      const { attempt, is_paid, expires_at } = (await guest.get(`/order/${id}/payment`)).body.data
      const due = Date.parse(
        `${inDays(3).replaceAll('/', '-')}T${method === 'atm' ? '23:59:59' : '10:00:00'}+08:00`,
      )
      const hours = method === 'barcode' ? 72 : 1
      expect([is_paid, attempt.state]).toEqual([false, 'pending'])
      expect(expires_at).toBe(due / 1_000 + hours * 3_600)
      expect(attempt.number).toEqual({
        due_at: due / 1_000,
        ...(method === 'atm' && { bank_code: '822', account: '9103522175887271' }),
        ...(method === 'cvs' && { code: 'LLL26112200001' }),
        ...(method === 'barcode' && {
          barcodes: ['151125CA1', '3453010539115900', '112500000002000'],
        }),
      })
    },
  )

  it.each(['2026', '2999', '0000'])(
    'with a number of the year %s moves the end by no more than was asked for (ORDERLIFE-34) (MEND-16)',
    async (year) => {
      const { id, tradeNo } = await begun('atm')
      const ExpireDate = year === '2026' ? '2026/01/01' : `${year}/12/31`
      const { status } = await shop.notify(
        callbackOf(tradeNo, { ...issued.atm, ExpireDate }),
        'number',
      )
      expect(status).toBe(200)
      const { expires_at } = (await guest.get(`/order/${id}/payment`)).body.data
      expect(expires_at).toBeLessThan(Date.now() / 1_000 + 6 * 24 * 3_600)
    },
  )

  it('with a number stays in sight while another method is begun, as long as it is due (GATEWAY-23)', async () => {
    const { id, tradeNo } = await begun('atm')
    await shop.notify(callbackOf(tradeNo, issued.atm), 'number')
    const read = async () => (await guest.get(`/order/${id}/payment`)).body.data
    expect(await read()).not.toHaveProperty('due_attempt')
    await shop.start(guest, id, 'cvs')
    expect(await read()).toMatchObject({
      attempt: { method: 'cvs', state: 'pending' },
      due_attempt: { method: 'atm', state: 'pending', number: { account: '9103522175887271' } },
    })
    await shop.rows("update payments set due_at = now() where order_id = $1 and method = 'atm'", [
      id,
    ])
    expect(await read()).not.toHaveProperty('due_attempt')
  })

  it('with any other code in the place of a number is a failure (GATEWAY-23)', async () => {
    const { id, tradeNo } = await begun('atm')
    await shop.notify(callbackOf(tradeNo, { ...issued.atm, RtnCode: '10100058' }), 'number')
    expect(await shop.attempts(id)).toMatchObject([{ status: 'failed' }])
  })

  it('with a refusal fails the attempt, for the owner to read, and money after it counts (GATEWAY-22)', async () => {
    const { id, tradeNo } = await begun()
    const refused = { RtnCode: '10100248', RtnMsg: '拒絕交易，請客戶聯繫發卡行' }
    expect(await shop.notify(callbackOf(tradeNo, refused))).toEqual(accepted)
    const message = '拒絕交易，請客戶聯繫發卡行 (10100248)'
    expect(await shop.attempts(id)).toEqual([{ status: 'failed', counts: true, message }])
    const { data } = (await guest.get(`/order/${id}/payment`)).body
    expect(data.attempt).toMatchObject({ state: 'failed' })
    expect(JSON.stringify(data)).not.toContain('發卡行')
    const admin = await openAdministrator(shop)
    const { attempts } = (await admin.get(`/admin/order/${id}`)).body
    expect(attempts).toMatchObject([{ state: 'failed', message, trade_no: tradeNo }])
    expect((await orderOf(id)).payment).toEqual(data.attempt)
    await shop.notify(callbackOf(tradeNo))
    expect((await orderOf(id)).order).toMatchObject({ is_paid: true })
  })

  it('that is simulated pays nothing, and the owner reads so (GATEWAY-21)', async () => {
    const { id, tradeNo } = await begun()
    const before = await orderOf(id)
    for (let copy = 0; copy < 2; copy++) {
      expect(await shop.notify(callbackOf(tradeNo, { SimulatePaid: '1' }))).toEqual(accepted)
    }
    expect(await orderOf(id)).toEqual(before)
    const admin = await openAdministrator(shop)
    const { timeline } = (await admin.get(`/admin/order/${id}`)).body
    const notices = timeline.filter(({ text }: { text?: string }) => text === '收到模擬付款通知')
    expect(notices).toHaveLength(1)
  })

  it('of another amount does not count (GATEWAY-20)', async () => {
    const { id, tradeNo } = await begun()
    expect(await shop.notify(callbackOf(tradeNo, { TradeAmt: '1999' }))).toEqual(accepted)
    expect((await orderOf(id)).order).toMatchObject({ state: 'placed', is_paid: false })
    expect(await shop.attempts(id)).toMatchObject([{ status: 'succeeded', counts: false }])
    const [row] = await shop.rows<object>(
      'select captured_amount from payments where order_id = $1',
      [id],
    )
    expect(row).toEqual({ captured_amount: 1_999 })
  })

  it('for a cancelled order revives nothing and is refunded (GATEWAY-29)', async () => {
    const { id, tradeNo } = await begun('atm')
    await guest.post(`/order/${id}/cancel`)
    expect(await shop.notify(callbackOf(tradeNo))).toEqual(accepted)
    await shop.notify(callbackOf(tradeNo))
    const { order, refunds } = await orderOf(id)
    expect(order).toMatchObject({ state: 'cancelled', is_paid: false, payment_state: 'refunding' })
    expect(refunds).toMatchObject([{ amount: 2_000, reason: '訂單取消後收到款項' }])
  })
})

describe('copies of a callback', () => {
  it('50 at once on two nodes pay once (GATEWAY-18)', async () => {
    const { id, tradeNo } = await begun()
    const body = callbackOf(tradeNo)
    // A busy database answers 503, and the gateway sends again.
    const deliver = async (to: GatewayShop) => {
      for (;;) {
        const answer = await to.notify(body)
        if (answer.status !== 503) return answer
      }
    }
    const copies = Array.from({ length: 50 }, (_, n) => deliver(n % 2 ? shop : node))
    expect(await Promise.all(copies)).toEqual(Array(50).fill(accepted))
    expect(await shop.attempts(id)).toMatchObject([{ status: 'succeeded', counts: true }])
    expect(await eventsOf(id)).toEqual(['created', 'paid'])
  })

  it('are counted and not stored, in whatever order their fields are written (MEND-53)', async () => {
    const { tradeNo } = await begun()
    const fields = [...new URLSearchParams(callbackOf(tradeNo))]
    for (let turn = 0; turn < 4; turn++) {
      fields.push(...fields.splice(0, turn))
      expect(await shop.notify(new URLSearchParams(fields).toString())).toEqual(accepted)
    }
    const stored = await shop.rows(
      "select outcome, times from gateway_callbacks where convert_from(body, 'utf8') like $1",
      [`%${tradeNo}%`],
    )
    expect(stored).toEqual([{ outcome: 'applied', times: 4 }])
  })

  it('of two attempts at once pay once, and the other money goes back (GATEWAY-30)', async () => {
    for (let round = 0; round < 10; round++) {
      const first = await begun()
      const second = await shop.start(guest, first.id)
      const answers = await Promise.all([
        shop.notify(callbackOf(first.tradeNo)),
        node.notify(callbackOf(second.tradeNo)),
      ])
      expect(answers).toEqual([accepted, accepted])
      const counting = (await shop.attempts(first.id)).map(({ counts }) => counts)
      expect(counting.toSorted()).toEqual([false, true])
      const { order, refunds } = await orderOf(first.id)
      expect(order).toMatchObject({ state: 'paid', is_paid: true, payment_state: 'paid' })
      expect(refunds).toMatchObject([{ amount: 2_000, reason: '重複付款' }])
    }
  })

  it('in any order and number end in the same states (GATEWAY-19, seed 20261122)', async () => {
    type Notice = [body: string, kind: 'notify' | 'number']
    const notices: Record<'issued' | 'refused' | 'paid', (tradeNo: string) => Notice> = {
      issued: (tradeNo) => [callbackOf(tradeNo, issued.atm), 'number'],
      refused: (tradeNo) => [callbackOf(tradeNo, { RtnCode: '0' }), 'notify'],
      paid: (tradeNo) => [callbackOf(tradeNo), 'notify'],
    }
    const kinds = Object.keys(notices) as (keyof typeof notices)[]
    const sequence = fc.shuffledSubarray([...kinds, ...kinds], { minLength: 1 })
    await fc.assert(
      fc.asyncProperty(sequence, async (sent) => {
        const { id, tradeNo } = await begun('atm')
        for (const kind of sent) {
          expect(await shop.notify(...notices[kind](tradeNo))).toEqual(accepted)
        }
        const isPaid = sent.includes('paid')
        const unpaid = sent.includes('refused') ? 'failed' : 'pending'
        expect(await shop.attempts(id)).toMatchObject([{ status: isPaid ? 'succeeded' : unpaid }])
        expect((await orderOf(id)).order.state).toBe(isPaid ? 'paid' : 'placed')
      }),
      { seed: 20_261_122, numRuns: 25 },
    )
  })
})

describe('what is not believed', () => {
  it('is answered by 0| and changes nothing but its stored bytes (GATEWAY-16)', async () => {
    const { tradeNo } = await begun()
    const body = callbackOf(tradeNo)
    const refused = [
      body.replace('TradeAmt=2000', 'TradeAmt=1'),
      body.replace(/&CheckMacValue=.*/, ''),
      body.replace(/CheckMacValue=.*/, 'CheckMacValue='),
      body.slice(0, -1),
      `${body}&CheckMacValue=1`,
      `${body}&RtnCode=1`,
      callbackOf(tradeNo, { MerchantID: '2000132' }),
      callbackOf('UNKNOWN0000000000000'),
      JSON.stringify(Object.fromEntries(new URLSearchParams(body))),
      `--x\r\nContent-Disposition: form-data; name="RtnCode"\r\n\r\n1\r\n--x--`,
      body.replace('%E4%BA%A4', '%ED%A0%80'),
      '',
    ]
    const before = await books()
    const stored = 'select count(*) from gateway_callbacks where outcome = $1'
    const [count] = await shop.rows<{ count: number }>(stored, ['refused'])
    for (const raw of refused) {
      for (const kind of ['notify', 'number'] as const) {
        expect(await shop.notify(raw, kind)).toEqual({
          status: 200,
          text: expect.stringMatching(/^0\|[A-Za-z ]+$/),
        })
      }
    }
    for (const type of ['application/json', 'multipart/form-data; boundary=x', 'text/html']) {
      const response = await shop.app.inject({
        method: 'POST',
        url: '/v2/gateway/ecpay/notify',
        headers: { 'content-type': type },
        payload: '{"RtnCode":"1"}',
      })
      expect(response.payload).toMatch(/^0\|/)
    }
    expect(await books()).toBe(before)
    const [now] = await shop.rows<{ count: number }>(stored, ['refused'])
    expect((now?.count ?? 0) - (count?.count ?? 0)).toBe(2 * refused.length + 3)
    await forget()
  })

  it('is signed, with a NUL in any of its texts, which cannot be stored (MEND-16)', async () => {
    const { tradeNo } = await begun('atm')
    const numbers = { ...issued.cvs, ...issued.barcode, ...issued.atm }
    const { CheckMacValue, ...fields } = Object.fromEntries(
      new URLSearchParams(callbackOf(tradeNo, numbers)),
    )
    const before = await books()
    for (const name of [...Object.keys(fields), 'a\0b']) {
      for (const kind of ['notify', 'number'] as const) {
        const paid = kind === 'notify' && { RtnCode: '1' }
        const code = name.startsWith('Barcode') && { RtnCode: '10100073' }
        const raw = callbackOf(tradeNo, { ...numbers, ...paid, ...code, [name]: '1\0' })
        expect([name, await shop.notify(raw, kind)]).toEqual([
          name,
          { status: 200, text: expect.stringMatching(/^0\|/) },
        ])
      }
    }
    expect(await books()).toBe(before)
    await forget()
  })

  it('is limited by network, and what is believed is not (GATEWAY-17)', async () => {
    const { id, tradeNo } = await begun()
    const large = await shop.notify(`a=${'x'.repeat(64 * 1024)}`)
    expect(large.status).toBe(413)
    for (let n = 0; n < 60; n++) expect((await shop.notify(`n=${n}`)).status).toBe(200)
    const stored = async () => shop.rows('select count(*) from gateway_callbacks')
    const before = await stored()
    expect((await shop.notify('n=61')).status).toBe(429)
    expect((await shop.notify(callbackOf('UNKNOWN0000000000000'))).status).toBe(429)
    expect(await stored()).toEqual(before)
    expect(await shop.notify(callbackOf(tradeNo))).toEqual(accepted)
    expect((await orderOf(id)).order.is_paid).toBe(true)
    await forget()
  })

  it('is limited when it comes at once, too, and keeps a head and a hash (GATEWAY-17) (MEND-53)', async () => {
    await forget()
    const forged = (n: number) => `n=${n}&${'x'.repeat(20_000)}`
    const sent = Array.from({ length: 150 }, (_, n) => (n % 2 ? shop : node).notify(forged(n)))
    const statuses = (await Promise.all(sent)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(60)
    expect(statuses.filter((status) => status === 429)).toHaveLength(90)
    const rows = await shop.rows<{ body: Buffer; body_hash: string }>(
      'select body, body_hash from gateway_callbacks',
    )
    expect(rows).toHaveLength(60)
    for (const { body, body_hash: hash } of rows) {
      expect(body).toHaveLength(1_000)
      const n = Number(/^n=(\d+)/.exec(body.toString())?.[1])
      expect(hash).toBe(createHash('sha256').update(forged(n)).digest('hex'))
    }
    await forget()
  })

  it.each([
    [
      'the networks of one /48',
      'callback.day',
      500,
      '2001:db8:1::/48',
      (n: number) => `2001:db8:1:${n}::1`,
    ],
    ['all together', 'callback.all', 2_000, 'all', (n: number) => `198.51.100.${n}`],
  ])('is limited for %s (MEND-53)', async (_, name, max, subject, ipOf) => {
    await consume(shop.database.db, { name, max, windowSeconds: 86_400 }, subject, max - 3)
    const sent = Array.from({ length: 6 }, (_, n) =>
      shop.app.inject({
        method: 'POST',
        url: '/v2/gateway/ecpay/notify',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: `n=${n}`,
        remoteAddress: ipOf(n),
      }),
    )
    const statuses = (await Promise.all(sent)).map(({ statusCode }) => statusCode)
    expect(statuses.toSorted()).toEqual([200, 200, 200, 429, 429, 429])
    await forget()
  })

  it('is the form that we sign for a browser, sent as a callback or as a return (MEND-57)', async () => {
    const { id, fields } = await begun()
    const before = await books()
    const form = new URLSearchParams(fields).toString()
    for (const kind of ['notify', 'number'] as const) {
      expect(await shop.notify(form, kind)).toEqual({ status: 200, text: '0|RtnCode Error' })
    }
    expect(await books()).toBe(before)
    const { headers } = await shop.app.inject({
      method: 'POST',
      url: '/v2/gateway/ecpay/return',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: form,
    })
    expect(headers.location).toBe('/#/main/order')
    expect(await shop.attempts(id)).toMatchObject([{ status: 'pending' }])
    await forget()
  })
})

describe("the browser's return", () => {
  it('changes nothing and leads to the order that we signed (GATEWAY-25)', async () => {
    const { id, tradeNo, fields } = await begun()
    const { CustomField1 = '' } = fields
    const visit = async (payload: string, type = 'application/x-www-form-urlencoded') => {
      const response = await shop.app.inject({
        method: 'POST',
        url: '/v2/gateway/ecpay/return',
        headers: { 'content-type': type },
        payload,
      })
      return [response.statusCode, response.headers.location]
    }
    const signed = new URLSearchParams({ CustomField1, RtnCode: '1' }).toString()
    expect(await visit(signed)).toEqual([303, `/#/main/cart/pay/${id}`])
    const other = await shop.order(guest)
    const forged = new URLSearchParams({ CustomField1: CustomField1.replace(id, other) }).toString()
    for (const body of ['', callbackOf(tradeNo), forged, '{"CustomField1":1}', '\0']) {
      expect(await visit(body)).toEqual([303, '/#/main/order'])
    }
    const before = await books()
    expect(await visit('{}', 'application/json')).toEqual([303, '/#/main/order'])
    expect(await visit(signed)).toEqual([303, `/#/main/cart/pay/${id}`])
    expect(await books()).toBe(before)
    expect(await shop.attempts(id)).toMatchObject([{ status: 'pending' }])
  })
})
