import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { propertyRuns } from '../testing/property-runs.ts'
import { openTestShop, shopPrefix, type TestShop, type Visitor } from '../testing/test-shop.ts'

const seed = 20_261_121

let shop: TestShop
let mug: string
let lamp: string
const prices = new Map<string, number>()
let half: string
let most: string

beforeAll(async () => {
  shop = await openTestShop()
  mug = await shop.product({ price: 1_000 })
  lamp = await shop.product({ price: 333 })
  prices.set(mug, 1_000).set(lamp, 333)
  half = (await shop.coupon({ code: 'Half', percent: 50 })).code
  most = (await shop.coupon({ code: 'Most', percent: 77 })).code
})
afterAll(() => shop.close())

/** A JSON text as it stands, so that numbers can be written in every way. */
function send(visitor: Visitor, method: 'POST' | 'PUT', path: string, payload: string) {
  const headers = { 'content-type': 'application/json' }
  return visitor.inject({ method, url: `${shopPrefix}${path}`, headers, payload })
}
const read = async (visitor: Visitor) => (await visitor.get('/cart')).body.data

describe('any quantity', () => {
  const number = fc.oneof(
    fc.integer({ min: -20, max: 10_020 }),
    fc.double({ min: -1e21, max: 1e21, noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom(0, 1, 9_999, 10_000, 1e9, 1e20, 1e300),
  )
  const text = fc.oneof(
    number.map(String),
    fc.constantFrom(
      'NaN',
      'Infinity',
      '0x10',
      ' 7 ',
      '7 ',
      '+7',
      '-7',
      '07',
      '7.0',
      '1e3',
      '７',
      '٣',
    ),
    fc.string({ maxLength: 6 }),
  )
  const json = fc.oneof(
    number.map((value) => JSON.stringify(value)),
    text.map((value) => JSON.stringify(value)),
    fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.stringify(value)),
    fc.constantFrom('NaN', 'Infinity', '0x10', '01', '+1', '1.', '.5', '--1', '1e999', ''),
  )

  function quantityOf(written: string): number | undefined {
    let value: unknown
    try {
      value = JSON.parse(written)
    } catch {
      return undefined
    }
    if (typeof value === 'string')
      return /^[1-9][0-9]{0,3}$/.test(value) ? Number(value) : undefined
    const isRight = Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 9_999
    return isRight ? Number(value) : undefined
  }

  it('A1 only whole numbers from 1 to 9999 are added or set; all others leave the cart as it was (seed 20261121)', async () => {
    const guest = shop.guest()
    await guest.post('/cart', { product_id: lamp, qty: 2 })
    const line = (await read(guest)).carts[0].id
    await fc.assert(
      fc.asyncProperty(json, async (qty) => {
        const expected = quantityOf(qty)
        const before = await read(guest)
        const added = await send(
          guest,
          'POST',
          '/cart',
          `{"data":{"product_id":"${mug}","qty":${qty}}}`,
        )
        expect(added.statusCode).toBe(expected === undefined ? 400 : 200)
        if (expected === undefined) expect(await read(guest)).toEqual(before)
        else {
          expect(added.json().data.qty).toBe(expected)
          await guest.delete(`/cart/${added.json().data.id}`)
        }
        const set = await send(guest, 'PUT', `/cart/${line}`, `{"data":{"qty":${qty}}}`)
        expect(set.statusCode).toBe(expected === undefined ? 400 : 200)
        expect((await read(guest)).carts[0].qty).toBe(expected ?? before.carts[0].qty)
      }),
      {
        seed,
        numRuns: propertyRuns(150),
        examples: ['0', '-1', '1.5', '1e9', '"2"', 'true', 'null', '[3]', '"0x10"', '" 7 "', 'NaN']
          .concat('"NaN"', '100000000000000000000')
          .map((qty) => [qty]),
      },
    )
  })
})

describe('keys that only the server decides', () => {
  const owned = fc.dictionary(
    fc.constantFrom(
      ...['price', 'total', 'final_total', 'percent', 'uid', 'is_paid', 'owner', 'coupon', 'carts'],
      ...['id', 'num', 'product', 'qty ', 'code ', 'user', '__v', 'constructor', 'toString'],
    ),
    // Numbers beyond 2^53 are refused, as in all own keys (SAFE-11).
    fc.anything({
      maxDepth: 2,
      values: [fc.string(), fc.integer(), fc.boolean(), fc.constant(null)],
    }),
  )

  it('A3 beside a line or a coupon none of them is honoured (seed 20261121)', async () => {
    await fc.assert(
      fc.asyncProperty(owned, owned, async (first, second) => {
        const guest = shop.guest()
        const added = await guest.post('/cart', { ...first, product_id: mug, qty: 2 })
        expect(added.body.cart).toMatchObject({ total: 2_000, final_total: 2_000 })
        const set = await guest.put(`/cart/${added.body.data.id}`, { ...second, qty: 3 })
        expect(set.body.cart).toMatchObject({ total: 3_000, final_total: 3_000 })
        const applied = await guest.post('/coupon', { ...first, ...second, code: half })
        expect(applied.body.data).toEqual({ final_total: 1_500 })
        const { carts, total, final_total } = await read(guest)
        expect([carts.length, total, final_total]).toEqual([1, 3_000, 1_500])
        expect(carts[0]).toMatchObject({ id: added.body.data.id, product_id: mug, qty: 3 })
        expect(carts[0].product).toMatchObject({ id: mug, price: 1_000 })
      }),
      { seed, numRuns: propertyRuns(60) },
    )
  })
})

describe('coupons of a cart', () => {
  type Step =
    | { kind: 'add'; product: 'mug' | 'lamp'; qty: number }
    | { kind: 'apply'; code: string }
    | { kind: 'clear' | 'empty' }
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.record({
      kind: fc.constant('add' as const),
      product: fc.constantFrom('mug' as const, 'lamp' as const),
      qty: fc.integer({ min: 1, max: 30 }),
    }),
    fc.record({
      kind: fc.constant('apply' as const),
      code: fc.constantFrom('half', 'HALF', ' hAlF\t', 'most', ' MOST', 'nothing', 'half most'),
    }),
    fc.record({ kind: fc.constantFrom('clear' as const, 'empty' as const) }),
  )

  it('D5 one coupon at a time, never two, and the totals are those of the lines (seed 20261121)', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const guest = shop.guest()
        const lines = new Map<string, number>()
        let percent = 100
        for (const next of steps) {
          if (next.kind === 'add') {
            const product_id = next.product === 'mug' ? mug : lamp
            await guest.post('/cart', { product_id, qty: next.qty })
            lines.set(product_id, (lines.get(product_id) ?? 0) + next.qty)
          } else if (next.kind === 'apply') {
            const known = new Map([
              [half.toLowerCase(), 50],
              [most.toLowerCase(), 77],
            ]).get(next.code.trim().toLowerCase())
            const { status } = await guest.post('/coupon', { code: next.code })
            expect(status).toBe(known === undefined ? 404 : 200)
            percent = known ?? percent
          } else if (next.kind === 'clear') {
            await guest.delete('/coupon')
            percent = 100
          } else {
            await guest.delete('/carts')
            lines.clear()
            percent = 100
          }
          const total = [...lines].reduce((sum, [id, qty]) => sum + (prices.get(id) ?? 0) * qty, 0)
          const cart = await read(guest)
          expect([cart.total, cart.final_total]).toEqual([total, (total * percent) / 100])
          const percents = cart.carts.map(
            (line: { coupon?: { percent: number } }) => line.coupon?.percent ?? 100,
          )
          expect(percents).toEqual(Array(lines.size).fill(percent))
        }
      }),
      { seed, numRuns: propertyRuns(60) },
    )
  })
})
