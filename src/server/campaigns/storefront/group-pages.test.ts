import { globSync, readFileSync } from 'node:fs'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { campaigns } from '../../db/tables/campaigns.ts'
import { groups } from '../../db/tables/groups.ts'
import { groupEvents } from '../../db/tables/participations.ts'
import {
  joinData,
  openCampaign,
  openParticipant,
  type TestCampaign,
} from '../../testing/test-campaigns.ts'
import { openTestShop, orderData, shopPrefix, type TestShop } from '../../testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ env: { WRITE_LIMITS: '1' } })
})
afterAll(() => shop.close())

async function join(campaign: TestCampaign, name: string, more: object = {}) {
  const member = await openParticipant(shop)
  const user = { ...orderData.user, name, email: member.email }
  const path = `/group/${campaign.code}/participation`
  const { status, body } = await member.post(path, joinData(campaign, [1], { ...more, user }))
  expect(status).toBe(200)
  return { member, place: body.participation }
}

const groupOf = async ({ code }: TestCampaign) =>
  (await shop.guest().get(`/group/${code}`)).body.group

describe('the public page of a group', () => {
  it('has counts, tiers, prices and what is missing (GROUP-05)', async () => {
    const campaign = await openCampaign(shop, { maxUnits: 30 })
    expect(await groupOf(campaign)).toMatchObject({
      code: campaign.code,
      state: 'forming',
      units: 0,
      missing: 10,
      places_left: 30,
      tier: 0,
      next: { from_units: 10, missing: 10, prices: [{ unit_price: 90 }] },
      recent: [],
      others: 0,
      campaign: { price_now: 100, price_lowest: 80, price_ceiling: 100, code: campaign.code },
    })
    const member = await openParticipant(shop)
    const path = `/group/${campaign.code}/participation`
    await member.post(path, joinData(campaign, [12]))
    await expect
      .poll(() => groupOf(campaign))
      .toMatchObject({
        state: 'reached',
        units: 12,
        members: 1,
        missing: 0,
        places_left: 18,
        tier: 1,
        next: { from_units: 20, missing: 8, prices: [{ unit_price: 80 }] },
        campaign: { price_now: 90, price_ceiling: 100 },
      })
  })

  it('of several prices the lowest is named as such, and on the page of a product its own (GROUP-05)', async () => {
    const productIds = [await shop.product({ price: 600 }), await shop.product({ price: 200 })]
    const tiers = [[1, 500, 100]] as const
    const { id, code } = await openCampaign(shop, {}, { productIds, tiers })
    const summary = { price_now: 100, price_ceiling: 100, has_several_prices: true }
    expect((await groupOf({ code } as TestCampaign)).campaign).toMatchObject(summary)
    for (const [index, price] of [500, 100].entries()) {
      const { body } = await shop.guest().get(`/campaigns?product_id=${productIds[index]}`)
      expect(body.campaigns).toEqual([expect.objectContaining({ id, price_now: price })])
      expect(body.campaigns[0]).toMatchObject({ price_ceiling: price })
      expect(body.campaigns[0]).not.toHaveProperty('has_several_prices')
    }
  })

  it('shows the last twenty by their first character, and who left no more (GROUP-10)', async () => {
    const campaign = await openCampaign(shop)
    const names = ['王小明', 'Alice', '歐陽修文', ...Array.from({ length: 19 }, (_, n) => `陳${n}`)]
    const joined = []
    for (const name of names) joined.push(await join(campaign, name))
    const hidden = await join(campaign, '不想說', { is_anonymous: true })
    await expect.poll(async () => (await groupOf(campaign)).members).toBe(23)
    const group = await groupOf(campaign)
    expect(group.recent.map(({ name }: { name: string }) => name)).toEqual([
      '匿名團友',
      ...Array.from({ length: 19 }, () => '陳○○'),
    ])
    expect(group.others).toBe(3)
    for (const { member, place } of [hidden, ...joined.slice(3)]) {
      await member.delete(`/participation/${place.id}`)
    }
    await expect.poll(async () => (await groupOf(campaign)).others).toBe(0)
    const { recent } = await groupOf(campaign)
    expect(recent.map(({ name }: { name: string }) => name)).toEqual(['歐○○', 'A○○', '王○○'])
  })

  it('tells nothing of a person but a masked name (GROUP-11)', async () => {
    const campaign = await openCampaign(shop)
    const { member, place } = await join(campaign, '司馬相如')
    await expect.poll(async () => (await groupOf(campaign)).members).toBe(1)
    const answers = await Promise.all(
      [
        '/campaigns',
        `/campaign/${campaign.id}`,
        `/group/${campaign.code}`,
        `/campaigns?product_id=${campaign.productIds[0]}`,
      ].map((path) => shop.guest().inject(`${shopPrefix}${path}`)),
    )
    for (const { statusCode, body } of answers) {
      expect(statusCode).toBe(200)
      const { name: _, ...rest } = orderData.user
      for (const secret of [
        '馬相如',
        member.uid,
        place.id,
        place.order_id,
        ...Object.values(rest),
      ]) {
        expect(body).not.toContain(secret)
      }
    }
  })

  it('is unknown for every other code, and not for as many as one likes (GROUP-04)', async () => {
    const { code } = await openCampaign(shop)
    expect(code).toMatch(/^[A-Za-z0-9_-]{22}$/)
    const codes = ['A'.repeat(22), 'A'.repeat(10_000), '..%2f', '%00', 'a%00b', '%F0%9F%98%80']
    for (const unknown of codes) {
      for (const path of [`/group/${unknown}`, `/group/${unknown}/events`]) {
        const { statusCode } = await shop.guest().inject(`${shopPrefix}${path}`)
        expect([400, 404]).toContain(statusCode)
      }
    }
    const guess = (ip: string) =>
      shop.app.inject({ url: `${shopPrefix}/group/${'B'.repeat(22)}`, remoteAddress: ip })
    const statuses = []
    for (let n = 0; n < 31; n++) statuses.push((await guess('192.0.2.1')).statusCode)
    expect(statuses.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 404))
    const refused = await guess('192.0.2.1')
    expect([statuses[30], refused.statusCode]).toEqual([429, 429])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await guess('192.0.2.2')).statusCode).toBe(404)
  })

  it('is 304 while nothing changes, with the time of now in each other answer (GROUP-15)', async () => {
    const campaign = await openCampaign(shop)
    const url = `${shopPrefix}/group/${campaign.code}`
    const ask = (etag = '') => shop.guest().inject({ url, headers: { 'if-none-match': etag } })
    const first = await ask()
    expect(first.headers['cache-control']).toBe('no-store')
    expect(Math.abs(first.json().server_now - Date.now() / 1_000)).toBeLessThan(60)
    const again = await ask(String(first.headers.etag))
    expect([again.statusCode, again.body]).toEqual([304, ''])
    await join(campaign, '王小明')
    await expect.poll(async () => (await ask(String(first.headers.etag))).statusCode).toBe(200)
    // A second later only the time differs.
    const changed = await ask()
    await expect
      .poll(async () => (await ask()).json().server_now)
      .not.toBe(changed.json().server_now)
    expect((await ask()).headers.etag).toBe(changed.headers.etag)
  })

  it('says how it ended, with the final price (GROUP-21)', async () => {
    const campaign = await openCampaign(shop, { minTarget: 1 })
    await join(campaign, '王小明')
    await shop.database.db
      .update(groups)
      .set({
        state: 'succeeded',
        outcome: 'succeeded',
        unitsFinal: 12,
        membersFinal: 1,
        finalTier: 1,
        decidedAt: sql`shop_now()`,
      })
      .where(eq(groups.id, campaign.groupId))
    await expect
      .poll(() => groupOf(campaign))
      .toMatchObject({
        state: 'succeeded',
        outcome: 'succeeded',
        units: 12,
        missing: 0,
        final_prices: [{ product_id: campaign.productIds[0], unit_price: 90 }],
      })
    expect(await groupOf(campaign)).not.toHaveProperty('next')
  })
})

describe('the public list', () => {
  it('has those that end first first, by tab and by product (GROUP-02) (GROUP-23)', async () => {
    const later = await openCampaign(shop, {
      title: '晚一點',
      endsAt: sql`shop_now() + interval '50 minutes'` as never,
    })
    const sooner = await openCampaign(
      shop,
      { title: '快截止', endsAt: sql`shop_now() + interval '40 minutes'` as never },
      { productIds: later.productIds, onHand: null },
    )
    const scheduled = await openCampaign(shop, { kind: 'team', state: 'scheduled' })
    const ids = async (query: string) => {
      const { body } = await shop.guest().get(`/campaigns${query}`)
      return body.campaigns.map(({ id }: { id: string }) => id)
    }
    await expect.poll(() => ids('')).toEqual(expect.arrayContaining([sooner.id]))
    expect((await ids('?state=open')).slice(0, 2)).toEqual([sooner.id, later.id])
    expect(await ids(`?product_id=${later.productIds[0]}`)).toEqual([sooner.id, later.id])
    expect(await ids('?state=scheduled')).toEqual([scheduled.id])
    expect((await shop.guest().get('/campaigns?state=draft')).status).toBe(400)
    expect((await shop.guest().get('/campaigns?page=x')).status).toBe(400)
  })

  it('shows neither a draft nor what was cancelled as one (GROUP-03)', async () => {
    const draft = await openCampaign(shop, { kind: 'team', state: 'draft', title: '草稿' })
    const gone = await openCampaign(shop, {
      kind: 'team',
      state: 'cancelled',
      outcome: 'cancelled',
      reason: '不辦了',
    })
    await shop.database.db.insert(groupEvents).values({
      campaignId: gone.id,
      event: 'cancel',
      fromState: 'draft',
      toState: 'cancelled',
      actor: 's:system',
    })
    const shown = await openCampaign(shop, { kind: 'team' })
    for (const { id } of [draft, gone, { id: '-unknown' }]) {
      expect((await shop.guest().get(`/campaign/${id}`)).status).toBe(404)
    }
    const { body } = await shop.guest().get(`/campaign/${shown.id}`)
    expect(body.campaign).toMatchObject({
      kind: 'team',
      missing: 10,
      products: [{ title: '高山茶', own_price: 120 }],
      tiers: [{ from_units: 1, prices: [{ unit_price: 100 }] }, {}, {}],
    })
    const { body: ended } = await shop.guest().get('/campaigns?state=ended')
    expect(ended.campaigns.map(({ id }: { id: string }) => id)).not.toContain(gone.id)
    await shop.database.db
      .update(campaigns)
      .set({ title: '改了標題' })
      .where(eq(campaigns.id, shown.id))
    await expect
      .poll(async () => (await shop.guest().get(`/campaign/${shown.id}`)).body.campaign.title)
      .toBe('改了標題')
  })
})

describe('the words of the shop', () => {
  it('never take a return away from a group (GROUP-22)', () => {
    // A product that the law excepts says so by the reason that its owner chose.
    const never = /不退換|恕不退|(?<!依法)不適用七天|拼團|參團|砍價/
    const files = globSync('{src,demo}/**/*.{ts,tsx,json}', {
      exclude: (path) => /\.(test|spec)\./.test(path),
    })
    expect(files.length).toBeGreaterThan(1_000)
    expect(files.filter((path) => never.test(readFileSync(path, 'utf8')))).toEqual([])
  })
})
