import { count, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createId } from '../../db/id.ts'
import { campaigns } from '../../db/tables/campaigns.ts'
import { groups } from '../../db/tables/groups.ts'
import { orders } from '../../db/tables/orders.ts'
import { participations } from '../../db/tables/participations.ts'
import { commissionEntries } from '../../db/tables/settlements.ts'
import { stock, stockHolds } from '../../db/tables/stock.ts'
import { transaction } from '../../db/transaction.ts'
import { commandLine } from '../../http/actor.ts'
import { expireIfDue } from '../../payments/news/expire-orders.ts'
import { updateStock } from '../../stock/stock.service.ts'
import { openAdministrator, type TestAdministrator } from '../../testing/test-administrator.ts'
import {
  footprint,
  joinData,
  moveShopClock,
  openCampaign,
  openParticipant,
  type TestCampaign,
} from '../../testing/test-campaigns.ts'
import { openTestShop, shopPrefix, type TestShop } from '../../testing/test-shop.ts'
import { isShort } from '../back-office/admin-groups.queries.ts'
import { applyDecision } from '../closing/apply-decision.ts'
import { sweep } from '../closing/sweep.ts'
import { shareCampaignPieces } from '../storefront/share-pieces.ts'
import { takeCampaignTurn } from '../turn-campaign.ts'
import { takeGroupTurn } from '../turn-group.ts'

let shop: TestShop
let owner: TestAdministrator
beforeAll(async () => {
  shop = await openTestShop({ worksJobs: true })
  owner = await openAdministrator(shop)
})
afterAll(() => shop.close())

/** Joins of so many units each, then the success of the group; gives the ids of the orders. */
async function succeed(campaign: TestCampaign, quantities: readonly number[]): Promise<string[]> {
  const placed: string[] = []
  for (const qty of quantities) {
    const member = await openParticipant(shop)
    const joined = await member.post(
      `/group/${campaign.code}/participation`,
      joinData(campaign, [qty]),
    )
    expect(joined.status).toBe(200)
    placed.push(joined.body.participation.order_id)
  }
  expect((await owner.post(`/admin/group/${campaign.groupId}/close`)).status).toBe(200)
  const deps = { ...shop.payments, config: shop.config }
  await takeGroupTurn(deps, campaign.groupId)
  await applyDecision(deps, campaign.groupId)
  return placed
}

async function pay(orderId: string | undefined): Promise<void> {
  const reply = await owner.put(`/admin/order/${orderId}`, { is_paid: true })
  expect(reply.status).toBe(200)
}

/** Gives the whole price back and leaves the order as it is. */
async function payBack(orderId: string | undefined): Promise<void> {
  const path = `/admin/order/${orderId}`
  const { refundable } = (await owner.get(path)).body
  const reply = await owner.post(`${path}/refund`, { amount: refundable, reason: '退' })
  expect(reply.status).toBe(200)
}

/** Lets the time of an order pass that nobody has paid. */
async function lapse(orderId = ''): Promise<void> {
  onTestFinished(() => moveShopClock(shop, '0 seconds'))
  await moveShopClock(shop, '80 hours')
  await expireIfDue(shop.payments, { orderId, asks: 0 })
  const [place] = await shop.database.db
    .select()
    .from(participations)
    .where(eq(participations.orderId, orderId))
  expect(place?.state).toBe('lapsed')
}

async function settlementOf(id: string) {
  return (await owner.get(`/admin/campaign/${id}/settlement`)).body.settlement
}

function csvOf(path: string) {
  return owner.inject({ method: 'GET', url: `${shopPrefix}${path}` })
}

describe('結算', () => {
  it('shows pieces by product and money by kind (CAMP-18)', async () => {
    const campaign = await openCampaign(shop, { minTarget: 3, supply: 'order' })
    const [first, second] = await succeed(campaign, [4, 6])
    await pay(first)
    const [productId] = campaign.productIds
    expect(await settlementOf(campaign.id)).toMatchObject({
      products: [
        { product_id: productId, succeeded: 10, ordered: 0, received: 0, shipped: 0, short: 10 },
      ],
      money: { due: 900, received: 360, refunded: 0, unpaid: 540, commission: 0 },
    })
    await pay(second)
    await owner.post(`/admin/order/${first}/parcel`, { carrier: 'own' })
    expect(await settlementOf(campaign.id)).toMatchObject({
      products: [{ shipped: 4 }],
      money: { due: 900, received: 900, unpaid: 0 },
    })
    const csv = await csvOf(`/admin/campaign/${campaign.id}/settlement.csv`)
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(csv.body).toBe(
      '\uFEFF商品,單位,成立,已叫貨,已到貨,已出貨,短缺\r\n高山茶,個,10,0,0,4,10\r\n\r\n' +
        '應收,已收,已退,未付,團主分潤\r\n900,900,0,0,0\r\n',
    )
  })
})

describe('叫貨單', () => {
  it('freezes what confirmed orders need, the next one only what has come since (CAMP-20)', async () => {
    const product = await shop.product({ title: '=HYPERLINK("x")', price: 120 })
    const campaign = await openCampaign(
      shop,
      { minTarget: 3, supply: 'order' },
      { productIds: [product] },
    )
    const [first, second] = await succeed(campaign, [4, 6])
    const path = `/admin/campaign/${campaign.id}/supplier-order`
    const none = await owner.post(path)
    expect([none.status, none.body.message]).toEqual([409, '沒有新的數量'])
    await pay(first)
    expect((await owner.post(path)).body).toMatchObject({
      message: '已產生叫貨單',
      n: 1,
      lines: [{ product_id: product, qty: 4 }],
    })
    expect((await owner.post(path)).status).toBe(409)
    await pay(second)
    const key = { 'idempotency-key': createId() }
    const twice = [await owner.post(path, undefined, key), await owner.post(path, undefined, key)]
    expect(twice.map(({ body }) => [body.n, body.lines[0].qty])).toEqual([
      [2, 6],
      [2, 6],
    ])
    const csv = await csvOf(`${path}/1.csv`)
    expect(csv.body).toBe('\uFEFF商品,數量\r\n"\'=HYPERLINK(""x"")",4\r\n')
    expect((await csvOf(`${path}/3.csv`)).statusCode).toBe(404)
    expect((await settlementOf(campaign.id)).products[0]).toMatchObject({ ordered: 10 })
  })
})

describe('an order that is paid back and not cancelled', () => {
  it('is neither ordered from the supplier nor due, and gets no arriving pieces (CAMP-18, CAMP-20, CAMP-21)', async () => {
    const campaign = await openCampaign(shop, { minTarget: 3, supply: 'order' }, { onHand: 0 })
    const [product = ''] = campaign.productIds
    const [paidBack, kept] = await succeed(campaign, [4, 6])
    await pay(paidBack)
    await pay(kept)
    await payBack(paidBack)
    const ordered = await owner.post(`/admin/campaign/${campaign.id}/supplier-order`)
    expect(ordered.body.lines).toMatchObject([{ product_id: product, qty: 6 }])
    expect(await settlementOf(campaign.id)).toMatchObject({
      products: [{ succeeded: 6, ordered: 6, short: 6 }],
      money: { due: 540, received: 900, unpaid: 0 },
    })
    await owner.post(`/admin/campaign/${campaign.id}/receipt`, { product_id: product, qty: 6 })
    const holds = await shop.database.db
      .select()
      .from(stockHolds)
      .where(eq(stockHolds.variantId, product))
    expect(holds.map(({ orderId, qty }) => [orderId, qty])).toEqual([[kept, 6]])
  })

  it('stays in the numbers once its pieces are shipped (CAMP-20)', async () => {
    const campaign = await openCampaign(shop, { minTarget: 3, supply: 'order' })
    const [shipped, late] = await succeed(campaign, [4, 6])
    await pay(shipped)
    const path = `/admin/campaign/${campaign.id}/supplier-order`
    expect((await owner.post(path)).body.lines).toMatchObject([{ qty: 4 }])
    await owner.post(`/admin/order/${shipped}/parcel`, { carrier: 'own' })
    await payBack(shipped)
    await pay(late)
    expect((await owner.post(path)).body.lines).toMatchObject([{ qty: 6 }])
  })
})

describe('an order whose rest is not shipped', () => {
  it('needs what was shipped alone, and gets no arriving pieces (CAMP-18, CAMP-20, CAMP-21)', async () => {
    const campaign = await openCampaign(shop, { minTarget: 3, supply: 'order' }, { onHand: 0 })
    const [product = ''] = campaign.productIds
    const receive = (qty: number) =>
      owner.post(`/admin/campaign/${campaign.id}/receipt`, { product_id: product, qty })
    const [closed = '', other = ''] = await succeed(campaign, [4, 6])
    await pay(closed)
    await pay(other)
    await receive(3)
    const lines = (await owner.get(`/admin/order/${closed}`)).body.order.products
    const [line_id = ''] = Object.keys(lines)
    const parcel = { carrier: 'own', lines: [{ line_id, qty: 1 }] }
    await owner.post(`/admin/order/${closed}/parcel`, parcel)
    expect((await owner.post(`/admin/order/${closed}/close-rest`)).status).toBe(200)
    const ordered = await owner.post(`/admin/campaign/${campaign.id}/supplier-order`)
    expect(ordered.body.lines).toMatchObject([{ product_id: product, qty: 7 }])
    expect(await settlementOf(campaign.id)).toMatchObject({
      products: [{ succeeded: 7, ordered: 7, received: 3, shipped: 1, short: 4 }],
      money: { due: 900, received: 900, refunded: 0 },
    })
    const holds = async () => {
      const { db } = shop.database
      const rows = await db.select().from(stockHolds).where(eq(stockHolds.variantId, product))
      return rows.map(({ orderId, qty }) => [orderId, qty])
    }
    await expect.poll(holds).toEqual([[other, 2]])
    await receive(4)
    expect(await holds()).toEqual([[other, 6]])
  })
})

describe('到貨', () => {
  it('raises the stock and holds it for kept places, the paid and oldest first (CAMP-21)', async () => {
    const campaign = await openCampaign(shop, { minTarget: 3, supply: 'order' }, { onHand: 0 })
    const [product = ''] = campaign.productIds
    const numbers = async () => {
      const [row] = await shop.database.db.select().from(stock).where(eq(stock.variantId, product))
      return row && [row.onHand, row.held]
    }
    const held = async (orderId: string | undefined) => {
      const rows = await shop.database.db
        .select()
        .from(stockHolds)
        .where(eq(stockHolds.orderId, orderId ?? ''))
      return rows.reduce((sum, { qty }) => sum + qty, 0)
    }
    const receive = (qty: number) =>
      owner.post(`/admin/campaign/${campaign.id}/receipt`, { product_id: product, qty })
    const [first, second, third] = await succeed(campaign, [4, 6, 5])
    expect(await numbers()).toEqual([0, 0])
    await pay(first)
    await pay(second)
    expect((await receive(7)).body.message).toBe('已入庫')
    expect(await numbers()).toEqual([7, 7])
    expect([await held(first), await held(second), await held(third)]).toEqual([4, 3, 0])
    // Nobody else can buy it.
    const guest = shop.guest()
    expect((await guest.post('/cart', { product_id: product, qty: 1 })).status).not.toBe(200)
    await receive(5)
    expect(await numbers()).toEqual([12, 12])
    expect([await held(second), await held(third)]).toEqual([6, 2])
    await receive(4)
    expect(await numbers()).toEqual([16, 15])
    expect(await held(third)).toBe(5)
    // A mistake takes the free pieces first, then those of unpaid orders, then of the newest.
    expect((await receive(-8)).status).toBe(200)
    expect(await numbers()).toEqual([8, 8])
    expect([await held(first), await held(second), await held(third)]).toEqual([4, 4, 0])
    expect((await receive(-100)).status).toBe(400)
    expect((await receive(0)).status).toBe(400)
    expect((await settlementOf(campaign.id)).products[0]).toMatchObject({ received: 8 })
    const sums = await shop.database.pool.query(
      `select sum(on_hand_change)::int as on_hand, sum(held_change)::int as held
       from stock_movements where product_id = $1`,
      [product],
    )
    expect(sums.rows).toEqual([{ on_hand: 8, held: 8 }])
  })

  it('that came before a place was paid is shipped from the stock, or free when it lapses (CAMP-21)', async () => {
    const campaign = await openCampaign(shop, { minTarget: 3, supply: 'order' }, { onHand: 0 })
    const [product_id = ''] = campaign.productIds
    const numbers = async () => {
      const [row] = await shop.database.db
        .select()
        .from(stock)
        .where(eq(stock.variantId, product_id))
      return row && [row.onHand, row.held]
    }
    const [paid, late, never] = await succeed(campaign, [4, 5, 2])
    await pay(paid)
    await owner.post(`/admin/campaign/${campaign.id}/receipt`, { product_id, qty: 11 })
    expect(await numbers()).toEqual([11, 11])
    await pay(late)
    await owner.post(`/admin/order/${late}/parcel`, { carrier: 'own' })
    expect(await numbers()).toEqual([6, 6])
    await lapse(never)
    expect(await numbers()).toEqual([6, 4])
  })

  /** Of an open campaign whose counted product arrives. */
  async function openSupplied() {
    const campaign = await openCampaign(shop, { minTarget: 3, supply: 'order' }, { onHand: 0 })
    const [product = ''] = campaign.productIds
    return {
      campaign,
      product,
      receive: (qty: number) =>
        owner.post(`/admin/campaign/${campaign.id}/receipt`, { product_id: product, qty }),
      numbers: async () => {
        const { db } = shop.database
        const [row] = await db.select().from(stock).where(eq(stock.variantId, product))
        return row && [row.onHand, row.held]
      },
      holds: async () => {
        const { db } = shop.database
        const rows = await db.select().from(stockHolds).where(eq(stockHolds.variantId, product))
        return Object.fromEntries(rows.map(({ orderId, qty }) => [orderId, qty]))
      },
      short: async () => (await settlementOf(campaign.id)).products[0].short,
    }
  }

  it('whose order is cancelled is held for the others that lack it, also when the job runs again (CAMP-21)', async () => {
    const { campaign, product, receive, numbers, holds, short } = await openSupplied()
    const [first = '', second = ''] = await succeed(campaign, [2, 2])
    await pay(first)
    await pay(second)
    await receive(2)
    expect(await holds()).toEqual({ [first]: 2 })
    expect(await short()).toBe(2)
    await owner.post(`/admin/order/${first}/cancel`, { reason: '不要了' })
    await expect.poll(holds).toEqual({ [second]: 2 })
    const { db } = shop.database
    await shareCampaignPieces(db, { campaignId: campaign.id, variantId: product })
    expect(await numbers()).toEqual([2, 2])
    expect(await short()).toBe(0)
  })

  it('that an unpaid place held is held for a paid one when it lapses (CAMP-21)', async () => {
    const { campaign, receive, holds } = await openSupplied()
    const [older = '', younger = ''] = await succeed(campaign, [2, 2])
    await receive(2)
    await pay(younger)
    expect(await holds()).toEqual({ [older]: 2 })
    await lapse(older)
    await expect.poll(holds).toEqual({ [younger]: 2 })
  })

  it('is short by what orders lack while one that is paid back keeps its pieces (CAMP-18)', async () => {
    const { campaign, receive, short, product } = await openSupplied()
    const [paidBack, kept] = await succeed(campaign, [4, 6])
    await pay(paidBack)
    await pay(kept)
    await receive(6)
    await payBack(paidBack)
    // It keeps four of the six that the other one needs.
    expect((await settlementOf(campaign.id)).products[0]).toMatchObject({
      ...{ product_id: product, succeeded: 6, received: 6 },
    })
    expect(await short()).toBe(4)
  })

  it('of what a run has shipped before keeps that run from being undone (CAMP-21, BULK-08)', async () => {
    const { campaign, receive, numbers } = await openSupplied()
    const ids = await succeed(campaign, [5])
    await pay(ids[0])
    const input = { carrier: 'own' }
    const { body } = await owner.post('/admin/run', { kind: 'orders', action: 'ship', ids, input })
    const runNow = async () => (await owner.get(`/admin/run/${body.run.id}`)).body.run
    await expect.poll(async () => (await runNow()).state).toBe('done')
    await receive(5)
    await owner.post(`/admin/run/${body.run.id}/undo`)
    await expect.poll(async () => (await runNow()).state).toBe('undone')
    expect(await runNow()).toMatchObject({ undone: 0, kept: 1 })
    expect(await numbers()).toEqual([0, 0])
  })

  it('that goes beyond what it brings is held from what came before (CAMP-21)', async () => {
    const { campaign, receive, numbers, holds } = await openSupplied()
    const [only = ''] = await succeed(campaign, [5])
    await receive(2)
    const { db } = shop.database
    // As a release of the version before left it.
    await db.delete(stockHolds).where(eq(stockHolds.orderId, only))
    await db
      .update(stock)
      .set({ held: 0 })
      .where(eq(stock.variantId, campaign.productIds[0] ?? ''))
    await receive(1)
    expect(await holds()).toEqual({ [only]: 3 })
    expect(await numbers()).toEqual([3, 3])
  })

  it('after it was shipped brings nothing into the stock but what is left (CAMP-21)', async () => {
    const { campaign, receive, numbers, holds, product } = await openSupplied()
    const [shipped = '', other = ''] = await succeed(campaign, [10, 5])
    await pay(shipped)
    await pay(other)
    await owner.post(`/admin/order/${shipped}/parcel`, { carrier: 'own' })
    expect(await numbers()).toEqual([0, 0])
    await receive(8)
    expect(await numbers()).toEqual([0, 0])
    await receive(6)
    expect(await numbers()).toEqual([4, 4])
    expect(await holds()).toEqual({ [other]: 4 })
    const moved = await shop.database.pool.query(
      `select kind, on_hand_change as change, order_id from stock_movements
       where product_id = $1 and on_hand_change <> 0 order by id`,
      [product],
    )
    expect(moved.rows).toEqual([
      { kind: 'received', change: 8, order_id: null },
      { kind: 'shipped', change: -8, order_id: shipped },
      { kind: 'received', change: 6, order_id: null },
      { kind: 'shipped', change: -2, order_id: shipped },
    ])
    // Taken back, it is shipped and not booked once more.
    expect((await receive(-14)).status).toBe(200)
    expect([await numbers(), await holds()]).toEqual([[0, 0], {}])
    await receive(15)
    expect([await numbers(), await holds()]).toEqual([[5, 5], { [other]: 5 }])
  })

  it('of a product that was archived meanwhile reaches the stock and its orders (CAMP-21)', async () => {
    const { campaign, product, receive, numbers, holds } = await openSupplied()
    const [first = ''] = await succeed(campaign, [3])
    await pay(first)
    expect((await owner.delete(`/admin/product/${product}`)).status).toBe(200)
    expect((await receive(4)).status).toBe(200)
    expect(await numbers()).toEqual([4, 3])
    expect(await holds()).toEqual({ [first]: 3 })
    const sent = await owner.post(`/admin/order/${first}/parcel`, { carrier: 'own' })
    expect(sent.status).toBe(200)
    expect(await numbers()).toEqual([1, 0])
  })

  it('is held for the orders that had it when its product begins to be counted (CAMP-21, DOOR-06)', async () => {
    const campaign = await openCampaign(shop, { minTarget: 3, supply: 'order' }, { onHand: null })
    const [product = ''] = campaign.productIds
    const [first = '', second = ''] = await succeed(campaign, [2, 3])
    await pay(first)
    await pay(second)
    const { id } = campaign
    await owner.post(`/admin/campaign/${id}/receipt`, { product_id: product, qty: 4 })
    const awaited = async () => {
      const { body } = await owner.get(`/admin/orders?campaign=${id}&goods=awaited`)
      return body.orders.map((order: { id: string }) => order.id)
    }
    expect(await awaited()).toEqual([second])
    const counted = { on_hand: 4, reason: 'counted' }
    expect((await owner.put(`/admin/stock/${product}`, counted)).body).toMatchObject({
      data: { on_hand: 4, held: 4, available: 0 },
      notice: '另有 1 件已售出、尚未出貨，不計入此數量',
    })
    const deps = { ...shop.payments, config: shop.config }
    await sweep(deps)
    expect(await awaited()).toEqual([second])
    // One more comes.
    await owner.post(`/admin/campaign/${id}/receipt`, { product_id: product, qty: 1 })
    expect(await awaited()).toEqual([])
  })

  it('is held by the next sweep for what a file began to count (CAMP-21)', async () => {
    const campaign = await openCampaign(shop, { minTarget: 3, supply: 'order' }, { onHand: null })
    const [product = ''] = campaign.productIds
    const [first = ''] = await succeed(campaign, [3])
    await pay(first)
    const path = `/admin/campaign/${campaign.id}/receipt`
    await owner.post(path, { product_id: product, qty: 3 })
    const { db } = shop.database
    await transaction(db, (tx) =>
      updateStock(tx, commandLine, {
        ...{ variantId: product, onHand: 3, reason: 'imported', note: undefined },
        expected: undefined,
      }),
    )
    await sweep({ ...shop.payments, config: shop.config })
    const held = await db.select().from(stockHolds).where(eq(stockHolds.variantId, product))
    expect(held).toMatchObject([{ orderId: first, qty: 3 }])
    const [order] = await db.select().from(orders).where(eq(orders.id, first))
    expect(order?.awaitsGoods).toBe(false)
  })

  it('is booked in the stock itself where the campaign sells from it', async () => {
    const campaign = await openCampaign(shop)
    const [product_id] = campaign.productIds
    const reply = await owner.post(`/admin/campaign/${campaign.id}/receipt`, { product_id, qty: 1 })
    expect(reply.status).toBe(400)
  })
})

describe('短缺', () => {
  /** Ten of ten joined, three of them are paid, the time of the others passes. */
  async function openShort() {
    const campaign = await openCampaign(shop, { minTarget: 10 })
    const [paid, unpaid] = await succeed(campaign, [3, 7])
    await pay(paid)
    const none = await owner.get('/admin/groups?shortfall=1')
    expect(none.body.groups.map(({ id }: { id: string }) => id)).not.toContain(campaign.groupId)
    await lapse(unpaid)
    return { campaign, paid: paid ?? '' }
  }
  const listedShort = async () =>
    (await owner.get('/admin/groups?shortfall=1')).body.groups.map(({ id }: { id: string }) => id)
  const decide = (groupId: string, decision: string) =>
    owner.post(`/admin/group/${groupId}/shortfall`, { decision })
  const orderState = async (id: string) => {
    const [row] = await shop.database.db.select().from(orders).where(eq(orders.id, id))
    return row?.state
  }

  it('waits in the list until the owner decides to ship (SETTLE-10)', async () => {
    const { campaign, paid } = await openShort()
    const { body } = await owner.get('/admin/groups?shortfall=1')
    const listed = body.groups.find(({ id }: { id: string }) => id === campaign.groupId)
    expect(listed).toMatchObject({ paid_units: 3, min_target: 10 })
    expect((await settlementOf(campaign.id)).gaps).toMatchObject([
      { group_id: campaign.groupId, paid_units: 3, paid_members: 1, min_target: 10 },
    ])
    // No job settles the group; only the owner does.
    const before = await footprint(shop, campaign.id)
    await moveShopClock(shop, '30 days')
    const deps = { ...shop.payments, config: shop.config }
    await takeGroupTurn(deps, campaign.groupId)
    await applyDecision(deps, campaign.groupId)
    await takeCampaignTurn(deps, campaign.id)
    await sweep(deps)
    expect(await footprint(shop, campaign.id)).toEqual(before)
    expect(await listedShort()).toContain(campaign.groupId)
    expect(await orderState(paid)).toBe('paid')
    const { rows: refunds } = await shop.database.pool.query(
      'select amount from refunds where order_id = $1',
      [paid],
    )
    expect(refunds).toEqual([])
    expect((await decide(campaign.groupId, 'ship')).body.message).toBe('已決定照常出貨')
    expect(await listedShort()).not.toContain(campaign.groupId)
    expect((await settlementOf(campaign.id)).gaps).toEqual([])
    expect((await decide(campaign.groupId, 'cancel')).status).toBe(409)
    expect(await orderState(paid)).toBe('paid')
  })

  it('is none while somebody may still pay, and none at the minimum itself (SETTLE-10)', async () => {
    const campaign = await openCampaign(shop, { minTarget: 10 })
    const [paid, alsoPaid, unpaid] = await succeed(campaign, [3, 7, 1])
    await pay(paid)
    expect(await listedShort()).not.toContain(campaign.groupId)
    await pay(alsoPaid)
    await lapse(unpaid)
    expect(await listedShort()).not.toContain(campaign.groupId)
    expect((await settlementOf(campaign.id)).gaps).toEqual([])
    expect((await decide(campaign.groupId, 'cancel')).status).toBe(409)
  })

  it('counts what is paid back and not shipped as unpaid (SETTLE-10)', async () => {
    const campaign = await openCampaign(shop, { minTarget: 10 })
    const [kept, paidBack] = await succeed(campaign, [3, 7])
    await pay(kept)
    await pay(paidBack)
    expect(await listedShort()).not.toContain(campaign.groupId)
    await payBack(paidBack)
    const { body } = await owner.get('/admin/groups?shortfall=1')
    const listed = body.groups.find(({ id }: { id: string }) => id === campaign.groupId)
    expect(listed).toMatchObject({ paid_units: 3, paid_members: 1 })
    expect((await settlementOf(campaign.id)).gaps).toMatchObject([
      { group_id: campaign.groupId, paid_units: 3, paid_members: 1 },
    ])
    await payBack(kept)
    expect(await listedShort()).not.toContain(campaign.groupId)
  })

  it('is cancelled with the money given back when the owner decides so (SETTLE-10)', async () => {
    const { campaign, paid } = await openShort()
    expect((await decide(campaign.groupId, 'cancel')).status).toBe(200)
    await expect.poll(() => orderState(paid)).toBe('cancelled')
    const { rows } = await shop.database.pool.query(
      'select amount::int from refunds where order_id = $1',
      [paid],
    )
    // Three pieces at the price of the second tier.
    expect(rows).toEqual([{ amount: 270 }])
    const [group] = await shop.database.db
      .select()
      .from(groups)
      .where(eq(groups.id, campaign.groupId))
    expect(group?.shortfall).toBe('cancel')
  })

  it('gives back the money of an archived order, too (SETTLE-10)', async () => {
    const { campaign, paid } = await openShort()
    expect((await owner.delete(`/admin/order/${paid}`)).status).toBe(200)
    expect(await listedShort()).toContain(campaign.groupId)
    await decide(campaign.groupId, 'cancel')
    await expect.poll(() => orderState(paid)).toBe('cancelled')
    const { rows } = await shop.database.pool.query(
      `select amount::int, (select held from stock where product_id = $2)::int as held
       from refunds where order_id = $1`,
      [paid, campaign.productIds[0]],
    )
    expect(rows).toEqual([{ amount: 270, held: 0 }])
  })

  it('is looked for among the orders in hand: groups that have ended cost nothing (SETTLE-10)', async () => {
    await openShort()
    const { sql: text, params } = shop.database.db
      .select({ total: count() })
      .from(groups)
      .innerJoin(campaigns, eq(campaigns.id, groups.campaignId))
      .where(isShort)
      .toSQL()
    const client = await shop.database.pool.connect()
    onTestFinished(() => client.release(true))
    await client.query(`begin; set local enable_seqscan = off;
      update orders set state = 'completed' where state in ('paid', 'preparing')`)
    const { rows } = await client.query(`explain (analyze, format json) ${text}`, params)
    const steps = flatten(rows[0]['QUERY PLAN'][0].Plan)
    const first = steps.find((step) => step['Parent Relationship'] === 'InitPlan')
    const read = first ? flatten(first).map((step) => step['Index Name']) : []
    expect(read).toContain('orders_in_hand')
    const sums = steps.filter((step) => step['Parent Relationship'] === 'SubPlan')
    expect([...new Set(sums.map((step) => step['Actual Loops']))]).toEqual([0])
  })
})

interface Step {
  'Index Name'?: string
  'Parent Relationship'?: string
  'Actual Loops': number
  Plans?: Step[]
}

function flatten(step: Step): Step[] {
  return [step, ...(step.Plans ?? []).flatMap(flatten)]
}

describe('分潤', () => {
  it('is paid out with a note and never beyond the balance, also twice at once (LEADER-12)', async () => {
    const leader = await shop.member()
    const campaign = await openCampaign(shop)
    const member = await openParticipant(shop)
    const joined = await member.post(`/group/${campaign.code}/participation`, joinData(campaign))
    await shop.database.db.insert(commissionEntries).values({
      id: createId(),
      groupId: campaign.groupId,
      leaderId: leader.uid,
      orderId: joined.body.participation.order_id,
      kind: 'earned',
      amount: 100,
      by: 's:system',
    })
    const pay = (amount: number, note = '匯款') =>
      owner.post('/admin/commission/payout', { leader_id: leader.uid, amount, note })
    const tooMuch = await pay(101)
    expect([tooMuch.status, tooMuch.body.message]).toEqual([409, '超過可支付的分潤'])
    expect((await pay(1, ' ')).status).toBe(400)
    for (let round = 0; round < 5; round++) {
      const statuses = (await Promise.all([pay(20), pay(20)])).map(({ status }) => status)
      expect(statuses.toSorted()).toEqual(
        round < 2 ? [200, 200] : round === 2 ? [200, 409] : [409, 409],
      )
    }
    const { body } = await owner.get('/admin/commission')
    const listed = body.leaders.find(
      ({ leader_id }: { leader_id: string }) => leader_id === leader.uid,
    )
    expect(listed).toMatchObject({ earned: 100, reversed: 0, paid: -100, balance: 0 })
  })

  it('two payouts of the whole balance at once make one (LEADER-12)', async () => {
    const campaign = await openCampaign(shop)
    for (let round = 0; round < 10; round++) {
      const leader = await shop.member()
      const member = await openParticipant(shop)
      const joined = await member.post(`/group/${campaign.code}/participation`, joinData(campaign))
      await shop.database.db.insert(commissionEntries).values({
        id: createId(),
        groupId: campaign.groupId,
        leaderId: leader.uid,
        orderId: joined.body.participation.order_id,
        kind: 'earned',
        amount: 50,
        by: 's:system',
      })
      const pay = () =>
        owner.post('/admin/commission/payout', {
          leader_id: leader.uid,
          amount: 50,
          note: '匯款',
        })
      const statuses = (await Promise.all([pay(), pay()])).map(({ status }) => status)
      expect(statuses.toSorted()).toEqual([200, 409])
    }
  })
})

it('a pardon lets lapses before it no longer count', async () => {
  const member = await shop.member()
  expect((await owner.post(`/admin/member/${member.uid}/pardon`)).body.message).toBe('已解除限制')
  expect((await owner.post('/admin/member/unknown/pardon')).status).toBe(404)
})

describe('a paid order of goods that are ordered from the supplier', () => {
  it('is packed once they have come, the oldest first, and leads from the worklist (DOOR-06)', async () => {
    for (const onHand of [0, null]) {
      const campaign = await openCampaign(shop, { minTarget: 3, supply: 'order' }, { onHand })
      const [first, second] = await succeed(campaign, [2, 3])
      const id = campaign.id
      const read = async () => {
        const { orders: packed } = (await owner.post('/admin/packing', {})).body
        const awaited = (await owner.get(`/admin/orders?campaign=${id}&goods=awaited`)).body.orders
        const listed = async (supply: string) =>
          (await owner.get(`/admin/campaigns?supply=${supply}`)).body.campaigns
        const isIn = async (supply: string) =>
          (await listed(supply)).some((found: { id: string }) => found.id === id)
        return {
          packed: packed.map((order: { id: string }) => order.id).filter(isOfCampaign),
          awaited: awaited.map((order: { id: string }) => order.id).toSorted(),
          next: [await isIn('to_order'), await isIn('to_arrive')],
        }
      }
      const isOfCampaign = (orderId: string) => orderId === first || orderId === second
      const receive = (qty: number) =>
        owner.post(`/admin/campaign/${id}/receipt`, { product_id: campaign.productIds[0], qty })
      await pay(second)
      await pay(first)
      expect(await read()).toEqual({ packed: [], awaited: [first, second], next: [true, false] })
      const { awaits_goods: awaits } = (await owner.get(`/admin/order/${first}`)).body.order
      expect(awaits).toBe(true)
      const asked = await owner.post('/admin/packing', { ids: [first] })
      expect(asked.body.left_out).toMatchObject([{ reason: '商品待到貨' }])
      await owner.post(`/admin/campaign/${id}/supplier-order`)
      expect(await read()).toMatchObject({ packed: [], next: [false, true] })
      await receive(2)
      expect(await read()).toMatchObject({ packed: [first], awaited: [second] })
      await receive(-1)
      expect(await read()).toMatchObject({ packed: [], awaited: [first, second] })
      await receive(4)
      expect(await read()).toEqual({ packed: [first, second], awaited: [], next: [false, false] })
    }
  })

  it('waits no longer for pieces that another one gave back (DOOR-06)', async () => {
    const campaign = await openCampaign(shop, { minTarget: 3, supply: 'order' }, { onHand: null })
    const [first, second] = await succeed(campaign, [3, 3])
    await pay(first)
    await pay(second)
    const { id, productIds } = campaign
    await owner.post(`/admin/campaign/${id}/receipt`, { product_id: productIds[0], qty: 3 })
    const awaited = async () => {
      const { body } = await owner.get(`/admin/orders?campaign=${id}&goods=awaited`)
      return body.orders.map((order: { id: string }) => order.id)
    }
    expect(await awaited()).toEqual([second])
    await owner.post(`/admin/order/${first}/cancel`, { reason: '缺貨' })
    await sweep({ ...shop.payments, config: shop.config })
    expect(await awaited()).toEqual([])
  })
})
