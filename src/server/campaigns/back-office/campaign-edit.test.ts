import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Role } from '#contract/permissions.ts'
import { campaigns } from '../../db/tables/campaigns.ts'
import { products } from '../../db/tables/catalog.ts'
import { groups } from '../../db/tables/groups.ts'
import { campaignInput, publishCampaign } from '../../testing/published-campaign.ts'
import {
  openAdministrator,
  openStaff,
  type TestAdministrator,
} from '../../testing/test-administrator.ts'
import { moveShopClock, openCampaign } from '../../testing/test-campaigns.ts'
import { endGroup, joinAs } from '../../testing/test-closing.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { settleAll } from '../closing/settle.ts'

let shop: TestShop
let owner: TestAdministrator
beforeAll(async () => {
  shop = await openTestShop()
  owner = await openAdministrator(shop)
})
afterAll(() => shop.close())

const now = () => Math.floor(Date.now() / 1_000)

async function create(changes: Record<string, unknown> = {}) {
  const product = await shop.product({ price: 1_000 })
  const reply = await owner.post('/admin/campaign', campaignInput(product, changes))
  return { ...reply, product, campaign: reply.body.campaign }
}

async function detail(id: string) {
  return (await owner.get(`/admin/campaign/${id}`)).body.campaign
}

it('lists who may open a team, and replaces exactly this list (JOIN-24)', async () => {
  const { campaign } = await create({ kind: 'team', team_hours: 24, leaders_only: true })
  const path = `/admin/campaign/${campaign.id}/leaders`
  const listed = async () => (await owner.get(path)).body.leaders
  expect(await listed()).toEqual([])
  const emails = ['leader-a@example.com', 'leader-b@example.com'] as const
  for (const email of emails) await shop.member(email)
  expect((await owner.put(path, { emails: emails.toReversed() })).status).toBe(200)
  expect(await listed()).toEqual(emails.map((email) => ({ email, name: '' })))
  const unknown = await owner.put(path, { emails: [emails[0], 'nobody@example.com'] })
  expect(unknown.status).toBe(400)
  expect(await listed()).toHaveLength(2)
  expect((await owner.put(path, { emails: [emails[1]] })).status).toBe(200)
  expect(await listed()).toEqual([{ email: emails[1], name: '' }])
  const stale = { emails: [emails[0]], expected_emails: emails }
  const refused = await owner.put(path, stale)
  expect([refused.status, refused.body.code]).toEqual([409, 'CAMPAIGN_CHANGED'])
  expect(await listed()).toEqual([{ email: emails[1], name: '' }])
  expect((await owner.put(path, { ...stale, expected_emails: [emails[1]] })).status).toBe(200)
  expect(await listed()).toEqual([{ email: emails[0], name: '' }])
  expect((await owner.get('/admin/campaign/-unknown/leaders')).status).toBe(404)
})

it('names a leader without an address by number, telephone or account (JOIN-24, LINE-02)', async () => {
  const { campaign } = await create({ kind: 'team', team_hours: 24, leaders_only: true })
  const path = `/admin/campaign/${campaign.id}/leaders`
  const { pool } = shop.database
  const [buyer, newcomer] = [await shop.member(), await shop.member()]
  for (const { uid } of [buyer, newcomer]) {
    await pool.query(
      `update members set email = null, email_key = null, email_verified = false, password_hash = null
       where uid = $1`,
      [uid],
    )
  }
  const customer = async (uid: string) => {
    const { rows } = await pool.query<{ num: string }>(
      `insert into customers (key, name, tel) values ('m:' || $1, '陳小姐', '0922-333-444')
       on conflict (key) do update set tel = excluded.tel returning num`,
      [uid],
    )
    return String(rows[0]?.num)
  }
  const num = await customer(buyer.uid)
  const listed = async () =>
    (await owner.get(path)).body.leaders.map(({ email }: { email: string }) => email).toSorted()
  for (const text of [num, '0922333444', buyer.uid]) {
    expect((await owner.put(path, { emails: [text] })).status, text).toBe(200)
    expect(await listed()).toEqual([num])
  }
  // The list that is shown can be saved again.
  expect((await owner.put(path, { emails: [num, newcomer.uid] })).status).toBe(200)
  const shown = await listed()
  expect(shown).toEqual([num, newcomer.uid].toSorted())
  expect((await owner.put(path, { emails: shown, expected_emails: shown })).status).toBe(200)
  await customer(newcomer.uid)
  for (const text of ['0922333444', '999999', 'nobody']) {
    expect((await owner.put(path, { emails: [text] })).body.fields, text).toHaveProperty('email')
  }
})

it('campaigns are chosen by a part of their title, or told by ids, archived ones too (DOOR-06)', async () => {
  const { campaign } = await create({ title: '選擇：Honey 蜂蜜' })
  const other = await create({ title: '選擇：茶' })
  const packer = await openStaff(shop, 'packer')
  const choices = async (query: string) =>
    (await packer.get(`/admin/campaigns/choices?${query}`)).body
  const titles = ({ campaigns }: { campaigns: { title: string }[] }) =>
    campaigns.map(({ title }) => title)
  expect(titles(await choices('')).slice(0, 2)).toEqual([other.campaign.title, campaign.title])
  expect(titles(await choices(`q=${encodeURIComponent('honey')}`))).toEqual([campaign.title])
  await owner.delete(`/admin/campaign/${campaign.id}`)
  expect(titles(await choices(`q=${encodeURIComponent('honey')}`))).toEqual([])
  const [told, ...others] = (await choices(`ids=${campaign.id},none`)).campaigns
  expect([told.title, told.state, others]).toEqual([campaign.title, 'draft', []])
})

it('tells the addresses of named leaders to those alone who may name them (LEADER-10)', async () => {
  const { campaign } = await create({ kind: 'team', team_hours: 24, leaders_only: true })
  const read = async (role: Role) =>
    (await (await openStaff(shop, role)).get(`/admin/campaign/${campaign.id}/leaders`)).status
  expect([await read('manager'), await read('viewer'), await read('packer')]).toEqual([
    200, 403, 403,
  ])
})

describe('a draft', () => {
  it('is saved with no more than a title, and says by field what is missing (CAMP-03)', async () => {
    const saved = await owner.post('/admin/campaign', { title: '只有名稱' })
    expect(saved.status).toBe(200)
    expect(saved.body.campaign).toMatchObject({ state: 'draft', title: '只有名稱', tiers: [] })
    const { id, version } = saved.body.campaign
    const refused = await owner.post(`/admin/campaign/${id}/publish`)
    expect(refused.status).toBe(400)
    expect(refused.body.fields).toEqual({
      products: '請選擇商品',
      tiers: '請填寫第 1 級的價格',
      min_target: '請填寫成團門檻',
      starts_at: '請填寫開團時間',
      ends_at: '請填寫截止時間',
    })
    expect(refused.body.message).toEqual(Object.values(refused.body.fields))
    const team = await owner.put(`/admin/campaign/${id}`, { kind: 'team', version })
    expect(team.status).toBe(200)
    const asTeam = await owner.post(`/admin/campaign/${id}/publish`)
    expect(asTeam.body.fields).toMatchObject({ team_hours: '請填寫成團時限' })
    expect((await detail(id)).state).toBe('draft')
  })

  it('whose tiers are wrong names the tier', async () => {
    const product = await shop.product({ price: 1_000 })
    const tier = (from_units: number, unit_price: number) => ({
      from_units,
      prices: [{ product_id: product, unit_price }],
    })
    const reply = await owner.post(
      '/admin/campaign',
      campaignInput(product, { tiers: [tier(1, 900), tier(5, 900)] }),
    )
    expect(reply.status).toBe(400)
    expect(reply.body.fields).toEqual({ tiers: '第 2 級「手感馬克杯」的價格須低於前一級' })
  })

  it('is refused one step outside of each bound, and accepted at each bound (CAMP-05)', async () => {
    const long = (length: number) => '團'.repeat(length)
    const lots = { min_target: 1, max_units: 1_000_000 }
    const span = (seconds: number) => ({ starts_at: now() + 60, ends_at: now() + 60 + seconds })
    const team = { kind: 'team', team_hours: 24 }
    const day = 86_400
    const bounds: [field: string, good: object[], bad: object[]][] = [
      ['title', [{ title: '團' }, { title: long(60) }], [{ title: ' ' }, { title: long(61) }]],
      [
        'min_target',
        [{ min_target: 1 }, { min_target: 100_000 }],
        [{ min_target: 0 }, { min_target: 100_001 }],
      ],
      [
        'max_units',
        [{ max_units: 2 }, { max_units: 1_000_000 }],
        [{ max_units: 1 }, { max_units: 1_000_001 }, { lot_size: 12, max_units: 25 }],
      ],
      [
        'lot_size',
        [{ lot_size: 1 }, { ...lots, lot_size: 1_000 }],
        [{ lot_size: 0 }, { ...lots, max_units: null, lot_size: 1_001 }],
      ],
      [
        'per_member_limit',
        [{ per_member_limit: 1 }, { per_member_limit: 9_999 }],
        [{ per_member_limit: 0 }, { per_member_limit: 10_000 }],
      ],
      [
        'team_hours',
        [
          { ...team, team_hours: 1 },
          { ...team, team_hours: 720 },
        ],
        [{ ...team, team_hours: 0 }, { ...team, team_hours: 721 }, { team_hours: 24 }],
      ],
      [
        'commission_percent',
        [{ commission_percent: 0 }, { commission_percent: 30 }],
        [{ commission_percent: -1 }, { commission_percent: 31 }],
      ],
      [
        'grace_minutes',
        [{ grace_minutes: 0 }, { grace_minutes: 60 }],
        [{ grace_minutes: -1 }, { grace_minutes: 61 }],
      ],
      ['ends_at', [span(600), span(60 * day)], [span(599), span(60 * day + 1)]],
    ]
    const product = await shop.product({ price: 1_000 })
    for (const [field, good, bad] of bounds) {
      for (const changes of good) {
        const reply = await owner.post('/admin/campaign', campaignInput(product, { ...changes }))
        expect([field, changes, reply.status]).toEqual([field, changes, 200])
      }
      for (const changes of bad) {
        const reply = await owner.post('/admin/campaign', campaignInput(product, { ...changes }))
        expect([field, changes, reply.status]).toEqual([field, changes, 400])
        expect(Object.keys(reply.body.fields)).toEqual([field])
      }
    }
  })

  it('has 1 to 10 products, lots of a single one, and prices up to their own (CAMP-05)', async () => {
    const ids = await Promise.all(Array.from({ length: 11 }, () => shop.product({ price: 1_000 })))
    const selling = (chosen: string[], changes: object = {}) => ({
      ...campaignInput(chosen[0] ?? ''),
      products: chosen.map((product_id) => ({ product_id })),
      tiers: [
        {
          from_units: 1,
          prices: chosen.map((product_id) => ({ product_id, unit_price: 1_000 })),
        },
      ],
      ...changes,
    })
    const status = async (input: object) => (await owner.post('/admin/campaign', input)).status
    expect(await status(selling(ids.slice(0, 10)))).toBe(200)
    expect(await status(selling(ids))).toBe(400)
    const none = await owner.post('/admin/campaign', selling([], { tiers: [] }))
    const refused = await owner.post(`/admin/campaign/${none.body.campaign.id}/publish`)
    expect(refused.body.fields).toMatchObject({ products: '請選擇商品' })
    expect(await status(selling(ids.slice(0, 2), { lot_size: 2 }))).toBe(400)
    expect(await status(selling(ids.slice(0, 1), { lot_size: 2, min_target: 2 }))).toBe(200)
    const [only = ''] = ids
    const priced = (unit_price: number) =>
      selling([only], { tiers: [{ from_units: 1, prices: [{ product_id: only, unit_price }] }] })
    expect(await status(priced(1))).toBe(200)
    expect(await status(priced(0))).toBe(400)
    expect(await status(priced(1_001))).toBe(400)
  })

  it('cannot authorise where no method of the provider does (CAMP-06)', async () => {
    const options = await owner.get('/admin/campaigns/options')
    expect(options.body.money).toEqual(['pay_after_success'])
    const reply = await create({ money: 'authorise_capture' })
    expect(reply.status).toBe(400)
    expect(reply.body.fields).toEqual({ money: '目前的金流不支援成團才扣款' })
  })

  it('is copied with its settings, products and tiers, without times (CAMP-09)', async () => {
    const { campaign } = await create({
      max_units: 50,
      per_member_limit: 3,
      withdraw: 'until_reached',
    })
    await owner.post(`/admin/campaign/${campaign.id}/publish`)
    const copied = await owner.post(`/admin/campaign/${campaign.id}/copy`)
    expect(copied.status).toBe(200)
    const copy = copied.body.campaign
    const { id: _, num: __, created_at: ___, version: ____, ...settings } = campaign
    const { starts_at, ends_at, ...rest } = settings
    expect([starts_at, ends_at]).not.toContain(undefined)
    expect(copy).toMatchObject({ ...rest, title: '中秋月餅團（複製）', state: 'draft', groups: {} })
    expect(copy.id).not.toBe(campaign.id)
    expect(copy).not.toHaveProperty('starts_at')
    expect(copy).not.toHaveProperty('ends_at')
  })

  it('of two administrators is not written over: the second one reloads', async () => {
    const { campaign } = await create()
    const change = (title: string) =>
      owner.put(`/admin/campaign/${campaign.id}`, { title, version: campaign.version })
    const statuses = (await Promise.all([change('甲'), change('乙')])).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 409])
  })
})

describe('a published campaign', () => {
  it('sells the snapshot of its products, whatever becomes of them (CAMP-10)', async () => {
    const product = await shop.product({ title: '月餅', price: 1_000, unit: '盒' })
    const id = await publishCampaign(owner, product)
    const before = await detail(id)
    await shop.database.db
      .update(products)
      .set({ title: '別的', price: 10, isEnabled: false })
      .where(eq(products.id, product))
    const after = await detail(id)
    expect(after.products).toEqual(before.products)
    expect(after.products[0]).toMatchObject({ title: '月餅', own_price: 1_000, unit: '盒' })
    expect(before.unavailable).toEqual([])
    expect(after.unavailable).toEqual([product])
    expect((await shop.guest().get(`/campaign/${id}`)).body.campaign.products).toEqual(
      before.products,
    )
    await owner.delete(`/admin/product/${product}`)
    expect((await detail(id)).products).toEqual(before.products)
    // A draft has no snapshot: it shows what is there now, and a deleted product is refused.
    await owner.post(`/admin/campaign/${id}/unpublish`)
    const refused = await owner.post(`/admin/campaign/${id}/publish`)
    expect(refused.body.fields).toMatchObject({ products: '有商品已刪除，請重新選擇' })
  })

  it('changes texts and raises limits once it is open, and nothing else (CAMP-11)', async () => {
    const product = await shop.product({ price: 1_000 })
    const limits = { max_units: 10, per_member_limit: 2 }
    const id = await publishCampaign(owner, product, limits)
    await openNow(id)
    const change = async (changes: object) => {
      const { version } = await detail(id)
      return owner.put(`/admin/campaign/${id}`, { ...changes, version })
    }
    const texts = { title: '新名稱', description: '說明', pictures: ['https://p.example/1.jpg'] }
    expect((await change(texts)).status).toBe(200)
    expect((await change({ max_units: 20, per_member_limit: 5 })).status).toBe(200)
    expect(await detail(id)).toMatchObject({ ...texts, max_units: 20, per_member_limit: 5 })
    const [group] = await shop.database.db.select().from(groups).where(eq(groups.campaignId, id))
    expect(group?.maxUnits).toBe(20)
    const tiers = [{ from_units: 1, prices: [{ product_id: product, unit_price: 1 }] }]
    const other = await shop.product()
    const refusals: object[] = [
      { max_units: 19 },
      { per_member_limit: 4 },
      { tiers },
      { products: [{ product_id: other }] },
      { money: 'authorise_capture' },
      { kind: 'team', team_hours: 2 },
      { metric: 'members' },
      { min_target: 1 },
      { lot_size: 2 },
      { leaders_only: true },
      { withdraw: 'until_reached' },
      { coupons: true },
      { supply: 'order' },
      { delivery: 'leader' },
      { commission_percent: 5 },
      { grace_minutes: 5 },
      { starts_at: now() - 1_000 },
      { ends_at: now() + 100_000 },
    ]
    for (const changes of refusals) {
      const reply = await change(changes)
      expect([changes, reply.status, reply.body.message]).toEqual([
        changes,
        409,
        '開團後不能修改價格與成團條件',
      ])
    }
  })

  it('opens at once when its time has come, also by a change of it (DOOR-06)', async () => {
    const now = Math.floor(Date.now() / 1_000)
    const product = await shop.product()
    const past = await publishCampaign(owner, product, { starts_at: now - 60 })
    expect(await detail(past)).toMatchObject({ state: 'open', code: expect.any(String) })
    const later = await publishCampaign(owner, product)
    const { version, state } = await detail(later)
    expect(state).toBe('scheduled')
    const changed = await owner.put(`/admin/campaign/${later}`, { starts_at: now - 60, version })
    expect(changed.body.campaign.state).toBe('open')
  })

  it('is a draft again only before it begins', async () => {
    const id = await publishCampaign(owner, await shop.product())
    expect((await owner.post(`/admin/campaign/${id}/unpublish`)).body.campaign.state).toBe('draft')
    await owner.post(`/admin/campaign/${id}/publish`)
    await openNow(id)
    const refused = await owner.post(`/admin/campaign/${id}/unpublish`)
    expect([refused.status, refused.body.message]).toEqual([409, '目前是「開團中」，不能這樣做'])
  })

  it('is archived once it is over, and not before', async () => {
    const id = await publishCampaign(owner, await shop.product())
    expect((await owner.delete(`/admin/campaign/${id}`)).status).toBe(409)
    await owner.post(`/admin/campaign/${id}/cancel`, { reason: '缺貨' })
    expect((await owner.delete(`/admin/campaign/${id}`)).status).toBe(200)
    expect((await owner.get(`/admin/campaign/${id}`)).status).toBe(404)
    const [row] = await shop.database.db.select().from(campaigns).where(eq(campaigns.id, id))
    expect(row?.archivedAt).not.toBeNull()
  })

  it('is settled and archived once its goods are handed over, and says what is waited for (CAMP-20, DOOR-06)', async () => {
    onTestFinished(() => moveShopClock(shop, '0 seconds'))
    const campaign = await openCampaign(shop, { minTarget: 2, supply: 'order' })
    const [kept, paidBack] = [await joinAs(shop, campaign), await joinAs(shop, campaign)]
    await endGroup(shop, campaign)
    const ofOrder = ({ orderId }: typeof kept) => `/admin/order/${orderId}`
    for (const member of [kept, paidBack]) await owner.put(ofOrder(member), { is_paid: true })
    const { refundable: amount } = (await owner.get(ofOrder(paidBack))).body
    const { body } = await owner.post(`${ofOrder(paidBack)}/refund`, { amount, reason: '退' })
    const remitted = { remitted_on: '2026-11-20', account_last5: '89012' }
    await owner.post(`/admin/refund/${body.data.id}/done`, remitted)
    const settled = async () => {
      await settleAll(shop.database.db)
      const { state, waiting } = await detail(campaign.id)
      return [state, waiting]
    }
    const none = { unpaid: 0, money: 0, to_order: 0, to_arrive: 0, to_ship: 0 }
    expect(await settled()).toEqual(['succeeded', { ...none, to_order: 1 }])
    const refused = await owner.delete(`/admin/campaign/${campaign.id}`)
    expect([refused.status, refused.body.message]).toEqual([409, '目前是「已成團」，不能這樣做'])
    expect((await owner.post(`/admin/campaign/${campaign.id}/supplier-order`)).status).toBe(200)
    expect(await settled()).toEqual(['succeeded', { ...none, to_arrive: 1 }])
    await owner.post(`${ofOrder(kept)}/parcel`, { carrier: 'own' })
    expect(await settled()).toEqual(['settled', undefined])
    expect((await owner.delete(`/admin/campaign/${campaign.id}`)).status).toBe(200)
  })

  it('is shown by its address after it was archived, and in no list (GROUP-03)', async () => {
    const id = await publishCampaign(owner, await shop.product())
    await openNow(id)
    await owner.post(`/admin/campaign/${id}/cancel`, { reason: '缺貨' })
    const listed = async () => {
      const { campaigns } = (await shop.guest().get('/campaigns?state=ended')).body
      return campaigns.map((campaign: { id: string }) => campaign.id)
    }
    await expect.poll(listed).toContain(id)
    expect((await owner.delete(`/admin/campaign/${id}`)).status).toBe(200)
    await expect.poll(listed).not.toContain(id)
    expect((await shop.guest().get(`/campaign/${id}`)).body.campaign).toMatchObject({
      id,
      is_archived: true,
    })
  })
})

/** As the opening job does, without waiting for it. */
async function openNow(id: string): Promise<void> {
  await shop.database.db.transaction(async (tx) => {
    await tx.execute(sql`update campaigns set starts_at = shop_now() - interval '1 minute',
      state = 'open', version = version + 1 where id = ${id}`)
    await tx.execute(sql`insert into groups (id, campaign_id, pool_of, code, opened_at, expires_at, max_units)
      select 'g' || id, id, id, 'code-' || id, starts_at, ends_at, max_units from campaigns
      where id = ${id} on conflict do nothing`)
  })
}
