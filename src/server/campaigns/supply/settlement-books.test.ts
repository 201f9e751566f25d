import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ParticipationState } from '#contract/campaign-states.ts'
import { createId } from '../../db/id.ts'
import { campaignProducts, campaigns } from '../../db/tables/campaigns.ts'
import { groups } from '../../db/tables/groups.ts'
import { orderLines, orders, parcelLines, parcels } from '../../db/tables/orders.ts'
import { participations } from '../../db/tables/participations.ts'
import { payments, refunds } from '../../db/tables/payments.ts'
import { campaignReceipts, commissionEntries, supplierOrders } from '../../db/tables/settlements.ts'
import { propertyRuns } from '../../testing/property-runs.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { readPieces, sumMoney } from './settlement.queries.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

/** The same sequence in each run. */
function createDice(seed: number) {
  let state = seed
  return (sides: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * sides)
  }
}

const states = ['awaiting_payment', 'confirmed', 'lapsed', 'released', 'withdrawn'] as const
const kept: readonly ParticipationState[] = ['awaiting_payment', 'confirmed']
const of = <T>(list: readonly T[], index: number): T => list[index % list.length] as T

interface Books {
  campaigns: (typeof campaigns.$inferInsert)[]
  products: (typeof campaignProducts.$inferInsert)[]
  groups: (typeof groups.$inferInsert)[]
  orders: (typeof orders.$inferInsert)[]
  lines: (typeof orderLines.$inferInsert)[]
  places: (typeof participations.$inferInsert)[]
  payments: (typeof payments.$inferInsert)[]
  refunds: (typeof refunds.$inferInsert)[]
  parcels: (typeof parcels.$inferInsert)[]
  parcelLines: (typeof parcelLines.$inferInsert)[]
  supplierOrders: (typeof supplierOrders.$inferInsert)[]
  receipts: (typeof campaignReceipts.$inferInsert)[]
  commission: (typeof commissionEntries.$inferInsert)[]
}

/** Expected settlement of one campaign. */
interface Expected {
  id: string
  productId: string
  pieces: Record<'succeeded' | 'confirmed' | 'ordered' | 'received' | 'shipped', number>
  money: Record<'due' | 'received' | 'refunded' | 'unpaid' | 'commission', number>
}

function addCampaign(books: Books, dice: (sides: number) => number): Expected {
  const [id, productId] = [createId(), createId()]
  const expected: Expected = {
    id,
    productId,
    pieces: { succeeded: 0, confirmed: 0, ordered: 0, received: 0, shipped: 0 },
    money: { due: 0, received: 0, refunded: 0, unpaid: 0, commission: 0 },
  }
  const [startsAt, endsAt] = [new Date(0), new Date(86_400_000)]
  const state = { state: 'succeeded', kind: 'team', teamHours: 1, minTarget: 1 } as const
  books.campaigns.push({ id, title: '團', ...state, startsAt, endsAt })
  books.products.push({ campaignId: id, productId, position: 0 })
  for (let n = 0; n <= dice(2); n++) addGroup(books, expected, dice)
  for (let n = 1; n <= dice(3); n++) {
    const qty = 1 + dice(9)
    const line = { productId, title: '茶', qty }
    books.supplierOrders.push({ campaignId: id, n, lines: [line], by: 's:system' })
    expected.pieces.ordered += qty
  }
  for (let n = 0; n < dice(3); n++) {
    const qty = dice(4) === 0 ? -1 : 1 + dice(5)
    books.receipts.push({
      id: createId(),
      campaignId: id,
      variantId: productId,
      qty,
      by: 's:system',
    })
    expected.pieces.received += qty
  }
  return expected
}

function addGroup(books: Books, expected: Expected, dice: (sides: number) => number): void {
  const groupId = createId()
  const outcome = dice(4) === 0 ? 'failed' : 'succeeded'
  const times = { openedAt: new Date(0), expiresAt: new Date(1), decidedAt: new Date(2) }
  const campaignId = expected.id
  books.groups.push({ id: groupId, campaignId, code: groupId, state: outcome, outcome, ...times })
  for (let n = 0; n < dice(6); n++) {
    const isKept = outcome === 'succeeded'
    const state = isKept ? of(states, dice(5)) : 'released'
    addPlace(books, expected, { groupId, state, qty: 1 + dice(5), total: 10 + dice(990) }, dice)
  }
}

function addPlace(
  books: Books,
  expected: Expected,
  place: { groupId: string; state: (typeof states)[number]; qty: number; total: number },
  dice: (sides: number) => number,
): void {
  const { groupId, state, qty, total } = place
  const { id: campaignId, productId, pieces, money } = expected
  const [orderId, lineId, memberId] = [createId(), createId(), createId()]
  const contact = { contactName: '王', userEmail: 'a@b.c', userTel: '09', userAddress: '台北' }
  const empty = { message: '', userExtra: {}, extra: {} }
  // Sent before it is paid: nothing of it has come, and one that is back owes nothing.
  const isSent = state === 'confirmed' && dice(4) === 0
  const isBack = isSent && dice(3) === 0
  const isPaid = state === 'confirmed' && !isSent
  const method = of(['on_delivery', 'to_leader_ahead'], dice(2))
  const sent = isSent && ({ state: isBack ? 'returned' : 'placed', paymentMethod: method } as const)
  const paid = isPaid && ({ state: 'paid', payment: 'paid', paidAt: new Date(0) } as const)
  books.orders.push({
    id: orderId,
    owner: `m:${memberId}`,
    total,
    ...paid,
    ...sent,
    ...contact,
    ...empty,
  })
  const product = { id: productId } as never
  books.lines.push({ orderId, id: lineId, productId, qty, total, finalTotal: total, product })
  const isLive = kept.includes(state)
  books.places.push({
    ...{ id: createId(), groupId, campaignId, memberId, orderId, qty, state },
    ...{ quotedTotal: total, finalTotal: total, acceptsFewer: false, isAnonymous: false },
    ...{ shownName: '王○○', joinedAt: new Date(0), endedAt: isLive ? null : new Date(1) },
  })
  if (isLive && !isBack) {
    pieces.succeeded += qty
    money.due += total
    if (state === 'confirmed') pieces.confirmed += qty
    if (!isPaid) money.unpaid += total
  }
  // Money that came stays in the books, also of a place that has ended.
  if (isPaid || (!isSent && dice(3) === 0)) {
    const paymentId = createId()
    const status = of(['succeeded', 'succeeded', 'voided', 'failed'] as const, dice(4))
    const captured = dice(2) === 0 ? null : total + dice(5)
    const by = { provider: 'ecpay', method: 'card', reference: paymentId, amount: total }
    books.payments.push({ id: paymentId, orderId, status, capturedAmount: captured, ...by })
    if (status === 'succeeded') money.received += captured ?? total
    for (let n = 0; n < dice(3); n++) {
      const amount = 1 + dice(Math.floor(total / 3))
      const isDone = dice(2) === 0
      const done = isDone
        ? ({ state: 'done', doneAt: new Date(0) } as const)
        : { state: 'sent' as const }
      books.refunds.push({ id: createId(), orderId, paymentId, amount, reason: '退', ...done })
      if (isDone && status === 'succeeded') money.refunded += amount
    }
  }
  if (state === 'confirmed' && dice(2) === 0) {
    const parcelId = createId()
    const shipped = 1 + dice(qty)
    books.parcels.push({ id: parcelId, orderId, carrier: 'own', trackingNumber: '' })
    books.parcelLines.push({ parcelId, lineId, qty: shipped })
    pieces.shipped += shipped
  }
  if (state === 'confirmed' && dice(2) === 0) {
    const amount = dice(100)
    const entry = { groupId, leaderId: 'l', orderId, by: 's:system' }
    books.commission.push({ id: createId(), kind: 'earned', amount, ...entry })
    money.commission += amount
    if (dice(3) === 0) {
      books.commission.push({ id: createId(), kind: 'reversed', amount: -amount, ...entry })
      money.commission -= amount
    }
  }
}

async function write(books: Books): Promise<void> {
  const { db } = shop.database
  const tables = [
    [campaigns, books.campaigns],
    [campaignProducts, books.products],
    [groups, books.groups],
    [orders, books.orders],
    [orderLines, books.lines],
    [participations, books.places],
    [payments, books.payments],
    [refunds, books.refunds],
    [parcels, books.parcels],
    [parcelLines, books.parcelLines],
    [supplierOrders, books.supplierOrders],
    [campaignReceipts, books.receipts],
    [commissionEntries, books.commission],
  ] as const
  for (const [table, rows] of tables) {
    // Each list holds rows of its own table.
    if (rows.length > 0) await db.insert(table).values(rows as never)
  }
}

/** Of a product without a number in the stock. */
const uncounted = { damaged: 0, held: 0, lacking: 0, free: 0 }

it('each amount of the settlement is the sum of the books, in random campaigns (CAMP-19)', async () => {
  const dice = createDice(20_261_122)
  const expected: Expected[] = []
  for (let chunk = 0; chunk < propertyRuns(10); chunk++) {
    const books: Books = {
      ...{ campaigns: [], products: [], groups: [], orders: [], lines: [], places: [] },
      ...{ payments: [], refunds: [], parcels: [], parcelLines: [], supplierOrders: [] },
      ...{ receipts: [], commission: [] },
    }
    for (let n = 0; n < 50; n++) expected.push(addCampaign(books, dice))
    await write(books)
  }
  expect(expected.filter(({ money }) => money.refunded > 0).length).toBeGreaterThan(10)
  for (const { id, productId, pieces, money } of expected) {
    expect(await readPieces(shop.database.db, id)).toEqual([
      { sold_id: productId, ...pieces, ...uncounted },
    ])
    expect(await sumMoney(shop.database.db, id)).toEqual(money)
  }
})
