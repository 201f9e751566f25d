import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transaction } from '../db/transaction.ts'
import { completeDelivered } from '../orders/life/complete-orders.ts'
import { brokenChecks } from '../testing/broken-checks.ts'
import { openAdministrator, type TestAdministrator } from '../testing/test-administrator.ts'
import { rowsOf } from '../testing/test-closing.ts'
import {
  balanceOf,
  creditOfOrder,
  giveCredit,
  openCreditor,
  turnCreditOn,
} from '../testing/test-credit.ts'
import { openTestShop, orderData, type TestShop, type Visitor } from '../testing/test-shop.ts'
import { earnPoints, takeBackPoints } from './earn.ts'

let shop: TestShop
let owner: TestAdministrator
beforeAll(async () => {
  shop = await openTestShop({ env: { IDENTITY_LIMITS: '10000', WRITE_LIMITS: '10000' } })
  owner = await openAdministrator(shop)
  await turnCreditOn(shop)
})
afterAll(() => shop.close())

let written = 0
/** An order of a member as it is once completed, so many days ago. */
async function insertOrder(
  uid: string,
  {
    daysAgo,
    goods,
    fee = 0,
    credit = 0,
    refunded = 0,
    state = 'completed',
  }: History['order'] & { daysAgo: number; state?: string },
): Promise<string> {
  const id = `-H${String(++written).padStart(6, '0')}`
  const total = goods + fee - credit
  await rowsOf(
    shop,
    `insert into orders (id, owner, total, message, contact_name, user_email, user_tel, user_address,
        user_extra, extra, state, payment_state, paid_at, state_since)
      values ($1, $2, $3, '', '王小明', 'a@example.com', '0912345678', '台北市', '{}', '{}', $4,
        'paid', now(), now() - make_interval(days => $5) - interval '1 minute')`,
    [id, `m:${uid}`, total, state, daysAgo],
  )
  for (const [position, kind, amount] of [
    [0, 'fee', fee],
    [1, 'credit', -credit],
  ] as const) {
    if (amount === 0) continue
    await rowsOf(shop, `insert into order_adjustments values ($1, $2, $3, '', $4)`, [
      ...[id, position, kind, amount * 100],
    ])
  }
  if (refunded > 0) {
    await rowsOf(
      shop,
      `insert into payments (id, order_id, provider, method, amount, status, reference)
        values ($1, $1, 'manual', 'manual', $2, 'succeeded', '')`,
      [id, total],
    )
    await rowsOf(
      shop,
      `insert into refunds (id, order_id, payment_id, amount, reason, state, done_at)
        values ($1, $1, $1, $2, '瑕疵', 'done', now())`,
      [id, refunded],
    )
  }
  return id
}

interface History {
  /** Days before the completion at which others were completed. */
  before: number[]
  order: { goods: number; fee?: number; credit?: number; refunded?: number }
  percent: number
  earned: number
}

const many = (n: number, days = 10) => Array.from({ length: n }, () => days)

/** By hand: 3 % and 1 % more for each order of the 365 days before, at most 21 %. */
const histories: History[] = [
  { before: [], order: { goods: 1_000 }, percent: 3, earned: 30 },
  { before: [], order: { goods: 999 }, percent: 3, earned: 29 },
  { before: [], order: { goods: 33 }, percent: 3, earned: 0 },
  { before: [], order: { goods: 34 }, percent: 3, earned: 1 },
  { before: [], order: { goods: 0 }, percent: 3, earned: 0 },
  { before: [], order: { goods: 1_000, fee: 80 }, percent: 3, earned: 30 },
  { before: [], order: { goods: 0, fee: 80 }, percent: 3, earned: 0 },
  { before: [], order: { goods: 1_000, credit: 400 }, percent: 3, earned: 18 },
  { before: [], order: { goods: 1_000, credit: 1_000 }, percent: 3, earned: 0 },
  { before: [], order: { goods: 1_000, fee: 60, credit: 1_000 }, percent: 3, earned: 0 },
  { before: [1], order: { goods: 1_000 }, percent: 4, earned: 40 },
  { before: [364], order: { goods: 1_000 }, percent: 4, earned: 40 },
  { before: [365], order: { goods: 1_000 }, percent: 3, earned: 30 },
  { before: [400, 800], order: { goods: 1_000 }, percent: 3, earned: 30 },
  { before: [1, 366], order: { goods: 1_000 }, percent: 4, earned: 40 },
  { before: many(2), order: { goods: 250 }, percent: 5, earned: 12 },
  { before: many(5), order: { goods: 1_234 }, percent: 8, earned: 98 },
  { before: many(10), order: { goods: 777 }, percent: 13, earned: 101 },
  { before: many(17), order: { goods: 1_000 }, percent: 20, earned: 200 },
  { before: many(18), order: { goods: 1_000 }, percent: 21, earned: 210 },
  { before: many(19), order: { goods: 1_000 }, percent: 21, earned: 210 },
  { before: many(40), order: { goods: 1_000 }, percent: 21, earned: 210 },
  { before: [...many(18, 364), ...many(5, 366)], order: { goods: 99 }, percent: 21, earned: 20 },
  { before: [], order: { goods: 1_000, refunded: 300 }, percent: 3, earned: 21 },
  // A refund takes the fee first.
  { before: [], order: { goods: 1_000, fee: 80, refunded: 80 }, percent: 3, earned: 30 },
  { before: [], order: { goods: 1_000, fee: 80, refunded: 180 }, percent: 3, earned: 27 },
  { before: [], order: { goods: 1_000, refunded: 1_000 }, percent: 3, earned: 0 },
  { before: many(1), order: { goods: 1_000, credit: 100, refunded: 400 }, percent: 4, earned: 20 },
  { before: many(3), order: { goods: 19_999, fee: 100 }, percent: 6, earned: 1_199 },
  { before: many(18), order: { goods: 999_999 }, percent: 21, earned: 209_999 },
]

describe('the points of a completed order', () => {
  it.each(histories)(
    'are $percent % of what was paid for $order after $before (CRED-02)',
    async ({ before, order, percent, earned }) => {
      const uid = `history-${written}`
      for (const daysAgo of before) await insertOrder(uid, { goods: 100, daysAgo })
      const id = await insertOrder(uid, { ...order, daysAgo: 0 })
      await transaction(shop.database.db, (tx) => earnPoints(tx, id))
      // The event may come twice.
      await transaction(shop.database.db, (tx) => earnPoints(tx, id))
      const rows = await rowsOf(
        shop,
        `select amount::int, percent, ends_on = (shop_now() at time zone 'Asia/Taipei')::date + 365
          as is_a_year from credit_entries where order_id = $1`,
        [id],
      )
      expect(rows).toEqual(earned === 0 ? [] : [{ amount: earned, percent, is_a_year: true }])
    },
  )

  it('count no order that was cancelled, returned or is another member’s (CRED-02)', async () => {
    const uid = 'counted'
    await insertOrder(uid, { goods: 100, daysAgo: 5, state: 'returned' })
    await insertOrder(uid, { goods: 100, daysAgo: 5, state: 'delivered' })
    await insertOrder('somebody-else', { goods: 100, daysAgo: 5 })
    const id = await insertOrder(uid, { goods: 1_000, daysAgo: 0 })
    await transaction(shop.database.db, (tx) => earnPoints(tx, id))
    expect(await creditOfOrder(shop, id)).toEqual({ 'earned points': 30 })
  })

  it('are none while they are off, and none of a guest', async () => {
    await turnCreditOn(shop, { points_on: false })
    const id = await insertOrder('off', { goods: 1_000, daysAgo: 0 })
    await transaction(shop.database.db, (tx) => earnPoints(tx, id))
    await turnCreditOn(shop)
    await rowsOf(shop, `update orders set owner = 'g:somebody' where id = $1`, [id])
    await transaction(shop.database.db, (tx) => earnPoints(tx, id))
    expect(await creditOfOrder(shop, id)).toEqual({})
  })
})

/** An order that was paid and completed, whose points are there; of 1,000 if nothing else is said. */
async function completed(
  member: Visitor,
  { product, qty = 1, use = {} }: { product?: string; qty?: number; use?: object } = {},
): Promise<string> {
  await member.post('/cart', { product_id: product ?? (await shop.product()), qty })
  const { orderId } = (await member.post('/order', { ...orderData, ...use })).body
  await owner.put(`/admin/order/${orderId}`, { is_paid: true })
  await owner.post(`/admin/order/${orderId}/parcel`, { carrier: 'tcat', tracking_number: 'A-1' })
  await rowsOf(shop, `update orders set state = 'delivered' where id = $1`, [orderId])
  await completeDelivered(shop.database.db, { orderId }, shop.payments.subscribers)
  return orderId
}
const returnWhole = (id: string, refund: number, lines: object[] = []) =>
  owner.post(`/admin/order/${id}/return`, { reason: '尺寸不合', refund, lines })

describe('points of what comes back', () => {
  it('are taken back in proportion, and all of them of a whole return (CRED-02)', async () => {
    const member = await openCreditor(shop)
    const id = await completed(member)
    expect(await balanceOf(member)).toEqual([0, 30])
    const { order } = (await member.get(`/order/${id}`)).body
    expect(order.points_earned).toBe(30)
    await owner.post(`/admin/order/${id}/refund`, { amount: 350, reason: '瑕疵補償' })
    const [refund] = await rowsOf<{ id: string }>(
      shop,
      'select id from refunds where order_id = $1',
      [id],
    )
    await owner.post(`/admin/refund/${refund?.id}/done`, {
      ...{ remitted_on: '2026-11-20', account_last5: '12345' },
    })
    expect(await balanceOf(member)).toEqual([0, 19])
    expect((await returnWhole(id, 100)).status).toBe(200)
    expect(await balanceOf(member)).toEqual([0, 0])
    expect(await creditOfOrder(shop, id)).toEqual({ 'earned points': 30, 'taken_back points': -30 })
  })

  it('stay while the money stays, and are taken back with the last piece, of returns that credit gives back (CRED-02)', async () => {
    await turnCreditOn(shop, { first: 'credit' })
    const member = await openCreditor(shop, { credit: 400 })
    const product = await shop.product({ price: 400 })
    const id = await completed(member, { product, qty: 2, use: { credit: 400 } })
    expect(await balanceOf(member)).toEqual([0, 12])
    const [line_id = ''] = Object.keys((await member.get(`/order/${id}`)).body.order.products)
    const returnPiece = async () => {
      const lines = [{ line_id, qty: 1 }]
      const { body } = await owner.post(`/admin/order/${id}/returns`, { lines })
      const path = `/admin/return/${body.return_id}`
      const judged = { lines: [{ line_id, to_stock: 1, written_off: 0 }] }
      expect((await owner.post(`${path}/receive`, judged)).status).toBe(200)
      expect((await owner.post(`${path}/refund`, {})).status).toBe(200)
    }
    await returnPiece()
    expect(await balanceOf(member)).toEqual([400, 12])
    await returnPiece()
    expect(await balanceOf(member)).toEqual([400, 0])
    await turnCreditOn(shop)
  })

  it('are taken from other points once they are spent, as far as there are any (CRED-02)', async () => {
    const member = await openCreditor(shop)
    const id = await completed(member)
    await giveCredit(shop, member.uid, { kind: 'points', amount: 20, on: '2999-12-31' })
    await member.post('/cart', { product_id: await shop.product(), qty: 1 })
    // The lot that was earned ends first.
    const use = await member.post('/order', { ...orderData, points: 40 })
    expect(use.status).toBe(200)
    await returnWhole(id, 1_000)
    expect(await balanceOf(member)).toEqual([0, 0])
    expect(await creditOfOrder(shop, id)).toEqual({ 'earned points': 30, 'taken_back points': -10 })
  })

  it('that have ended are taken back no more (CRED-04)', async () => {
    const member = await openCreditor(shop)
    const id = await completed(member)
    await giveCredit(shop, member.uid, { kind: 'points', amount: 50, on: '2999-12-31' })
    await rowsOf(shop, 'alter table credit_entries disable trigger user')
    await rowsOf(shop, `update credit_entries set ends_on = '2020-01-01' where order_id = $1`, [id])
    await rowsOf(shop, 'alter table credit_entries enable trigger user')
    await returnWhole(id, 1_000)
    await transaction(shop.database.db, (tx) => takeBackPoints(tx, id))
    expect(await balanceOf(member)).toEqual([0, 50])
    expect(await brokenChecks(shop.databaseUrl)).toEqual(await brokenOfHistories())
  })
})

/** The orders of the histories have no lines and no money. */
async function brokenOfHistories() {
  const broken = await brokenChecks(shop.databaseUrl)
  return broken.filter(({ id, subjects }) => {
    return !id.startsWith('credit') && subjects.every((subject) => subject.startsWith('-H'))
  })
}
