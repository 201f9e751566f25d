import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { taipeiDay, taipeiTime } from '#contract/taipei-time.ts'
import { callbackOf, openGatewayShop } from '../../testing/doubles/gateway-shop.ts'
import { openAdministrator, type TestAdministrator } from '../../testing/test-administrator.ts'
import { openTestShop, orderData, type TestShop, type Visitor } from '../../testing/test-shop.ts'
import { expireForgottenOrders } from '../life/expire-forgotten-orders.ts'

let shop: TestShop
let admin: TestAdministrator
let cup: string

beforeAll(async () => {
  shop = await openTestShop({ env: { DEVELOPMENT: '1' } })
  admin = await openAdministrator(shop)
  cup = await shop.product({ title: '青瓷杯', price: 300 })
})
afterAll(() => shop.close())

async function place(guest: Visitor): Promise<string> {
  await guest.post('/cart', { product_id: cup, qty: 3 })
  return (await guest.post('/order', orderData)).body.orderId
}
const mailsOf = async (id: string) => (await admin.get(`/admin/order/${id}`)).body.mails
const kindsOf = async (id: string) =>
  (await mailsOf(id)).map(({ kind }: { kind: string }) => kind).toReversed()
const ship = (id: string, input: object = {}) =>
  admin.post(`/admin/order/${id}/parcel`, { carrier: 'tcat', ...input })
const resend = (id: string, kind: string) => admin.post(`/admin/order/${id}/mail`, { kind })

describe('the mails of an order', () => {
  it('(ORDERLIFE-28) tell of its steps once an event, one a parcel, to its own address', async () => {
    const guest = shop.guest()
    const id = await place(guest)
    await guest.post(`/pay/${id}`)
    await guest.post(`/pay/${id}`)
    await admin.post(`/admin/order/${id}/prepare`)
    const [line] = Object.values((await admin.get(`/admin/order/${id}`)).body.order.products)
    await ship(id, { lines: [{ line_id: (line as { id: string }).id, qty: 1 }] })
    await ship(id)
    await ship(id)
    expect(await kindsOf(id)).toEqual(['placed', 'paid', 'shipped', 'shipped'])
    const { rows } = await shop.database.pool.query(
      'select recipient, subject from mail_outbox where order_id = $1 order by id',
      [id],
    )
    const { number } = (await admin.get(`/admin/order/${id}`)).body.order
    const subjects = ['訂單成立', '付款完成', '商品已出貨', '商品已出貨']
    expect(rows).toEqual(
      subjects.map((words) => ({
        recipient: orderData.user.email,
        subject: `MinMin 團購：${words}（${number}）`,
      })),
    )
  })

  it('(ORDERLIFE-28) tell of a cancelled order and of its refund', async () => {
    const guest = shop.guest()
    const id = await place(guest)
    await guest.post(`/pay/${id}`)
    await guest.post(`/order/${id}/cancel`)
    await guest.post(`/order/${id}/cancel`)
    expect((await kindsOf(id)).toSorted()).toEqual(['cancelled', 'paid', 'placed', 'refunded'])
  })

  it('carry no words of a shopper, who may have named the mailbox of another (MEND-93)', async () => {
    const guest = shop.guest()
    const id = await place(guest)
    await guest.post(`/order/${id}/cancel`, { reason: '領獎請到 https://evil.example' })
    await resend(id, 'cancelled')
    const { rows } = await shop.database.pool.query<{ text_body: string }>(
      "select text_body from mail_outbox where order_id = $1 and kind = 'cancelled'",
      [id],
    )
    expect(rows).toHaveLength(2)
    for (const { text_body: text } of rows) expect(text).not.toMatch(/evil|取消原因/)
  })

  it('(ORDERLIFE-07) tell nothing of an archived order, also when its time ends', async () => {
    const id = await place(shop.guest())
    await admin.delete(`/admin/order/${id}`)
    await shop.database.pool.query(
      `update orders set deleted_at = now() - interval '31 days' where id = $1`,
      [id],
    )
    await expireForgottenOrders(shop.database.db, shop.payments.subscribers)
    const { body } = await admin.get(`/admin/order/${id}`)
    expect(body.order.state).toBe('cancelled')
    expect(await kindsOf(id)).toEqual(['placed'])
  })

  it('(ORDERLIFE-28) are not written for a step that was refused', async () => {
    const guest = shop.guest()
    const id = await place(guest)
    expect((await ship(id)).status).toBe(409)
    expect(await kindsOf(id)).toEqual(['placed'])
  })

  it('(ORDERLIFE-30) are listed newest first and sent again five times an hour', async () => {
    const guest = shop.guest()
    const id = await place(guest)
    expect(await mailsOf(id)).toEqual([
      {
        id: expect.any(Number),
        kind: 'placed',
        recipient: orderData.user.email,
        state: expect.stringMatching(/^(queued|sent)$/),
        at: expect.any(Number),
      },
    ])
    for (let sent = 1; sent < 5; sent++) {
      expect((await resend(id, 'placed')).body.message).toBe('已排入寄送')
    }
    expect((await resend(id, 'placed')).status).toBe(429)
    const ids = (await mailsOf(id)).map((mail: { id: number }) => mail.id)
    expect(ids).toHaveLength(5)
    expect(ids).toEqual(ids.toSorted((a: number, b: number) => b - a))
    expect((await resend(id, 'shipped')).status).toBe(409)
    expect((await resend(id, 'gone')).status).toBe(400)
    expect((await resend('-NoSuchOrder00000000', 'placed')).status).toBe(404)
  })

  it('(ORDERLIFE-30) are not sent again of what was taken back', async () => {
    const guest = shop.guest()
    const id = await place(guest)
    const setPaid = (is_paid: boolean) => admin.put(`/admin/order/${id}`, { is_paid })
    await setPaid(true)
    expect((await resend(id, 'paid')).status).toBe(200)
    await setPaid(false)
    expect((await resend(id, 'paid')).status).toBe(409)
  })

  it('name the network behind an address that nobody has proved, until the order is paid (MEND-50)', async () => {
    const guest = shop.guest()
    const id = await place(guest)
    await guest.post(`/pay/${id}`)
    const rows = await shop.database.pool.query(
      'select kind, network from mail_outbox where order_id = $1 order by id',
      [id],
    )
    const hashed = expect.stringMatching(/^n:[\w-]{43}$/)
    expect(rows.rows).toEqual([
      { kind: 'placed', network: hashed },
      { kind: 'paid', network: null },
    ])
  })

  it('take a payment of nothing for no proof of an address (MEND-50)', async () => {
    const guest = shop.guest()
    await guest.post('/cart', { product_id: await shop.product({ price: 0 }), qty: 1 })
    const { orderId } = (await guest.post('/order', orderData)).body
    await guest.post(`/pay/${orderId}`)
    const { rows } = await shop.database.pool.query(
      `select kind, network is null as is_proved from mail_outbox where order_id = $1 order by id`,
      [orderId],
    )
    expect(rows).toEqual([
      { kind: 'placed', is_proved: false },
      { kind: 'paid', is_proved: false },
    ])
  })

  it('(ORDERLIFE-30) are composed anew from the order of now', async () => {
    const guest = shop.guest()
    const id = await place(guest)
    await admin.post(`/admin/order/${id}/cancel`, { reason: '缺貨' })
    await shop.database.pool.query('update orders set user_email = $2 where id = $1', [
      id,
      'new@example.com',
    ])
    await resend(id, 'cancelled')
    const { rows } = await shop.database.pool.query(
      'select recipient, text_body from mail_outbox where order_id = $1 order by id desc limit 1',
      [id],
    )
    expect(rows[0].recipient).toBe('new@example.com')
    expect(rows[0].text_body).toContain('取消原因：缺貨')
  })

  it('tell once until when an order is held for a number, as its pages do (ORDERLIFE-35) (MEND-16)', async () => {
    const paidByNumber = await openGatewayShop({ env: { DEVELOPMENT: '1' } })
    const guest = paidByNumber.guest()
    const id = await paidByNumber.order(guest)
    const { tradeNo } = await paidByNumber.start(guest, id, 'atm')
    const ExpireDate = taipeiDay(Date.now() + 3 * 24 * 60 * 60_000)
    const number = { RtnCode: '2', BankCode: '822', vAccount: '9103522175887271', ExpireDate }
    for (let times = 0; times < 2; times++) {
      await paidByNumber.notify(callbackOf(tradeNo, number), 'number')
    }
    const { order, timeline } = (await guest.get(`/order/${id}`)).body
    const until = taipeiTime(order.expires_at * 1_000)
    expect(timeline.map(({ kind, text }: Record<string, string>) => [kind, text])).toEqual([
      ['placed', undefined],
      ['extended', `訂單保留到 ${until}`],
    ])
    const mails = await paidByNumber.rows<{ kind: string; text: string }>(
      'select kind, text_body as text from mail_outbox where order_id = $1 order by id',
      [id],
    )
    expect(mails.map(({ kind }) => kind)).toEqual(['placed', 'extended'])
    expect(mails[1]?.text).toContain(`訂單保留到 ${until}，逾期未付款將自動取消`)
    const owner = await openAdministrator(paidByNumber)
    const again = () => owner.post(`/admin/order/${id}/mail`, { kind: 'extended' })
    expect((await again()).status).toBe(200)
    await guest.post(`/order/${id}/cancel`)
    expect((await again()).status).toBe(409)
    await paidByNumber.close()
  })

  it('tell of no other end that a shopper would call the same (ORDERLIFE-35)', async () => {
    const paidByNumber = await openGatewayShop({ env: { DEVELOPMENT: '1' } })
    const guest = paidByNumber.guest()
    const dayAfter = (days: number) => taipeiDay(Date.now() + days * 24 * 60 * 60_000)
    // An order waits until an hour after its number's last day.
    const number = { RtnCode: '2', BankCode: '822', ExpireDate: dayAfter(3) }
    const kindsAfter = async (told: string, vAccount: string) => {
      const id = await paidByNumber.order(guest)
      const { tradeNo } = await paidByNumber.start(guest, id, 'atm')
      await paidByNumber.rows('update orders set expires_at = $2 where id = $1', [id, told])
      await paidByNumber.notify(callbackOf(tradeNo, { ...number, vAccount }), 'number')
      const { order } = (await guest.get(`/order/${id}`)).body
      expect(taipeiTime(order.expires_at * 1_000)).toBe(`${dayAfter(4)} 00:59`)
      const mails = 'select kind from mail_outbox where order_id = $1 order by id'
      return (await paidByNumber.rows<{ kind: string }>(mails, [id])).map(({ kind }) => kind)
    }
    const soon = await kindsAfter(`${dayAfter(4)} 00:30+08`, '9103522175887271')
    expect(soon).toEqual(['placed'])
    const dayBefore = await kindsAfter(`${dayAfter(3)} 23:59+08`, '9103522175887272')
    expect(dayBefore).toEqual(['placed', 'extended'])
    await paidByNumber.close()
  })

  it('(SETTING-13) name the end of the time of a placed order', async () => {
    const paidByCard = await openGatewayShop({ env: { DEVELOPMENT: '1' } })
    const owner = await openAdministrator(paidByCard)
    const { settings } = (await owner.get('/admin/settings')).body
    const { version, values } = settings.mail
    const placed = { subject: '訂單成立', text: '請於 {付款期限} 前付款' }
    await owner.put('/admin/settings/mail', { version, values: { ...values, placed } })
    const id = await paidByCard.order(paidByCard.guest())
    const [row] = await paidByCard.rows<{ text: string; expires_at: Date }>(
      `select text_body as text, expires_at from mail_outbox join orders on orders.id = order_id
       where order_id = $1`,
      [id],
    )
    expect(row?.text).toContain(`請於 ${taipeiTime(row?.expires_at ?? new Date(0))} 前付款`)
    await paidByCard.close()
  })

  it('(ORDERLIFE-30) tell why one could not be sent', async () => {
    const id = await place(shop.guest())
    await shop.database.pool.query(
      `update mail_outbox set given_up_at = now(), sent_at = null, last_error = '550 unknown'
       where order_id = $1`,
      [id],
    )
    expect(await mailsOf(id)).toMatchObject([{ state: 'failed', last_error: '550 unknown' }])
  })
})
