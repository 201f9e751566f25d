import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { campaigns } from '../../db/tables/campaigns.ts'
import { members } from '../../db/tables/members.ts'
import { participations } from '../../db/tables/participations.ts'
import { brokenChecks } from '../../testing/broken-checks.ts'
import {
  openAdministrator,
  openStaff,
  type TestAdministrator,
} from '../../testing/test-administrator.ts'
import {
  joinData,
  moveShopClock,
  openCampaign,
  openParticipant,
  type TestCampaign,
} from '../../testing/test-campaigns.ts'
import { endGroup, joinAs, rowsOf } from '../../testing/test-closing.ts'
import { completeOrder, openSeller, refundByHand } from '../../testing/test-sellers.ts'
import { openTestShop, type TestShop, type Visitor } from '../../testing/test-shop.ts'

let shop: TestShop
let owner: TestAdministrator
beforeAll(async () => {
  shop = await openTestShop({ env: { IDENTITY_LIMITS: '1000', WRITE_LIMITS: '1000' } })
  owner = await openAdministrator(shop)
})
afterAll(() => shop.close())
afterEach(async () => {
  await moveShopClock(shop, '0 seconds')
  expect(await brokenChecks(shop.databaseUrl)).toEqual([])
})

const openSold = (values: Parameters<typeof openCampaign>[1] = {}) =>
  openCampaign(
    shop,
    { hasSellers: true, commissionPercent: 7, minTarget: 1, ...values },
    { tiers: [[1, 33]] },
  )
const take = (by: Visitor, { id }: Pick<TestCampaign, 'id'>, name = '林小華') =>
  by.post(`/campaign/${id}/seller`, { name })
const answer = ({ status, body }: Awaited<ReturnType<typeof take>>) => [status, body.message]
const readLink = async (by: Visitor, { id }: Pick<TestCampaign, 'id'>, code: string) => {
  const { success: _, ...seller } = (await by.get(`/campaign/${id}/seller/${code}`)).body
  return seller
}
/** The name of the seller that a new buyer's place has, joined with this code. */
async function soldBy(campaign: TestCampaign, seller: string, user: object = {}) {
  const member = await openParticipant(shop)
  const contact = { name: '王小明', email: member.email, tel: '0922000111', address: '台北市' }
  const data = joinData(campaign, [1], { seller, user: { ...contact, ...user } })
  const { status, body } = await member.post(`/group/${campaign.code}/participation`, data)
  expect(status).toBe(200)
  return body.participation.seller?.name
}

describe('a link to sell by', () => {
  it('is taken by any member with a proved mailbox, once, for a campaign that is sold (AFTER-10)', async () => {
    const campaign = await openSold()
    const member = await openParticipant(shop)
    const first = await take(member, campaign)
    expect(first.body).toMatchObject({
      message: '已取得幫賣連結',
      selling: { name: '林○○', commission_percent: 7, places: 0, earned: 0, expected: 0 },
    })
    const { code } = first.body.selling
    const again = await take(member, campaign, '陳大文')
    expect(again.body.selling).toMatchObject({ code, name: '林○○' })
    expect((await take(shop.guest(), campaign)).status).toBe(401)
    const unproved = await take(await shop.member(), campaign)
    expect(answer(unproved)).toEqual([403, '請先驗證電子信箱，才能幫賣'])
    expect((await take(member, campaign, ' ')).status).toBe(400)
    const plain = await openCampaign(shop, { commissionPercent: 7 })
    expect(answer(await take(member, plain))).toEqual([409, '這個團購沒有開放幫賣'])
    expect((await take(member, { id: '-none' })).status).toBe(404)
    await shop.database.db
      .update(campaigns)
      .set({ state: 'closing' })
      .where(eq(campaigns.id, campaign.id))
    const late = await take(await openParticipant(shop), campaign)
    expect(answer(late)).toEqual([409, '這個團已截止'])
    // A state that was written past its history.
    await shop.database.db
      .update(campaigns)
      .set({ state: 'open' })
      .where(eq(campaigns.id, campaign.id))
  })

  it('is for named members alone where the owner says so (AFTER-10)', async () => {
    const campaign = await openSold({ leadersOnly: true })
    const [named, other] = [await openParticipant(shop), await openParticipant(shop)]
    const emails = { emails: [named.email] }
    expect((await owner.put(`/admin/campaign/${campaign.id}/leaders`, emails)).status).toBe(200)
    expect(answer(await take(other, campaign))).toEqual([403, '這個團購只開放指定的會員幫賣'])
    const maySell = async (by: Visitor) => (await by.get(`/selling/${campaign.id}`)).body.can_sell
    expect([await maySell(named), await maySell(other)]).toEqual([true, false])
    expect((await take(named, campaign)).status).toBe(200)
  })

  it('shows its seller to buyers, the name masked, and to the seller that it is their own (AFTER-10)', async () => {
    const [campaign, other] = [await openSold(), await openSold()]
    const seller = await openSeller(shop, campaign)
    expect(await readLink(shop.guest(), campaign, seller.code)).toEqual({
      seller: { name: '林○○' },
    })
    expect(await readLink(seller, campaign, seller.code)).toEqual({ is_own: true })
    expect(await readLink(shop.guest(), other, seller.code)).toEqual({})
    expect(await readLink(shop.guest(), campaign, 'unknown')).toEqual({})
  })
})

describe('a place', () => {
  it('keeps the seller of the link that it was taken by, whatever is clicked later (AFTER-10)', async () => {
    const campaign = await openSold()
    const [one, two] = [
      await openSeller(shop, campaign, '林一'),
      await openSeller(shop, campaign, '陳二'),
    ]
    const buyer = await joinAs(shop, campaign, 2, { seller: one.code })
    const path = `/participation/${buyer.participationId}`
    const own = async () => (await buyer.get(path)).body.participation
    expect((await own()).seller).toEqual({ name: '林○○' })
    const again = joinData(campaign, [1], { seller: two.code })
    expect((await buyer.post(`/group/${campaign.code}/participation`, again)).status).toBe(409)
    await buyer.put(path, { accepts_fewer: true, seller: two.code })
    expect((await own()).seller).toEqual({ name: '林○○' })
    const change = shop.database.db
      .update(participations)
      .set({ sellerId: null })
      .where(eq(participations.id, buyer.participationId))
    await expect(change).rejects.toThrow()
    // A member who leaves and comes back by another link takes a new place.
    expect((await buyer.delete(path)).status).toBe(200)
    const back = await buyer.post(`/group/${campaign.code}/participation`, again)
    expect(back.body.participation.seller).toEqual({ name: '陳○○' })
    const { participations: listed } = (
      await owner.get(`/admin/group/${campaign.groupId}/participations`)
    ).body
    expect(listed.map(({ seller }: { seller?: object }) => seller)).toEqual([
      { name: '林○○' },
      { name: '陳○○' },
    ])
  })

  it('has no seller by a code that counts for nothing, and is taken all the same (AFTER-10)', async () => {
    const [campaign, other] = [await openSold(), await openSold()]
    const [seller, elsewhere, disabled] = [
      await openSeller(shop, campaign),
      await openSeller(shop, other),
      await openSeller(shop, campaign),
    ]
    await shop.database.db
      .update(members)
      .set({ isDisabled: true })
      .where(eq(members.uid, disabled.uid))
    for (const code of ['unknown', '', elsewhere.code, disabled.code]) {
      expect([code, await soldBy(campaign, code)]).toEqual([code, undefined])
    }
    expect(await soldBy(campaign, seller.code)).toBe('林○○')
  })

  it('is nobody’s own sale: not by the account, a mailbox of it, or a telephone of its orders (AFTER-10)', async () => {
    const campaign = await openSold()
    const seller = await openSeller(shop, campaign)
    const [name, domain] = seller.email.split('@')
    expect(await soldBy(campaign, seller.code, { email: `${name}+shop@${domain}` })).toBeUndefined()
    const product = await shop.product()
    await seller.post('/cart', { product_id: product, qty: 1 })
    const user = {
      name: '林小華',
      email: 'hua@example.com',
      tel: '0933-444-555',
      address: '台北市',
    }
    expect((await seller.post('/order', { user, message: '' })).status).toBe(200)
    expect(await soldBy(campaign, seller.code, { tel: '+886 933 444 555' })).toBeUndefined()
    expect(await soldBy(campaign, seller.code, { email: 'HUA@example.com' })).toBeUndefined()
    expect(await soldBy(campaign, seller.code, { tel: '0933444556' })).toBe('林○○')
    const data = joinData(campaign, [1], { seller: seller.code })
    const { body } = await seller.post(`/group/${campaign.code}/participation`, data)
    expect(body.participation.seller).toBeUndefined()
  })

  it('of before stays its seller’s when the owner ends the link, which takes no further ones (AFTER-10)', async () => {
    const campaign = await openSold()
    const seller = await openSeller(shop, campaign)
    const buyer = await joinAs(shop, campaign, 1, { seller: seller.code })
    const list = async () =>
      (await owner.get(`/admin/campaign/${campaign.id}/sellers`)).body.sellers
    const [{ id }] = await list()
    const set = (is_ended: boolean) => owner.put(`/admin/campaign-seller/${id}`, { is_ended })
    expect((await set(true)).body.message).toBe('已結束幫賣')
    expect(await list()).toMatchObject([{ id, ended_at: expect.any(Number), places: 1 }])
    expect(await soldBy(campaign, seller.code)).toBeUndefined()
    expect(await readLink(shop.guest(), campaign, seller.code)).toEqual({})
    expect(answer(await take(seller, campaign))).toEqual([403, '店家已結束您在這個團購的幫賣'])
    const own = (await buyer.get(`/participation/${buyer.participationId}`)).body.participation
    expect(own.seller).toEqual({ name: '林○○' })
    expect((await set(false)).body.message).toBe('已恢復幫賣')
    expect(await soldBy(campaign, seller.code)).toBe('林○○')
    expect((await owner.put('/admin/campaign-seller/-none', { is_ended: true })).status).toBe(404)
  })

  it('brings nothing by the link of an account that is gone (AFTER-10)', async () => {
    const campaign = await openSold()
    const seller = await openSeller(shop, campaign)
    await seller.inject({
      method: 'POST',
      url: '/identitytoolkit.googleapis.com/v1/accounts:delete?key=minmin',
      payload: { idToken: seller.token },
    })
    expect(await soldBy(campaign, seller.code)).toBeUndefined()
  })
})

describe('the commission of sellers', () => {
  it('is of completed orders, and with those of the leader and the shop’s part the goods (AFTER-10, INV-16)', async () => {
    const campaign = await openSold()
    const [one, two] = [
      await openSeller(shop, campaign, '林一'),
      await openSeller(shop, campaign, '陳二'),
    ]
    const leader = await openParticipant(shop)
    const path = `/admin/group/${campaign.groupId}/leader`
    expect((await owner.put(path, { email: leader.email })).status).toBe(200)
    const [ofOne, more, ofTwo, ofLeader] = [
      await joinAs(shop, campaign, 5, { seller: one.code, is_anonymous: true }),
      await joinAs(shop, campaign, 1, { seller: one.code }),
      await joinAs(shop, campaign, 2, { seller: two.code }),
      await joinAs(shop, campaign, 2),
    ]
    const selling = async () => (await one.get(`/selling/${campaign.id}`)).body
    expect((await selling()).selling).toMatchObject({
      ...{ places: 2, units: 6, goods: 198, expected: 13, earned: 0 },
    })
    await endGroup(shop, campaign)
    for (const { orderId } of [ofOne, ofTwo, ofLeader]) {
      expect((await owner.put(`/admin/order/${orderId}`, { is_paid: true })).status).toBe(200)
      await completeOrder(shop, owner, orderId)
    }
    const admin = async () => (await owner.get(`/admin/campaign/${campaign.id}/sellers`)).body
    // 165, 66 and 66 at 7 %, each rounded down.
    expect((await admin()).parts).toEqual({ goods: 297, sellers: 15, leader: 4, shop: 278 })
    expect((await admin()).sellers).toMatchObject([
      { code: one.code, places: 2, units: 6, goods: 198, earned: 11 },
      { code: two.code, places: 1, units: 2, goods: 66, earned: 4 },
    ])
    await refundByHand(owner, ofOne.orderId, 65)
    expect((await admin()).parts).toEqual({ goods: 232, sellers: 11, leader: 4, shop: 217 })
    const { selling: sums, places } = await selling()
    expect(sums).toMatchObject({ goods: 133, earned: 7, expected: 2 })
    expect(places).toEqual([
      {
        ...{ participation_id: more.participationId, name: '王○○', qty: 1 },
        ...{ state: 'awaiting_payment', joined_at: expect.any(Number) },
      },
      {
        ...{ participation_id: ofOne.participationId, name: '匿名團友', qty: 5, commission: 7 },
        ...{ state: 'confirmed', joined_at: expect.any(Number) },
      },
    ])
    const secrets = [ofOne.orderId, ofOne.uid, ofOne.email, '王小明', '0912345678']
    for (const secret of secrets) expect(JSON.stringify(places)).not.toContain(secret)
    expect((await one.get('/selling')).body.sellings).toMatchObject([{ code: one.code, earned: 7 }])
    expect((await leader.get('/selling')).body.sellings).toEqual([])

    const payout = { leader_id: one.uid, amount: 8, note: '匯款' }
    expect((await owner.post('/admin/commission/payout', payout)).status).toBe(409)
    const paid = await owner.post('/admin/commission/payout', { ...payout, amount: 7 })
    expect(paid.status).toBe(200)
    const statement = (await one.get('/commission')).body
    expect(statement).toMatchObject({
      balance: 0,
      entries: [{ kind: 'paid' }, { kind: 'reversed', amount: -4 }, { kind: 'earned', amount: 11 }],
    })
  })

  it('stands in the settlement as a file, with names for staff who may read them (AFTER-10)', async () => {
    const campaign = await openSold()
    const seller = await openSeller(shop, campaign)
    await shop.database.db
      .update(members)
      .set({ displayName: '林小華' })
      .where(eq(members.uid, seller.uid))
    await joinAs(shop, campaign, 2, { seller: seller.code })
    const path = `/admin/campaign/${campaign.id}/settlement.csv`
    const csvOf = async (by: TestAdministrator) => String((await by.get(path)).body)
    expect(await csvOf(owner)).toContain(`林小華,${seller.code},1,2,66,0`)
    expect(await csvOf(owner)).toContain('已完成訂單的商品金額,幫賣分潤,團主分潤,店家所得')
    expect(await csvOf(await openStaff(shop, 'viewer'))).not.toContain('林小華')
  })
})

it('a draft with sellers is a pool, and is published with a part for them (AFTER-10)', async () => {
  const product = await shop.product({ price: 120 })
  const draft = {
    ...{ title: '幫賣團', has_sellers: true, min_target: 1, products: [{ product_id: product }] },
    tiers: [{ from_units: 1, prices: [{ product_id: product, unit_price: 100 }] }],
    starts_at: Math.floor(Date.now() / 1000),
    ends_at: Math.floor(Date.now() / 1000) + 86_400,
  }
  const created = await owner.post('/admin/campaign', draft)
  expect(created.body.campaign).toMatchObject({ has_sellers: true })
  const { id, version } = created.body.campaign
  const publish = () => owner.post(`/admin/campaign/${id}/publish`)
  expect((await publish()).body.fields).toEqual({ commission_percent: '開放幫賣時，分潤至少 1 %' })
  const change = (data: object) => owner.put(`/admin/campaign/${id}`, { version, ...data })
  const team = await change({ kind: 'team', team_hours: 24 })
  expect([team.status, Object.keys(team.body.fields)]).toEqual([400, ['has_sellers']])
  expect((await change({ commission_percent: 5 })).status).toBe(200)
  expect((await publish()).status).toBe(200)
  const [row] = await rowsOf<{ state: string }>(shop, 'select state from campaigns where id = $1', [
    id,
  ])
  expect(row?.state).toBe('open')
})
