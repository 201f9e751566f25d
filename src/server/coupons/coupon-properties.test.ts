import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { maxDueDate } from '#contract/coupons.schema.ts'
import { coupons } from '../db/tables/coupons.ts'
import { openAdministrator, type TestAdministrator } from '../testing/test-administrator.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'

const seed = 20_261_121

let shop: TestShop
let admin: TestAdministrator
let mug: string

beforeAll(async () => {
  shop = await openTestShop()
  admin = await openAdministrator(shop)
  mug = await shop.product({ price: 1_000 })
})
afterAll(() => shop.close())

let made = 0
const coupon = (values: object) => ({
  title: '券',
  code: `made-${++made}`,
  percent: 80,
  due_date: 4_070_908_799,
  is_enabled: 1,
  ...values,
})

/** The number that a liberal field holds; undefined when it is none within its bounds. */
function wholeOf(value: unknown, minimum: number, maximum: number): number | undefined {
  const number = typeof value === 'string' && /^[0-9]{1,16}$/.test(value) ? Number(value) : value
  const isRight = Number.isInteger(number) && Number(number) >= minimum && Number(number) <= maximum
  return isRight ? Number(number) : undefined
}

/** A due date may have a fraction. */
function dueDateOf(value: unknown): number | undefined {
  const isFraction = typeof value === 'number' && !Number.isInteger(value)
  if (!isFraction) return wholeOf(value, 1, maxDueDate)
  return value >= 1 && value <= maxDueDate ? value : undefined
}

it('stores a whole percent from 1 to 100 and a due date in seconds or milliseconds, and refuses all others (A10, WIRE-04, seed 20261121)', async () => {
  const percent = fc.oneof(
    fc.integer({ min: -5, max: 110 }),
    fc.constantFrom(0, 101, -20, 1e3, 79.5, '80', '0', '101', '8e1', '80%', ' 80', true, null),
    fc.jsonValue({ maxDepth: 1 }),
  )
  const dueDate = fc.oneof(
    fc.integer({ min: -1, max: 4_102_444_800 }),
    fc.integer({ min: 1_700_000_000_000, max: 4_102_444_800_000 }),
    fc.constantFrom(
      0,
      1,
      maxDueDate,
      maxDueDate + 1,
      '9999999999999',
      '10000000000000',
      1e16,
      1.5,
      '4070908799',
      '',
      '2030-01-01',
      null,
    ),
  )
  await fc.assert(
    fc.asyncProperty(percent, dueDate, async (percent, due_date) => {
      const before = await shop.database.db.$count(coupons)
      const { status, body } = await admin.post('/admin/coupon', coupon({ percent, due_date }))
      const expected = [wholeOf(percent, 1, 100), dueDateOf(due_date)]
      const isRight = !expected.includes(undefined)
      expect(status).toBe(isRight ? 200 : 400)
      if (isRight) expect([body.coupon.percent, body.coupon.due_date]).toEqual(expected)
      else expect(body.message.length).toBeGreaterThan(0)
      expect(await shop.database.db.$count(coupons)).toBe(before + (isRight ? 1 : 0))
    }),
    {
      seed,
      numRuns: 200,
      examples: [
        [80, '9999999999999'],
        [80, '10000000000000'],
      ],
    },
  )
})

describe('any code', () => {
  const space = fc.constantFrom('', ' ', '\t', '\u3000', '  \n')
  const letters = fc.stringMatching(/^[A-Za-z0-9_%-]{1,30}$/)

  it('A10 is one coupon in whatever case and with whatever space around it, for the shop and the shopper (seed 20261121)', async () => {
    await fc.assert(
      fc.asyncProperty(letters, space, space, async (letters, before, after) => {
        const code = `${++made}-${letters}`
        const first = await admin.post('/admin/coupon', coupon({ code: before + code + after }))
        expect([first.status, first.body.coupon?.code]).toEqual([200, code])
        const written = [code.toLowerCase(), code.toUpperCase(), ` ${code}\t`]
        for (const other of written) {
          const again = await admin.post('/admin/coupon', coupon({ code: other }))
          expect([again.status, again.body.message]).toEqual([409, '優惠碼已存在'])
          const guest = shop.guest()
          await guest.post('/cart', { product_id: mug, qty: 1 })
          const applied = await guest.post('/coupon', { code: other })
          expect(applied.body.data).toEqual({ final_total: 800 })
        }
      }),
      { seed, numRuns: 40 },
    )
  })

  it('A10 is 1 to 100 characters; no pattern of it finds another one (seed 20261121)', async () => {
    const guest = shop.guest()
    await guest.post('/cart', { product_id: mug, qty: 1 })
    for (const length of [1, 100, 101, 1_000, 100_000]) {
      const code = `${'x'.repeat(length - 1)}${length % 7}`
      const { status } = await admin.post('/admin/coupon', coupon({ code }))
      expect(status).toBe(length > 100 ? 400 : 200)
      expect((await guest.post('/coupon', { code })).status).toBe(length > 100 ? 400 : 200)
    }
    await guest.delete('/coupon')
    const pattern = fc.array(fc.constantFrom('%', '_', '*', '.', '\\', "'", 'made', '-'), {
      minLength: 1,
      maxLength: 6,
    })
    await fc.assert(
      fc.asyncProperty(pattern, async (parts) => {
        expect((await guest.post('/coupon', { code: parts.join('') })).status).toBe(404)
      }),
      { seed, numRuns: 100 },
    )
  })
})
