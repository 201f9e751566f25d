import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { release } from '../runs/work-run.ts'
import { brokenChecks } from '../testing/broken-checks.ts'
import {
  openAdministrator,
  openStaff,
  type TestAdministrator,
} from '../testing/test-administrator.ts'
import {
  arrivedOrder,
  openPlaces,
  settle as settleRun,
  undo as undoRun,
  type Wish,
  work,
} from '../testing/test-arrivals.ts'
import type { TestCampaign } from '../testing/test-campaigns.ts'
import { type JoinedMember, rowsOf } from '../testing/test-closing.ts'
import { insertTestShipment } from '../testing/test-shipments.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'

let shop: TestShop
let owner: TestAdministrator
beforeAll(async () => {
  // A shop that sends mails queues them; nothing works its jobs.
  shop = await openTestShop({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } })
  owner = await openAdministrator(shop)
})
afterAll(() => shop.close())

const openPaid = (wishes: readonly Wish[], options: Parameters<typeof openPlaces>[3] = {}) =>
  openPlaces(shop, owner, wishes, options)

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
  if (body.run) await work(shop, body.run.id)
  return { ...body, run_id: body.run?.id }
}

const undo = (runId: string) => undoRun(shop, owner, runId)
const settle = (runId: string) => settleRun(shop, runId)
const orderOf = (place: JoinedMember) => arrivedOrder(shop, place)

/** The id of the line of its first product. */
async function lineOf({ productIds }: TestCampaign, { orderId }: JoinedMember) {
  const [line] = await rowsOf<{ id: string }>(
    shop,
    'select id from order_lines where order_id = $1 and product_id = $2',
    [orderId, productIds[0]],
  )
  return line?.id
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
    const parcel = { carrier: 'own', lines: [{ line_id: await lineOf(campaign, a), qty: 2 }] }
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
    await work(shop, first.body.run.id)
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

describe('places that are sent before they are paid', () => {
  it('share as paid ones: their order costs less, and nothing goes back (AFTER-01)', async () => {
    const { campaign, places } = await openPaid([
      { qty: 4, pays: 'on_delivery' },
      { qty: 6 },
      { qty: 2, pays: 'on_delivery' },
    ])
    const [a, b, c] = places as [JoinedMember, JoinedMember, JoinedMember]
    const { run_id: run, refund_total } = await arrive(campaign, [3])
    expect(refund_total).toBe(6 * 90)
    expect(await orderOf(a)).toMatchObject({ state: 'placed', total: 270, pieces: 3, held: 3 })
    expect(await orderOf(a)).toMatchObject({ awaits_goods: false, refunds: [] })
    expect(await orderOf(b)).toMatchObject({ held: 0, awaits_goods: true })
    expect(await orderOf(c)).toMatchObject({ held: 0, awaits_goods: true, refunds: [] })
    // A delivery before the end of the run gives nothing to the orders that were given nothing.
    expect((await preview(campaign, [1])).body.places).toMatchObject([
      { number: expect.any(String) },
    ])
    const [mail] = await rowsOf<{ text_body: string }>(
      shop,
      `select text_body from mail_outbox where order_id = $1 and kind = 'group_fewer'`,
      [a.orderId],
    )
    expect(mail?.text_body).toContain('取貨時請付調整後的金額')
    expect(await undo(run)).toMatchObject({ undone: 4, kept: 0 })
    expect(await sharedOf(campaign)).toEqual({ received: 3, held: 3 })
    expect(await orderOf(a)).toMatchObject({ total: 360, pieces: 4, held: 3, awaits_goods: true })

    const again = await arrive(campaign, [])
    await settle(again.run_id)
    expect(await orderOf(a)).toMatchObject({ state: 'placed', total: 270, held: 3 })
    expect(await orderOf(b)).toMatchObject({ state: 'cancelled', refunds: [{}, { state: 'done' }] })
    expect(await orderOf(c)).toMatchObject({ state: 'cancelled', refunds: [] })
    const reasons = await rowsOf(shop, 'select cancel_reason from orders where id = any($1)', [
      [b.orderId, c.orderId],
    ])
    expect(reasons).toContainEqual({ cancel_reason: '到貨數量不足，這次沒有分到商品' })
    expect(await brokenChecks(shop.databaseUrl)).toEqual([])
  })

  it('to their leader owe less, who gives back what was ticked beyond it (AFTER-01)', async () => {
    const { campaign, places } = await openPaid([{ qty: 3, pays: 'ahead' }], { isOfLeader: true })
    const [leader, member] = places as [JoinedMember, JoinedMember]
    const account = `/leader/${campaign.code}/account`
    const { participationId } = member
    const receipts = [{ participation_id: participationId, amount: 300, way: 'cash' }]
    expect((await leader.post(account, { receipts })).status).toBe(200)
    const { run_id: run, refund_total } = await arrive(campaign, [2])
    expect(refund_total).toBe(0)
    await settle(run)
    expect(await orderOf(member)).toMatchObject({ total: 100, pieces: 1, held: 1, refunds: [] })
    const { places: shown } = (await leader.get(account)).body.account
    const listed = shown.find(
      (one: { participation_id: string }) => one.participation_id === participationId,
    )
    expect(listed).toMatchObject({ expected: 100, received: 300 })
    expect(await brokenChecks(shop.databaseUrl)).toEqual([])
  })
})

/** Pieces that came, and those that orders hold. */
async function sharedOf({ productIds }: TestCampaign) {
  const [row] = await rowsOf<{ received: number; held: number }>(
    shop,
    `select on_hand as received, held from stock where product_id = $1`,
    [productIds[0]],
  )
  return row
}

describe('an order that somebody touches between the run and its undo', () => {
  const message = { text: '什麼時候到？' }

  it('is undone after a message and a corrected contact: nothing of its goods has changed (AFTER-02)', async () => {
    const { campaign, places } = await openPaid([{ qty: 4 }, { qty: 6 }, { qty: 3, fewer: false }])
    const [a, b, c] = places as [JoinedMember, JoinedMember, JoinedMember]
    await arrive(campaign, [6], { rule: undefined })
    const before = await footprint(campaign)
    const { run_id: run } = await arrive(campaign, [], { rule: 'even' })
    expect((await a.post(`/order/${a.orderId}/messages`, message)).status).toBe(200)
    const answer = await owner.post(`/admin/order/${c.orderId}/messages`, { text: '週五' })
    expect(answer.status).toBe(200)
    const user = { tel: '0987654321' }
    expect((await owner.put(`/admin/order/${b.orderId}`, { user })).status).toBe(200)
    await owner.post(`/admin/order/${b.orderId}/note`, { text: '常客' })
    expect(await undo(run)).toMatchObject({ kept: 0 })
    expect(await footprint(campaign)).toEqual(before)
    await release(shop.runs, run)
    expect(await footprint(campaign)).toEqual(before)
    expect(await brokenChecks(shop.databaseUrl)).toEqual([])
  })

  it('keeps what it was given, and no piece more; what others do not need is shared again (AFTER-02)', async () => {
    const { campaign, places } = await openPaid([{ qty: 4 }, { qty: 6 }, { qty: 3 }])
    const [a, b, c] = places as [JoinedMember, JoinedMember, JoinedMember]
    await arrive(campaign, [6], { rule: undefined })
    const { run_id: run } = await arrive(campaign, [], { rule: 'even' })
    const heldOf = async () => (await Promise.all(places.map(orderOf))).map(({ held }) => held)
    expect(await heldOf()).toEqual([2, 2, 2])
    expect((await owner.post(`/admin/order/${a.orderId}/prepare`)).status).toBe(200)
    expect(await undo(run)).toMatchObject({ undone: 3, kept: 1 })
    // Of the four pieces that it held before it needs two: the others go to who waits.
    expect(await heldOf()).toEqual([2, 4, 0])
    expect(await orderOf(a)).toMatchObject({ pieces: 2, awaits_goods: false })
    expect(await orderOf(b)).toMatchObject({ pieces: 6, awaits_goods: true })
    expect(await orderOf(c)).toMatchObject({ pieces: 3, awaits_goods: true })
    await release(shop.runs, run)
    expect(await orderOf(a)).toMatchObject({ refunds: [{ state: 'done' }] })
    expect(await orderOf(b)).toMatchObject({ refunds: [{ state: 'dropped' }] })
    expect(await brokenChecks(shop.databaseUrl)).toEqual([])
  })

  it('that got nothing ends only where it was not undone (AFTER-02)', async () => {
    const { campaign, places } = await openPaid([{ qty: 2 }, { qty: 2 }, { qty: 2 }])
    const [, b, c] = places as [JoinedMember, JoinedMember, JoinedMember]
    const { run_id: run } = await arrive(campaign, [2])
    // Prepared by hand although there is nothing to pack.
    expect((await owner.post(`/admin/order/${c.orderId}/prepare`)).status).toBe(200)
    expect(await undo(run)).toMatchObject({ kept: 1 })
    await release(shop.runs, run)
    expect(await orderOf(b)).toMatchObject({ state: 'paid', refunds: [{ state: 'dropped' }] })
    expect(await orderOf(c)).toMatchObject({ state: 'cancelled', refunds: [{ state: 'done' }] })
    expect(await brokenChecks(shop.databaseUrl)).toEqual([])
  })

  it('is undone where a parcel had left before the run (AFTER-02)', async () => {
    const { campaign, places } = await openPaid([{ qty: [2, 2] }, { qty: [0, 3] }], { products: 2 })
    const [a] = places as [JoinedMember]
    await arrive(campaign, [2, 2], { rule: undefined })
    const parcel = { carrier: 'own', lines: [{ line_id: await lineOf(campaign, a), qty: 1 }] }
    expect((await owner.post(`/admin/order/${a.orderId}/parcel`, parcel)).status).toBe(200)
    const before = await footprint(campaign)
    const { run_id: run } = await arrive(campaign, [], { rule: 'even' })
    expect(await orderOf(a)).toMatchObject({ pieces: 3, shipped: 1 })
    expect(await undo(run)).toMatchObject({ kept: 0 })
    expect(await footprint(campaign)).toEqual(before)
  })
})

describe('an order whose parcel is packed', () => {
  it('takes no part: its label has the sum and its parcel the pieces of before (AFTER-01, AFTER-08)', async () => {
    const { campaign, places } = await openPaid([{ qty: 4 }, { qty: 6 }])
    const [a, b] = places as [JoinedMember, JoinedMember]
    await arrive(campaign, [5], { rule: undefined })
    await insertTestShipment(shop, a.orderId, 'made')
    const { body } = await preview(campaign, [], { rule: 'even' })
    expect(body.left_out).toMatchObject([{ reason: '已有寄件單' }])
    expect(body.places.map(({ order_id }: { order_id: string }) => order_id)).toEqual([b.orderId])
    const { run_id: run } = await arrive(campaign, [], { rule: 'even' })
    expect(await orderOf(a)).toMatchObject({ pieces: 4, held: 4, total: 360, refunds: [] })
    expect(await orderOf(b)).toMatchObject({ pieces: 1, held: 1 })
    // Packed since: it stays as it is packed.
    await insertTestShipment(shop, b.orderId, 'made')
    expect(await undo(run)).toMatchObject({ kept: 1 })
    expect(await orderOf(b)).toMatchObject({ pieces: 1, held: 1 })
    await rowsOf(shop, 'delete from shipments where order_id = any($1)', [[a.orderId, b.orderId]])
  })

  it('is one whose parcel has the label of another order, too (AFTER-01, AFTER-09)', async () => {
    const { campaign, places } = await openPaid([{ qty: 4 }, { qty: 6 }])
    const [a, b] = places as [JoinedMember, JoinedMember]
    const ids = [a.orderId, b.orderId]
    const { run_id: run } = await arrive(campaign, [5], { rule: 'even' })
    const given = [await orderOf(a), await orderOf(b)]
    await insertTestShipment(shop, a.orderId, 'made')
    await rowsOf(shop, `update orders set ships_with = 'one-parcel' where id = any($1)`, [ids])
    expect(await undo(run)).toMatchObject({ kept: 2 })
    expect([await orderOf(a), await orderOf(b)]).toEqual(given)
    const { body } = await preview(campaign, [3], { rule: 'even' })
    expect(body.places).toEqual([])
    expect(body.left_out.map(({ reason }: { reason: string }) => reason)).toEqual([
      ...['已有寄件單', '已有寄件單'],
    ])
    await rowsOf(shop, 'delete from shipments where order_id = $1', [a.orderId])
    await rowsOf(shop, 'update orders set ships_with = null where id = any($1)', [ids])
  })

  it('that was packed after the plan keeps its pieces, and its entry says why (AFTER-01)', async () => {
    const { campaign, places } = await openPaid([{ qty: 4 }, { qty: 6 }])
    const [a] = places as [JoinedMember]
    await arrive(campaign, [5], { rule: undefined })
    const data = { lines: [], rule: 'even' }
    const { body } = await owner.post(pathOf(campaign), data)
    await insertTestShipment(shop, a.orderId, 'made')
    await work(shop, body.run.id)
    expect(await orderOf(a)).toMatchObject({ pieces: 4, held: 4 })
    const { entries } = (await owner.get(`/admin/run/${body.run.id}`)).body
    expect(entries).toContainEqual(
      expect.objectContaining({ state: 'failed', reason: '已有寄件單，未分配' }),
    )
    await rowsOf(shop, 'delete from shipments where order_id = $1', [a.orderId])
  })
})

describe('an order of which money was given back before', () => {
  it('gets all or nothing where fewer pieces would leave it none to be shipped for (AFTER-01)', async () => {
    const { campaign, places } = await openPaid([{ qty: 5 }, { qty: 5 }])
    const [a, b] = places as [JoinedMember, JoinedMember]
    const refund = { amount: 200, reason: '延後出貨的補償' }
    expect((await owner.post(`/admin/order/${a.orderId}/refund`, refund)).status).toBe(200)
    // Two pieces cost less than went back: they are for the other one.
    const fewer = await preview(campaign, [2])
    expect(fewer.body.places).toMatchObject([
      { accepts_fewer: false, lines: [{ given: 0 }], refund: 250 },
      { accepts_fewer: true, lines: [{ given: 2 }], refund: 270 },
    ])
    const shares = [
      { participation_id: a.participationId, product_id: campaign.productIds[0], qty: 2 },
    ]
    const byHand = await preview(campaign, [2], { rule: 'manual', shares })
    expect(byHand.body.message?.[0]).toContain('減少後沒有剩餘的款項，請給全部或 0')
    const { run_id: run } = await arrive(campaign, [3])
    expect(await orderOf(a)).toMatchObject({ pieces: 3, total: 270, held: 3, awaits_goods: false })
    await settle(run)
    expect(await orderOf(a)).toMatchObject({ state: 'paid', payment_state: 'paid' })
    expect(await orderOf(b)).toMatchObject({ state: 'cancelled' })
    const shipped = await owner.post(`/admin/order/${a.orderId}/parcel`, { carrier: 'own' })
    expect(shipped.status).toBe(200)
    expect(await brokenChecks(shop.databaseUrl)).toEqual([])
  })

  it('stays as it is where that money went back after the plan (AFTER-01)', async () => {
    const { campaign, places } = await openPaid([{ qty: 5 }])
    const [a] = places as [JoinedMember]
    const data = { lines: linesOf(campaign, [1]), rule: 'joined' }
    const { body } = await owner.post(pathOf(campaign), data)
    const refund = { amount: 200, reason: '延後出貨的補償' }
    expect((await owner.post(`/admin/order/${a.orderId}/refund`, refund)).status).toBe(200)
    await work(shop, body.run.id)
    expect(await orderOf(a)).toMatchObject({ pieces: 5, held: 1, state: 'paid' })
    const { entries } = (await owner.get(`/admin/run/${body.run.id}`)).body
    expect(entries).toContainEqual(
      expect.objectContaining({ state: 'failed', reason: '訂單已有變更，未分配' }),
    )
  })
})

it('enough for all is held for them where nobody held it yet (AFTER-03)', async () => {
  const { campaign, places } = await openPaid([{ qty: 2 }, { qty: 3 }], { onHand: null })
  const [a, b] = places as [JoinedMember, JoinedMember]
  const [product] = campaign.productIds
  await arrive(campaign, [5], { rule: undefined })
  // As a node of an older release begins to count it.
  await rowsOf(shop, 'insert into stock (product_id, on_hand, held) values ($1, 5, 0)', [product])
  await rowsOf(
    shop,
    `insert into stock_movements (product_id, kind, on_hand_change, held_change, on_hand, held, actor, actor_name)
     values ($1, 'counted', 5, 0, 5, 0, 's:system', '系統')`,
    [product],
  )
  const { message } = await arrive(campaign, [])
  expect(message).toBe('數量足夠，已保留給訂單')
  expect(await orderOf(a)).toMatchObject({ held: 2, awaits_goods: false })
  expect(await orderOf(b)).toMatchObject({ held: 3, awaits_goods: false })
  expect(await brokenChecks(shop.databaseUrl)).toEqual([])
})
