import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { coupons, couponUses } from '../../db/tables/coupons.ts'
import { groups } from '../../db/tables/groups.ts'
import { participations } from '../../db/tables/participations.ts'
import { transaction } from '../../db/transaction.ts'
import { lockAnyOrder } from '../../orders/back-office/admin-orders.queries.ts'
import { transitionOrder } from '../../orders/order-state.queries.ts'
import { countWaiting } from '../../testing/database/count-waiting.ts'
import {
  countsOf,
  footprint,
  joinData,
  moveShopClock,
  openCampaign,
  openParticipant,
  type TestCampaign,
} from '../../testing/test-campaigns.ts'
import { openTestShop, type TestShop, type Visitor } from '../../testing/test-shop.ts'
import { openStock, type TestStock } from '../../testing/test-stock.ts'

let shop: TestShop
let stock: TestStock
beforeAll(async () => {
  shop = await openTestShop({ worksJobs: true })
  stock = await openStock(shop)
})
afterAll(() => shop.close())

/** Jobs are taken up every second, and one follows the other. */

async function joined(campaign: TestCampaign, quantities: readonly number[] = [1], more = {}) {
  const member = await openParticipant(shop)
  const path = `/group/${campaign.code}/participation`
  const { status, body } = await member.post(path, joinData(campaign, quantities, more))
  expect([status, body.message]).toEqual([200, expect.any(String)])
  return { member, place: body.participation }
}

function leave(member: Visitor, { id }: { id: string }) {
  return member.delete(`/participation/${id}`)
}

function change(member: Visitor, campaign: TestCampaign, place: { id: string }, qty: number[]) {
  const { lines } = joinData(campaign, qty)
  return member.put(`/participation/${place.id}`, { lines })
}

async function refused({ id }: TestCampaign, attempt: () => ReturnType<Visitor['post']>) {
  const before = await footprint(shop, id)
  const { status, body } = await attempt()
  expect(await footprint(shop, id)).toEqual(before)
  return [status, body.message]
}

function deleteAccount(member: Awaited<ReturnType<typeof openParticipant>>) {
  return member.inject({
    method: 'POST',
    url: '/identitytoolkit.googleapis.com/v1/accounts:delete?key=minmin',
    payload: { idToken: member.token },
  })
}

async function stateOf(id: string) {
  const [row] = await shop.database.db
    .select()
    .from(participations)
    .where(eq(participations.id, id))
  return row?.state
}

describe('changing a place', () => {
  it('moves order, hold, total, limit and counts by the difference (JOIN-16)', async () => {
    const productIds = [await stock.counted(10, '青茶'), await stock.counted(2, '紅茶')]
    const campaign = await openCampaign(
      shop,
      { perMemberLimit: 8, maxUnits: 12 },
      { productIds, onHand: null, tiers: [[1, 100, 200]] },
    )
    const { member, place } = await joined(campaign, [5])
    await joined(campaign, [3])
    const held = () => Promise.all(productIds.map((id) => stock.numbers(id)))

    expect((await change(member, campaign, place, [4, 2])).body).toMatchObject({
      message: '已更新',
      participation: { qty: 6, quoted_total: 800, lines: [{ qty: 4 }, { qty: 2 }] },
    })
    expect(await held()).toEqual([
      [10, 7],
      [2, 2],
    ])
    expect(await countsOf(shop, campaign.groupId)).toMatchObject({ taken: [9, 2], live: [9, 2] })
    const { order } = (await member.get(`/order/${place.order_id}`)).body
    expect([order.total, Object.keys(order.products)]).toEqual([800, expect.any(Array)])
    expect(Object.values(order.products)).toHaveLength(2)

    const attempt = (qty: number[]) => refused(campaign, () => change(member, campaign, place, qty))
    expect(await attempt([4, 3])).toEqual([409, '「紅茶」只剩 2 件，請調整數量'])
    expect(await attempt([9])).toEqual([409, '每人限購 8 份，您已跟團 6 份'])
    await joined(campaign, [2])
    expect(await attempt([8])).toEqual([409, '只剩 1 份，請減少數量'])
    expect((await attempt([0]))[0]).toBe(400)
    expect((await change(member, campaign, place, [1])).status).toBe(200)
    expect(await countsOf(shop, campaign.groupId)).toMatchObject({ taken: [6, 3], live: [6, 3] })
    expect(await stock.disagreements()).toEqual([])
  })

  it('keeps the coupon, and refuses what its rules do not allow (JOIN-16)', async () => {
    const campaign = await openCampaign(shop, { coupons: true })
    const coupon = await shop.coupon({ allowsGroup: true, maxUses: 1, minTotal: 200 })
    const { member, place } = await joined(campaign, [2], { coupon: coupon.code })
    expect((await change(member, campaign, place, [3])).body.participation.quoted_total).toBe(240)
    const [use] = await shop.database.db
      .select()
      .from(couponUses)
      .where(eq(couponUses.orderId, place.order_id))
    expect(use).toMatchObject({ discount: 60, returnedAt: null })
    const [status] = await refused(campaign, () => change(member, campaign, place, [1]))
    expect(status).toBe(400)
  })

  it('judges the coupon by the clock of the database (MEND-13)', async () => {
    const campaign = await openCampaign(shop, { coupons: true })
    const validFromAt = new Date(Date.now() - 60_000)
    const begun = { validFrom: Math.floor(validFromAt.getTime() / 1_000), validFromAt }
    const coupon = await shop.coupon({ allowsGroup: true, ...begun })
    const { member, place } = await joined(campaign, [2], { coupon: coupon.code })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 60 * 60_000 })
    const { status } = await change(member, campaign, place, [3]).finally(() => vi.useRealTimers())
    expect(status).toBe(200)
  })

  it('leaves the price alone while the pieces are the same, and keeps the percent of the coupon (JOIN-16) (SETTLE-02)', async () => {
    const campaign = await openCampaign(shop, { coupons: true })
    const coupon = await shop.coupon({ allowsGroup: true })
    const { member, place } = await joined(campaign, [2], { coupon: coupon.code })
    await shop.database.db.update(coupons).set({ percent: 95 }).where(eq(coupons.code, coupon.code))
    const { lines } = joinData(campaign, [2])
    const path = `/participation/${place.id}`
    const { body } = await member.put(path, { lines, is_anonymous: true })
    expect(body.participation).toMatchObject({ is_anonymous: true, quoted_total: 160 })
    expect((await change(member, campaign, place, [3])).body.participation.quoted_total).toBe(240)
    expect((await change(member, campaign, place, [1])).body.participation.quoted_total).toBe(80)
  })

  it('holds no more than the increase of a product that is counted since the joining (JOIN-16)', async () => {
    const productId = await shop.product()
    const campaign = await openCampaign(shop, {}, { productIds: [productId], onHand: null })
    const { member, place } = await joined(campaign, [5])
    await stock.set(productId, 3)
    const { lines } = joinData(campaign, [5])
    const path = `/participation/${place.id}`
    expect((await member.put(path, { lines, is_anonymous: true })).status).toBe(200)
    for (const [qty, held] of [
      [4, 0],
      [6, 2],
      [5, 1],
      [4, 0],
    ] as const) {
      expect((await change(member, campaign, place, [qty])).status).toBe(200)
      expect(await stock.numbers(productId)).toEqual([3, held])
    }
    const [status] = await refused(campaign, () => change(member, campaign, place, [8]))
    expect(status).toBe(409)
    expect(await stock.disagreements()).toEqual([])
  })

  it('refuses more units, or a higher total, where a card is authorised (JOIN-16)', async () => {
    const productIds = [await shop.product(), await shop.product()]
    const campaign = await openCampaign(
      shop,
      { money: 'authorise_capture' },
      { productIds, tiers: [[1, 100, 200]] },
    )
    const { member, place } = await joined(campaign, [3])
    const refusal = [409, '已授權的份數不能增加，請退出後重新跟團']
    const attempt = (qty: number[]) => refused(campaign, () => change(member, campaign, place, qty))
    expect(await attempt([4])).toEqual(refusal)
    expect(await attempt([0, 3])).toEqual(refusal)
    expect((await change(member, campaign, place, [2])).status).toBe(200)
  })

  it('changes what others see, without another order (JOIN-16) (GROUP-10)', async () => {
    const campaign = await openCampaign(shop)
    const { member, place } = await joined(campaign)
    const recent = async () => (await shop.guest().get(`/group/${campaign.code}`)).body.group.recent
    await expect.poll(recent).toMatchObject([{ name: '王○○' }])
    await member.put(`/participation/${place.id}`, { is_anonymous: true, accepts_fewer: true })
    await expect.poll(recent).toMatchObject([{ name: '匿名團友' }])
    const { body } = await member.get(`/participation/${place.id}`)
    expect(body.participation).toMatchObject({ is_anonymous: true, accepts_fewer: true, qty: 1 })
  })
})

describe('leaving a group', () => {
  it('frees units, stock and coupon with its commit, and cancels the order (JOIN-17)', async () => {
    const campaign = await openCampaign(shop, { coupons: true, perMemberLimit: 2 })
    const coupon = await shop.coupon({ allowsGroup: true, maxUses: 1 })
    const { member, place } = await joined(campaign, [2], { coupon: coupon.code })
    expect(await leave(member, place)).toMatchObject({ status: 200, body: { message: '已退出' } })
    expect(await countsOf(shop, campaign.groupId)).toEqual({
      state: 'forming',
      taken: [0, 0],
      counted: [0, 0],
      live: [0, 0],
    })
    expect(await stock.numbers(campaign.productIds[0] ?? '')).toEqual([1_000, 0])
    const { order } = (await member.get(`/order/${place.order_id}`)).body
    expect(order.state).toBe('cancelled')
    expect(await stateOf(place.id)).toBe('withdrawn')
    expect((await leave(member, place)).status).toBe(200)
    const path = `/group/${campaign.code}/participation`
    const again = await member.post(path, joinData(campaign, [2], { coupon: coupon.code }))
    expect(again.status).toBe(200)
  })

  it('is refused from a reached group where the rule says so, until it falls short (JOIN-19)', async () => {
    const campaign = await openCampaign(shop, { withdraw: 'until_reached', minTarget: 3 })
    const [first, second] = [await joined(campaign, [1]), await joined(campaign, [2])]
    const bound = [409, '已達成團門檻，不能退出']
    expect(await refused(campaign, () => leave(first.member, first.place))).toEqual(bound)
    const { body } = await first.member.get(`/participation/${first.place.id}`)
    expect(body.participation).toMatchObject({ can_change: true, can_withdraw: false })
    expect((await change(second.member, campaign, second.place, [1])).status).toBe(200)
    expect((await leave(first.member, first.place)).status).toBe(200)
  })

  it('is free again after an extension (JOIN-19)', async () => {
    const campaign = await openCampaign(shop, { withdraw: 'until_reached', minTarget: 1 })
    const { member, place } = await joined(campaign)
    expect((await leave(member, place)).status).toBe(409)
    const extended = await stock.admin.post(`/admin/campaign/${campaign.id}/extend`, {
      ends_at: Math.floor(Date.now() / 1_000) + 3 * 24 * 60 * 60,
      reason: '颱風延後出貨',
    })
    expect(extended.status).toBe(200)
    const { body } = await member.get(`/participation/${place.id}`)
    expect(body.participation.can_withdraw).toBe(true)
    expect((await leave(member, place)).status).toBe(200)
  })

  it('by the order itself has the same effects (JOIN-20)', async () => {
    const campaign = await openCampaign(shop)
    const { member, place } = await joined(campaign, [4])
    expect((await member.post(`/order/${place.order_id}/cancel`)).status).toBe(200)
    expect(await stateOf(place.id)).toBe('withdrawn')
    expect(await countsOf(shop, campaign.groupId)).toMatchObject({ taken: [0, 0], live: [0, 0] })
    const bound = await openCampaign(shop, { withdraw: 'until_reached', minTarget: 1 })
    const other = await joined(bound)
    const cancel = () => other.member.post(`/order/${other.place.order_id}/cancel`)
    expect(await refused(bound, cancel)).toEqual([409, '已達成團門檻，不能退出'])
  })

  it('by deleting the account gives up what is open and lets lapse what waits (JOIN-20)', async () => {
    const open = await openCampaign(shop, { withdraw: 'until_reached', minTarget: 1 })
    const { member, place } = await joined(open)
    const done = await openCampaign(shop, { minTarget: 1 })
    const path = `/group/${done.code}/participation`
    const waiting = (await member.post(path, joinData(done))).body.participation
    await closeNow(done)
    await expect.poll(() => stateOf(waiting.id)).toBe('awaiting_payment')
    expect((await deleteAccount(member)).statusCode).toBe(200)
    expect([await stateOf(place.id), await stateOf(waiting.id)]).toEqual(['withdrawn', 'lapsed'])
    expect(await countsOf(shop, open.groupId)).toMatchObject({ taken: [0, 0], live: [0, 0] })
    expect(await countsOf(shop, done.groupId)).toMatchObject({ taken: [0, 0], live: [0, 0] })
  })

  it('by deleting the account keeps what is paid, or closes, while that waits for the order (JOIN-20)', async () => {
    const [first, second] = [await openCampaign(shop, { minTarget: 1 }), await openCampaign(shop)]
    const { member, place: paid } = await joined(first)
    const path = `/group/${second.code}/participation`
    const held = (await member.post(path, joinData(second))).body.participation
    await closeNow(first)
    await expect.poll(() => stateOf(paid.id)).toBe('awaiting_payment')
    const actor = { kind: 'system' } as const
    const deleting = await transaction(shop.database.db, async (tx) => {
      const order = await lockAnyOrder(tx, paid.order_id)
      if (!order) throw new Error('no order')
      await lockAnyOrder(tx, held.order_id)
      const answer = deleteAccount(member)
      await expect.poll(() => countWaiting(shop.database.pool)).toBeGreaterThan(0)
      await transitionOrder(
        tx,
        order,
        { event: 'record_payment', actor },
        shop.payments.subscribers,
      )
      await tx
        .update(groups)
        .set({ state: 'closing', graceUntil: sql`shop_now() + interval '1 hour'` })
        .where(eq(groups.id, second.groupId))
      return { answer }
    })
    expect((await deleting.answer).statusCode).toBe(200)
    expect([await stateOf(paid.id), await stateOf(held.id)]).toEqual(['confirmed', 'held'])
  })

  it('that waits to be paid is declining, which counts as a lapse (JOIN-18) (JOIN-20)', async () => {
    const campaign = await openCampaign(shop, { minTarget: 1 })
    const { member, place } = await joined(campaign)
    await closeNow(campaign)
    await expect.poll(() => stateOf(place.id)).toBe('awaiting_payment')
    const left = { status: 200, body: { message: '已放棄' } }
    expect(await leave(member, place)).toMatchObject(left)
    expect(await stateOf(place.id)).toBe('lapsed')
    // Whoever did not get the answer presses again.
    expect(await leave(member, place)).toMatchObject(left)
    expect(await stock.numbers(campaign.productIds[0] ?? '')).toEqual([1_000, 0])
  })

  it('that was asked for before the decision never becomes a lapse (JOIN-18) (JOIN-20)', async () => {
    const campaign = await openCampaign(shop, { minTarget: 1 })
    const { member, place } = await joined(campaign)
    await closeNow(campaign)
    await expect.poll(() => stateOf(place.id)).toBe('awaiting_payment')
    const query = '?expected_state=undecided'
    const closed = [409, '這個團已截止']
    const leaving = () => member.delete(`/participation/${place.id}${query}`)
    expect(await refused(campaign, leaving)).toEqual(closed)
    const cancel = () => member.post(`/order/${place.order_id}/cancel${query}`)
    expect(await refused(campaign, cancel)).toEqual(closed)
    expect(await stateOf(place.id)).toBe('awaiting_payment')
    // Without it, as clients of before send it, it is declining.
    expect((await member.post(`/order/${place.order_id}/cancel`)).status).toBe(200)
    expect((await cancel()).status).toBe(200)
    expect(await stateOf(place.id)).toBe('lapsed')

    const open = await openCampaign(shop)
    const [first, second] = [await joined(open), await joined(open)]
    const left = await first.member.delete(`/participation/${first.place.id}${query}`)
    expect([left.status, left.body.message]).toEqual([200, '已退出'])
    const path = `/order/${second.place.order_id}/cancel${query}`
    expect((await second.member.post(path)).status).toBe(200)
    expect(await stateOf(second.place.id)).toBe('withdrawn')
  })

  it('answers 409 while the group is closing, as do joining and changing (CLOSING-14)', async () => {
    const campaign = await openCampaign(shop, { money: 'authorise_capture', minTarget: 1 })
    const { member, place } = await joined(campaign, [2])
    await shop.database.db
      .update(groups)
      .set({ state: 'closing', graceUntil: sql`shop_now() + interval '10 minutes'` })
      .where(eq(groups.id, campaign.groupId))
    const late = await openParticipant(shop)
    const path = `/group/${campaign.code}/participation`
    const closed = [409, '這個團已截止']
    expect(await refused(campaign, () => late.post(path, joinData(campaign)))).toEqual(closed)
    expect(await refused(campaign, () => change(member, campaign, place, [1]))).toEqual(closed)
    expect(await refused(campaign, () => leave(member, place))).toEqual(closed)
    const cancel = () => member.post(`/order/${place.order_id}/cancel`)
    expect(await refused(campaign, cancel)).toEqual(closed)
  })

  it('is refused once the time is over, before any job has closed the group (JOIN-08)', async () => {
    const campaign = await openCampaign(shop, {
      endsAt: sql`shop_now() + interval '20 days'` as never,
    })
    const { member, place } = await joined(campaign)
    await shop.database.db
      .update(groups)
      .set({ expiresAt: sql`shop_now()` })
      .where(eq(groups.id, campaign.groupId))
    expect(await refused(campaign, () => leave(member, place))).toEqual([409, '這個團已截止'])
  })

  it('knows nothing of the place of somebody else (JOIN-25)', async () => {
    const campaign = await openCampaign(shop)
    const { place } = await joined(campaign)
    const other = await openParticipant(shop)
    const unknown = [404, '找不到跟團紀錄']
    for (const id of [place.id, '-unknown']) {
      const { lines } = joinData(campaign, [2])
      expect(await refused(campaign, () => other.get(`/participation/${id}`))).toEqual(unknown)
      expect(await refused(campaign, () => other.put(`/participation/${id}`, { lines }))).toEqual(
        unknown,
      )
      expect(await refused(campaign, () => leave(other, { id }))).toEqual(unknown)
    }
    expect((await other.get('/participations')).body.participations).toEqual([])
  })
})

/** The owner ends it early, as far as its group has reached its minimum. */
async function closeNow(campaign: TestCampaign): Promise<void> {
  const { status, body } = await stock.admin.post(`/admin/campaign/${campaign.id}/close`)
  expect([status, body.message]).toEqual([200, expect.any(String)])
}

describe('the list of own places', () => {
  it('has the newest first, those of one group alone, and what can be done (LEADER-01)', async () => {
    const [one, two] = [await openCampaign(shop), await openCampaign(shop)]
    const { member } = await joined(one, [2])
    await member.post(`/group/${two.code}/participation`, joinData(two, [1]))
    const { body } = await member.get('/participations')
    expect(body.participations).toMatchObject([
      { code: two.code, state: 'held', qty: 1, quoted_total: 100, can_change: true },
      { code: one.code, state: 'held', qty: 2, quoted_total: 200, can_withdraw: true },
    ])
    const { body: of } = await member.get(`/participations?code=${one.code}`)
    expect(of.participations).toHaveLength(1)
    await moveShopClock(shop, '0 hours')
    expect(Math.abs(of.server_now - Date.now() / 1_000)).toBeLessThan(60)
    expect((await shop.guest().get('/participations')).status).toBe(401)
  })
})
