import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { campaignChecks } from '../../checks/campaigns.ts'
import { members } from '../../db/tables/members.ts'
import {
  countsOf,
  joinData,
  moveShopClock,
  openCampaign,
  type TestCampaign,
} from '../../testing/test-campaigns.ts'
import { closingDeps, endGroup, joinAs, placeOf, rowsOf } from '../../testing/test-closing.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { countProvedOfGroup, countProvedPlaces } from './count-proved.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ env: { IDENTITY_LIMITS: '1000' } })
})
afterEach(() => moveShopClock(shop, '0 hours'))
afterAll(() => shop.close())

type Member = Awaited<ReturnType<TestShop['member']>>

const prove = ({ uid }: Pick<Member, 'uid'>) =>
  shop.database.db.update(members).set({ emailVerified: true }).where(eq(members.uid, uid))

/** A member who has not proved the mailbox, with a place. */
async function joinUnproved(campaign: TestCampaign, qty = 1, email?: string) {
  const member = await shop.member(email)
  const user = { name: '王小明', email: member.email, tel: '0912345678', address: '台北市' }
  const data = joinData(campaign, [qty], { user })
  const { status, body } = await member.post(`/group/${campaign.code}/participation`, data)
  expect([status, body.message]).toEqual([200, '已保留名額，驗證電子信箱後算入成團份數'])
  return Object.assign(member, {
    participationId: body.participation.id as string,
    orderId: body.participation.order_id as string,
  })
}

/** The findings of all checks of the books. */
async function faults() {
  const found = await Promise.all(
    campaignChecks.map(async ({ id, statement }) => [id, await rowsOf(shop, statement)] as const),
  )
  return found.filter(([, rows]) => rows.length > 0)
}

describe('a place of a member who has not proved the mailbox', () => {
  it('counts from the proof on, once, with two calls at the same moment (DOOR-02)', async () => {
    const campaign = await openCampaign(shop, { minTarget: 2 })
    const member = await joinUnproved(campaign, 2)
    expect(await countsOf(shop, campaign.groupId)).toMatchObject({
      state: 'forming',
      taken: [2, 1],
      counted: [0, 0],
    })
    expect(await faults()).toEqual([])
    await member.get('/participations')
    expect(await countsOf(shop, campaign.groupId)).toMatchObject({ counted: [0, 0] })

    await prove(member)
    await Promise.all([member.get('/participations'), member.get('/participations')])
    expect(await countsOf(shop, campaign.groupId)).toMatchObject({
      state: 'reached',
      taken: [2, 1],
      counted: [2, 1],
    })
    const { participations } = (await member.get('/participations')).body
    expect(participations[0].needs_proof).toBeUndefined()
    expect(await faults()).toEqual([])
  })

  it('is proved by the job for a link that was opened in another browser, which may run twice (DOOR-02)', async () => {
    const campaign = await openCampaign(shop)
    const { uid: memberId, email } = await joinUnproved(campaign, 3)
    const deps = closingDeps(shop)
    await countProvedPlaces(deps, { memberId, email })
    await countProvedPlaces(deps, { memberId, email })
    expect(await countsOf(shop, campaign.groupId)).toMatchObject({ counted: [3, 1] })
  })

  it('can be changed and left without being counted (DOOR-02)', async () => {
    const campaign = await openCampaign(shop)
    const member = await joinUnproved(campaign, 2)
    const path = `/participation/${member.participationId}`
    const changed = await member.put(path, joinData(campaign, [4]))
    expect(changed.status).toBe(200)
    expect(await countsOf(shop, campaign.groupId)).toMatchObject({ taken: [4, 1], counted: [0, 0] })
    expect((await member.delete(path)).status).toBe(200)
    expect(await countsOf(shop, campaign.groupId)).toMatchObject({ taken: [0, 0], counted: [0, 0] })
    expect(await faults()).toEqual([])
  })

  it('makes no group succeed, lowers no price, and ends without a lapse when its group closes (DOOR-04)', async () => {
    const campaign = await openCampaign(shop)
    const real = await joinAs(shop, campaign, 10)
    const fake = await joinUnproved(campaign, 10)
    await endGroup(shop, campaign)
    // 20 units would have been 80 each.
    expect(await placeOf(shop, real)).toMatchObject({ state: 'awaiting_payment' })
    const [order] = await rowsOf<{ total: string }>(
      shop,
      'select total from orders where id = $1',
      [real.orderId],
    )
    expect(Number(order?.total)).toBe(900)
    const [ended] = await rowsOf(
      shop,
      'select state, end_reason, pay_by from participations where id = $1',
      [fake.participationId],
    )
    expect(ended).toEqual({
      state: 'released',
      end_reason: '截止前沒有驗證電子信箱',
      pay_by: null,
    })
    expect(
      await rowsOf(shop, 'select 1 from stock_holds where order_id = $1', [fake.orderId]),
    ).toEqual([])

    await moveShopClock(shop, '0 hours')
    const alone = await openCampaign(shop)
    await joinUnproved(alone, 10)
    await endGroup(shop, alone)
    expect(await countsOf(shop, alone.groupId)).toMatchObject({ state: 'failed', taken: [0, 0] })
    expect(await faults()).toEqual([])
  })

  it('stays when the mailbox was proved before the end and the job has not run (DOOR-02)', async () => {
    const campaign = await openCampaign(shop, { minTarget: 2 })
    const member = await joinUnproved(campaign, 2)
    await prove(member)
    await endGroup(shop, campaign)
    expect(await placeOf(shop, member)).toMatchObject({ state: 'awaiting_payment' })
  })

  it('is not counted once its group has closed (DOOR-04)', async () => {
    const campaign = await openCampaign(shop, { minTarget: 1 })
    await joinAs(shop, campaign, 1)
    const late = await joinUnproved(campaign, 5)
    await endGroup(shop, campaign)
    await prove(late)
    await countProvedOfGroup(closingDeps(shop), campaign.groupId)
    await late.get('/participations')
    expect(await placeOf(shop, late)).toMatchObject({ state: 'released' })
  })

  it('takes nothing from the limit of the person whose mailbox it names, and gains nothing by many names (DOOR-04)', async () => {
    const campaign = await openCampaign(shop, { perMemberLimit: 3 })
    const stranger = await joinUnproved(campaign, 3, 'limit.owner+stranger@gmail.com')
    // A second name of the mailbox is refused while nothing is proved.
    const second = await shop.member('limit.owner+again@gmail.com')
    const again = await second.post(
      `/group/${campaign.code}/participation`,
      joinData(campaign, [1]),
    )
    expect([again.status, again.body.message]).toEqual([409, '每人限購 3 份，您已跟團 3 份'])

    const owner = await shop.member('limit.owner@gmail.com')
    await prove(owner)
    const joined = await owner.post(
      `/group/${campaign.code}/participation`,
      joinData(campaign, [3]),
    )
    expect(joined.status).toBe(200)
    expect(await countsOf(shop, campaign.groupId)).toMatchObject({ taken: [6, 2], counted: [3, 1] })
    // Proving it later brings the person no second limit.
    await prove(stranger)
    await stranger.get('/participations')
    expect(await countsOf(shop, campaign.groupId)).toMatchObject({ taken: [3, 1], counted: [3, 1] })
    const [ended] = await rowsOf<{ end_reason: string }>(
      shop,
      'select end_reason from participations where id = $1',
      [stranger.participationId],
    )
    expect(ended?.end_reason).toBe('同一個電子信箱限購 3 份')
    expect(await faults()).toEqual([])
  })

  it('is bounded by its network, and no longer once the mailbox is proved (DOOR-04)', async () => {
    const campaign = await openCampaign(shop)
    const member = await joinUnproved(campaign)
    const networks = async () =>
      (
        await rowsOf<{ n: number }>(
          shop,
          `select count(*)::int as n from orders, unnest(holders) as key
           where orders.id = $1 and key like 'n:%'`,
          [member.orderId],
        )
      )[0]?.n
    expect(await networks()).toBe(1)
    await prove(member)
    await member.get('/participations')
    expect(await networks()).toBe(0)
  })

  it('cannot be turned into one that is to be paid, which the table refuses (DOOR-04)', async () => {
    const campaign = await openCampaign(shop)
    const member = await joinUnproved(campaign)
    await expect(
      shop.database.db.execute(
        sql`update participations set state = 'awaiting_payment' where id = ${member.participationId}`,
      ),
    ).rejects.toThrow()
    const paid = await member.post(`/pay/${member.orderId}`)
    expect(paid.body.message).toBe('尚未成團，成團後才需要付款')
  })
})

it('two lapses of a mailbox bar its next name at the door and at the proof (DOOR-04)', async () => {
  const first = await shop.member('lapser+one@gmail.com')
  await prove(first)
  for (let n = 0; n < 2; n++) {
    await moveShopClock(shop, '0 hours')
    const campaign = await openCampaign(shop, { minTarget: 1 })
    await first.post(`/group/${campaign.code}/participation`, joinData(campaign, [1]))
    await endGroup(shop, campaign)
    await shop.database.db.execute(
      sql`update orders set expires_at = now() where group_id = ${campaign.groupId}`,
    )
    const { body } = await first.get('/participations')
    await first.delete(`/participation/${body.participations[0].id}`)
  }
  await moveShopClock(shop, '0 hours')
  const next = await openCampaign(shop)
  const other = await shop.member('lapser+two@gmail.com')
  const refused = await other.post(`/group/${next.code}/participation`, joinData(next, [1]))
  expect(refused.body.code).toBe('MEMBER_LAPSED')
})
