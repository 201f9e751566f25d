import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { applyDecision } from '../campaigns/closing/apply-decision.ts'
import { takeGroupTurn } from '../campaigns/turn-group.ts'
import { release, workRun } from '../runs/work-run.ts'
import { brokenChecks } from '../testing/broken-checks.ts'
import {
  openAdministrator,
  openStaff,
  type TestAdministrator,
} from '../testing/test-administrator.ts'
import { openCampaign, type TestCampaign } from '../testing/test-campaigns.ts'
import { closingDeps, type JoinedMember, joinAs, rowsOf } from '../testing/test-closing.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'

let shop: TestShop
let owner: TestAdministrator
beforeAll(async () => {
  // A shop that sends mails queues them; nothing works its jobs.
  shop = await openTestShop({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } })
  owner = await openAdministrator(shop)
})
afterAll(() => shop.close())

interface Wish {
  qty: number | number[]
  /** As if it had not been asked for. */
  fewer?: boolean
}

/** A group that has succeeded, whose places are paid by the shoppers; in the order of joining. */
async function openPaid(
  wishes: readonly Wish[],
  { products = 1, onHand = 0 }: { products?: number; onHand?: number | null } = {},
): Promise<{ campaign: TestCampaign; places: JoinedMember[] }> {
  const productIds: string[] = []
  for (let n = 0; n < products; n++) {
    productIds.push(await shop.product({ title: `高山茶 ${n + 1}`, price: 120 }))
  }
  const values = { minTarget: 1, supply: 'order' } as const
  const campaign = await openCampaign(shop, values, { productIds, onHand })
  const places: JoinedMember[] = []
  for (const { qty, fewer = true } of wishes) {
    places.push(await joinAs(shop, campaign, qty, { accepts_fewer: fewer }))
  }
  expect((await owner.post(`/admin/group/${campaign.groupId}/close`)).status).toBe(200)
  await takeGroupTurn(closingDeps(shop), campaign.groupId)
  await applyDecision(closingDeps(shop), campaign.groupId)
  for (const place of places) expect((await place.post(`/pay/${place.orderId}`)).status).toBe(200)
  return { campaign, places }
}

const pathOf = ({ id }: TestCampaign) => `/admin/campaign/${id}/arrival`
const linesOf = ({ productIds }: TestCampaign, received: readonly number[]) =>
  received.map((pieces, n) => ({ product_id: productIds[n], received: pieces }))

function preview(campaign: TestCampaign, received: number[], more: object = {}) {
  const data = { lines: linesOf(campaign, received), rule: 'joined', preview: true, ...more }
  return owner.post(pathOf(campaign), data)
}

/** Books and gives out, and works the run to its end. */
async function arrive(campaign: TestCampaign, received: number[], more: object = {}) {
  const data = { lines: linesOf(campaign, received), rule: 'joined', ...more }
  const { status, body } = await owner.post(pathOf(campaign), data)
  expect([status, body.message]).toEqual([200, body.message])
  if (body.run) await work(body.run.id)
  return { ...body, run_id: body.run?.id }
}

const work = (id: string) =>
  workRun(shop.runs, id, { signal: new AbortController().signal, isLast: true })

async function undo(id: string) {
  expect((await owner.post(`/admin/run/${id}/undo`)).status).toBe(200)
  await work(id)
  return (await owner.get(`/admin/run/${id}`)).body.run
}

/** Lets the time of its undo pass. */
async function settle(runId: string): Promise<void> {
  await rowsOf(shop, `update runs set undo_until = now() where id = $1`, [runId])
  await release(shop.runs, runId)
}

async function orderOf({ orderId }: JoinedMember) {
  const [row] = await rowsOf<{
    state: string
    payment_state: string
    total: string
    awaits_goods: boolean
    pieces: number
    held: number
    refunds: { amount: number; state: string }[] | null
  }>(
    shop,
    `select state, payment_state, total, awaits_goods,
       (select sum(qty)::int from order_lines where order_id = orders.id) as pieces,
       (select coalesce(sum(qty), 0)::int from stock_holds where order_id = orders.id) as held,
       (select json_agg(json_build_object('amount', amount, 'state', state) order by id)
         from refunds where order_id = orders.id) as refunds
     from orders where id = $1`,
    [orderId],
  )
  if (!row) throw new Error('no order')
  return { ...row, total: Number(row.total), refunds: row.refunds ?? [] }
}

/** All of a campaign that a run may change, but for what tells of its history. */
async function footprint({ id }: TestCampaign): Promise<unknown> {
  const { rows } = await shop.database.db.execute(sql`
    with placed as (select order_id as id from participations where campaign_id = ${id})
    select
      (select jsonb_agg(to_jsonb(place) - 'version' order by place.id) from participations as place
        where campaign_id = ${id}) as places,
      (select jsonb_agg(jsonb_build_object('total', total, 'state', state, 'payment', payment_state,
        'awaits', awaits_goods) order by id) from orders where id in (select id from placed)) as orders,
      (select jsonb_agg(to_jsonb(line) order by order_id, id) from order_lines as line
        where order_id in (select id from placed)) as lines,
      (select jsonb_agg(to_jsonb(part) order by order_id, position) from order_adjustments as part
        where order_id in (select id from placed)) as adjustments,
      (select jsonb_agg(array[order_id, product_id, qty::text] order by order_id, product_id)
        from stock_holds where order_id in (select id from placed)) as holds,
      (select jsonb_agg(array[on_hand, held] order by product_id) from stock where product_id in
        (select product_id from campaign_products where campaign_id = ${id})) as stock,
      (select jsonb_agg(array[units_taken, members_taken, units_counted, members_counted])
        from groups where campaign_id = ${id}) as groups,
      (select jsonb_agg(array[member_id, units::text] order by member_id) from campaign_members
        where campaign_id = ${id}) as members,
      (select coalesce(sum(amount), 0) from refunds where order_id in (select id from placed)
        and state <> 'dropped') as refunds,
      (select count(*) from mail_outbox where order_id in (select id from placed)
        and kind = 'group_fewer') as mails`)
  return rows[0]
}

describe('a preview of an arrival', () => {
  it('gives what came by each rule and back what did not, for every amount (AFTER-01)', async () => {
    const { campaign } = await openPaid(
      [{ qty: [3, 1] }, { qty: [0, 4] }, { qty: [4, 2], fewer: false }, { qty: [2, 0] }],
      { products: 2 },
    )
    const before = await footprint(campaign)
    const wanted = [9, 7]
    for (let first = 0; first <= 9; first++) {
      for (const rule of ['joined', 'even', 'manual'] as const) {
        const second = (first * 3) % 8
        const asked = await preview(campaign, [first, second], { rule: 'joined' })
        // By hand, the same as by the order of joining.
        const shares = asked.body.places.flatMap((place: Place) =>
          place.lines.map(({ product_id, given }) => ({
            ...{ participation_id: place.participation_id, product_id, qty: given },
          })),
        )
        const { status, body } = await preview(campaign, [first, second], { rule, shares })
        expect(status).toBe(200)
        const places: Place[] = body.places
        campaign.productIds.forEach((id, n) => {
          const lines = places.flatMap((place) => place.lines).filter((l) => l.product_id === id)
          const given = lines.reduce((sum, line) => sum + line.given, 0)
          const left = body.left.find((one: { product_id: string }) => one.product_id === id)
          const came = Math.min([first, second][n] ?? 0, wanted[n] ?? 0)
          expect(given + (left?.qty ?? 0)).toBe(
            came + Math.max(0, ([first, second][n] ?? 0) - came),
          )
        })
        for (const place of places) {
          for (const { ordered, given } of place.lines) expect(given).toBeLessThanOrEqual(ordered)
          const missing = place.lines.reduce((sum, line) => sum + line.ordered - line.given, 0)
          // From 10 units on a piece costs 90, and there is no fee.
          expect(place.refund).toBe(missing * 90)
        }
        expect(body.refund_total).toBe(places.reduce((sum, { refund }) => sum + refund, 0))
      }
    }
    expect(await footprint(campaign)).toEqual(before)
  })

  it('names what is wrong with shares given by hand, and with a damaged line', async () => {
    const { campaign, places } = await openPaid([{ qty: 3 }, { qty: 2, fewer: false }])
    const [a, b] = places
    const by = (first: number, second: number) => ({
      rule: 'manual',
      shares: [
        { participation_id: a?.participationId, product_id: campaign.productIds[0], qty: first },
        { participation_id: b?.participationId, product_id: campaign.productIds[0], qty: second },
      ],
    })
    const messageOf = async (more: object, received = [3]) =>
      (await preview(campaign, received, more)).body.message?.[0]
    expect(await messageOf(by(2, 0))).toBe('「高山茶 1」還有 1 件沒有分完')
    expect(await messageOf(by(3, 2))).toBe('「高山茶 1」多分了 2 件')
    expect(await messageOf(by(2, 1))).toMatch(/不接受較少的數量，請給全部或 0$/)
    expect(await messageOf(by(9, 0))).toMatch(/的「高山茶 1」最多 3 件$/)
    const line = { product_id: campaign.productIds[0], received: 2, damaged: 3 }
    expect(await messageOf({ lines: [line] })).toBe('損壞的數量不可超過到貨的數量')
  })
})

interface Place {
  participation_id: string
  lines: { product_id: string; ordered: number; given: number }[]
  refund: number
}

describe('an arrival that is less than is owed', () => {
  it('lessens orders, moves stock and gives back once it cannot be undone (AFTER-01)', async () => {
    const { campaign, places } = await openPaid([{ qty: 4 }, { qty: 6 }, { qty: 3, fewer: false }])
    const [a, b, c] = places as [JoinedMember, JoinedMember, JoinedMember]
    const line = { product_id: campaign.productIds[0], received: 8, damaged: 1 }
    const { run_id: run, refund_total } = await arrive(campaign, [], { lines: [line] })
    // 7 usable: 4 and 3, and nothing for all-or-nothing.
    expect(refund_total).toBe(6 * 90)
    expect(await orderOf(a)).toMatchObject({ total: 360, pieces: 4, held: 4, refunds: [] })
    const held = [{ amount: 270, state: 'queued' }]
    expect(await orderOf(b)).toMatchObject({ total: 270, pieces: 3, held: 3, refunds: held })
    expect(await orderOf(b)).toMatchObject({ awaits_goods: false, state: 'paid' })
    const nothing = { state: 'paid', total: 270, held: 0, awaits_goods: true }
    expect(await orderOf(c)).toMatchObject({ ...nothing, refunds: held })
    expect(await brokenChecks(shop.databaseUrl)).toEqual([])
    const mails = () =>
      rowsOf(shop, `select kind from mail_outbox where order_id = any($1) and run_id is not null`, [
        places.map(({ orderId }) => orderId),
      ])
    expect(await mails()).toEqual([{ kind: 'group_fewer' }])

    await settle(run)
    const done = [{ amount: 270, state: 'done' }]
    expect(await orderOf(b)).toMatchObject({ state: 'paid', payment_state: 'paid', refunds: done })
    expect(await orderOf(c)).toMatchObject({ state: 'cancelled', refunds: done })
    expect(await mails()).toEqual([])
    expect(await brokenChecks(shop.databaseUrl)).toEqual([])
    const { settlement } = (await owner.get(`/admin/campaign/${campaign.id}/settlement`)).body
    expect(settlement).toMatchObject({
      products: [{ succeeded: 7, received: 7, damaged: 1, short: 0 }],
      money: { due: 630, received: 1170, refunded: 540 },
      gaps: [],
    })
    await settle(run)
    expect(await orderOf(b)).toMatchObject({ refunds: done })
    // A lessened order is shipped like every other one.
    const shipped = await owner.post(`/admin/order/${b.orderId}/parcel`, { carrier: 'own' })
    expect(shipped.status).toBe(200)
    expect((await owner.get(`/admin/order/${b.orderId}`)).body.order.state).toBe('shipped')
  })

  it('is undone to what was before, with nothing given back (AFTER-02)', async () => {
    const { campaign } = await openPaid(
      [{ qty: [4, 2] }, { qty: [6, 0] }, { qty: [3, 1], fewer: false }],
      { products: 2 },
    )
    await arrive(campaign, [7, 2], { rule: undefined })
    const before = await footprint(campaign)
    for (const rule of ['joined', 'even']) {
      const { run_id: run } = await arrive(campaign, [], { rule })
      expect(await footprint(campaign)).not.toEqual(before)
      expect(await undo(run)).toMatchObject({ state: 'undone', kept: 0 })
      expect(await footprint(campaign)).toEqual(before)
      expect(await brokenChecks(shop.databaseUrl)).toEqual([])
      await release(shop.runs, run)
      expect(await footprint(campaign)).toEqual(before)
    }
  })

  it('stays where something was shipped since, and its money goes back (AFTER-02)', async () => {
    const { campaign, places } = await openPaid([{ qty: 4 }, { qty: 6 }])
    const [a, b] = places as [JoinedMember, JoinedMember]
    const { run_id: run } = await arrive(campaign, [6], { rule: 'even' })
    await owner.post(`/admin/order/${b.orderId}/parcel`, { carrier: 'own' })
    expect(await undo(run)).toMatchObject({ state: 'undone', kept: 1 })
    expect(await orderOf(a)).toMatchObject({
      pieces: 4,
      total: 360,
      refunds: [{ state: 'dropped' }],
    })
    await release(shop.runs, run)
    expect(await orderOf(b)).toMatchObject({
      ...{ pieces: 3, total: 270, refunds: [{ amount: 270, state: 'done' }] },
    })
    expect(await brokenChecks(shop.databaseUrl)).toEqual([])
  })

  it('keeps what was shipped before, and ends an order of which nothing more comes (AFTER-01)', async () => {
    const { campaign, places } = await openPaid([{ qty: [2, 2] }, { qty: [1, 0] }], { products: 2 })
    const [a] = places as [JoinedMember]
    await arrive(campaign, [3, 0], { rule: undefined })
    const { products } = (await owner.get(`/admin/order/${a.orderId}`)).body.order
    const [lineId] = Object.entries(products).flatMap(([id, line]) =>
      (line as { product_id: string }).product_id === campaign.productIds[0] ? [id] : [],
    )
    const parcel = { carrier: 'own', lines: [{ line_id: lineId, qty: 2 }] }
    expect((await owner.post(`/admin/order/${a.orderId}/parcel`, parcel)).status).toBe(200)
    const { run_id: run } = await arrive(campaign, [])
    expect(await orderOf(a)).toMatchObject({ state: 'shipped', pieces: 2, total: 200 })
    await settle(run)
    expect((await orderOf(a)).refunds).toEqual([{ amount: 200, state: 'done' }])
    expect(await brokenChecks(shop.databaseUrl)).toEqual([])
  })

  it('is refused when the sum is not the one that was shown, and while another run is under way', async () => {
    const { campaign } = await openPaid([{ qty: 4 }, { qty: 6 }])
    const data = { lines: linesOf(campaign, [5]), rule: 'joined', expected_total: 1 }
    expect((await owner.post(pathOf(campaign), data)).status).toBe(409)
    const first = await owner.post(pathOf(campaign), { ...data, expected_total: 450 })
    expect(first.body.run).toMatchObject({ kind: 'campaigns', action: 'allot', total: 2 })
    const second = await owner.post(pathOf(campaign), { lines: [], rule: 'joined' })
    expect([second.status, second.body.message]).toEqual([409, '上一次的分配還在進行，請等它完成'])
    await work(first.body.run.id)
  })

  it('is for who may give money back; packers book what came (AFTER-01)', async () => {
    const { campaign } = await openPaid([{ qty: 2 }])
    const packer = await openStaff(shop, 'packer')
    const asked = { lines: linesOf(campaign, [1]), rule: 'joined', preview: true }
    expect((await packer.post(pathOf(campaign), asked)).status).toBe(403)
    const booked = await packer.post(pathOf(campaign), { lines: linesOf(campaign, [1]) })
    expect(booked.body).toEqual({ success: true, message: '已入庫', places: [], left: [] })
  })
})

describe('a delivery without a rule', () => {
  it('waits for the rest: the next one serves who waits, in the order of joining (AFTER-03)', async () => {
    const { campaign, places } = await openPaid([{ qty: 4 }, { qty: 3 }, { qty: 2 }])
    const waits = async () =>
      (await Promise.all(places.map(orderOf))).map(({ held, awaits_goods }) => [held, awaits_goods])
    await arrive(campaign, [5], { rule: undefined })
    expect(await waits()).toEqual([
      [4, false],
      [1, true],
      [0, true],
    ])
    await arrive(campaign, [2], { rule: undefined })
    expect(await waits()).toEqual([
      [4, false],
      [3, false],
      [0, true],
    ])
    // Nothing more comes: who waits last goes without.
    const { run_id: run } = await arrive(campaign, [1])
    await settle(run)
    expect(await waits()).toEqual([
      [4, false],
      [3, false],
      [1, false],
    ])
    expect(await brokenChecks(shop.databaseUrl)).toEqual([])
  })

  it('of a product whose stock is not counted serves the same (AFTER-03)', async () => {
    const { campaign, places } = await openPaid([{ qty: 4 }, { qty: 3 }], { onHand: null })
    await arrive(campaign, [5], { rule: undefined })
    const { run_id: run, refund_total } = await arrive(campaign, [])
    expect(refund_total).toBe(200)
    await settle(run)
    const [, b] = places as [JoinedMember, JoinedMember]
    expect(await orderOf(b)).toMatchObject({ pieces: 1, total: 100, awaits_goods: false })
    expect(await brokenChecks(shop.databaseUrl)).toEqual([])
  })
})
