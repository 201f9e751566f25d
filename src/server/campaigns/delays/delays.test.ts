import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  openAdministrator,
  openStaff,
  type TestAdministrator,
} from '../../testing/test-administrator.ts'
import { openCampaign, type TestCampaign } from '../../testing/test-campaigns.ts'
import { closingDeps, type JoinedMember, joinAs } from '../../testing/test-closing.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { applyDecision } from '../closing/apply-decision.ts'
import { takeCampaignTurn } from '../turn-campaign.ts'
import { takeGroupTurn } from '../turn-group.ts'
import { mailBatch } from './mail-delayed.ts'

let shop: TestShop
let owner: TestAdministrator
beforeAll(async () => {
  // A shop that sends mails queues them; nothing works its jobs.
  shop = await openTestShop({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } })
  owner = await openAdministrator(shop)
})
afterAll(() => shop.close())

const [firstDay, day, laterDay] = ['2030-12-01', '2030-12-10', '2030-12-20']
const reason = '產地大雨，採收延後'

/** A group that has succeeded, whose first `paid` places are paid. */
async function openSucceeded(places: number, paid = places) {
  const values = { minTarget: 1, shipsOn: firstDay } as const
  const campaign = await openCampaign(shop, values)
  const joined: JoinedMember[] = []
  for (let n = 0; n < places; n++) joined.push(await joinAs(shop, campaign, 1))
  expect((await owner.post(`/admin/group/${campaign.groupId}/close`)).status).toBe(200)
  await takeGroupTurn(closingDeps(shop), campaign.groupId)
  await applyDecision(closingDeps(shop), campaign.groupId)
  await takeCampaignTurn(closingDeps(shop), campaign.id)
  for (const { post, orderId } of joined.slice(0, paid)) {
    expect((await post(`/pay/${orderId}`)).status).toBe(200)
  }
  return { campaign, joined }
}

const announce = ({ id }: TestCampaign, ships_on: string = day, more: object = {}) =>
  owner.post(`/admin/campaign/${id}/delay`, { ships_on, reason, ...more })
const placeOf = async ({ get, participationId: id }: JoinedMember) =>
  (await get(`/participation/${id}`)).body.participation
const answer = ({ post, participationId: id }: JoinedMember, given: 'wait' | 'refund') =>
  post(`/participation/${id}/delay`, { answer: given })
const delayOf = async ({ id }: TestCampaign) =>
  (await owner.get(`/admin/campaign/${id}`)).body.campaign.delay

/** Recipients and texts of the mails about delays of a campaign's orders. */
async function mailsOf(joined: readonly JoinedMember[]) {
  const ids = sql.join(
    joined.map(({ orderId }) => sql`${orderId}`),
    sql`, `,
  )
  const { rows } = await shop.database.db.execute<{ order_id: string; text: string }>(
    sql`select order_id, text_body as text from mail_outbox where kind like 'group_delayed%' and order_id in (${ids}) order by id`,
  )
  return rows
}

describe('a delay', () => {
  it('is told once to each who waits, with the old and the new day, and shown on the place (AFTER-12)', async () => {
    const { campaign, joined } = await openSucceeded(3, 2)
    const [first, second, unpaid] = joined as [JoinedMember, JoinedMember, JoinedMember]
    expect((await placeOf(first)).delay).toBeUndefined()
    expect((await announce(campaign)).status).toBe(200)
    for (const _ of [1, 2]) {
      await mailBatch(closingDeps(shop), { groupId: campaign.groupId, n: 1, afterSeq: 0 })
    }
    const mails = await mailsOf(joined)
    expect(mails.map((mail) => mail.order_id)).toEqual([first.orderId, second.orderId])
    expect(mails[0]?.text).toContain('原訂 2030/12/01 出貨，改為 2030/12/10 出貨。')
    expect(mails[0]?.text).toContain(reason)
    const asked = { ships_on: day, was: firstDay, reason, can_refund: true }
    expect((await placeOf(first)).delay).toEqual(asked)
    expect((await placeOf(unpaid)).delay).toBeUndefined()
    expect((await shop.guest().get(`/campaign/${campaign.id}`)).body.campaign.ships_on).toBe(day)
  })

  it('is refused for a day that is none, not later or over, without a reason, and where nobody waits (AFTER-12)', async () => {
    const { campaign } = await openSucceeded(1)
    for (const shipsOn of ['2030-02-30', 'x', firstDay, '2030-11-30']) {
      const { status, body } = await announce(campaign, shipsOn)
      expect([shipsOn, status, Object.keys(body.fields ?? {})]).toEqual([
        shipsOn,
        400,
        ['ships_on'],
      ])
    }
    expect((await announce(campaign, day, { reason: ' ' })).status).toBe(400)
    expect((await announce(await openCampaign(shop))).status).toBe(409)
    const unpaid = await openSucceeded(1, 0)
    const { status, body } = await announce(unpaid.campaign)
    expect([status, body.message]).toEqual([409, '沒有等待出貨的跟團者，不需要通知'])
    const viewer = await openStaff(shop, 'viewer')
    const refused = await viewer.post(`/admin/campaign/${campaign.id}/delay`, {
      ships_on: day,
      reason,
    })
    expect(refused.status).toBe(403)
  })
})

describe('the answers', () => {
  it('are counted; a refund cancels the order and gives all of it back, once (AFTER-12)', async () => {
    const { campaign, joined } = await openSucceeded(3)
    const [waits, leaves, silent] = joined as [JoinedMember, JoinedMember, JoinedMember]
    expect((await answer(waits, 'wait')).body.message).toBe('這筆訂單不需要選擇')
    await announce(campaign)
    expect((await answer(waits, 'wait')).body.participation.delay.answer).toBe('wait')
    for (const _ of [1, 2]) {
      const { status, body } = await answer(leaves, 'refund')
      expect([status, body.participation.state]).toEqual([200, 'released'])
    }
    expect((await answer(leaves, 'wait')).status).toBe(409)
    const { rows } = await shop.database.db.execute(
      sql`select amount, state from refunds where order_id = ${leaves.orderId}`,
    )
    expect(rows).toEqual([{ amount: expect.any(Number), state: expect.any(String) }])
    const order = (await leaves.get(`/order/${leaves.orderId}`)).body.order
    expect(order).toMatchObject({ state: 'cancelled' })
    expect(rows[0]?.amount).toBe(order.total)
    expect(await delayOf(campaign)).toMatchObject({ waits: 1, refunds: 1, unanswered: 1 })
    expect((await answer(silent, 'wait')).status).toBe(200)
    expect(await delayOf(campaign)).toMatchObject({ waits: 2, refunds: 1, unanswered: 0 })
    // A second delay starts without answers.
    expect((await announce(campaign, laterDay)).status).toBe(200)
    expect(await delayOf(campaign)).toMatchObject({ was: day, waits: 0, refunds: 0, unanswered: 2 })
    expect((await placeOf(waits)).delay).toMatchObject({ ships_on: laterDay, was: day })
    expect((await placeOf(waits)).delay).not.toHaveProperty('answer')
  })

  it('end with the packing: who is packed waits, who is sent is not asked, and no stranger answers (AFTER-12)', async () => {
    const { campaign, joined } = await openSucceeded(2)
    const [packed, stranger] = joined as [JoinedMember, JoinedMember]
    await announce(campaign)
    expect((await answer({ ...packed, post: stranger.post }, 'refund')).status).toBe(404)
    expect((await owner.post(`/admin/order/${packed.orderId}/prepare`)).status).toBe(200)
    expect((await placeOf(packed)).delay).toMatchObject({ can_refund: false })
    expect((await answer(packed, 'refund')).status).toBe(409)
    expect((await placeOf(packed)).delay).not.toHaveProperty('answer')
    expect(
      (await owner.post(`/admin/order/${packed.orderId}/parcel`, { carrier: 'own' })).status,
    ).toBe(200)
    expect((await placeOf(packed)).delay).toBeUndefined()
    expect((await answer(packed, 'wait')).status).toBe(409)
  })
})
