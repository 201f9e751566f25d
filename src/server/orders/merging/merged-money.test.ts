import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { brokenChecks } from '../../testing/broken-checks.ts'
import { propertyRuns } from '../../testing/property-runs.ts'
import { openTestShop, orderData, type TestShop, type Visitor } from '../../testing/test-shop.ts'
import { openStock, type TestStock } from '../../testing/test-stock.ts'

const seed = 20_261_130
const fee = 60

let shop: TestShop
let stock: TestStock
let cup: string

beforeAll(async () => {
  shop = await openTestShop()
  stock = await openStock(shop)
  cup = await shop.product({ price: 333 })
  await stock.set(cup, 900_000)
  const values = { fee, free_over: 1_000_000 }
  await stock.admin.put('/admin/settings/shipping', { version: 0, values })
})
afterAll(() => shop.close())

const step = fc.record({
  kind: fc.constantFrom('merge', 'split', 'change', 'pay', 'cancel', 'prepare', 'ship', 'refund'),
  /** Of the four orders. */
  at: fc.nat(3),
  by: fc.constantFrom('shopper', 'staff'),
  qty: fc.integer({ min: 1, max: 4 }),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

async function play(member: Visitor, ids: readonly string[], { kind, at, by, qty }: Step) {
  const id = ids[at] ?? ''
  const { admin } = stock
  const [caller, prefix] = by === 'staff' ? [admin, '/admin'] : [member, '']
  const path = `${prefix}/order/${id}`
  switch (kind) {
    case 'merge': {
      const offers: { id: string }[] = (await caller.get(path)).body.merge?.offers ?? []
      const chosen = offers.map((offer) => offer.id).slice(0, qty)
      if (chosen.length === 0) return
      const { status } = await caller.post(`${path}/merge`, { with: chosen })
      expect(status).toBe(200)
      return
    }
    case 'split':
      return void (await caller.delete(`${path}/merge`))
    case 'change': {
      const lines = [{ product_id: cup, qty }]
      const change = by === 'staff' ? `${path}/lines` : path
      const { body } = await caller.put(change, { lines, preview: true })
      if (body.difference === undefined || body.refusal) return
      const expected_difference = body.difference
      return void (await caller.put(change, { lines, expected_difference }))
    }
    case 'pay':
      return void (await member.post(`/pay/${id}`))
    case 'cancel':
      return void (await caller.post(`${path}/cancel`, { reason: '不需要了' }))
    case 'prepare':
      return void (await admin.post(`/admin/order/${id}/prepare`))
    case 'refund':
      return void (await admin.post(`/admin/order/${id}/refund`, { amount: 100, reason: '瑕疵' }))
    default:
      return void (await admin.post(`/admin/order/${id}/parcel`, { carrier: 'own' }))
  }
}

interface Facts {
  id: string
  state: string
  goods: number
  fee: number
  captured: number
  refunded: number
  balance: number
  ships_with: string | null
}

async function factsOf(ids: readonly string[]): Promise<Facts[]> {
  const { rows } = await shop.database.pool.query<Facts>(
    `select id, state, ships_with, balance_due::int as balance,
       (select sum(total)::int from order_lines where order_id = orders.id) as goods,
       (select coalesce(sum(amount_hundredths) / 100, 0)::int from order_adjustments
         where order_id = orders.id and kind = 'fee') as fee,
       (select coalesce(sum(amount), 0)::int from payments
         where order_id = orders.id and status = 'succeeded') as captured,
       (select coalesce(sum(amount), 0)::int from refunds
         where order_id = orders.id and is_of_change) as refunded
     from orders where id = any($1) order by id`,
    [ids],
  )
  return rows
}

it('merging and taking apart, in any order with all else, change no money but the fee (AFTER-09, seed 20261130)', async () => {
  let places = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), async (steps) => {
      const member = await shop.member()
      const address = `台北市信義區市府路 ${++places} 號`
      const data = { ...orderData, user: { ...orderData.user, address } }
      const ids: string[] = []
      for (let n = 0; n < 4; n++) {
        await member.post('/cart', { product_id: cup, qty: 3 })
        ids.push(String((await member.post('/order', data)).body.orderId))
        await member.post(`/pay/${ids[n]}`)
      }
      for (const one of steps) {
        const before = await factsOf(ids)
        await play(member, ids, one)
        const after = await factsOf(ids)
        if (one.kind !== 'merge' && one.kind !== 'split') continue
        const withoutParcel = (rows: Facts[]) => rows.map(({ ships_with: _, ...rest }) => rest)
        expect(withoutParcel(after)).toEqual(withoutParcel(before))
      }
      const facts = await factsOf(ids)
      for (const { state, goods, fee: kept, captured, refunded, balance } of facts) {
        expect([0, fee]).toContain(kept)
        // All that a change gave back is what the order costs less, and what it added is paid or due.
        if (state !== 'cancelled') expect(captured + balance - refunded).toBe(goods + kept)
        if (state !== 'paid') expect(balance).toBe(0)
      }
      // Of the orders of one parcel one has a fee, unless it was cancelled after it was packed.
      const sent = facts.filter(({ state }) => state === 'shipped')
      const parcels = Map.groupBy(sent, ({ id, ships_with: parcel }) => parcel ?? id)
      for (const orders of parcels.values()) {
        expect(orders.reduce((sum, one) => sum + one.fee, 0)).toBeLessThanOrEqual(fee)
      }
    }),
    { seed, numRuns: propertyRuns(40) },
  )
  expect(await stock.disagreements()).toEqual([])
  expect(await brokenChecks(shop.databaseUrl)).toEqual([])
})
