import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { transaction } from '../db/transaction.ts'
import { lockOrder } from '../orders/back-office/admin-orders.queries.ts'
import { returnByCarrier } from '../orders/fulfilment/return-order.service.ts'
import { expireForgottenOrders } from '../orders/life/expire-forgotten-orders.ts'
import { brokenChecks } from '../testing/broken-checks.ts'
import { openAdministrator, type TestAdministrator } from '../testing/test-administrator.ts'
import { openPlaces, settle, undo, work } from '../testing/test-arrivals.ts'
import { openCampaign } from '../testing/test-campaigns.ts'
import { endGroup, type JoinedMember, joinAs, placeOf, rowsOf } from '../testing/test-closing.ts'
import { balanceOf, giveCredit, openCreditor, turnCreditOn } from '../testing/test-credit.ts'
import { openLeaderTeam } from '../testing/test-leader-money.ts'
import { openTestShop, orderData, type TestShop, type Visitor } from '../testing/test-shop.ts'

let shop: TestShop
let owner: TestAdministrator
let cup: string
beforeAll(async () => {
  shop = await openTestShop({
    env: { IDENTITY_LIMITS: '10000', WRITE_LIMITS: '10000', DEVELOPMENT: '1' },
  })
  owner = await openAdministrator(shop)
  cup = await shop.product({ title: '青瓷杯', price: 500 })
})
afterAll(async () => {
  expect(await brokenChecks(shop.databaseUrl)).toEqual([])
  await shop.close()
})
beforeEach(() => turnCreditOn(shop))

type Member = Awaited<ReturnType<typeof openCreditor>>

async function place(member: Visitor, use: object, qty = 2) {
  await member.post('/cart', { product_id: cup, qty })
  const { status, body } = await member.post('/order', { ...orderData, ...use })
  return { status, body, id: String(body.orderId) }
}
/** An order of two cups at 500 that uses 300 of 400 and 100 of 150, and is charged 600. */
async function placed(): Promise<{ member: Member; id: string }> {
  const member = await openCreditor(shop, { credit: 400, points: 150 })
  const { id, body } = await place(member, { credit: 300, points: 100, expected_total: 600 })
  expect(body).toMatchObject({ success: true, total: 600 })
  return { member, id }
}
async function paid() {
  const order = await placed()
  expect((await order.member.post(`/pay/${order.id}`)).status).toBe(200)
  return order
}
async function shipped() {
  const order = await paid()
  const parcel = { carrier: 'tcat', tracking_number: 'A-1' }
  expect((await owner.post(`/admin/order/${order.id}/parcel`, parcel)).status).toBe(200)
  return order
}
const returnWhole = (id: string, refund: number) =>
  owner.post(`/admin/order/${id}/return`, { reason: '尺寸不合', refund, lines: [] })
async function change(by: Visitor, id: string, qty: number) {
  const lines = [{ product_id: cup, qty }]
  const path = `${by === owner ? '/admin' : ''}/order/${id}${by === owner ? '/lines' : ''}`
  const { body } = await by.put(path, { lines, preview: true })
  const done = await by.put(path, { lines, expected_difference: body.difference })
  expect([done.status, done.body.message]).toEqual([200, '已變更訂單'])
  return done.body
}
/** One cup comes back by a case, whose refund is pressed twice. */
async function returnPiece({ member, id }: { member: Member; id: string }, to = 'source') {
  const [line_id = ''] = Object.keys((await member.get(`/order/${id}`)).body.order.products)
  const asked = { lines: [{ line_id, qty: 1 }], to }
  const { status, body } = await member.post(`/order/${id}/returns`, asked)
  expect([status, body.message]).toEqual([200, '已送出退貨申請'])
  const path = `/admin/return/${body.return_id}`
  const lines = [{ line_id, to_stock: 1, written_off: 0 }]
  expect((await owner.post(`${path}/receive`, { lines })).status).toBe(200)
  for (const _ of [1, 2]) expect((await owner.post(`${path}/refund`, {})).status).toBe(200)
}
async function setFee(fee: number): Promise<void> {
  const { version } = (await owner.get('/admin/settings')).body.settings.shipping
  const values = { fee, free_over: null }
  const { status } = await owner.put('/admin/settings/shipping', { version, values })
  expect(status).toBe(200)
}
const refundsOf = (id: string) =>
  rowsOf<{ amount: number; to_credit: boolean; state: string }>(
    shop,
    'select amount::int, to_credit, state from refunds where order_id = $1 order by id',
    [id],
  )

describe('at the checkout', () => {
  it('a member uses credit and points for the goods, and the gateway is asked for the rest (CRED-01)', async () => {
    const { member, id } = await paid()
    expect(await balanceOf(member)).toEqual([100, 50])
    const { order } = (await member.get(`/order/${id}`)).body
    expect(order).toMatchObject({
      ...{ subtotal: 1_000, discount: 0, credit_used: 300, points_used: 100, total: 600 },
    })
    const [payment] = await rowsOf(shop, 'select amount::int from payments where order_id = $1', [
      id,
    ])
    expect(payment).toEqual({ amount: 600 })
    const { entries } = (await member.get('/member/credit')).body
    expect(entries.slice(0, 2)).toMatchObject([
      { kind: 'points', amount: -100, cause: 'order_used', order_id: id },
      { kind: 'credit', amount: -300, cause: 'order_used', order_number: order.number },
    ])
  })

  it('is refused for more than is there, more than the share, a guest, and what is off', async () => {
    const member = await openCreditor(shop, { credit: 400 })
    const refused = async (by: Visitor, use: object) => {
      const { status, body } = await place(by, use)
      await by.delete('/carts')
      return [status, body.code]
    }
    expect(await refused(member, { credit: 401 })).toEqual([409, 'CREDIT_SHORT'])
    expect(await refused(member, { points: 1 })).toEqual([409, 'CREDIT_SHORT'])
    expect(await refused(shop.guest(), { credit: 1 })).toEqual([401, 'MEMBER_REQUIRED'])
    expect(await refused(member, { credit: -1 })).toEqual([400, 'INVALID_INPUT'])
    await turnCreditOn(shop, { share: 30 })
    expect(await refused(member, { credit: 301 })).toEqual([409, 'CREDIT_TOO_MUCH'])
    expect(await refused(member, { credit: 300, expected_total: 1_000 })).toEqual([
      ...[409, 'ORDER_TOTAL_CHANGED'],
    ])
    await turnCreditOn(shop, { credit_on: false })
    expect(await refused(member, { credit: 1 })).toEqual([409, 'CREDIT_OFF'])
    expect(await balanceOf(member)).toEqual([400, 0])
  })

  it('an order that is paid by it alone costs nothing, and comes back whole when it is cancelled (CRED-03)', async () => {
    const member = await openCreditor(shop, { credit: 1_200 })
    const { id, body } = await place(member, { credit: 1_000 })
    expect(body.total).toBe(0)
    expect((await member.post(`/pay/${id}`)).status).toBe(200)
    expect((await member.get(`/order/${id}`)).body.order.state).toBe('paid')
    expect((await member.post(`/order/${id}/cancel`, {})).status).toBe(200)
    expect(await balanceOf(member)).toEqual([1_200, 0])
  })
})

/** Every way an order may end or get cheaper, and what its member has then of 400 and 150. */
const ends: [how: string, run: () => Promise<{ member: Member; id: string }>, left: number[]][] = [
  [
    'cancelled by its shopper before it is paid',
    async () => {
      const order = await placed()
      await order.member.post(`/order/${order.id}/cancel`, {})
      // Again, it does nothing.
      await order.member.post(`/order/${order.id}/cancel`, {})
      return order
    },
    [400, 150],
  ],
  [
    'cancelled by its shopper after it was paid',
    async () => {
      const order = await paid()
      await order.member.post(`/order/${order.id}/cancel`, {})
      return order
    },
    [400, 150],
  ],
  [
    'cancelled by the staff while it is prepared',
    async () => {
      const order = await paid()
      await owner.post(`/admin/order/${order.id}/prepare`)
      await owner.post(`/admin/order/${order.id}/cancel`, { reason: '缺貨' })
      return order
    },
    [400, 150],
  ],
  [
    'not paid in time',
    async () => {
      const order = await placed()
      await rowsOf(
        shop,
        `update orders set expires_at = null, created_at = now() - interval '8 days' where id = $1`,
        [order.id],
      )
      await expireForgottenOrders(shop.database.db, shop.payments.subscribers)
      return order
    },
    [400, 150],
  ],
  [
    'refunded whole before it is sent',
    async () => {
      const order = await paid()
      await owner.post(`/admin/order/${order.id}/refund`, { amount: 600, reason: '缺貨' })
      return order
    },
    [400, 150],
  ],
  [
    'changed by its shopper to one cup, unpaid',
    async () => {
      const order = await placed()
      await change(order.member, order.id, 1)
      return order
    },
    [100, 50],
  ],
  [
    'changed by its shopper to one cup, paid: the money goes back first',
    async () => {
      const order = await paid()
      const { refund, after } = await change(order.member, order.id, 1)
      expect([refund, after.total, after.credit_used]).toEqual([500, 100, 400])
      return order
    },
    [100, 50],
  ],
  [
    'changed by the staff to one cup, paid, where credit goes back first',
    async () => {
      await turnCreditOn(shop, { first: 'credit' })
      const order = await paid()
      const { refund, after } = await change(owner, order.id, 1)
      expect([refund, after.total, after.credit_used]).toEqual([100, 500, undefined])
      return order
    },
    [400, 150],
  ],
  [
    'changed to more: it goes on using as much',
    async () => {
      const order = await placed()
      const { after } = await change(order.member, order.id, 4)
      expect([after.total, after.credit_used]).toEqual([1_600, 400])
      return order
    },
    [100, 50],
  ],
  [
    'returned for more than its money: the money first, then credit before points',
    async () => {
      const order = await shipped()
      expect((await returnWhole(order.id, 950)).status).toBe(200)
      expect(await refundsOf(order.id)).toMatchObject([{ amount: 600, to_credit: false }])
      return order
    },
    [400, 100],
  ],
  [
    'paid in part after a change, and cancelled then',
    async () => {
      const order = await paid()
      const { after } = await change(order.member, order.id, 3)
      expect(after.total).toBe(1_100)
      expect((await order.member.post(`/order/${order.id}/cancel`, {})).status).toBe(200)
      return order
    },
    [400, 150],
  ],
  [
    'sent in one parcel with another one, for a lower fee: it goes on using as much',
    async () => {
      await setFee(60)
      const member = await openCreditor(shop, { credit: 400, points: 150 })
      const { id } = await place(member, { credit: 300, points: 100, expected_total: 660 })
      const { id: other } = await place(member, {}, 1)
      for (const one of [id, other]) await member.post(`/pay/${one}`)
      expect((await member.post(`/order/${id}/merge`, { with: [other] })).status).toBe(200)
      const packed = await owner.post(`/admin/order/${id}/parcel`, { carrier: 'tcat' })
      expect(packed.status).toBe(200)
      expect(await refundsOf(other)).toMatchObject([{ amount: 60 }])
      await setFee(0)
      return { member, id }
    },
    [100, 50],
  ],
  [
    'sent to a store to be paid there, and never fetched',
    async () => {
      const order = await placed()
      const { db } = shop.database
      await rowsOf(
        shop,
        `update orders set payment_method = 'on_delivery', expires_at = null where id = $1`,
        [order.id],
      )
      const parcel = await owner.post(`/admin/order/${order.id}/parcel`, { carrier: 'tcat' })
      const parcelId = String(parcel.body.data.id)
      const { subscribers } = shop.payments
      // The carrier tells it twice.
      for (const _ of [1, 2]) {
        await transaction(db, async (tx) => {
          const row = await lockOrder(tx, order.id)
          if (!row) throw new Error('the order is gone')
          await returnByCarrier(tx, row, parcelId, { actor: { kind: 'system' }, subscribers })
        })
      }
      return order
    },
    [400, 150],
  ],
  [
    'returned by a case, piece by piece: the money first',
    async () => {
      const order = await shipped()
      for (const _ of [1, 2]) await returnPiece(order)
      expect(await refundsOf(order.id)).toMatchObject([{ amount: 500 }, { amount: 100 }])
      return order
    },
    [400, 150],
  ],
  [
    'returned by a case in part where credit goes back first',
    async () => {
      await turnCreditOn(shop, { first: 'credit' })
      const order = await shipped()
      await returnPiece(order)
      expect(await refundsOf(order.id)).toMatchObject([{ amount: 100 }])
      return order
    },
    [400, 150],
  ],
  [
    'returned by a case as credit, all of it: the money is credit, too',
    async () => {
      const order = await shipped()
      for (const _ of [1, 2]) await returnPiece(order, 'credit')
      expect(await refundsOf(order.id)).toMatchObject([
        { amount: 500, to_credit: true },
        { amount: 100, to_credit: true },
      ])
      return order
    },
    [1_000, 150],
  ],
  [
    'with a coupon, returned by a case at what was paid for a piece',
    async () => {
      const { code } = await shop.coupon({ percent: 80 })
      const member = await openCreditor(shop, { credit: 400, points: 150 })
      await member.post('/cart', { product_id: cup, qty: 2 })
      await member.post('/coupon', { code })
      const data = { ...orderData, credit: 300, points: 100, expected_total: 400 }
      const id = String((await member.post('/order', data)).body.orderId)
      await member.post(`/pay/${id}`)
      await owner.post(`/admin/order/${id}/parcel`, { carrier: 'tcat' })
      await returnPiece({ member, id })
      expect(await refundsOf(id)).toMatchObject([{ amount: 400 }])
      expect(await balanceOf(member)).toEqual([100, 50])
      await returnPiece({ member, id })
      expect(await refundsOf(id)).toHaveLength(1)
      return { member, id }
    },
    [400, 150],
  ],
  [
    'returned for less than its money',
    async () => {
      const order = await shipped()
      await returnWhole(order.id, 500)
      return order
    },
    [100, 50],
  ],
  [
    'returned where credit goes back first',
    async () => {
      await turnCreditOn(shop, { first: 'credit' })
      const order = await shipped()
      await returnWhole(order.id, 500)
      expect(await refundsOf(order.id)).toMatchObject([{ amount: 100 }])
      return order
    },
    [400, 150],
  ],
]

describe('what an order has used', () => {
  it.each(ends)('of one %s (CRED-03)', async (_, run, left) => {
    const { member } = await run()
    expect(await balanceOf(member)).toEqual(left)
  })

  it('no return gives back more than money and credit together', async () => {
    const { member, id } = await shipped()
    expect(await returnWhole(id, 1_001)).toMatchObject({ status: 409 })
    expect(await balanceOf(member)).toEqual([100, 50])
    const { body } = await owner.get(`/admin/order/${id}`)
    expect([body.refundable, body.credit_used]).toEqual([600, 400])
  })
})

describe('a place of a group', () => {
  const use = { credit: 300, points: 100 }
  /** An open group, and a member with credit who is not in it yet. */
  async function opened(minTarget: number) {
    const campaign = await openCampaign(shop, { minTarget })
    return { campaign, member: await openCreditor(shop, { credit: 400, points: 150 }) }
  }
  async function join(
    member: Member,
    campaign: { code: string; productIds: string[] },
    qty: number,
    more: object,
  ): Promise<JoinedMember> {
    const { status, body } = await member.post(`/group/${campaign.code}/participation`, {
      lines: [{ product_id: campaign.productIds[0], qty }],
      ...{ user: { ...orderData.user, email: member.email }, ...more },
    })
    expect([status, body.message]).toEqual([200, expect.any(String)])
    const { id: participationId, order_id: orderId } = body.participation
    return Object.assign(member, { participationId, orderId })
  }
  const leave = (member: JoinedMember) => member.delete(`/participation/${member.participationId}`)

  it('uses them at the ceiling, and the final price gives back what it needs no longer (CRED-03)', async () => {
    const { member, campaign } = await opened(4)
    const place = await join(member, campaign, 4, { ...use, expected_total: 0 })
    expect(await balanceOf(place)).toEqual([100, 50])
    await joinAs(shop, campaign, 6)
    await endGroup(shop, campaign)
    // 4 pieces at 90: 40 are left over, and nothing is to be paid.
    expect(await placeOf(shop, place)).toMatchObject({
      state: 'confirmed',
      total: 0,
      final_total: 0,
    })
    expect(await balanceOf(place)).toEqual([140, 50])
  })

  it('gets them back when it is left, changed, or its group fails (CRED-03)', async () => {
    const { member, campaign } = await opened(4)
    const place = await join(member, campaign, 8, use)
    const { body } = await place.put(`/participation/${place.participationId}`, {
      lines: [{ product_id: campaign.productIds[0], qty: 3 }],
    })
    expect(body.participation.quoted_total).toBe(0)
    expect(await balanceOf(place)).toEqual([200, 50])
    expect((await leave(place)).status).toBe(200)
    expect(await balanceOf(place)).toEqual([400, 150])
    const again = await join(place, campaign, 2, { credit: 50 })
    // The clock stands a day ahead already.
    await endGroup(shop, campaign, '50 hours')
    expect(await placeOf(shop, again)).toMatchObject({ state: 'released' })
    expect(await balanceOf(place)).toEqual([400, 150])
  })

  it('that is given fewer pieces gets them back, and uses them again when that is undone (CRED-03)', async () => {
    const { campaign, places } = await openPlaces(shop, owner, [
      { qty: 3 },
      { qty: 5, pays: 'unpaid' },
    ])
    const [, second] = places
    if (!second) throw new Error('no place')
    // As if it had used 400 of its 500 when it was taken.
    await giveCredit(shop, second.uid, { kind: 'credit', amount: 450 })
    await spendLater(second, 400)
    expect((await second.post(`/pay/${second.orderId}`)).status).toBe(200)
    expect(await balanceOf(second)).toEqual([50, 0])
    const data = { lines: [{ product_id: campaign.productIds[0], received: 5 }], rule: 'joined' }
    const { body } = await owner.post(`/admin/campaign/${campaign.id}/arrival`, data)
    await work(shop, body.run.id)
    // Two of five: 200, of which the money that was paid keeps a dollar.
    const lessened = await balanceOf(second)
    expect(lessened).toEqual([50 + 400 - 199, 0])
    await undo(shop, owner, body.run.id)
    expect(await balanceOf(second)).toEqual([50, 0])
    const again = await owner.post(`/admin/campaign/${campaign.id}/arrival`, { rule: 'joined' })
    if (again.body.run) {
      await work(shop, again.body.run.id)
      await settle(shop, again.body.run.id)
    }
    expect(await brokenChecks(shop.databaseUrl)).toEqual([])
  })

  it('that is given nothing gets them back once it is settled (CRED-03)', async () => {
    const { campaign, places } = await openPlaces(shop, owner, [
      { qty: 3 },
      { qty: 2, pays: 'unpaid' },
    ])
    const [, second] = places
    if (!second) throw new Error('no place')
    await giveCredit(shop, second.uid, { kind: 'credit', amount: 150 })
    await spendLater(second, 150)
    expect((await second.post(`/pay/${second.orderId}`)).status).toBe(200)
    const data = { lines: [{ product_id: campaign.productIds[0], received: 3 }], rule: 'joined' }
    const { body } = await owner.post(`/admin/campaign/${campaign.id}/arrival`, data)
    await work(shop, body.run.id)
    expect(await balanceOf(second)).toEqual([0, 0])
    await settle(shop, body.run.id)
    expect(await placeOf(shop, second)).toMatchObject({ order_state: 'cancelled' })
    expect(await balanceOf(second)).toEqual([150, 0])
  })

  it('that is owed to its leader gets them back when the shop cancels it (CRED-03)', async () => {
    const { members } = await openLeaderTeam(shop, 1)
    const [place] = members
    if (!place) throw new Error('no place')
    await giveCredit(shop, place.uid, { kind: 'credit', amount: 70 })
    await spendLater(place, 40)
    expect(await balanceOf(place)).toEqual([30, 0])
    const cancel = { reason: '缺貨' }
    for (const _ of [1, 2]) await owner.post(`/admin/order/${place.orderId}/cancel`, cancel)
    expect(await placeOf(shop, place)).toMatchObject({ order_state: 'cancelled' })
    expect(await balanceOf(place)).toEqual([70, 0])
  })

  /** Puts a use into an order that is not paid, as its placing would have. */
  async function spendLater(of: JoinedMember, amount: number): Promise<void> {
    await rowsOf(
      shop,
      `insert into order_adjustments select $1::text, coalesce(max(position), -1) + 1, 'credit', '購物金', $2::bigint
        from order_adjustments where order_id = $1`,
      [of.orderId, -amount * 100],
    )
    await rowsOf(shop, 'update orders set total = total - $2 where id = $1', [of.orderId, amount])
    await rowsOf(
      shop,
      `update participations set quoted_total = quoted_total - $2, final_total = final_total - $2
        where order_id = $1`,
      [of.orderId, amount],
    )
    await rowsOf(
      shop,
      `insert into credit_entries (id, member_id, kind, lot, amount, cause, order_id, actor)
        select '-U' || $1::text, member_id, 'credit', id, -$2::bigint, 'order_used', $1::text, 's:test'
        from credit_entries where member_id = $3 and amount > 0 limit 1`,
      [of.orderId, amount, of.uid],
    )
    await rowsOf(shop, 'update credit_balances set credit = credit - $2 where member_id = $1', [
      ...[of.uid, amount],
    ])
  }
})

describe('a refund as credit', () => {
  it('keeps the money of the payment, and is owed to the member at once (CRED-01)', async () => {
    const { member, id } = await paid()
    const data = { amount: 200, reason: '瑕疵補償', to: 'credit' }
    const { status, body } = await owner.post(`/admin/order/${id}/refund`, data)
    expect([status, body.data]).toMatchObject([
      200,
      { state: 'done', to_credit: true, amount: 200 },
    ])
    expect(await balanceOf(member)).toEqual([300, 50])
    const kinds = await rowsOf(
      shop,
      'select kind, amount::int from book_entries where order_id = $1 order by id',
      [id],
    )
    expect(kinds).toEqual([
      { kind: 'captured', amount: 600 },
      { kind: 'credited', amount: 200 },
    ])
    expect((await owner.get(`/admin/order/${id}`)).body.refundable).toBe(400)
    const mails = await rowsOf<{ text_body: string }>(
      shop,
      `select text_body from mail_outbox where order_id = $1 and kind = 'refunded'`,
      [id],
    )
    expect(mails.map(({ text_body }) => text_body)).toEqual([
      expect.stringContaining('已存入您的購物金'),
    ])
    const over = await owner.post(`/admin/order/${id}/refund`, { ...data, amount: 401 })
    expect(over.body.code).toBe('REFUND_TOO_MUCH')
  })

  it('is refused for a guest, who has left, and while it is off', async () => {
    const guest = shop.guest()
    const { id } = await place(guest, {})
    await guest.post(`/pay/${id}`)
    const data = { amount: 100, reason: '瑕疵', to: 'credit' }
    const code = async () => (await owner.post(`/admin/order/${id}/refund`, data)).body.code
    expect(await code()).toBe('CREDIT_NO_MEMBER')
    const { member, id: own } = await paid()
    await rowsOf(shop, 'delete from members where uid = $1', [member.uid])
    expect((await owner.post(`/admin/order/${own}/refund`, data)).body.code).toBe(
      'CREDIT_NO_MEMBER',
    )
    await turnCreditOn(shop, { credit_on: false })
    expect(await code()).toBe('CREDIT_OFF')
  })
})

describe('by hand', () => {
  it('the owner gives with a reason or as a gift with a day, and takes no more than is there (CRED-01)', async () => {
    const { member, id } = await placed()
    const [customer] = await rowsOf<{ num: string }>(
      shop,
      'select num from customers where key = (select customer_key from orders where id = $1)',
      [id],
    )
    const path = `/admin/customer/${customer?.num}/credit`
    const give = (data: object) => owner.post(path, { kind: 'credit', reason: '延誤補償', ...data })
    expect((await give({ amount: 80 })).body).toMatchObject({ balance: 180, points: 50 })
    const gift = { kind: 'points', amount: 20, ends_on: '2999-01-31' }
    expect((await give(gift)).body).toMatchObject({ balance: 180, points: 70 })
    expect((await give({ amount: -181 })).body.code).toBe('CREDIT_SHORT')
    expect((await give({ amount: -180 })).body.balance).toBe(0)
    expect((await give({ amount: 5, ends_on: '2020-01-01' })).status).toBe(400)
    expect((await give({ amount: 0 })).status).toBe(400)
    const { body } = await owner.get(path)
    expect(body).toMatchObject({ is_member: true, balance: 0, points: 70 })
    expect(body.entries[0]).toMatchObject({ cause: 'hand', amount: -180, reason: '延誤補償' })
    expect((await member.get('/member/credit')).body.ends).toContainEqual({
      ...{ kind: 'points', amount: 20, ends_on: '2999-01-31' },
    })
    const totals = (await owner.get('/admin/credit')).body
    const [sums] = await rowsOf(
      shop,
      'select sum(credit)::int as credit, sum(points)::int as points from credit_balances',
    )
    expect(totals).toMatchObject(sums ?? {})
  })
})
