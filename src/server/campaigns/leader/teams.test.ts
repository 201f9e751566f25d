import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { campaignLeaders, campaigns } from '../../db/tables/campaigns.ts'
import { groups } from '../../db/tables/groups.ts'
import { participations } from '../../db/tables/participations.ts'
import { expireIfDue } from '../../payments/news/expire-orders.ts'
import { brokenChecks } from '../../testing/broken-checks.ts'
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
import { endGroup } from '../../testing/test-closing.ts'
import { openTestShop, type TestShop, type Visitor } from '../../testing/test-shop.ts'
import { remindUnpaid } from './leader.service.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ worksJobs: true, env: { SMTP_URL: 'smtp://127.0.0.1:9' } })
})
afterAll(() => shop.close())

type Participant = Awaited<ReturnType<typeof openParticipant>>

interface Team extends TestCampaign {
  leader: Participant
  /** The place of the leader. */
  placeId: string
}

function open(member: Visitor, campaign: TestCampaign, more: object = {}) {
  return member.post(`/campaign/${campaign.id}/group`, joinData(campaign, [1], more))
}

async function openTeam(campaign: TestCampaign, more: object = {}): Promise<Team> {
  const leader = await openParticipant(shop)
  const { status, body } = await open(leader, campaign, more)
  expect([status, body.message]).toEqual([200, '已開團'])
  const [group] = await shop.database.db.select().from(groups).where(eq(groups.code, body.code))
  const placeId = body.participation.id
  return { ...campaign, code: body.code, groupId: group?.id ?? '', leader, placeId }
}

async function join(team: TestCampaign, qty = 1, more: object = {}) {
  const member = await openParticipant(shop)
  const path = `/group/${team.code}/participation`
  const { status, body } = await member.post(path, joinData(team, [qty], more))
  expect([status, body.message]).toEqual([200, expect.any(String)])
  return { member, place: body.participation }
}

async function leaderOf({ groupId }: TestCampaign) {
  const [row] = await shop.database.db.select().from(groups).where(eq(groups.id, groupId))
  return row?.leaderId
}

function deleteAccount(member: Participant) {
  return member.inject({
    method: 'POST',
    url: '/identitytoolkit.googleapis.com/v1/accounts:delete?key=minmin',
    payload: { idToken: member.token },
  })
}

/** Lets the time of an order pass, as its expiry job does. */
async function lapse(orderId: string, after: string) {
  onTestFinished(() => moveShopClock(shop, '0 seconds'))
  await moveShopClock(shop, after)
  await expireIfDue(shop.payments, { orderId, asks: 0 })
}

/** The ids of those orders for which a mail about the new leader was sent. */
async function leaderMailsOf(placeIds: string[]): Promise<string[]> {
  const { rows } = await shop.database.pool.query<{ order_id: string }>(
    `select mail.order_id from mail_outbox as mail
     join participations as place using (order_id)
     where mail.kind = 'group_leader' and place.id = any($1) order by mail.id`,
    [placeIds],
  )
  return rows.map(({ order_id }) => order_id)
}

async function placeStates(team: Team): Promise<string[]> {
  const { body } = await team.leader.get(`/group/${team.code}/console`)
  return body.console.rows.map(({ state }: { state: string }) => state)
}

async function refused({ id }: TestCampaign, attempt: () => ReturnType<Visitor['post']>) {
  const before = await footprint(shop, id)
  const { status, body } = await attempt()
  expect(await footprint(shop, id)).toEqual(before)
  return [status, body.message]
}

describe('opening a team', () => {
  it('takes the first place and leads it, until the earlier of its hours and the end (JOIN-24) (CLOSING-15)', async () => {
    const short = await openCampaign(shop, { kind: 'team', teamHours: 2 })
    const team = await openTeam(short)
    expect(team.code).toMatch(/^[A-Za-z0-9_-]{22}$/)
    expect(await countsOf(shop, team.groupId)).toMatchObject({ taken: [1, 1], live: [1, 1] })
    expect(await leaderOf(team)).toBe(team.leader.uid)
    const { body } = await team.leader.get(`/participation/${team.placeId}`)
    expect(body.participation).toMatchObject({ is_leader: true, code: team.code, state: 'held' })
    const { group } = (await shop.guest().get(`/group/${team.code}`)).body
    expect(group.expires_at - group.opened_at).toBe(2 * 60 * 60)

    const long = await openTeam(await openCampaign(shop, { kind: 'team', teamHours: 100 }))
    const { group: ofLong } = (await shop.guest().get(`/group/${long.code}`)).body
    expect(ofLong.expires_at).toBe(ofLong.campaign.ends_at)
  })

  it('is refused for a second one of the same leader, and at once for 30 (JOIN-24)', async () => {
    const campaign = await openCampaign(shop, { kind: 'team' })
    const member = await openParticipant(shop)
    const answers = await Promise.all(Array.from({ length: 30 }, () => open(member, campaign)))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(new Set(statuses)).toEqual(new Set([200, 409]))
    expect(await refused(campaign, () => open(member, campaign))).toEqual([
      409,
      '您在這個團購已經開了一團',
    ])
  })

  it('is refused for who was not named, where leaders are named (JOIN-24)', async () => {
    const campaign = await openCampaign(shop, { kind: 'team', leadersOnly: true })
    const member = await openParticipant(shop)
    expect(await refused(campaign, () => open(member, campaign))).toEqual([
      403,
      '這個團購只開放指定的團主開團',
    ])
    await shop.database.db
      .insert(campaignLeaders)
      .values({ campaignId: campaign.id, memberId: member.uid })
    expect((await open(member, campaign)).status).toBe(200)
  })

  it('is refused once the campaign ends, in a pool, and in none (JOIN-24) (CAMP-14)', async () => {
    const member = await openParticipant(shop)
    const campaign = await openCampaign(shop, { kind: 'team' })
    const team = await openTeam(campaign)
    await shop.database.db
      .update(campaigns)
      .set({ state: 'closing' })
      .where(eq(campaigns.id, campaign.id))
    expect(await refused(campaign, () => open(member, campaign))).toEqual([
      409,
      '這個團購已停止開團',
    ])
    expect((await join(team)).place.state).toBe('held')
    const pool = await openCampaign(shop)
    expect((await open(member, pool)).status).toBe(400)
    expect((await open(member, { ...campaign, id: '-unknown' })).status).toBe(404)
    expect((await open(shop.guest(), campaign)).status).toBe(401)
  })

  it('shows the place of hand-out while it can be joined, and asks the leader alone for an address (LEADER-08)', async () => {
    const campaign = await openCampaign(shop, { kind: 'team', delivery: 'leader' })
    const { user } = joinData(campaign)
    const { address: _, ...reachable } = user
    const leader = await openParticipant(shop)
    expect(await refused(campaign, () => open(leader, campaign, { user: reachable }))).toEqual([
      400,
      ['請填寫取貨地點'],
    ])
    const team = await openTeam(campaign, { user: reachable, pickup_place: '信義區 1 號管理室' })
    const { member, place } = await join(team, 1, { user: reachable })
    expect(place.pickup_place).toBe('信義區 1 號管理室')
    const { order } = (await member.get(`/order/${place.order_id}`)).body
    expect(order.user.address).toBe('團主取貨 信義區 1 號管理室')
    const { body } = await shop.guest().get(`/group/${team.code}`)
    expect(body.group.pickup_place).toBe('信義區 1 號管理室')
    await member.delete(`/participation/${place.id}`)
    const { body: left } = await member.get(`/participation/${place.id}`)
    expect(left.participation).not.toHaveProperty('pickup_place')
    const { order: ofLeft } = (await member.get(`/order/${place.order_id}`)).body
    expect(ofLeft.user.address).toBe('團主取貨')
    await shop.database.db
      .update(groups)
      .set({ state: 'closing' })
      .where(eq(groups.code, team.code))
    const shown = async () => (await shop.guest().get(`/group/${team.code}`)).body.group
    await expect.poll(shown).not.toHaveProperty('pickup_place')
  })

  it("sends the goods of a team to its leader's address, which nobody else sees (DOOR-06)", async () => {
    const campaign = await openCampaign(shop, {
      kind: 'team',
      delivery: 'leader',
      commissionPercent: 5,
    })
    const user = { ...joinData(campaign).user, address: '台北市信義區一號' }
    const team = await openTeam(campaign, { user, pickup_place: '捷運站' })
    const { orders } = (await team.leader.get('/orders')).body
    expect(orders[0].user.address).toBe('台北市信義區一號')
    const { member, place } = await join(team)
    const replies = await Promise.all([
      member.get(`/order/${place.order_id}`),
      member.get(`/group/${team.code}`),
      team.leader.get(`/group/${team.code}/console`),
    ])
    expect(JSON.stringify(replies.map(({ body }) => body))).not.toContain('一號')
    expect(replies[2].body.console).toMatchObject({ pickup_place: '捷運站', commission_percent: 5 })
  })

  it('names the place of hand-out no longer in the orders of a team that failed (LEADER-08)', async () => {
    const campaign = await openCampaign(shop, { kind: 'team', delivery: 'leader' })
    const team = await openTeam(campaign, { pickup_place: '信義區 1 號管理室' })
    const { member, place } = await join(team)
    onTestFinished(() => moveShopClock(shop, '0 seconds'))
    await endGroup(shop, team)
    const { order } = (await member.get(`/order/${place.order_id}`)).body
    expect([order.state, order.user.address]).toEqual(['cancelled', '團主取貨'])
  })
})

describe('the lead of a team', () => {
  it('passes to the earliest who is left, with one mail, and the former loses the console (LEADER-09, INV-10)', async () => {
    const team = await openTeam(await openCampaign(shop, { kind: 'team' }))
    const [second, third] = [await join(team), await join(team)]
    const console = (member: Visitor) => member.get(`/group/${team.code}/console`)
    expect((await console(team.leader)).status).toBe(200)
    expect((await console(second.member)).status).toBe(404)
    await team.leader.delete(`/participation/${team.placeId}`)
    expect(await leaderOf(team)).toBe(second.member.uid)
    expect((await console(team.leader)).status).toBe(404)
    expect((await console(second.member)).status).toBe(200)

    await deleteAccount(second.member)
    expect(await leaderOf(team)).toBe(third.member.uid)
    const { rows } = await shop.database.db.execute(sql`
      select count(*)::int as n from group_events
      where group_id = ${team.groupId} and event = 'lead'`)
    expect(rows).toEqual([{ n: 2 }])
    const { rows: mails } = await shop.database.db.execute(sql`
      select order_id, text_body from mail_outbox where kind = 'group_leader' order by id`)
    expect(mails).toEqual([
      { order_id: second.place.order_id, text_body: expect.stringContaining('原團主已離開') },
      { order_id: third.place.order_id, text_body: expect.stringContaining('原團主已離開') },
    ])
    await third.member.delete(`/participation/${third.place.id}`)
    expect(await countsOf(shop, team.groupId)).toMatchObject({ state: 'cancelled', live: [0, 0] })
    const { body: emptied } = await shop.guest().get(`/group/${team.code}`)
    expect(emptied.group).toMatchObject({ outcome: 'cancelled', reason: '已沒有人跟團' })
    const late = await openParticipant(shop)
    const path = `/group/${team.code}/participation`
    expect(await refused(team, () => late.post(path, joinData(team)))).toEqual([
      409,
      '這個團已截止',
    ])
    const broken = (await brokenChecks(shop.databaseUrl)).flatMap(({ subjects }) => subjects)
    const moved = [team.groupId, team.placeId, second.place.id, third.place.id]
    expect(moved.filter((id) => broken.includes(id))).toEqual([])
  })

  it('passes when the leader of a team that succeeded deletes the account, whose paid place stays (LEADER-09)', async () => {
    const team = await openTeam(await openCampaign(shop, { kind: 'team', minTarget: 2 }))
    const { member } = await join(team)
    expect((await team.leader.post(`/group/${team.code}/close`)).status).toBe(200)
    const own = async () => (await team.leader.get(`/participation/${team.placeId}`)).body
    await expect.poll(async () => (await own()).participation.state).toBe('awaiting_payment')
    const { order_id: orderId } = (await own()).participation
    expect((await team.leader.post(`/pay/${orderId}`)).status).toBe(200)
    await deleteAccount(team.leader)
    expect(await leaderOf(team)).toBe(member.uid)
    expect((await member.get(`/group/${team.code}/console`)).status).toBe(200)
  })

  it('passes when the leader does not pay in time, with one mail, and the console goes at once (LEADER-09)', async () => {
    const team = await openTeam(await openCampaign(shop, { kind: 'team', minTarget: 3 }))
    const [second, third] = [await join(team), await join(team)]
    expect((await team.leader.post(`/group/${team.code}/close`)).status).toBe(200)
    const placeOf = async (member: Participant, id: string) =>
      (await member.get(`/participation/${id}`)).body.participation
    const { order_id: orderId } = await placeOf(team.leader, team.placeId)
    await expect
      .poll(async () => (await placeOf(third.member, third.place.id)).state)
      .toBe('awaiting_payment')
    expect((await second.member.post(`/pay/${second.place.order_id}`)).status).toBe(200)
    await lapse(orderId, '80 hours')
    expect((await placeOf(team.leader, team.placeId)).state).toBe('lapsed')
    expect(await leaderOf(team)).toBe(second.member.uid)
    expect((await team.leader.get(`/group/${team.code}/console`)).status).toBe(404)
    expect((await second.member.get(`/group/${team.code}/console`)).status).toBe(200)
    expect(await leaderMailsOf([team.placeId, second.place.id, third.place.id])).toEqual([
      second.place.order_id,
    ])
  })

  it('passes when the leader does not authorise in time, and nobody left cancels the team (LEADER-09)', async () => {
    const card = { kind: 'team', money: 'authorise_capture' } as const
    const team = await openTeam(await openCampaign(shop, card))
    await moveShopClock(shop, '10 minutes')
    const { member, place } = await join(team)
    const { order_id: orderId } = (await team.leader.get(`/participation/${team.placeId}`)).body
      .participation
    await lapse(orderId, '16 minutes')
    expect(await leaderOf(team)).toBe(member.uid)
    expect((await team.leader.get(`/group/${team.code}/console`)).status).toBe(404)
    expect(await leaderMailsOf([team.placeId, place.id])).toEqual([place.order_id])
    expect(await countsOf(shop, team.groupId)).toMatchObject({ state: 'forming', taken: [1, 1] })
    await lapse(place.order_id, '26 minutes')
    expect(await countsOf(shop, team.groupId)).toMatchObject({ state: 'cancelled', live: [0, 0] })
  })

  it('passes from a leader whom the owner named and who has no place (LEADER-09, LEADER-10)', async () => {
    const team = await openTeam(await openCampaign(shop, { kind: 'team' }))
    const named = await openParticipant(shop)
    const owner = await openAdministrator(shop)
    const data = { email: named.email }
    expect((await owner.put(`/admin/group/${team.groupId}/leader`, data)).status).toBe(200)
    expect(await leaderOf(team)).toBe(named.uid)
    await deleteAccount(named)
    expect(await leaderOf(team)).toBe(team.leader.uid)
    expect(await countsOf(shop, team.groupId)).toMatchObject({ state: 'forming', live: [1, 1] })
  })

  it('stays where a team has failed, without a mail to anybody (LEADER-09)', async () => {
    const team = await openTeam(await openCampaign(shop, { kind: 'team' }))
    const { place } = await join(team)
    // Decided, and not applied to its places yet.
    await shop.database.db
      .update(groups)
      .set({ state: 'failed', outcome: 'failed', decidedAt: sql`shop_now()` })
      .where(eq(groups.id, team.groupId))
    expect((await team.leader.delete(`/participation/${team.placeId}`)).status).toBe(200)
    expect(await leaderOf(team)).toBe(team.leader.uid)
    expect(await leaderMailsOf([team.placeId, place.id])).toEqual([])
  })

  it('of a pool ends with the account of its leader, who earns nothing (LEADER-09, LEADER-10)', async () => {
    const pool = await openCampaign(shop, { minTarget: 1 })
    const decided = await openCampaign(shop, { minTarget: 1 })
    const named = await openParticipant(shop)
    await join(pool)
    const owner = await openAdministrator(shop)
    for (const { groupId } of [pool, decided]) {
      const path = `/admin/group/${groupId}/leader`
      expect((await owner.put(path, { email: named.email })).status).toBe(200)
    }
    await shop.database.db
      .update(groups)
      .set({ state: 'succeeded', outcome: 'succeeded', decidedAt: sql`shop_now()` })
      .where(eq(groups.id, decided.groupId))
    await deleteAccount(named)
    expect(await leaderOf(pool)).toBeNull()
    expect(await leaderOf(decided)).toBe(named.uid)
    const { rows } = await shop.database.db.execute(sql`
      select participation_id, actor from group_events
      where group_id = ${pool.groupId} and event = 'lead' order by id desc limit 1`)
    expect(rows).toEqual([{ participation_id: null, actor: `m:${named.uid}` }])
    onTestFinished(() => moveShopClock(shop, '0 seconds'))
    await endGroup(shop, pool)
    const { rows: decisions } = await shop.database.db.execute(sql`
      select detail ->> 'leader_id' as leader_id from group_events
      where group_id = ${pool.groupId} and event = 'decide_succeeded'`)
    expect(decisions).toEqual([{ leader_id: null }])
  })

  it('never passes to who leads another team of the campaign (LEADER-09)', async () => {
    const campaign = await openCampaign(shop, { kind: 'team' })
    const [team, other] = [await openTeam(campaign), await openTeam(campaign)]
    const path = `/group/${team.code}/participation`
    expect((await other.leader.post(path, joinData(team))).status).toBe(200)
    const { member } = await join(team)
    await team.leader.delete(`/participation/${team.placeId}`)
    expect(await leaderOf(team)).toBe(member.uid)
  })
})

describe('the groups that a member leads without a place', () => {
  it('are listed for this member alone, with their state, until they join (LEADER-01, LEADER-10)', async () => {
    const [pool, team] = [
      await openCampaign(shop),
      await openTeam(await openCampaign(shop, { kind: 'team' })),
    ]
    const named = await openParticipant(shop)
    const owner = await openAdministrator(shop)
    const led = async (member: Visitor) => (await member.get('/leading')).body
    expect((await led(named)).groups).toEqual([])
    for (const { groupId } of [pool, team]) {
      const data = { email: named.email }
      expect((await owner.put(`/admin/group/${groupId}/leader`, data)).status).toBe(200)
    }
    const { groups: listed } = await led(named)
    expect(listed).toEqual(
      [team, pool].map(({ id, code }) => ({
        code,
        campaign: expect.objectContaining({ id, title: '秋茶團購' }),
        state: 'forming',
      })),
    )
    for (const { code } of listed) {
      expect((await named.get(`/group/${code}/console`)).status).toBe(200)
    }
    // The former leader has a place in the team, which says that the lead is gone.
    expect((await led(team.leader)).groups).toEqual([])
    expect((await shop.guest().get('/leading')).status).toBe(401)
    expect((await named.get('/participations')).body.participations).toEqual([])

    const path = `/group/${pool.code}/participation`
    expect((await named.post(path, joinData(pool))).status).toBe(200)
    expect((await led(named)).groups).toMatchObject([{ code: team.code }])
    const { participations: own } = (await named.get('/participations')).body
    expect(own).toMatchObject([{ code: pool.code, is_leader: true }])
  })
})

describe('the console of a leader', () => {
  it('is there for the leader alone; for others the group is unknown (LEADER-02)', async () => {
    const team = await openTeam(await openCampaign(shop, { kind: 'team', minTarget: 1 }))
    const { member, place } = await join(team)
    const calls: ((caller: Visitor, code: string) => ReturnType<Visitor['get']>)[] = [
      (caller, code) => caller.get(`/group/${code}/console`),
      (caller, code) => caller.post(`/group/${code}/close`),
      (caller, code) => caller.post(`/group/${code}/reminder`),
      (caller, code) => caller.put(`/group/${code}/handout/${place.id}`, { is_handed_out: true }),
    ]
    const stranger = await openParticipant(shop)
    for (const call of calls) {
      const unknown = await call(team.leader, 'A'.repeat(22))
      expect([unknown.status, unknown.body.message]).toEqual([404, '找不到這個團'])
      for (const caller of [member, stranger]) {
        expect((await call(caller, team.code)).body).toEqual(unknown.body)
      }
      expect((await call(shop.guest(), team.code)).status).toBe(401)
    }
    expect(await countsOf(shop, team.groupId)).toMatchObject({ state: 'reached' })
  })

  it('shows name, end of the telephone and pieces, and nothing else of a person (LEADER-03, MEND-75)', async () => {
    const team = await openTeam(await openCampaign(shop, { kind: 'team' }))
    const { member, place } = await join(team, 2, { is_anonymous: true })
    await shop.database.db.execute(
      sql`update orders set user_tel = '(02) 8765-4321#12' where owner = ${`m:${member.uid}`}`,
    )
    const { body } = await team.leader.get(`/group/${team.code}/console`)
    expect(body.console.rows).toMatchObject([
      { name: '王小明', tel_end: '678' },
      {
        participation_id: place.id,
        name: '王小明',
        tel_end: '321',
        lines: [{ product_id: team.productIds[0], qty: 2 }],
        state: 'held',
      },
    ])
    expect(body.console.by_product).toMatchObject([{ qty: 3 }])
    const text = JSON.stringify(body)
    for (const secret of [
      member.uid,
      team.leader.uid,
      place.order_id,
      '0912345678',
      'ming@example.com',
      '信義區 1 號',
    ]) {
      expect(text).not.toContain(secret)
    }
  })

  it('ends a team that has reached its minimum, and no other (CLOSING-03)', async () => {
    const team = await openTeam(await openCampaign(shop, { kind: 'team', minTarget: 2 }))
    const close = () => team.leader.post(`/group/${team.code}/close`)
    expect(await refused(team, close)).toEqual([409, '尚未達成團門檻，不能提前結束'])
    await join(team)
    expect(await close()).toMatchObject({ status: 200, body: { message: '已提前結束' } })
    const [row] = await shop.database.db.select().from(groups).where(eq(groups.id, team.groupId))
    expect(row?.closingReason).toBe('early')
    await expect.poll(() => placeStates(team)).toEqual(['awaiting_payment', 'awaiting_payment'])
    expect(await refused(team, close)).toEqual([409, '這個團已截止'])
  })

  it('reminds who has not paid once in 24 hours and twice in all (LEADER-06)', async () => {
    const team = await openTeam(await openCampaign(shop, { kind: 'team', minTarget: 2 }))
    const { place } = await join(team)
    const remind = () => team.leader.post(`/group/${team.code}/reminder`)
    expect((await remind()).body.message).toBe('已提醒 0 人')
    await team.leader.post(`/group/${team.code}/close`)
    await expect.poll(() => placeStates(team)).toEqual(['awaiting_payment', 'awaiting_payment'])
    expect((await remind()).body.message).toBe('已提醒 2 人')
    expect(await refused(team, remind)).toEqual([409, '24 小時內已提醒過'])
    // Somebody without an address is counted apart, and never as reminded.
    await shop.database.pool.query(`update orders set user_email = '' where id = $1`, [
      place.order_id,
    ])
    await shop.database.pool.query(`update participations set reminded_at = '{}'`)
    expect((await remind()).body.message).toBe(
      '已提醒 1 人；另有 1 人沒有信箱，請複製付款提醒傳給他們',
    )
    await shop.database.pool.query(`update orders set user_email = 'a@example.com' where id = $1`, [
      place.order_id,
    ])
    await shop.database.pool.query(
      `update participations set reminded_at = array[shop_now()] where group_id = $1`,
      [team.groupId],
    )
    const aDayLater = () =>
      shop.database.db
        .update(participations)
        .set({
          remindedAt: sql`array(select at - interval '24 hours 1 second'
            from unnest(${participations.remindedAt}) as at)`,
        })
        .where(eq(participations.groupId, team.groupId))
    await aDayLater()
    expect((await remind()).body.message).toBe('已提醒 2 人')
    await aDayLater()
    expect(await refused(team, remind)).toEqual([409, '已提醒過兩次'])
    const { rows } = await shop.database.db.execute(sql`
      select count(*)::int as n from mail_outbox
      where kind = 'group_payment_reminder' and order_id = ${place.order_id}`)
    expect(rows).toEqual([{ n: 2 }])
  })

  it('reminds nobody in a shop that sends no mails, and spends no reminder (LEADER-06)', async () => {
    const team = await openTeam(await openCampaign(shop, { kind: 'team', minTarget: 1 }))
    await team.leader.post(`/group/${team.code}/close`)
    const place = async () => {
      const { db } = shop.database
      const [row] = await db
        .select()
        .from(participations)
        .where(eq(participations.id, team.placeId))
      return row
    }
    await expect.poll(async () => (await place())?.state).toBe('awaiting_payment')
    const reminded = remindUnpaid(
      { ...shop.payments, config: { ...shop.config, smtpUrl: null, isDevelopment: false } },
      { code: team.code, memberId: team.leader.uid, actor: { kind: 'system' } },
    )
    await expect(reminded).rejects.toThrow('商店未開放寄信，請直接通知團友付款')
    expect((await place())?.remindedAt).toEqual([])
  })

  it('ticks off what is paid, takes it back, and changes nothing else (LEADER-07)', async () => {
    const team = await openTeam(await openCampaign(shop, { kind: 'team', minTarget: 2 }))
    const { member, place } = await join(team)
    const tick = (is_handed_out: boolean) =>
      team.leader.put(`/group/${team.code}/handout/${place.id}`, { is_handed_out })
    expect(await refused(team, () => tick(true))).toEqual([409, '尚未付款，不能標記為已取貨'])
    await team.leader.post(`/group/${team.code}/close`)
    const of = async () => (await member.get(`/participation/${place.id}`)).body.participation
    await expect.poll(of).toMatchObject({ state: 'awaiting_payment' })
    expect((await member.post(`/pay/${place.order_id}`)).status).toBe(200)
    const before = await of()
    expect(before.state).toBe('confirmed')
    const row = async () => {
      const { body } = await team.leader.get(`/group/${team.code}/console`)
      return body.console.rows.find(
        (found: { participation_id: string }) => found.participation_id === place.id,
      )
    }
    expect((await tick(true)).body.message).toBe('已更新')
    expect(await row()).toMatchObject({ handed_out_at: expect.any(Number), state: 'confirmed' })
    expect((await tick(false)).status).toBe(200)
    expect(await row()).not.toHaveProperty('handed_out_at')
    expect(await of()).toEqual(before)
    const unknown = await team.leader.put(`/group/${team.code}/handout/-x`, { is_handed_out: true })
    expect(unknown.status).toBe(404)
    const commission = await team.leader.get('/commission')
    expect(commission.body).toMatchObject({ entries: [], balance: 0 })
  })
})
