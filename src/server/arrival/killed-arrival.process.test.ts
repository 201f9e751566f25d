import { afterAll, beforeAll, expect, it } from 'vitest'
import { applyDecision } from '../campaigns/closing/apply-decision.ts'
import { takeGroupTurn } from '../campaigns/turn-group.ts'
import { brokenChecks } from '../testing/broken-checks.ts'
import { startMainForTest, until } from '../testing/doubles/main-process.ts'
import { openAdministrator, type TestAdministrator } from '../testing/test-administrator.ts'
import { openCampaign, type TestCampaign } from '../testing/test-campaigns.ts'
import { closingDeps, joinAs, rowsOf } from '../testing/test-closing.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'

const places = process.env.TEST_LONG === '1' ? 300 : 60

let shop: TestShop
let owner: TestAdministrator
beforeAll(async () => {
  shop = await openTestShop()
  owner = await openAdministrator(shop)
})
afterAll(() => shop.close())

/** A paid place of four pieces, and all others as copies of its rows; their events are older than all. */
async function openPaidPlaces(): Promise<TestCampaign> {
  const productIds = [await shop.product({ title: '高山茶', price: 120 })]
  const values = { minTarget: 1, supply: 'order' } as const
  const campaign = await openCampaign(shop, values, { productIds, onHand: 0 })
  const first = await joinAs(shop, campaign, 4, { accepts_fewer: true })
  await owner.post(`/admin/group/${campaign.groupId}/close`)
  await takeGroupTurn(closingDeps(shop), campaign.groupId)
  await applyDecision(closingDeps(shop), campaign.groupId)
  expect((await first.post(`/pay/${first.orderId}`)).status).toBe(200)
  const { participationId: place, orderId: order } = first
  const copies = `generate_series(2, ${places}) as n`
  const like = (table: string, own: string) => `
    insert into ${table} overriding system value
    select copy.* from ${table} as model, ${copies},
      jsonb_populate_record(null::${table}, to_jsonb(model) || ${own}) as copy`
  const own = (...pairs: string[]) => `jsonb_build_object(${pairs.join(', ')})`
  const of = `where model.order_id = '${order}'`
  const orderId = `'order_id', 'O-' || n`
  await shop.database.pool.query(`
    ${like('orders', own(`'id', 'O-' || n`, `'num', 1000000 + n`, `'number', '991231-' || n`, `'owner', 'm:M-' || n`))}
      where model.id = '${order}';
    insert into order_lines (order_id, id, product_id, qty, total, final_total, product)
      select 'O-' || n, id, product_id, qty, total, final_total, product
      from order_lines as model, ${copies} ${of};
    ${like('payments', own(`'id', 'Y-' || n`, `'reference', 'Y-' || n`, orderId))} ${of};
    ${like('order_events', own(`'id', model.id - 1000000 * n`, orderId))} ${of};
    insert into book_entries (kind, order_id, amount)
      select kind, 'O-' || n, amount from book_entries as model, ${copies} ${of};
    ${like('participations', own(`'id', 'P-' || n`, `'seq', 1000000 + n`, `'member_id', 'M-' || n`, orderId))} ${of};
    ${like('group_events', own(`'id', model.id - 1000000 * n`, `'participation_id', 'P-' || n`))}
      where model.participation_id = '${place}';
    insert into campaign_members (campaign_id, member_id, units)
      select campaign_id, 'M-' || n, 4 from campaign_members as model, ${copies}
      where model.campaign_id = '${campaign.id}';
    update groups set units_taken = units_taken * ${places}, members_taken = ${places},
      units_counted = units_counted * ${places}, members_counted = ${places}
      where id = '${campaign.groupId}'`)
  return campaign
}

/** All that a run of an arrival changes. */
async function footprint({ id, productIds }: TestCampaign) {
  const [row] = await rowsOf(
    shop,
    `with place as (select * from participations where campaign_id = $1)
     select (select jsonb_agg(array[place.id, place.qty::text, place.final_total::text, place.state,
         orders.total::text, orders.state, orders.awaits_goods::text] order by place.id)
         from place join orders on orders.id = place.order_id) as places,
       (select jsonb_agg(array[order_id, qty::text, total::text] order by order_id)
         from order_lines where order_id in (select order_id from place)) as lines,
       (select jsonb_agg(array[order_id, qty::text] order by order_id) from stock_holds
         where product_id = $2) as holds,
       (select array[on_hand, held] from stock where product_id = $2) as stock,
       (select array[units_taken, units_counted] from groups where campaign_id = $1) as counts,
       (select sum(units) from campaign_members where campaign_id = $1) as units,
       (select coalesce(sum(amount), 0) from refunds where state <> 'dropped') as refunds`,
    [id, productIds[0]],
  )
  return row
}

const stateOf = async (runId: string) =>
  (await rowsOf<{ state: string }>(shop, 'select state from runs where id = $1', [runId]))[0]?.state
const countAllotted = async () =>
  (await rowsOf(shop, 'select from allotments where undone_at is null')).length

it('goes on where it was when it is killed, and undone leaves what was before (AFTER-02)', async () => {
  const campaign = await openPaidPlaces()
  expect(await brokenChecks(shop.databaseUrl)).toEqual([])
  const path = `/admin/campaign/${campaign.id}/arrival`
  const lines = [{ product_id: campaign.productIds[0], received: 3 * places }]
  expect((await owner.post(path, { lines })).status).toBe(200)
  const before = await footprint(campaign)
  const { run, refund_total } = (await owner.post(path, { lines: [], rule: 'even' })).body
  const runId: string = run.id
  expect(refund_total).toBe(places * 100)

  const first = await startMainForTest(shop.databaseUrl)
  await until(async () => (await countAllotted()) >= places / 3)
  await first.end('SIGKILL')
  expect(await countAllotted()).toBeLessThan(places)
  const second = await startMainForTest(shop.databaseUrl)
  await until(async () => (await stateOf(runId)) === 'done')
  expect(await countAllotted()).toBe(places)
  expect(await brokenChecks(shop.databaseUrl)).toEqual([])

  expect((await owner.post(`/admin/run/${runId}/undo`)).status).toBe(200)
  await until(async () => (await countAllotted()) <= (places * 2) / 3)
  await second.end('SIGKILL')
  expect(await countAllotted()).toBeGreaterThan(0)
  await startMainForTest(shop.databaseUrl)
  await until(async () => (await stateOf(runId)) === 'undone')
  expect(await footprint(campaign)).toEqual(before)
  expect(await brokenChecks(shop.databaseUrl)).toEqual([])
})
