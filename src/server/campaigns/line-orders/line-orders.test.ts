import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { groups } from '../../db/tables/groups.ts'
import { linePeople } from '../../db/tables/line-people.ts'
import { brokenChecks } from '../../testing/broken-checks.ts'
import { openAdministrator, type TestAdministrator } from '../../testing/test-administrator.ts'
import {
  countsOf,
  footprint,
  joinData,
  openCampaign,
  openParticipant,
} from '../../testing/test-campaigns.ts'
import { endGroup, joinAs, rowsOf } from '../../testing/test-closing.ts'
import { createPickUp } from '../../testing/test-hand-outs.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'

let shop: TestShop
let owner: TestAdministrator
beforeAll(async () => {
  // Mails would be queued, if anybody had an address.
  shop = await openTestShop({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } })
  owner = await openAdministrator(shop)
  await allow({ line_orders: true, line_orders_by_leaders: true })
})
afterAll(() => shop.close())

async function allow(changes: object) {
  const { order } = (await owner.get('/admin/settings')).body.settings
  const values = { ...order.values, ...changes }
  await owner.put('/admin/settings/order', { version: order.version, values })
}

type Values = Parameters<typeof openCampaign>[1]

/** A team of two products at 100, with one piece of its leader, who hands out. */
async function openTeam(values: Values = {}) {
  const productIds = [
    await shop.product({ title: '日式蝦餅', unit: '包' }),
    await shop.product({ title: '馬克杯', unit: '個' }),
  ]
  const campaign = await openCampaign(
    shop,
    { kind: 'team', delivery: 'leader', minTarget: 3, ...values },
    { productIds, tiers: [[1, 100, 100]] },
  )
  const leader = await openParticipant(shop)
  const more = { pickup_place: '信義區 1 號管理室' }
  const opened = await leader.post(`/campaign/${campaign.id}/group`, joinData(campaign, [1], more))
  expect(opened.status).toBe(200)
  const { code } = opened.body
  const [group] = await shop.database.db.select().from(groups).where(eq(groups.code, code))
  const { participation } = opened.body
  return { ...campaign, code, groupId: group?.id ?? '', leader, own: participation.id as string }
}
type Team = Awaited<ReturnType<typeof openTeam>>

const read = ({ leader, code }: Team, text: string, more: object = {}) =>
  leader.post(`/leader/${code}/line-orders/read`, { text, ...more })
const enter = ({ leader, code }: Team, places: object[]) =>
  leader.post(`/leader/${code}/line-orders/enter`, { places })
/** So many pieces of each product. */
const linesOf = ({ productIds }: Pick<Team, 'productIds'>, ...counts: number[]) =>
  joinData({ productIds }, counts).lines
async function personOf(team: Team, name: string) {
  const { people } = (await read(team, '')).body
  return people.find(({ names }: { names: string[] }) => names.includes(name))
}
const placesOf = ({ groupId }: Pick<Team, 'groupId'>) =>
  rowsOf<{ name: string; email: string; owner: string; state: string; qty: number }>(
    shop,
    `select orders.contact_name as name, orders.user_email as email, orders.owner, place.state,
      place.qty from participations as place join orders on orders.id = place.order_id
    where place.group_id = $1 and place.member_id like 'line:%' order by place.seq`,
    [groupId],
  )

const chat = [
  '[LINE] 好吃團購的聊天記錄',
  '2026/11/27（五）',
  '上午09:46\t小美🌸\tA+2',
  '上午09:47\t阿明 Ming\tB+1',
  '上午09:48\t小美🌸\t改成3',
  '上午09:50\t小華\t+1',
  '上午09:51\t小華\t好期待！',
].join('\n')

describe('a chat', () => {
  it('is read without a trace; what was looked at becomes places that count, once (LINE-05)', async () => {
    const team = await openTeam()
    const before = await footprint(shop, team.id)
    const { status, body } = await read(team, chat)
    expect(status).toBe(200)
    const [prawn, mug] = team.productIds
    expect(body.goods).toMatchObject([
      { product_id: prawn, title: '日式蝦餅', words: ['A'], unit_price: 100 },
      { product_id: mug, title: '馬克杯', words: ['B'], unit_price: 100 },
    ])
    expect(
      body.entries.flatMap(({ name, outcome, doubts, moves }: (typeof body.entries)[number]) =>
        name ? [[name, outcome, doubts, moves]] : [],
      ),
    ).toEqual([
      ['小美🌸', 'order', [], [{ product_id: prawn, by: 2 }]],
      ['阿明 Ming', 'order', [], [{ product_id: mug, by: 1 }]],
      ['小美🌸', 'order', [], [{ product_id: prawn, by: 1 }]],
      ['小華', 'unsure', ['which'], [{ product_id: prawn, by: 1 }]],
      ['小華', 'skipped', [], []],
    ])
    expect([body.people, await footprint(shop, team.id)]).toEqual([[], before])

    const places = [
      { name: '小美🌸', contact_name: '王小美', tel: '0912-345-678', lines: linesOf(team, 3) },
      { name: '阿明 Ming', lines: linesOf(team, 0, 1) },
    ]
    const quoted = await read(team, '', { places })
    expect(quoted.body.quotes).toEqual([
      { name: '小美🌸', total: 300 },
      { name: '阿明 Ming', total: 100 },
    ])
    const seen = places.map((place, index) => ({
      ...place,
      expected_total: quoted.body.quotes[index].total,
    }))
    const entered = await enter(team, seen)
    expect(entered.body).toMatchObject({
      message: '已登錄 2 人',
      results: [{ outcome: 'entered' }, { outcome: 'entered' }],
    })
    expect(await placesOf(team)).toEqual([
      {
        ...{ name: '王小美', email: '', owner: expect.stringMatching(/^g:line:/) },
        ...{ state: 'held', qty: 3 },
      },
      expect.objectContaining({ name: '阿明 Ming', qty: 1 }),
    ])
    // The leader's own piece with them: the minimum of 3 is reached.
    expect(await countsOf(shop, team.groupId)).toMatchObject({
      ...{ state: 'reached', taken: [5, 3], counted: [5, 3] },
    })
    const after = await footprint(shop, team.id)
    const again = await enter(team, seen)
    const outcomes = again.body.results.map(({ outcome }: { outcome: string }) => outcome)
    expect([outcomes, await footprint(shop, team.id)]).toEqual([['unchanged', 'unchanged'], after])
    expect(await rowsOf(shop, `select from mail_outbox where recipient = ''`)).toEqual([])
    expect(await brokenChecks(shop.databaseUrl)).toEqual([])
  })

  it('follows what was seen: a place is changed and given up as it was shown, by any name of its person (LINE-05)', async () => {
    const team = await openTeam({ minTarget: 10 })
    await enter(team, [{ name: '小美', lines: linesOf(team, 2) }])
    const { person_id, place } = await personOf(team, '小美')
    const { version } = place
    // Of two who read the same text at once, the second is refused.
    const change = { person_id, version, lines: linesOf(team, 1, 1), expected_total: 200 }
    expect((await enter(team, [{ name: '美美', ...change }])).body.results).toEqual([
      { name: '美美', outcome: 'changed' },
    ])
    const late = { name: '小美', version, lines: linesOf(team, 5) }
    expect((await enter(team, [late])).body).toEqual({
      success: true,
      message: '已登錄 0 人，1 人沒有登錄',
      results: [{ name: '小美', outcome: 'refused', message: '份數剛剛變更過，請重新讀取' }],
    })
    // Both names are known in the next chat, also that with a space.
    await enter(team, [
      { name: '小美 Mei', person_id, version: version + 1, lines: linesOf(team, 4) },
    ])
    const { body } = await read(team, ['2026.11.27 星期五', '17:22 小美 Mei A+1'].join('\n'))
    expect(body.entries.at(-1)).toMatchObject({ name: '小美 Mei', outcome: 'order' })
    expect(body.people).toMatchObject([
      { person_id, names: expect.arrayContaining(['小美', '美美', '小美 Mei']), place: { qty: 4 } },
    ])
    const gone = { name: '小美', version: version + 2, lines: [] }
    expect((await enter(team, [gone])).body.results).toMatchObject([{ outcome: 'ended' }])
    expect(await placesOf(team)).toMatchObject([{ state: 'withdrawn' }])
    expect((await countsOf(shop, team.groupId)).taken).toEqual([1, 1])
    expect(await brokenChecks(shop.databaseUrl)).toEqual([])
  })

  it('enters a person once, however many enter at once (LINE-05)', async () => {
    const campaign = await openCampaign(shop, { delivery: 'leader', minTarget: 10 })
    const places = [{ name: '小美', lines: linesOf(campaign, 2) }]
    const data = { campaign_id: campaign.id, places }
    const all = await Promise.all(
      Array.from({ length: 5 }, () => owner.post('/admin/line-orders/enter', data)),
    )
    const outcomes = all.map(({ body }) => body.results[0].outcome)
    expect(outcomes.toSorted()).toEqual(['entered', ...Array(4).fill('unchanged')])
    expect((await countsOf(shop, campaign.groupId)).taken).toEqual([2, 1])
  })

  it('names who seems to have joined without it, and refuses one person and not the others (LINE-05)', async () => {
    const team = await openTeam({ minTarget: 10, maxUnits: 12, perMemberLimit: 6 })
    await joinAs(shop, team, 1)
    const { body } = await read(team, '小明 A+1\n小美 A+1')
    // Their order is of 王小明.
    expect(body.joined).toEqual([{ name: '小明', contact_name: '王小明' }])
    const { results } = (
      await enter(team, [
        { name: '小美', lines: linesOf(team, 7) },
        { name: '阿明', lines: linesOf(team, 2), expected_total: 100 },
        { name: '小華', lines: linesOf(team, 6), expected_total: 600 },
        { name: '阿華', lines: linesOf(team, 5) },
        { name: '阿美', person_id: 'unknown', lines: linesOf(team, 1) },
        { name: '小林', lines: [{ product_id: 'unknown', qty: 1 }] },
      ])
    ).body
    expect(results).toEqual([
      { name: '小美', outcome: 'refused', message: '每人限購 6 份，已跟團 0 份' },
      { name: '阿明', outcome: 'refused', message: expect.stringContaining('NT$200') },
      { name: '小華', outcome: 'entered' },
      { name: '阿華', outcome: 'refused', message: '只剩 4 份，請減少數量' },
      { name: '阿美', outcome: 'refused', message: '找不到這個人，請重新讀取' },
      { name: '小林', outcome: 'refused', message: '商品不屬於這個團購，或重複' },
    ])
    expect(await placesOf(team)).toMatchObject([{ name: '小華', qty: 6 }])
    const known = await shop.database.db
      .select({ name: linePeople.name })
      .from(linePeople)
      .where(eq(linePeople.keeper, `m:${team.leader.uid}`))
    expect(known).toEqual([{ name: '小華' }])
    expect(await brokenChecks(shop.databaseUrl)).toEqual([])
  })
})

describe('who may enter, and where', () => {
  it('is the leader of the group, where the shop allows it (LINE-05)', async () => {
    const team = await openTeam()
    const places = [{ name: '小美', lines: linesOf(team, 1) }]
    for (const leader of [(await openTeam()).leader, await joinAs(shop, team)]) {
      expect((await read({ ...team, leader }, chat)).status).toBe(404)
      expect((await enter({ ...team, leader }, places)).status).toBe(404)
    }
    const consoleOf = async () =>
      (await team.leader.get(`/group/${team.code}/console`)).body.console
    expect(await consoleOf()).toMatchObject({ takes_line_orders: true })
    await allow({ line_orders_by_leaders: false })
    expect([(await read(team, chat)).status, (await enter(team, places)).status]).toEqual([
      403, 403,
    ])
    expect(await consoleOf()).not.toHaveProperty('takes_line_orders')
    const ofTeam = { campaign_id: team.id, group_id: team.groupId }
    expect((await owner.post('/admin/line-orders/enter', { ...ofTeam, places })).status).toBe(200)
    await allow({ line_orders: false, line_orders_by_leaders: true })
    const off = await owner.post('/admin/line-orders/read', { ...ofTeam, text: chat })
    expect([off.status, (await read(team, chat)).status]).toEqual([403, 403])
    await allow({ line_orders: true })
  })

  it('is an open group that is paid after success and fetched (LINE-05)', async () => {
    const refusalOf = async (values: Values, isOver = false) => {
      const campaign = await openCampaign(shop, values)
      if (isOver) {
        await shop.database.db
          .update(groups)
          .set({ expiresAt: new Date(0) })
          .where(eq(groups.id, campaign.groupId))
      }
      const { body } = await owner.post('/admin/line-orders/read', {
        ...{ campaign_id: campaign.id, text: '' },
      })
      const places = [{ name: '小美', lines: linesOf(campaign, 1) }]
      const entered = await owner.post('/admin/line-orders/enter', {
        ...{ campaign_id: campaign.id, places },
      })
      expect([entered.status, entered.body.message]).toEqual([409, body.group.refusal])
      return body.group.refusal
    }
    expect(await refusalOf({ money: 'authorise_capture' })).toContain('授權')
    expect(await refusalOf({})).toContain('寄到每個人的地址')
    expect(await refusalOf({ delivery: 'leader' }, true)).toBe('這個團已截止')
  })

  it('leaves the lead to those who have an account (LINE-05)', async () => {
    const team = await openTeam({ minTarget: 10 })
    await enter(team, [{ name: '小美', lines: linesOf(team, 1) }])
    await team.leader.delete(`/participation/${team.own}`)
    const [group] = await shop.database.db.select().from(groups).where(eq(groups.id, team.groupId))
    expect(group).toMatchObject({ state: 'forming', leaderId: null, membersTaken: 1 })
  })
})

it('a place that the staff have entered is fetched at the shop, and paid by its link (LINE-05)', async () => {
  const { fee: _, ...pickUp } = await createPickUp(owner)
  const campaign = await openCampaign(shop, { minTarget: 2, shippingMethodIds: [pickUp.method_id] })
  const ofPool = { campaign_id: campaign.id }
  const places = [
    { name: '小美', lines: linesOf(campaign, 3), expected_total: 300 },
    { name: '阿明', lines: linesOf(campaign, 1) },
  ]
  const { body } = await owner.post('/admin/line-orders/enter', {
    ...ofPool,
    places,
    pick_up: pickUp,
  })
  expect(body.results).toMatchObject([{ outcome: 'entered' }, { outcome: 'entered' }])
  const [{ n } = { n: 0 }] = await rowsOf<{ n: number }>(
    shop,
    `select count(distinct customer_key)::int as n from orders where group_id = $1`,
    [campaign.groupId],
  )
  expect(n).toBe(2)
  await endGroup(shop, campaign)
  const { people } = (await owner.post('/admin/line-orders/read', { ...ofPool, text: '' })).body
  expect(people).toMatchObject([
    { names: ['小美'], place: { state: 'awaiting_payment', total: 300 } },
    { names: ['阿明'], place: { state: 'awaiting_payment', total: 100 } },
  ])
  const { pathname, search } = new URL(people[0].place.link)
  const id = pathname.split('/').at(-1)
  const person = shop.guest()
  const shown = await person.get(`/order/${id}${search}`)
  expect(shown.body.order).toMatchObject({
    user: { name: '小美', address: expect.stringContaining('中山店') },
    total: 300,
  })
  expect((await person.post(`/pay/${id}${search}`)).status).toBe(200)
  const [paid] = await placesOf(campaign)
  expect(paid).toMatchObject({ name: '小美', state: 'confirmed' })
  expect(await brokenChecks(shop.databaseUrl)).toEqual([])
})
