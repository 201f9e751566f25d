import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { campaigns } from '../../db/tables/campaigns.ts'
import { groups } from '../../db/tables/groups.ts'
import { participations } from '../../db/tables/participations.ts'
import { expireIfDue } from '../../payments/news/expire-orders.ts'
import { expireOrder } from '../../payments/news/order-expiry.jobs.ts'
import { countWaiting } from '../../testing/database/count-waiting.ts'
import { whileLocked } from '../../testing/database/while-locked.ts'
import { openAdministrator } from '../../testing/test-administrator.ts'
import {
  countsOf,
  footprint,
  joinData,
  moveShopClock,
  openCampaign,
  openParticipant,
  type TestCampaign,
} from '../../testing/test-campaigns.ts'
import { openTestShop, orderData, type TestShop, type Visitor } from '../../testing/test-shop.ts'
import { openStock, type TestStock } from '../../testing/test-stock.ts'

let shop: TestShop
let stock: TestStock
beforeAll(async () => {
  shop = await openTestShop()
  stock = await openStock(shop)
})
afterAll(() => shop.close())

function join(
  member: Visitor,
  campaign: TestCampaign,
  quantities: readonly number[] = [1],
  more: object = {},
  headers: Record<string, string> = {},
) {
  return member.post(
    `/group/${campaign.code}/participation`,
    joinData(campaign, quantities, more),
    headers,
  )
}

/** A refusal, and that nothing was written for it. */
async function refused({ id }: TestCampaign, attempt: () => ReturnType<Visitor['post']>) {
  const before = await footprint(shop, id)
  const { status, body } = await attempt()
  expect(await footprint(shop, id)).toEqual(before)
  return [status, body.message]
}

describe('joining a group', () => {
  it('holds a place, stock and an order at the ceiling, and leaves the cart (JOIN-04)', async () => {
    const campaign = await openCampaign(shop)
    const member = await openParticipant(shop)
    const [product = ''] = campaign.productIds
    await member.post('/cart', { product_id: product, qty: 3 })

    expect(await join(member, campaign, [2])).toMatchObject({
      status: 200,
      body: {
        message: '跟團成功，成團前不需付款',
        participation: { state: 'held', qty: 2, quoted_total: 200, can_withdraw: true },
      },
    })
    expect(await stock.numbers(product)).toEqual([1_000, 2])
    expect(await countsOf(shop, campaign.groupId)).toEqual({
      state: 'forming',
      taken: [2, 1],
      counted: [2, 1],
      live: [2, 1],
    })
    expect((await member.get('/cart')).body.data.carts).toMatchObject([{ qty: 3 }])
  })

  it('cannot be paid before success, expires at no time and names its group (JOIN-06) (JOIN-07)', async () => {
    const campaign = await openCampaign(shop, { endsAt: new Date(Date.now() + 59 * 86_400_000) })
    const member = await openParticipant(shop)
    const { order_id: orderId } = (await join(member, campaign)).body.participation
    const notYet = { success: false, message: '尚未成團，成團後才需要付款' }
    expect(await member.post(`/pay/${orderId}`)).toMatchObject({ status: 409, body: notYet })
    const started = await member.post(`/order/${orderId}/payment`, { method: 'demonstration' })
    expect(started).toMatchObject({ status: 409, body: notYet })

    const [order] = (await member.get('/orders')).body.orders
    const group = { code: campaign.code, campaign_id: campaign.id, title: '秋茶團購' }
    expect(order).toMatchObject({ id: orderId, total: 100, state: 'placed', group })
    expect(order).not.toHaveProperty('expires_at')
    // Also where the job of an expiry came for it: an order without a group would be cancelled.
    onTestFinished(() => moveShopClock(shop, '0 seconds'))
    await moveShopClock(shop, '40 days')
    await expireIfDue(shop.payments, { orderId, asks: 0 })
    expect((await member.get(`/order/${orderId}`)).body.order).toMatchObject({ state: 'placed' })
    expect((await member.get('/participations')).body.participations).toMatchObject([
      { order_id: orderId, state: 'held' },
    ])
    const { rows: jobs } = await shop.database.pool.query(
      `select name from pgboss.job where data ->> 'orderId' = $1 and name = $2`,
      [orderId, expireOrder.name],
    )
    expect(jobs).toEqual([])
    await moveShopClock(shop, '0 seconds')

    const product = await shop.product()
    await member.post('/cart', { product_id: product, qty: 1 })
    const forged = await member.post('/order', { ...orderData, group })
    const { body } = await member.get(`/order/${forged.body.orderId}`)
    expect(body.order).not.toHaveProperty('group')
  })

  it('waits for its group and not for a payment in the own list (ORDERLIFE-24)', async () => {
    const member = await openParticipant(shop)
    const listed = async (query = '') =>
      (await member.get(`/orders${query}`)).body.orders.map(
        ({ id, awaits_group }: { id: string; awaits_group?: true }) => [id, awaits_group],
      )
    await member.post('/cart', { product_id: await shop.product(), qty: 1 })
    const own = (await member.post('/order', orderData)).body.orderId
    const later = await join(member, await openCampaign(shop))
    const card = await join(member, await openCampaign(shop, { money: 'authorise_capture' }))
    expect(await listed()).toEqual([
      [card.body.participation.order_id, true],
      [later.body.participation.order_id, true],
      [own, undefined],
    ])
    expect(await listed('?state=placed')).toEqual([[own, undefined]])
    await member.post(`/order/${later.body.participation.order_id}/cancel`)
    expect(await listed('?state=cancelled')).toEqual([
      [later.body.participation.order_id, undefined],
    ])
  })

  it('is for members, whether the mailbox is proved or not (JOIN-03) (DOOR-02)', async () => {
    const campaign = await openCampaign(shop)
    expect(await refused(campaign, () => join(shop.guest(), campaign))).toEqual([
      401,
      '請先登入會員',
    ])
    const unproved = await shop.member()
    expect(await join(unproved, campaign, [2])).toMatchObject({
      status: 200,
      body: {
        message: '已保留名額，驗證電子信箱後算入成團份數',
        participation: { state: 'held', needs_proof: true },
      },
    })
    expect(await countsOf(shop, campaign.groupId)).toMatchObject({ taken: [2, 1], counted: [0, 0] })
    const later = await openCampaign(shop, { money: 'authorise_capture' })
    const { body } = await join(unproved, later)
    expect(body.participation.needs_proof).toBeUndefined()
  })

  it('waits 15 minutes for an authorisation, and does not count until then (JOIN-05)', async () => {
    const campaign = await openCampaign(shop, { money: 'authorise_capture' })
    const member = await openParticipant(shop)
    const { status, body } = await join(member, campaign, [3])
    expect([status, body.message]).toEqual([200, '請在 15 分鐘內完成授權'])
    const { hold_until: until, joined_at: joinedAt, order_id: orderId } = body.participation
    // Both are cut to seconds, and read one after the other.
    expect([15 * 60, 15 * 60 + 1]).toContain(until - joinedAt)
    expect(await countsOf(shop, campaign.groupId)).toMatchObject({ taken: [3, 1], counted: [0, 0] })
    const { body: found } = await member.get(`/order/${orderId}`)
    expect([15 * 60, 15 * 60 + 1]).toContain(found.order.expires_at - found.order.create_at)
    // The provider of this shop authorises nothing.
    expect((await member.get(`/order/${orderId}/payment`)).body.data.methods).toEqual([])
  })

  it('is refused before the start and from the deadline on (JOIN-08)', async () => {
    const member = await openParticipant(shop)
    const scheduled = await openCampaign(shop, {
      kind: 'team',
      state: 'scheduled',
      startsAt: sql`shop_now() + interval '1 hour'` as never,
    })
    const early = () => member.post(`/campaign/${scheduled.id}/group`, joinData(scheduled))
    expect(await refused(scheduled, early)).toEqual([409, '這個團還沒開始'])

    const campaign = await openCampaign(shop)
    await moveShopClock(shop, '23 hours 59 minutes')
    expect((await join(member, campaign)).status).toBe(200)
    await moveShopClock(shop, '24 hours')
    const late = await openParticipant(shop)
    expect(await refused(campaign, () => join(late, campaign))).toEqual([409, '這個團已截止'])
    await moveShopClock(shop, '0 hours')
  })

  it('judges the time after the wait for a lock (JOIN-08)', async () => {
    const campaign = await openCampaign(shop)
    const member = await openParticipant(shop)
    const holder = await shop.database.pool.connect()
    await holder.query('begin')
    await holder.query('select from groups where id = $1 for update', [campaign.groupId])
    const joining = join(member, campaign)
    await expect.poll(() => countWaiting(shop.database.pool)).toBe(1)
    await moveShopClock(shop, '25 hours')
    await holder.query('commit')
    holder.release()
    expect(await joining).toMatchObject({ status: 409, body: { message: '這個團已截止' } })
    expect(await countsOf(shop, campaign.groupId)).toMatchObject({ taken: [0, 0], live: [0, 0] })
    await moveShopClock(shop, '0 hours')
  })

  it('uses a coupon as its owner has just changed it (MEND-13)', async () => {
    const campaign = await openCampaign(shop, { coupons: true })
    const coupon = await shop.coupon({ allowsGroup: true, percent: 90 })
    const member = await openParticipant(shop)
    const changed = {
      statement: 'update coupons set percent = 50 where code = $1',
      values: [coupon.code],
    }
    const { status, body } = await whileLocked(shop, changed, () =>
      join(member, campaign, [2], { coupon: coupon.code }),
    )
    expect([status, body.participation.quoted_total]).toEqual([200, 100])
  })

  it('says how many places are left, and that none is (JOIN-10) (CLOSING-02)', async () => {
    const campaign = await openCampaign(shop, { maxUnits: 12 })
    expect((await join(await openParticipant(shop), campaign, [10])).status).toBe(200)
    const member = await openParticipant(shop)
    expect(await refused(campaign, () => join(member, campaign, [3]))).toEqual([
      409,
      '只剩 2 份，請減少數量',
    ])
    expect(await countsOf(shop, campaign.groupId)).toMatchObject({ state: 'reached' })
    expect((await join(member, campaign, [2])).status).toBe(200)
    const [group] = await shop.database.db
      .select()
      .from(groups)
      .where(eq(groups.id, campaign.groupId))
    expect(group).toMatchObject({ closingReason: 'full', unitsCounted: 12, unitsTaken: 12 })
    const late = await openParticipant(shop)
    expect(await refused(campaign, () => join(late, campaign))).toEqual([409, '這個團已額滿'])
  })

  it('holds the stock of all lines or of none, and says what is short (JOIN-10)', async () => {
    const productIds = [await stock.counted(5, '青茶'), await stock.counted(0, '紅茶')]
    const campaign = await openCampaign(shop, {}, { productIds, onHand: null })
    const member = await openParticipant(shop)
    const both = await refused(campaign, () => join(member, campaign, [6, 1]))
    expect(both).toEqual([409, '「青茶」只剩 5 件、「紅茶」已售完，請調整數量'])
    const { body } = await join(member, campaign, [6, 1])
    expect(body.shortages).toEqual([
      { product_id: productIds[0], title: '青茶', asked: 6, left: 5 },
      { product_id: productIds[1], title: '紅茶', asked: 1, left: 0 },
    ])
    expect((await join(member, campaign, [5])).status).toBe(200)
    expect(await stock.numbers(productIds[0] ?? '')).toEqual([5, 5])
    expect(await stock.disagreements()).toEqual([])
  })

  it('holds no stock where it is ordered after success (JOIN-04)', async () => {
    const campaign = await openCampaign(shop, { supply: 'order' }, { onHand: 0 })
    expect((await join(await openParticipant(shop), campaign, [4])).status).toBe(200)
    expect(await stock.numbers(campaign.productIds[0] ?? '')).toEqual([0, 0])
  })

  it('holds the limit of a member over all groups, and one place in each (JOIN-11) (JOIN-12)', async () => {
    const campaign = await openCampaign(shop, { kind: 'team', perMemberLimit: 5 })
    const [leader, other] = [await openParticipant(shop), await openParticipant(shop)]
    const open = (of: Visitor, qty: number) =>
      of.post(`/campaign/${campaign.id}/group`, joinData(campaign, [qty]))
    const first = { ...campaign, code: (await open(leader, 3)).body.code }
    const second = { ...campaign, code: (await open(other, 1)).body.code }
    expect(await refused(first, () => join(leader, first))).toEqual([
      409,
      '您已跟過這個團，可以修改數量',
    ])
    expect(await refused(second, () => join(leader, second, [3]))).toEqual([
      409,
      '每人限購 5 份，您已跟團 3 份',
    ])
    expect((await join(leader, second, [2])).status).toBe(200)
    const third = await openParticipant(shop)
    const many = Array.from({ length: 30 }, (_, n) => join(third, n % 2 ? first : second, [3]))
    const statuses = (await Promise.all(many)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(new Set(statuses)).toEqual(new Set([200, 409]))
  })

  it('holds the limit of a member over all accounts of one mailbox (MEND-11)', async () => {
    const campaign = await openCampaign(shop, { perMemberLimit: 5 })
    const account = (n: number) => openParticipant(shop, `one.box+${n}@gmail.com`)
    expect((await join(await account(1), campaign, [3])).status).toBe(200)
    const second = await account(2)
    expect(await refused(campaign, () => join(second, campaign, [3]))).toEqual([
      409,
      '每人限購 5 份，您已跟團 3 份',
    ])
    const { participation } = (await join(second, campaign, [1])).body
    const change = (qty: number) =>
      second.put(`/participation/${participation.id}`, joinData(campaign, [qty]))
    expect((await change(3)).body.message).toBe('每人限購 5 份，您已跟團 4 份')
    expect((await change(2)).status).toBe(200)
    const others = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((n) => openParticipant(shop, `b+${n}@x.tw`)),
    )
    const statuses = (await Promise.all(others.map((other) => join(other, campaign, [3])))).map(
      ({ status }) => status,
    )
    expect(statuses.toSorted()).toEqual([200, 409, 409, 409, 409, 409])
  })

  it('answers one key with one place, and another body with 422 (JOIN-13)', async () => {
    const campaign = await openCampaign(shop)
    const member = await openParticipant(shop)
    const key = { 'idempotency-key': 'one' }
    const [first, again] = [
      await join(member, campaign, [2], {}, key),
      await join(member, campaign, [2], {}, key),
    ]
    expect(first.status).toBe(200)
    expect(again.body).toEqual(first.body)
    expect((await join(member, campaign, [3], {}, key)).status).toBe(422)
    expect(await countsOf(shop, campaign.groupId)).toMatchObject({ taken: [2, 1], live: [2, 1] })
  })

  it.each<[string, object]>([
    ['no line', { lines: [] }],
    ['eleven lines', { lines: Array.from({ length: 11 }, () => ({ product_id: '-x', qty: 1 })) }],
    ['another product', { lines: [{ product_id: '-unknown', qty: 1 }] }],
    ...[0, -1, 1.5, 1e9, '2', null, {}].map(
      (qty) => [`a quantity of ${qty}`, { qty }] as [string, object],
    ),
    ['no name', { user: { ...orderData.user, name: ' ' } }],
    ['no address', { user: { ...orderData.user, address: '' } }],
    ['a wrong telephone', { user: { ...orderData.user, tel: 'abc' } }],
  ])('refuses %s with 400 (JOIN-14)', async (_, more) => {
    const campaign = await openCampaign(shop)
    const member = await openParticipant(shop)
    const data = joinData(campaign)
    const qty = 'qty' in more ? { lines: [{ ...data.lines[0], ...more }] } : more
    const [status] = await refused(campaign, () =>
      member.post(`/group/${campaign.code}/participation`, { ...data, ...qty }),
    )
    expect(status).toBe(400)
  })

  it('refuses a product twice, and takes nothing of what a client claims (JOIN-14)', async () => {
    const campaign = await openCampaign(shop)
    const member = await openParticipant(shop)
    const { lines, user } = joinData(campaign)
    const twice = { lines: [...lines, ...lines], user }
    const path = `/group/${campaign.code}/participation`
    expect((await refused(campaign, () => member.post(path, twice)))[0]).toBe(400)
    const claims = {
      price: 1,
      total: 1,
      state: 'confirmed',
      member_id: 'another',
      leader: true,
      pay_by: 1,
      lines: [{ ...lines[0], price: 1, unit_price: 1 }],
    }
    const { body } = await join(member, campaign, [1], claims)
    expect(body.participation).toMatchObject({
      state: 'held',
      quoted_total: 100,
      is_leader: false,
      lines: [{ unit_price: 100 }],
    })
    expect(body.participation).not.toHaveProperty('pay_by')
    const { order_id: orderId } = body.participation
    const { order } = (await member.get(`/order/${orderId}`)).body
    for (const key of ['price', 'member_id', 'leader', 'pay_by']) {
      expect(order).not.toHaveProperty(key)
    }
  })

  it('refuses another ceiling than the shopper was shown (JOIN-04)', async () => {
    const campaign = await openCampaign(shop)
    const member = await openParticipant(shop)
    expect(
      await refused(campaign, () => join(member, campaign, [2], { expected_total: 180 })),
    ).toEqual([409, '金額已變更為 NT$200，請重新確認'])
    expect((await join(member, campaign, [2], { expected_total: 200 })).status).toBe(200)
  })

  it('uses a coupon that campaign and coupon allow, and gives its use back (JOIN-15)', async () => {
    const allowing = await openCampaign(shop, { coupons: true })
    const none = await openCampaign(shop)
    const usual = await shop.coupon()
    const once = await shop.coupon({ allowsGroup: true, maxUses: 1 })
    const [member, other] = [await openParticipant(shop), await openParticipant(shop)]
    const refusedCoupon = [400, '此團購不可使用優惠券']
    const use = (campaign: TestCampaign, coupon: string, by = member) =>
      join(by, campaign, [1], { coupon })
    expect(await refused(none, () => use(none, once.code))).toEqual(refusedCoupon)
    expect(await refused(allowing, () => use(allowing, usual.code))).toEqual(refusedCoupon)
    const { body } = await use(allowing, once.code)
    expect(body.participation).toMatchObject({ quoted_total: 80 })
    expect(await refused(allowing, () => use(allowing, once.code, other))).toEqual([
      400,
      '此優惠券已達使用上限',
    ])
    await member.delete(`/participation/${body.participation.id}`)
    expect((await use(allowing, once.code, other)).status).toBe(200)
  })

  it('bars who left two places unpaid within 180 days, until the owner lifts it (JOIN-18)', async () => {
    const member = await openParticipant(shop)
    for (const days of [179, 1]) {
      const campaign = await openCampaign(shop)
      const { id } = (await join(member, campaign)).body.participation
      await shop.database.db
        .update(participations)
        .set({
          state: 'lapsed',
          payBy: sql`shop_now()`,
          endedAt: sql`shop_now() - ${days} * interval '1 day'`,
        })
        .where(eq(participations.id, id))
    }
    const campaign = await openCampaign(shop)
    const barred = [403, '您有 2 次成團未付款，目前只能參加成團才扣款的團購']
    expect(await refused(campaign, () => join(member, campaign))).toEqual(barred)
    const authorised = await openCampaign(shop, { money: 'authorise_capture' })
    expect((await join(member, authorised)).status).toBe(200)
    await moveShopClock(shop, '2 days')
    const long = await openCampaign(shop)
    expect((await join(member, long)).status).toBe(200)
    await moveShopClock(shop, '0 days')
    const owner = await openAdministrator(shop)
    const customer = async () => {
      const { customers } = (await owner.get('/admin/customers')).body
      const { id } = customers.find((found: { member_id?: string }) => {
        return found.member_id === member.uid
      })
      return (await owner.get(`/admin/customer/${id}`)).body.customer
    }
    expect(await customer()).toMatchObject({ is_barred: true })
    expect((await owner.post(`/admin/member/${member.uid}/pardon`)).status).toBe(200)
    expect(await customer()).toMatchObject({ is_barred: false })
    expect((await join(member, campaign)).status).toBe(200)
  })

  it('mails each participant once when the minimum is reached for the first time (JOIN-04)', async () => {
    const campaign = await openCampaign(shop, { minTarget: 2 })
    const members = await Promise.all([1, 2, 3].map(() => openParticipant(shop)))
    const places: string[] = []
    for (const member of members.slice(0, 2)) {
      places.push((await join(member, campaign)).body.participation.id)
    }
    expect(await countsOf(shop, campaign.groupId)).toMatchObject({ state: 'reached' })
    await members[1]?.delete(`/participation/${places[1]}`)
    expect(await countsOf(shop, campaign.groupId)).toMatchObject({ state: 'forming' })
    await join(members[2] as Visitor, campaign)
    expect(await countsOf(shop, campaign.groupId)).toMatchObject({ state: 'reached' })
    const { rows } = await shop.database.db.execute(sql`
      select event from group_events where group_id = ${campaign.groupId}
        and participation_id is null order by id`)
    expect(rows.map(({ event }) => event)).toEqual(['open', 'reach', 'fall_short', 'reach'])
    const [of] = await shop.database.db
      .select()
      .from(campaigns)
      .where(eq(campaigns.id, campaign.id))
    expect(of?.state).toBe('open')
  })
})
