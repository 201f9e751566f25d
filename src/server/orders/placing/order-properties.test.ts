import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createId } from '../../db/id.ts'
import { products } from '../../db/tables/catalog.ts'
import { coupons } from '../../db/tables/coupons.ts'
import { propertyRuns } from '../../testing/property-runs.ts'
import { openAdministrator, type TestAdministrator } from '../../testing/test-administrator.ts'
import {
  openTestShop,
  orderData,
  shopPrefix,
  type TestShop,
  type Visitor,
} from '../../testing/test-shop.ts'

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

async function buy(visitor: Visitor, input: object = {}) {
  await visitor.post('/cart', { product_id: mug, qty: 1 })
  return visitor.post('/order', { ...orderData, ...input })
}
const read = async (visitor: Visitor, id: string) => (await visitor.get(`/order/${id}`)).body.order
const listed = async (visitor: Visitor) =>
  (await visitor.get('/orders')).body.orders.map(({ id }: { id: string }) => id)

const ownedKeys = [
  ...['id', 'num', 'total', 'final_total', 'create_at', 'is_paid', 'paid_date', 'payment_method'],
  ...['products', 'coupon', 'uid', 'price', 'percent', 'owner', 'state', 'success', 'constructor'],
]
/** Numbers that take more room stored than sent are refused. */
const safeJson = fc
  .jsonValue({ maxDepth: 2 })
  .map((value) => JSON.parse(JSON.stringify(value, (_, part) => (isUnsafe(part) ? 7 : part))))
const isUnsafe = (part: unknown) => typeof part === 'number' && !Number.isSafeInteger(part)
const owned = fc.dictionary(fc.constantFrom(...ownedKeys), safeJson)

/** The fields of an order that the server alone sets. */
const decided = ({
  id,
  num,
  total,
  create_at,
  is_paid,
  paid_date,
  payment_method,
  products: lines,
  user,
}: Record<string, unknown>) => {
  const { name } = user as { name: string }
  return { id, num, total, create_at, is_paid, paid_date, payment_method, lines, name }
}

describe('what a client sends beside an order', () => {
  it('A3 no price, total, state or owner of the client is honoured (seed 20261121)', async () => {
    const member = await shop.member()
    await fc.assert(
      fc.asyncProperty(owned, owned, async (keys, userKeys) => {
        const { is_paid: _, ...rest } = keys
        const reply = await buy(member, { ...rest, user: { ...orderData.user, ...userKeys } })
        expect([reply.status, reply.body.total]).toEqual([200, 1_000])
        const order = await read(member, reply.body.orderId)
        expect(order).toMatchObject({ id: reply.body.orderId, total: 1_000, is_paid: false })
        expect(order).not.toHaveProperty('paid_date')
        expect(order).not.toHaveProperty('payment_method')
        expect(order.user.name).toBe(`王小明+${member.uid}`)
        expect(order.user).not.toHaveProperty('uid')
        const lines = Object.values(order.products)
        expect(lines).toMatchObject([{ product_id: mug, qty: 1, total: 1_000, final_total: 1_000 }])
      }),
      { seed, numRuns: propertyRuns(60) },
    )
  })

  it('B7 A3 no change of an administrator reaches lines, totals, owner, number or times (seed 20261121)', async () => {
    const member = await shop.member()
    const { orderId } = (await buy(member)).body
    const before = decided(await read(member, orderId))
    const userKeys = fc.dictionary(
      fc.constantFrom('uid', 'id', 'owner', 'member'),
      fc.jsonValue({ maxDepth: 1 }),
    )
    await fc.assert(
      fc.asyncProperty(owned, userKeys, async ({ is_paid: _, ...keys }, user) => {
        const { status } = await admin.put(`/admin/order/${orderId}`, { ...keys, user })
        expect([200, 400]).toContain(status)
        expect(decided(await read(member, orderId))).toEqual(before)
      }),
      { seed, numRuns: propertyRuns(100) },
    )
    expect(await listed(member)).toEqual([orderId])
  })

  it('A8 any text of a message comes back as it went, or is refused and writes nothing (seed 20261121)', async () => {
    const guest = shop.guest()
    const hostile = fc.constantFrom(
      ...['\u0000', '\ud800', '\udc00x', '\u202e', '<script>alert(1)</script>', '=HYPERLINK("x")'],
      ...['\u2028', '</textarea>', "' or 1=1 --", '{{7*7}}', '\u{10ffff}', '\ufeff', '%00'],
    )
    const text = fc
      .array(fc.oneof(hostile, fc.string({ unit: 'binary', maxLength: 8 })), { maxLength: 6 })
      .map((parts) => parts.join(''))
    await fc.assert(
      fc.asyncProperty(text, async (message) => {
        const isStorable = message.isWellFormed() && !message.includes('\u0000')
        const { status, body } = await buy(guest, { message })
        expect(status).toBe(isStorable ? 200 : 400)
        if (isStorable) expect((await read(guest, body.orderId)).message).toBe(message)
        else expect(body).toMatchObject({ success: false })
      }),
      { seed, numRuns: propertyRuns(120) },
    )
  })

  it.each([
    ['a message of 2,001', { message: 'x'.repeat(2_001) }, 400],
    ['an address of 501', { user: { ...orderData.user, address: '路'.repeat(501) } }, 400],
    ['a message of 10 MB', { message: 'x'.repeat(10 * 1024 * 1024) }, 413],
    ['an address of 10 MB', { user: { ...orderData.user, address: 'x'.repeat(10_485_760) } }, 413],
    ['an e-mail of 100 kB without @', { user: { ...orderData.user, email: 'x'.repeat(1e5) } }, 400],
  ])('A5 A8 %s is refused', async (_, input, status) => {
    const guest = shop.guest()
    expect((await buy(guest, input)).status).toBe(status)
    expect(await listed(guest)).toEqual([])
  })

  it('A8 a message of 2,000 and an address of 500 are kept whole', async () => {
    const guest = shop.guest()
    const message = '𠮷'.repeat(2_000)
    const address = '路'.repeat(500)
    const { body } = await buy(guest, { message, user: { ...orderData.user, address } })
    expect(await read(guest, body.orderId)).toMatchObject({ message, user: { address } })
  })
})

describe('whose orders', () => {
  it("A6 B3 no name that another chooses puts an order into somebody's list (seed 20261121)", async () => {
    const [ann, bea, guest] = [await shop.member(), await shop.member(), shop.guest()]
    const { orderId } = (await buy(ann)).body
    const part = fc.constantFrom('王', '+', ann.uid, ann.email, '%', '*', ann.uid.slice(0, 8), ' ')
    const names = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''))
    await fc.assert(
      fc.asyncProperty(names, fc.boolean(), async (name, isGuest) => {
        const user = { ...orderData.user, name, uid: ann.uid }
        const other = isGuest ? guest : bea
        const { status, body } = await buy(other, { user, uid: ann.uid, owner: `m:${ann.uid}` })
        expect([200, 400]).toContain(status)
        expect(await listed(ann)).toEqual([orderId])
        if (status === 400) return
        expect((await ann.get(`/order/${body.orderId}`)).status).toBe(404)
        const stored = (await read(other, body.orderId)).user.name
        if (!isGuest) expect(stored.endsWith(`+${bea.uid}`)).toBe(true)
        else expect(stored.endsWith(`+${ann.uid}`)).toBe(false)
      }),
      { seed, numRuns: propertyRuns(80) },
    )
    for (const query of [
      `?name=${ann.uid}`,
      `?owner=m:${ann.uid}`,
      `?uid=${ann.uid}`,
      '?user[]=x',
    ]) {
      const { status, body } = await bea.get(`/orders${query}`)
      expect([200, 400]).toContain(status)
      const ids = (body.orders ?? []).map(({ id }: { id: string }) => id)
      expect(ids).not.toContain(orderId)
    }
  })

  it('B2 B4 B9 no id near that of an order, and no random one, tells more than that it is unknown (seed 20261121)', async () => {
    const [ann, bea] = [await shop.member(), await shop.member()]
    const id: string = (await buy(ann)).body.orderId
    const alphabet = '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz'
    const near = fc
      .tuple(fc.integer({ min: 0, max: 19 }), fc.constantFrom(...alphabet))
      .map(([at, letter]) => id.slice(0, at) + letter + id.slice(at + 1))
      .filter((other) => other !== id)
    const random = fc.stringMatching(/^-[0-9A-Z_a-z-]{19}$/)
    const others = (await bea.get(`/order/${id}`)) as { headers: Record<string, unknown> }
    const shown = ({ date: _, 'x-request-id': __, ...headers }: Record<string, unknown>) =>
      JSON.stringify(headers)
    await fc.assert(
      fc.asyncProperty(fc.oneof(near, random, fc.constant(id)), async (guess) => {
        for (const stranger of [bea, shop.guest()]) {
          for (const reply of [
            await stranger.get(`/order/${guess}`),
            await stranger.post(`/pay/${guess}`),
          ]) {
            expect([reply.status, reply.body]).toEqual([
              404,
              { success: false, message: '找不到訂單', code: 'ORDER_NOT_FOUND' },
            ])
          }
        }
        const { headers } = await bea.get(`/order/${guess}`)
        expect(shown(headers)).toEqual(shown(others.headers))
        if (guess !== id) expect((await ann.get(`/order/${guess}`)).status).toBe(404)
      }),
      { seed, numRuns: propertyRuns(60) },
    )
    expect((await read(ann, id)).is_paid).toBe(false)
  })

  it("B9 who guesses is limited, by whatever caller, and an owner's order stays open", async () => {
    const limited = await openTestShop({ env: { WRITE_LIMITS: '1' } })
    const member = await limited.member()
    await member.post('/cart', { product_id: await limited.product(), qty: 1 })
    const { orderId } = (await member.post('/order', orderData)).body
    const guess = (id: string, remoteAddress: string) =>
      limited.app.inject({ url: `${shopPrefix}/order/${id}`, remoteAddress })
    const ids = Array.from({ length: 39 }, () => createId())
    const answers = await Promise.all([...ids, orderId].map((id) => guess(id, '192.0.2.1')))
    const statuses = answers.map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 404)).toHaveLength(30)
    expect(statuses.filter((status) => status === 429)).toHaveLength(10)
    expect((await guess(orderId, '192.0.2.2')).statusCode).toBe(404)
    const own = await member.inject({
      url: `${shopPrefix}/order/${orderId}`,
      remoteAddress: '192.0.2.1',
    })
    expect(own.statusCode).toBe(200)
    await limited.close()
  })

  it('B9 an id has twelve random characters of 64, each as likely at each place, and none comes twice', () => {
    const ids = Array.from({ length: 100_000 }, () => createId().slice(8))
    expect(new Set(ids).size).toBe(ids.length)
    for (let place = 0; place < 12; place++) {
      const counts = new Map<string, number>()
      for (const id of ids) counts.set(id.charAt(place), (counts.get(id.charAt(place)) ?? 0) + 1)
      expect(counts.size).toBe(64)
      // Ten standard deviations of 1562.5 around it.
      for (const count of counts.values()) expect(Math.abs(count - 1562.5)).toBeLessThan(400)
    }
  })
})

describe('what changes between the cart and the order', () => {
  const couponChange = fc.constantFrom('none', 'expired', 'disabled', 'deleted', 'percent' as const)

  it('D4 D6 the order has the prices and the coupon of now, or is refused; never the old ones in silence (seed 20261121)', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          price: fc.integer({ min: 0, max: 100_000 }),
          newPrice: fc.option(fc.integer({ min: 0, max: 100_000 })),
          percent: fc.integer({ min: 1, max: 100 }),
          newPercent: fc.integer({ min: 1, max: 100 }),
          qty: fc.integer({ min: 1, max: 50 }),
          change: couponChange,
          tellsExpected: fc.boolean(),
        }),
        async ({ price, newPrice, percent, newPercent, qty, change, tellsExpected }) => {
          const { db } = shop.database
          const id = await shop.product({ price })
          const coupon = await shop.coupon({ percent })
          const guest = shop.guest()
          await guest.post('/cart', { product_id: id, qty })
          await guest.post('/coupon', { code: coupon.code })
          const shown = (await guest.get('/cart')).body.data.final_total
          expect(shown).toBe((price * qty * percent) / 100)

          const now = newPrice ?? price
          await db.update(products).set({ price: now }).where(eq(products.id, id))
          const changes = {
            none: {},
            expired: { dueAt: new Date(Date.now() - 1_000) },
            disabled: { isEnabled: false },
            deleted: { deletedAt: new Date() },
            percent: { percent: newPercent },
          }[change]
          if (change !== 'none') {
            await db
              .update(coupons)
              .set(changes ?? {})
              .where(eq(coupons.id, coupon.id))
          }
          const hundredths = now * qty * (change === 'percent' ? newPercent : percent)
          const charge = Math.floor((hundredths + 50) / 100)
          const expected_total = Math.floor(shown + 0.5)
          const { status, body } = await guest.post('/order', {
            ...orderData,
            ...(tellsExpected && { expected_total }),
          })
          const isCouponGone = ['expired', 'disabled', 'deleted'].includes(change)
          if (isCouponGone || (tellsExpected && charge !== expected_total)) {
            expect(status).toBe(409)
            expect(await listed(guest)).toEqual([])
            expect((await guest.get('/cart')).body.data.carts).toHaveLength(1)
            const named = isCouponGone ? coupon.code : `NT$${charge.toLocaleString('zh-TW')}`
            expect(body.message).toContain(named)
          } else {
            expect([status, body.total]).toEqual([200, charge])
            const [line] = Object.values((await read(guest, body.orderId)).products)
            expect(line).toMatchObject({ total: now * qty, final_total: hundredths / 100 })
          }
        },
      ),
      { seed, numRuns: propertyRuns(80) },
    )
  })

  it('D9 an order is paid for as it was made, though nothing of it is sold any more', async () => {
    const guest = shop.guest()
    const id = await shop.product({ price: 500 })
    await guest.post('/cart', { product_id: id, qty: 2 })
    const { orderId } = (await guest.post('/order', orderData)).body
    await shop.database.db.update(products).set({ isEnabled: false }).where(eq(products.id, id))
    expect((await guest.post(`/pay/${orderId}`)).status).toBe(200)
    expect(await read(guest, orderId)).toMatchObject({ is_paid: true, total: 1_000 })
  })

  it('D14 no step is skipped: no contact, no cart, no order to pay, and nothing is written', async () => {
    const guest = shop.guest()
    const count = async () =>
      (await shop.database.pool.query('select count(*) from orders')).rows[0].count
    const before = await count()
    expect((await guest.post('/order', orderData)).status).toBe(409)
    await guest.post('/cart', { product_id: mug, qty: 1 })
    for (const data of [undefined, {}, { user: {} }, { message: 'x' }]) {
      expect((await guest.post('/order', data)).status).toBe(400)
    }
    expect((await guest.post(`/pay/${createId()}`)).status).toBe(404)
    expect(await count()).toBe(before)
    expect((await guest.get('/cart')).body.data.carts).toHaveLength(1)
  })
})
