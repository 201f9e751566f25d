import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { defaultSettings } from '#contract/settings.ts'
import { taipeiTime } from '#contract/taipei-time.ts'
import { transaction } from '../../db/transaction.ts'
import { brokenChecks } from '../../testing/broken-checks.ts'
import { publishCampaign } from '../../testing/published-campaign.ts'
import {
  joinData,
  moveShopClock,
  openCampaign,
  openParticipant,
} from '../../testing/test-campaigns.ts'
import {
  closingDeps,
  endGroup,
  eventsOf,
  groupOf,
  joinAs,
  mailKindsTo,
  placeOf,
  rowsOf,
} from '../../testing/test-closing.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { openStock, type TestStock } from '../../testing/test-stock.ts'
import { mailReached } from '../mails/mail-reached.ts'
import { takeCampaignTurn } from '../turn-campaign.ts'
import { takeGroupTurn } from '../turn-group.ts'
import { applyDecision } from './apply-decision.ts'
import { turnGroup } from './closing.jobs.ts'
import { sweep } from './sweep.ts'

let shop: TestShop
let counted: TestStock
beforeAll(async () => {
  shop = await openTestShop({ worksJobs: true, env: { DEVELOPMENT: '1' } })
  counted = await openStock(shop)
})
afterAll(() => shop.close())
afterEach(async () => {
  const broken = await brokenChecks(shop.databaseUrl)
  await moveShopClock(shop, '0 seconds')
  expect(broken).toEqual([])
})

const twenty = { minTarget: 20 }

describe('a group that succeeds', () => {
  it('tells its members where to transfer to and until when, in a shop without a gateway (DOOR-19)', async () => {
    await rowsOf(
      shop,
      `insert into settings ("group", "values", version, updated_by)
       values ('payment', $1, 1, 'x'), ('gateway', '{"provider": "manual"}', 1, 'x')`,
      [JSON.stringify({ ...defaultSettings.payment, account: '西螺鎮農會 950\n戶名 林大禾' })],
    )
    const campaign = await openCampaign(shop, twenty)
    const member = await joinAs(shop, campaign, 20)
    await endGroup(shop, campaign)
    const { expires_at: end } = await placeOf(shop, member)
    const mails = await rowsOf<{ kind: string; text: string }>(
      shop,
      'select kind, text_body as text from mail_outbox where recipient = $1',
      [member.email],
    )
    const toPay = mails.filter(({ text }) => text.includes('匯款帳號：西螺鎮農會 950，戶名 林大禾'))
    expect(toPay.map(({ kind }) => kind)).toEqual(['group_succeeded'])
    expect(toPay[0]?.text).toContain(`請於 ${end && taipeiTime(end)} 前付款`)
    await rowsOf(shop, `delete from settings where "group" in ('payment', 'gateway')`)
  })

  it('makes each kept place payable at the final price for 48 hours, with one mail that says so (SETTLE-01) (CLOSING-11)', async () => {
    const campaign = await openCampaign(shop, twenty)
    const members = [await joinAs(shop, campaign, 15), await joinAs(shop, campaign, 5)]
    expect(await groupOf(shop, campaign.groupId)).toMatchObject({ state: 'reached' })

    await endGroup(shop, campaign)
    expect(await groupOf(shop, campaign.groupId)).toEqual({
      state: 'succeeded',
      outcome: 'succeeded',
      closing_reason: 'deadline',
      units_final: 20,
      final_tier: 2,
    })
    for (const [index, member] of members.entries()) {
      const total = index === 0 ? 1_200 : 400
      const place = await placeOf(shop, member)
      expect(place).toMatchObject({
        state: 'awaiting_payment',
        final_total: total,
        order_state: 'placed',
        is_payable: true,
        total,
      })
      const [clock] = await rowsOf<{ hours: number }>(
        shop,
        'select extract(epoch from $1::timestamptz - shop_now())::float / 3600 as hours',
        [place.pay_by],
      )
      expect(clock?.hours).toBeGreaterThan(47.9)
      expect(clock?.hours).toBeLessThanOrEqual(48)
      expect(place.expires_at).toEqual(place.pay_by)
      const kinds = await mailKindsTo(shop, member.email)
      expect(kinds.filter((kind) => kind === 'group_succeeded')).toHaveLength(1)
      const [mail] = await rowsOf<{ subject: string; text_body: string }>(
        shop,
        `select subject, text_body from mail_outbox where recipient = $1 and kind = 'group_succeeded'`,
        [member.email],
      )
      expect(mail?.subject).toContain('已成團，請於')
      expect(mail?.text_body).toContain(`NT$${total.toLocaleString('zh-TW')}`)
      expect(mail?.text_body).toContain(`http://shop.test/main/cart/pay/${member.orderId}`)
    }
    expect(await eventsOf(shop, campaign.groupId)).toEqual([
      'open',
      'reach',
      'close',
      'decide_succeeded',
    ])
  })

  it('is paid in time: the place is confirmed with the order (SETTLE-03), and only then prepared (SETTLE-17)', async () => {
    const campaign = await openCampaign(shop, { minTarget: 2 })
    const member = await joinAs(shop, campaign, 2)
    const prepare = () => counted.admin.post(`/admin/order/${member.orderId}/prepare`)
    expect((await prepare()).status).toBe(409)
    expect(await member.post(`/pay/${member.orderId}`)).toMatchObject({
      status: 409,
      body: { message: '尚未成團，成團後才需要付款' },
    })
    await endGroup(shop, campaign)
    expect((await prepare()).status).toBe(409)
    expect((await member.post(`/pay/${member.orderId}`)).status).toBe(200)
    expect(await placeOf(shop, member)).toMatchObject({ state: 'confirmed', order_state: 'paid' })
    expect((await prepare()).status).toBe(200)
  })

  it('leaves price and success of the others when some do not pay, cancel or return (SETTLE-09)', async () => {
    const campaign = await openCampaign(shop, { minTarget: 20 })
    const [first, second] = [await joinAs(shop, campaign, 10), await joinAs(shop, campaign, 10)]
    await endGroup(shop, campaign)
    await first.post(`/pay/${first.orderId}`)
    await second.delete(`/participation/${second.participationId}`)
    await second.post(`/order/${second.orderId}/cancel`)
    expect(await placeOf(shop, first)).toMatchObject({ state: 'confirmed', total: 800 })
    expect(await groupOf(shop, campaign.groupId)).toMatchObject({
      outcome: 'succeeded',
      units_final: 20,
      final_tier: 2,
    })
  })

  it('keeps whole lots: one place is cut with its consent, another is released with its stock (CLOSING-12)', async () => {
    const campaign = await openCampaign(shop, { minTarget: 12, lotSize: 12 })
    const [product = ''] = campaign.productIds
    const first = await joinAs(shop, campaign, 7)
    const cut = await joinAs(shop, campaign, 7, { accepts_fewer: true })
    const left = await joinAs(shop, campaign, 3)
    expect(await counted.numbers(product)).toEqual([1_000, 17])
    await endGroup(shop, campaign)
    expect(await groupOf(shop, campaign.groupId)).toMatchObject({ units_final: 12, final_tier: 1 })
    expect(await placeOf(shop, first)).toMatchObject({ qty: 7, total: 630 })
    expect(await placeOf(shop, cut)).toMatchObject({ qty: 5, total: 450, final_total: 450 })
    expect(await placeOf(shop, left)).toMatchObject({ state: 'released', order_state: 'cancelled' })
    expect(await counted.numbers(product)).toEqual([1_000, 12])
    const mails = await rowsOf<{ subject: string; text: string }>(
      shop,
      `select subject, text_body as text from mail_outbox
       where recipient = $1 and kind = 'group_failed'`,
      [left.email],
    )
    expect(mails).toEqual([
      {
        subject: expect.stringContaining('已成團，您的份數未列入'),
        text: expect.stringContaining('沒有收取任何款項'),
      },
    ])
    expect(mails[0]?.text).not.toContain('未成團')
  })

  it('gives back no more than a cut place holds of a product that is counted since (CLOSING-12)', async () => {
    const productIds = [await shop.product()]
    const rules = { minTarget: 12, lotSize: 12 }
    const campaign = await openCampaign(shop, rules, { productIds, onHand: null })
    const [product = ''] = productIds
    await joinAs(shop, campaign, 9)
    const cut = await joinAs(shop, campaign, 3, { accepts_fewer: true })
    await counted.set(product, 10)
    const { lines } = joinData(campaign, [6])
    const { status } = await cut.put(`/participation/${cut.participationId}`, { lines })
    expect([status, await counted.numbers(product)]).toEqual([200, [10, 3]])
    await endGroup(shop, campaign)
    expect(await placeOf(shop, cut)).toMatchObject({ qty: 3, state: 'awaiting_payment' })
    expect(await counted.numbers(product)).toEqual([10, 0])
    expect(await counted.disagreements()).toEqual([])
  })
})

describe('a group that fails', () => {
  it('releases each place with one mail of its own, and stock and coupons are free', async () => {
    const campaign = await openCampaign(shop, { ...twenty, coupons: true })
    const [product = ''] = campaign.productIds
    const { code } = await shop.coupon({ allowsGroup: true })
    const member = await joinAs(shop, campaign, 19, { coupon: code })
    await endGroup(shop, campaign)
    expect(await groupOf(shop, campaign.groupId)).toMatchObject({
      state: 'failed',
      units_final: 19,
      final_tier: null,
    })
    expect(await placeOf(shop, member)).toMatchObject({
      state: 'released',
      end_reason: '未成團',
      order_state: 'cancelled',
      cancel_reason: '未成團',
    })
    expect(await counted.numbers(product)).toEqual([1_000, 0])
    const kinds = await mailKindsTo(shop, member.email)
    expect(kinds.filter((kind) => kind !== 'placed')).toEqual(['group_failed'])
    const uses = await rowsOf<{ returned: boolean }>(
      shop,
      'select returned_at is not null as returned from coupon_uses where order_id = $1',
      [member.orderId],
    )
    expect(uses).toEqual([{ returned: true }])
  })

  it('of a campaign of teams is one outcome among others, and one without participants fails without a mail (CLOSING-16)', async () => {
    const campaign = await openCampaign(shop, { kind: 'team', minTarget: 2 })
    const [winner, loser] = [await openParticipant(shop), await openParticipant(shop)]
    const groupIds: string[] = []
    for (const [leader, qty] of [
      [winner, 2],
      [loser, 1],
    ] as const) {
      const opened = await leader.post(`/campaign/${campaign.id}/group`, joinData(campaign, [qty]))
      expect(opened.status).toBe(200)
      const [group] = await rowsOf<{ id: string }>(shop, 'select id from groups where code = $1', [
        opened.body.code,
      ])
      groupIds.push(group?.id ?? '')
    }
    await moveShopClock(shop, '25 hours')
    await takeCampaignTurn(closingDeps(shop), campaign.id)
    for (const groupId of groupIds) await endGroup(shop, { id: campaign.id, groupId })
    const outcomes = await Promise.all(groupIds.map((id) => groupOf(shop, id)))
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['succeeded', 'failed'])
    expect(await campaignState(campaign.id)).toBe('succeeded')

    await moveShopClock(shop, '0 seconds')
    const empty = await openCampaign(shop, { minTarget: 1 })
    const mails = await rowsOf(shop, `select 1 from mail_outbox where kind = 'group_failed'`)
    await endGroup(shop, empty)
    expect(await groupOf(shop, empty.groupId)).toMatchObject({ state: 'failed', units_final: 0 })
    expect(await campaignState(empty.id)).toBe('failed')
    expect(
      await rowsOf(shop, `select 1 from mail_outbox where kind = 'group_failed'`),
    ).toHaveLength(mails.length)
    await moveShopClock(shop, '0 seconds')
    const without = await openCampaign(shop, { kind: 'team', minTarget: 1 })
    await moveShopClock(shop, '25 hours')
    await takeCampaignTurn(closingDeps(shop), without.id)
    expect(await campaignState(without.id)).toBe('failed')
  })
})

async function campaignState(id: string): Promise<string | undefined> {
  const [row] = await rowsOf<{ state: string }>(shop, 'select state from campaigns where id = $1', [
    id,
  ])
  return row?.state
}

describe('the deadline', () => {
  it('is the transaction of the join that takes the last unit (CLOSING-02)', async () => {
    const campaign = await openCampaign(shop, { minTarget: 2, maxUnits: 3 })
    await joinAs(shop, campaign, 2)
    const before = await rowsOf<{ n: number }>(shop, 'select max(id)::int as n from group_events')
    await joinAs(shop, campaign, 1)
    const events = await rowsOf<{ event: string; at: Date }>(
      shop,
      'select event, at from group_events where group_id = $1 and id > $2 order by id limit 2',
      [campaign.groupId, before[0]?.n],
    )
    expect(events.map(({ event }) => event)).toEqual(['join', 'close'])
    // The time of both is that of one transaction.
    expect(events[0]?.at).toEqual(events[1]?.at)
    expect(await groupOf(shop, campaign.groupId)).toMatchObject({ closing_reason: 'full' })
  })

  it('is not followed by the mail that the minimum is reached: the outcome is told (CLOSING-02)', async () => {
    const campaign = await openCampaign(shop, { minTarget: 2 })
    const member = await joinAs(shop, campaign, 2)
    const mailed = () => mailKindsTo(shop, member.email)
    await expect.poll(mailed).toContain('group_reached')
    await endGroup(shop, campaign)
    // As if the job of the mails came after the decision.
    await rowsOf(
      shop,
      `delete from mail_outbox where recipient = $1 and kind = 'group_reached' returning id`,
      [member.email],
    )
    await transaction(shop.database.db, (tx) =>
      mailReached(tx, shop.payments.jobs, campaign.groupId),
    )
    const open = () =>
      rowsOf(
        shop,
        `select state from pgboss.job where name = 'group.mail_reached'
          and data ->> 'groupId' = $1 and state < 'completed'`,
        [campaign.groupId],
      )
    await expect.poll(open).toEqual([])
    expect((await mailed()).filter((kind) => kind.startsWith('group_'))).toEqual([
      'group_succeeded',
    ])
  })

  it('refuses joining, changing and leaving, before any job has run and while the group is closing (CLOSING-14)', async () => {
    const campaign = await openCampaign(shop, { ...twenty, money: 'authorise_capture' })
    const member = await joinAs(shop, campaign, 2)
    const late = await openParticipant(shop)
    await moveShopClock(shop, '24 hours 1 second')
    const join = () => late.post(`/group/${campaign.code}/participation`, joinData(campaign))
    const change = () =>
      member.put(`/participation/${member.participationId}`, joinData(campaign, [3]))
    const leave = () => member.delete(`/participation/${member.participationId}`)
    for (const act of [join, change, leave]) expect((await act()).status).toBe(409)
    await takeGroupTurn(closingDeps(shop), campaign.groupId)
    expect(await groupOf(shop, campaign.groupId)).toMatchObject({ state: 'closing' })
    for (const act of [join, change, leave]) expect((await act()).status).toBe(409)
    expect(await placeOf(shop, member)).toMatchObject({ state: 'held' })
  })

  it('of a team is the earlier of its own hours and the campaign, and an extension does not move it (CLOSING-15)', async () => {
    const short = await openCampaign(shop, { kind: 'team', teamHours: 2, minTarget: 1 })
    const long = await openCampaign(shop, { kind: 'team', teamHours: 48, minTarget: 1 })
    const hoursOf = async ({ id, productIds }: typeof short) => {
      const leader = await openParticipant(shop)
      const { body } = await leader.post(`/campaign/${id}/group`, joinData({ productIds }))
      const [row] = await rowsOf<{ hours: number }>(
        shop,
        `select round(extract(epoch from expires_at - opened_at) / 3600)::int as hours
          from groups where code = $1`,
        [body.code],
      )
      return row?.hours
    }
    expect(await hoursOf(short)).toBe(2)
    expect(await hoursOf(long)).toBe(24)
    const extended = await counted.admin.post(`/admin/campaign/${long.id}/extend`, {
      ends_at: Math.floor(Date.now() / 1_000) + 40 * 3_600,
      reason: '廠商加開',
    })
    expect(extended.status).toBe(200)
    const [team] = await rowsOf<{ hours: number }>(
      shop,
      `select round(extract(epoch from expires_at - opened_at) / 3600)::int as hours
        from groups where campaign_id = $1`,
      [long.id],
    )
    expect(team?.hours).toBe(24)
  })

  it('is taken up by the sweep when its job was deleted or has failed for good (CLOSING-06)', async () => {
    const campaign = await openCampaign(shop, twenty)
    const jobsOf = () =>
      rowsOf<{ state: string }>(
        shop,
        `select state::text from pgboss.job where name = $1 and data ->> 'groupId' = $2
          and state < 'completed' order by created_on`,
        [turnGroup.name, campaign.groupId],
      )
    await rowsOf(shop, `delete from pgboss.job where name = $1 and data ->> 'groupId' = $2`, [
      turnGroup.name,
      campaign.groupId,
    ])
    const deps = closingDeps(shop)
    const sent: object[] = []
    const jobs: typeof deps.jobs = {
      ...deps.jobs,
      async sendAll(tx, definition, data, options) {
        if (definition.name === turnGroup.name) sent.push(...data)
        return deps.jobs.sendAll(tx, definition, data, options)
      },
    }
    await sweep({ ...deps, jobs })
    expect(sent).not.toContainEqual({ groupId: campaign.groupId })
    await moveShopClock(shop, '25 hours')
    await sweep({ ...deps, jobs })
    expect(sent).toContainEqual({ groupId: campaign.groupId })
    // It runs by itself, and so does the one that the shop's own sweep may send in the same instant.
    await expect.poll(async () => (await groupOf(shop, campaign.groupId)).state).toBe('failed')
    await expect.poll(jobsOf).toEqual([])
  })

  it('is worked on a hundred times on two nodes and comes out once, with one mail each (CLOSING-04)', async () => {
    const campaign = await openCampaign(shop, { minTarget: 2 })
    const members = await Promise.all([1, 2, 3].map(() => joinAs(shop, campaign, 1)))
    const reach = async () => shop.databaseUrl
    const other = await openTestShop({ env: { DEVELOPMENT: '1' }, reach })
    await moveShopClock(shop, '25 hours')
    async function runTenTimes(node: TestShop): Promise<void> {
      for (let runs = 0; runs < 10; runs++) {
        await takeGroupTurn(closingDeps(node), campaign.groupId)
        await applyDecision(closingDeps(node), campaign.groupId)
      }
    }
    const nodes = Array.from({ length: 10 }, (_, index) => (index % 2 ? shop : other))
    await Promise.all(nodes.map(runTenTimes))
    await other.close()
    expect(await eventsOf(shop, campaign.groupId)).toEqual([
      'open',
      'reach',
      'close',
      'decide_succeeded',
    ])
    for (const member of members) {
      const kinds = await mailKindsTo(shop, member.email)
      expect(kinds.filter((kind) => kind === 'group_succeeded')).toHaveLength(1)
    }
  })
})

describe('a scheduled campaign', () => {
  it('has a job for its start, also after that was changed (CAMP-08)', async () => {
    const product = await shop.product({ price: 1_000 })
    const id = await publishCampaign(counted.admin, product)
    const starts = async () => {
      const rows = await rowsOf<{ at: number }>(
        shop,
        `select extract(epoch from start_after)::int as at from pgboss.job
         where name = 'campaign.turn' and data ->> 'campaignId' = $1`,
        [id],
      )
      return rows.map(({ at }) => at)
    }
    const { campaign } = (await counted.admin.get(`/admin/campaign/${id}`)).body
    const changed = { version: campaign.version, starts_at: campaign.starts_at + 3_600 }
    expect((await counted.admin.put(`/admin/campaign/${id}`, changed)).status).toBe(200)
    const near = (at: number) => Math.abs(at - changed.starts_at) <= 5
    expect((await starts()).filter(near)).toHaveLength(1)
  })

  it('opens once with one group for a pool, and not before its time (CAMP-08)', async () => {
    const campaign = await openCampaign(shop, {
      kind: 'team',
      minTarget: 1,
      state: 'scheduled',
    })
    await rowsOf(
      shop,
      `update campaigns set kind = 'pool', team_hours = null, starts_at = shop_now() + interval '1 hour'
        where id = $1`,
      [campaign.id],
    )
    const deps = closingDeps(shop)
    await takeCampaignTurn(deps, campaign.id)
    expect(await campaignState(campaign.id)).toBe('scheduled')
    await moveShopClock(shop, '61 minutes')
    await Promise.all(Array.from({ length: 20 }, () => takeCampaignTurn(deps, campaign.id)))
    expect(await campaignState(campaign.id)).toBe('open')
    const groups = await rowsOf(shop, 'select 1 from groups where campaign_id = $1', [campaign.id])
    expect(groups).toHaveLength(1)
  })
})
