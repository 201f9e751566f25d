import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { completeDelivered } from '../../orders/life/complete-orders.ts'
import { brokenChecks } from '../../testing/broken-checks.ts'
import { campaignInput } from '../../testing/published-campaign.ts'
import {
  openAdministrator,
  openStaff,
  type TestAdministrator,
} from '../../testing/test-administrator.ts'
import { openParticipant } from '../../testing/test-campaigns.ts'
import { mailKindsTo, placeOf, rowsOf } from '../../testing/test-closing.ts'
import { openLeaderTeam } from '../../testing/test-leader-money.ts'
import { openTestShop, type TestShop, type Visitor } from '../../testing/test-shop.ts'

let shop: TestShop
let owner: TestAdministrator
beforeAll(async () => {
  shop = await openTestShop({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } })
  owner = await openAdministrator(shop)
})
afterAll(() => shop.close())

type Team = Awaited<ReturnType<typeof openLeaderTeam>>
const member = (team: Team, n: number) => team.members[n] as Team['members'][number]
const accountPath = ({ code }: Pick<Team, 'code'>) => `/leader/${code}/account`

/** One tick, answered with status and message. */
async function tick(team: Team, n: number, amount: number, more: object = {}) {
  const receipt = {
    participation_id: member(team, n).participationId,
    amount,
    way: 'cash',
    ...more,
  }
  const { status, body } = await team.leader.post(accountPath(team), { receipts: [receipt] })
  return [status, body.message]
}
async function accountOf(team: Team) {
  return (await team.leader.get(accountPath(team))).body.account
}
async function placeIn(team: Team, n: number) {
  const { places } = await accountOf(team)
  return places.find(
    ({ participation_id: id }: { participation_id: string }) =>
      id === member(team, n).participationId,
  )
}
const book = (team: Team, data: object, by: Visitor = owner) =>
  by.post(`/admin/group/${team.groupId}/hand-over`, data)
async function orderState(team: Team, n: number) {
  const { order_state: state } = await placeOf(shop, member(team, n))
  return state
}

describe('what is owed to the leader', () => {
  it('is told to the participant with the ways of the leader, without a deadline and in no other way (AFTER-06)', async () => {
    const team = await openLeaderTeam(shop, 1)
    const ways = { cash: '取貨時付現', transfer: ' 808 0123456789012 ', line_pay: '' }
    expect((await team.leader.post(accountPath(team), { ways })).status).toBe(200)
    const { orderId, participationId } = member(team, 0)
    const { body } = await member(team, 0).get(`/participation/${participationId}`)
    expect(body.participation).toMatchObject({ state: 'awaiting_payment' })
    expect(body.participation).not.toHaveProperty('pay_by')
    expect(body.participation.to_leader).toEqual({
      ...{ open: 100, received: 0 },
      ways: { cash: '取貨時付現', transfer: '808 0123456789012' },
    })
    const { body: payment } = await member(team, 0).get(`/order/${orderId}/payment`)
    expect(payment.data.methods).toEqual([])
    const started = await member(team, 0).post(`/pay/${orderId}`)
    expect([started.status, started.body.message]).toEqual([
      409,
      '這筆訂單由團主收款，請依團主說明的方式付款',
    ])
    expect((await placeOf(shop, member(team, 0))).expires_at).toBeNull()
    expect(await mailKindsTo(shop, member(team, 0).email)).toContain('group_succeeded')
  })

  it('is no way of a group of everybody, nor where cards are charged (AFTER-06)', async () => {
    const productId = await shop.product({ price: 1_000 })
    const faultOf = async (changes: object) =>
      (
        await owner.post(
          '/admin/campaign',
          campaignInput(productId, { pays_leader: true, ...changes }),
        )
      ).body.errors ?? {}
    const ofPool = await owner.post(
      '/admin/campaign',
      campaignInput(productId, { pays_leader: true }),
    )
    expect([ofPool.status, JSON.stringify(ofPool.body)]).toEqual([
      400,
      expect.stringContaining('「一起湊」沒有團主'),
    ])
    expect(await faultOf({ kind: 'team', team_hours: 24 })).toEqual({})
    const { body } = await owner.post(
      '/admin/campaign',
      campaignInput(productId, {
        kind: 'team',
        team_hours: 24,
        pays_leader: true,
        leader_sending: 'tick',
      }),
    )
    expect(body.campaign).toMatchObject({ pays_leader: true, leader_sending: 'tick' })
  })
})

describe('the account of the leader', () => {
  it('is read and written by the leader alone (AFTER-06)', async () => {
    const team = await openLeaderTeam(shop, 1)
    const other = await openLeaderTeam(shop, 0)
    const receipt = { participation_id: member(team, 0).participationId, amount: 100, way: 'cash' }
    for (const visitor of [other.leader, member(team, 0), await openParticipant(shop)]) {
      expect((await visitor.get(accountPath(team))).status).toBe(404)
      const { status } = await visitor.post(accountPath(team), { receipts: [receipt] })
      expect(status).toBe(404)
    }
    // A place of another group is as unknown.
    const foreign = await other.leader.post(accountPath(other), { receipts: [receipt] })
    expect([foreign.status, foreign.body.message]).toEqual([404, '找不到跟團紀錄'])
    expect((await accountOf(team)).sums.received).toBe(0)
  })

  it('takes a sum once, in parts, corrected, and never more than is owed (AFTER-06)', async () => {
    const team = await openLeaderTeam(shop, 2)
    expect(
      await tick(team, 1, 150, { way: 'transfer', last_five: '12345', note: '先付一部分' }),
    ).toEqual([200, '已更新'])
    expect(await placeIn(team, 1)).toMatchObject({
      ...{ expected: 200, received: 150, is_settled: false },
      receipts: [{ amount: 150, way: 'transfer', last_five: '12345', note: '先付一部分' }],
    })
    const tooMuch = [409, '登記的金額超過應收，請重新整理後再試']
    expect(await tick(team, 1, 100)).toEqual(tooMuch)
    const [{ id }] = (await placeIn(team, 1)).receipts
    const participation_id = member(team, 1).participationId
    const corrected = { void: [id], receipts: [{ participation_id, amount: 200, way: 'cash' }] }
    expect((await team.leader.post(accountPath(team), corrected)).status).toBe(200)
    // Pressed twice at once: one of them meets what the other has done.
    const again = await Promise.all([
      team.leader.post(accountPath(team), corrected),
      tick(team, 0, 100),
      tick(team, 0, 100),
    ])
    expect(again[0].status).toBe(404)
    expect([again[1][0], again[2][0]].toSorted()).toEqual([200, 409])
    expect((await accountOf(team)).sums).toEqual({
      ...{ expected: 400, received: 300, handed_over: 0, announced: 0 },
      ...{ difference: 300, unallocated: 0 },
    })
    expect(await orderState(team, 1)).toBe('placed')
  })

  it('keeps the last five digits of a participant for the leader (AFTER-06)', async () => {
    const team = await openLeaderTeam(shop, 1)
    const path = `/participation/${member(team, 0).participationId}/transfer`
    expect((await member(team, 0).put(path, { last_five: '1234' })).status).toBe(400)
    expect((await member(team, 0).put(path, { last_five: '54321' })).status).toBe(200)
    expect((await team.leader.put(path, { last_five: '11111' })).status).toBe(404)
    expect(await placeIn(team, 0)).toMatchObject({ last_five: '54321' })
    const places = await owner.get(`/admin/group/${team.groupId}/participations`)
    expect(JSON.stringify(places.body)).not.toContain('54321')
  })

  it('looks a statement through without writing, and knows what is ticked (AFTER-07)', async () => {
    const team = await openLeaderTeam(shop, 2)
    const path = `/participation/${member(team, 1).participationId}/transfer`
    await member(team, 1).put(path, { last_five: '54321' })
    const statement = `日期,存入,餘額,備註\n2026/11/28,200,1200,末五碼54321\n2026/11/28,55,1255,`
    const look = () => team.leader.post(accountPath(team), { statement })
    const { body } = await look()
    const found = body.lines.map(({ outcome }: { outcome: string }) => outcome)
    expect(found).toEqual(['skipped', 'found', 'unknown'])
    expect(body.lines[1].participation_ids).toEqual([member(team, 1).participationId])
    expect(
      await rowsOf(shop, 'select from leader_receipts where group_id = $1', [team.groupId]),
    ).toEqual([])
    const { day, amount, last_five } = body.lines[1]
    const received_at = Date.parse(`${day}T12:00:00+08:00`) / 1_000
    expect((await tick(team, 1, amount, { way: 'transfer', last_five, received_at }))[0]).toBe(200)
    expect((await look()).body.lines[1]).toMatchObject({ outcome: 'known', why: '已經登記過' })
    const long = await team.leader.post(accountPath(team), { statement: '1\n'.repeat(1_001) })
    expect([long.status, long.body.message]).toEqual([400, ['一次最多比對 1000 行，請分次貼上']])
  })

  it('reminds of what was not received yet (AFTER-06)', async () => {
    const team = await openLeaderTeam(shop, 1)
    await tick(team, 0, 60)
    expect((await team.leader.post(`/group/${team.code}/reminder`)).status).toBe(200)
    const mails = await rowsOf<{ text: string }>(
      shop,
      `select text_body as text from mail_outbox
       where kind = 'group_payment_reminder' and order_id = $1`,
      [member(team, 0).orderId],
    )
    expect(mails).toEqual([{ text: expect.stringContaining('尚未付：NT$40') }])
  })
})

describe('the hand-over', () => {
  it('pays ticked orders in the order of their ticks, with what the shop really received (AFTER-06)', async () => {
    const team = await openLeaderTeam(shop, 3)
    await tick(team, 1, 200)
    await tick(team, 0, 100)
    const announced = await team.leader.post(accountPath(team), {
      hand_over: { amount: 300, way: 'transfer', last_five: '99999' },
    })
    expect(announced.body.account.sums).toMatchObject({ announced: 300, handed_over: 0 })
    const { body: waiting } = await owner.get('/admin/leader-accounts?waits=announced')
    expect(waiting.accounts).toMatchObject([{ group_id: team.groupId, sums: { announced: 300 } }])
    const { worklist } = (await owner.get('/admin/worklist')).body
    expect(worklist).toContainEqual({ kind: 'hand_over', count: 1 })
    expect([await orderState(team, 0), await orderState(team, 1)]).toEqual(['placed', 'placed'])
    const [{ id }] = announced.body.account.hand_overs
    // Ten dollars are missing: the first tick is covered, the second waits.
    expect((await book(team, { hand_over_id: id, amount: 290 })).status).toBe(200)
    expect([await orderState(team, 0), await orderState(team, 1)]).toEqual(['placed', 'paid'])
    expect((await accountOf(team)).sums).toMatchObject({
      handed_over: 290,
      difference: 10,
      unallocated: 90,
    })
    expect((await book(team, { hand_over_id: id, amount: 290 })).body.message).toBe(
      '這筆交款已處理過，請重新整理',
    )
    expect((await book(team, { amount: 10, way: 'cash' })).status).toBe(200)
    expect(await orderState(team, 0)).toBe('paid')
    const withdrawn = await team.leader.post(accountPath(team), { withdraw: id })
    expect(withdrawn.status).toBe(409)
    // The money that the shop has is no more the leader's to take back.
    const [{ id: receipt }] = (await placeIn(team, 0)).receipts
    const taken = await team.leader.post(accountPath(team), { void: [receipt] })
    expect([taken.status, taken.body.message]).toEqual([
      409,
      '這筆款項已交給店家，不能減少；需要退款請聯絡店家',
    ])
    const { body } = await owner.get(`/admin/campaign/${team.id}/settlement`)
    expect(body.settlement.money).toMatchObject({ due: 700, received: 300, unpaid: 400 })
    expect(await brokenChecks(shop.databaseUrl)).toEqual([])
  })

  it('is booked by who may record payments, and taken back until its orders are prepared (AFTER-06)', async () => {
    const team = await openLeaderTeam(shop, 2)
    await tick(team, 0, 100)
    const packer = await openStaff(shop, 'packer')
    expect((await book(team, { amount: 100 }, packer)).status).toBe(403)
    expect((await packer.get('/admin/leader-accounts')).status).toBe(403)
    await book(team, { amount: 100 })
    const [{ id }] = (await accountOf(team)).hand_overs
    const order = `/admin/order/${member(team, 0).orderId}`
    // The order alone cannot be unpaid: the money would pay it again.
    expect((await owner.put(order, { is_paid: false })).status).toBe(409)
    const back = () =>
      owner.post(`/admin/group/${team.groupId}/hand-over/${id}/void`, { reason: '登記錯誤' })
    await owner.post(`${order}/prepare`)
    expect((await back()).body.message).toBe('這筆交款付清的訂單已在備貨或出貨，無法沖銷')
    await book(team, { amount: 50 })
    const [{ id: second }] = (await accountOf(team)).hand_overs
    const voided = await owner.post(`/admin/group/${team.groupId}/hand-over/${second}/void`, {
      reason: '沒有收到',
    })
    expect(voided.status).toBe(200)
    expect((await accountOf(team)).sums).toMatchObject({ handed_over: 100, unallocated: 0 })
  })

  it('that was announced and never came is not waited for any more (AFTER-06)', async () => {
    const team = await openLeaderTeam(shop, 1)
    await tick(team, 0, 100)
    const { body } = await team.leader.post(accountPath(team), {
      hand_over: { amount: 100, way: 'cash' },
    })
    const [{ id }] = body.account.hand_overs
    const path = `/admin/group/${team.groupId}/hand-over/${id}/void`
    expect((await owner.post(path, { reason: '沒有收到' })).status).toBe(200)
    expect((await accountOf(team)).sums).toMatchObject({ announced: 0, handed_over: 0 })
    expect((await owner.post(path, { reason: '沒有收到' })).status).toBe(409)
  })

  it('is taken back from orders of which nothing was paid back (AFTER-06)', async () => {
    const team = await openLeaderTeam(shop, 2)
    await tick(team, 0, 100)
    await tick(team, 1, 200)
    await book(team, { amount: 100 })
    await book(team, { amount: 200 })
    // The order that was whole last has a refund of a change, so that the other one owes again.
    await rowsOf(
      shop,
      `insert into refunds (id, order_id, payment_id, amount, state, reason, is_of_change)
       select 'of-change', order_id, id, 50, 'manual', '', true from payments where order_id = $1`,
      [member(team, 1).orderId],
    )
    const [, { id }] = (await accountOf(team)).hand_overs
    const path = `/admin/group/${team.groupId}/hand-over/${id}/void`
    expect((await owner.post(path, { reason: '登記錯誤' })).status).toBe(200)
    expect([await orderState(team, 0), await orderState(team, 1)]).toEqual(['placed', 'paid'])
  })

  it('leaves to the leader what a cancelled place has paid, and to the shop what it has (AFTER-06)', async () => {
    const team = await openLeaderTeam(shop, 2)
    await tick(team, 0, 100)
    await tick(team, 1, 200)
    await book(team, { amount: 100 })
    for (const n of [0, 1]) {
      const path = `/admin/order/${member(team, n).orderId}/cancel`
      expect((await owner.post(path, { reason: '顧客來電' })).status).toBe(200)
    }
    // The shop has the first one's money and refunds it; the leader gives the second one's back.
    const refunds = await rowsOf<{ amount: number }>(
      shop,
      'select amount::int from refunds where order_id = any($1)',
      [team.members.map(({ orderId }) => orderId)],
    )
    expect(refunds).toEqual([{ amount: 100 }])
    expect(await placeIn(team, 0)).toMatchObject({ expected: 100, received: 100, is_settled: true })
    expect(await placeIn(team, 1)).toMatchObject({ expected: 0, received: 200 })
    expect(await tick(team, 0, -100, { way: 'other' })).toEqual([409, expect.any(String)])
    expect((await tick(team, 1, -200, { way: 'other' }))[0]).toBe(200)
    expect((await accountOf(team)).sums).toMatchObject({
      received: 100,
      handed_over: 100,
      difference: 0,
    })
    expect(await brokenChecks(shop.databaseUrl)).toEqual([])
  })
})

describe('who leads next', () => {
  it('is not paid by the words of who led before (AFTER-06)', async () => {
    const team = await openLeaderTeam(shop, 1)
    await team.leader.post(accountPath(team), { ways: { transfer: '808 0123456789012' } })
    const { email } = member(team, 0)
    expect((await owner.put(`/admin/group/${team.groupId}/leader`, { email })).status).toBe(200)
    const { body } = await member(team, 0).get(`/leader/${team.code}/account`)
    expect(body.account.ways).toEqual({})

    const left = await openLeaderTeam(shop, 1)
    await left.leader.post(accountPath(left), { ways: { transfer: '808 0123456789012' } })
    expect((await left.leader.delete(`/participation/${left.ownPlace.id}`)).status).toBe(200)
    const place = await member(left, 0).get(`/participation/${member(left, 0).participationId}`)
    expect(place.body.participation).toMatchObject({ is_leader: true, to_leader: { ways: {} } })
  })
})

describe('the goods', () => {
  const toShip = async () =>
    (await owner.get('/admin/orders?state=paid')).body.orders.map(({ id }: { id: string }) => id)

  it('wait for the hand-over unless the campaign lets them go before (AFTER-06)', async () => {
    const strict = await openLeaderTeam(shop, 1, { delivery: 'each' })
    await tick(strict, 0, 100)
    const order = `/admin/order/${member(strict, 0).orderId}`
    expect((await owner.post(`${order}/prepare`)).status).toBe(409)

    const onTick = await openLeaderTeam(shop, 1, { leaderSending: 'tick' })
    const ofTick = member(onTick, 0).orderId
    expect(await toShip()).not.toContain(ofTick)
    await tick(onTick, 0, 100)
    expect(await toShip()).toContain(ofTick)
    // Taken back before it is prepared, it waits again.
    const [{ id }] = (await placeIn(onTick, 0)).receipts
    await onTick.leader.post(accountPath(onTick), { void: [id] })
    expect((await placeOf(shop, member(onTick, 0))).state).toBe('awaiting_payment')
    await tick(onTick, 0, 100)
    expect((await owner.post(`/admin/order/${ofTick}/parcel`, { carrier: 'own' })).status).toBe(200)

    const atOnce = await openLeaderTeam(shop, 1, { leaderSending: 'success' })
    expect(await toShip()).toContain(member(atOnce, 0).orderId)
    expect(await brokenChecks(shop.databaseUrl)).toEqual([])
    // The money comes after the goods.
    await book(onTick, { amount: 100 })
    const { body } = await owner.get(`/admin/order/${ofTick}`)
    expect(body.order).toMatchObject({
      state: 'shipped',
      is_paid: true,
      payment_method: 'to_leader',
    })
  })

  it('earn the leader nothing before the money is handed over (AFTER-06)', async () => {
    const team = await openLeaderTeam(shop, 1, { leaderSending: 'success', commissionPercent: 10 })
    const { orderId } = member(team, 0)
    await owner.post(`/admin/order/${orderId}/parcel`, { carrier: 'own' })
    await rowsOf(shop, `update orders set state = 'delivered' where id = $1`, [orderId])
    await completeDelivered(shop.database.db, { orderId }, shop.payments.subscribers)
    expect(await orderState(team, 0)).toBe('completed')
    const balance = async () => (await team.leader.get('/commission')).body.balance
    expect(await balance()).toBe(0)
    await tick(team, 0, 100)
    await book(team, { amount: 100 })
    expect(await balance()).toBe(10)
    expect(await brokenChecks(shop.databaseUrl)).toEqual([])
  })

  it('are handed out with the cash in one press, once (AFTER-06)', async () => {
    const team = await openLeaderTeam(shop, 2, { leaderSending: 'success' })
    const { hand_outs } = (await team.leader.get(`/hand-out?group=${team.code}`)).body
    const id = member(team, 1).participationId
    expect(hand_outs.find((row: { id: string }) => row.id === id)).toMatchObject({
      ...{ state: 'unpaid', owed: 200, is_owed_to_leader: true },
    })
    const handOut = async (item: object, by: Visitor = team.leader) =>
      (await by.post('/hand-out', { items: [{ id, ...item }] })).body.results[0].result
    expect(await handOut({})).toBe('unpaid')
    expect(await handOut({ received: 150 })).toBe('unpaid')
    // Cash that the staff takes is the shop's.
    expect(await handOut({ received: 200 }, owner)).toBe('unpaid')
    expect((await placeIn(team, 1)).received).toBe(0)
    expect(await handOut({ received: 200 })).toBe('handed_out')
    expect(await handOut({ received: 200 })).toBe('already')
    expect(await placeIn(team, 1)).toMatchObject({ received: 200, receipts: [{ way: 'cash' }] })
    // Whoever has the goods neither cancels nor gives the place up.
    const { orderId } = member(team, 1)
    const cancelled = await member(team, 1).post(`/order/${orderId}/cancel`)
    expect([cancelled.status, cancelled.body.message]).toEqual([
      409,
      '商品已取貨，無法取消；需要退貨請聯絡店家',
    ])
    expect((await member(team, 1).get(`/order/${orderId}`)).body.can_cancel).toBe(false)
    expect((await member(team, 1).delete(`/participation/${id}`)).status).toBe(409)
    expect(await handOut({ is_undo: true })).toBe('undone')
    expect((await placeIn(team, 1)).received).toBe(200)
    expect((await member(team, 1).get(`/order/${orderId}`)).body.can_cancel).toBe(true)
  })
})
