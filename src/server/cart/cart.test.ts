import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cartLines } from '../db/tables/cart.ts'
import { products } from '../db/tables/catalog.ts'
import { consume } from '../limits/rate-limit.ts'
import {
  openTestShop,
  orderData,
  shopPrefix,
  type TestShop,
  type Visitor,
} from '../testing/test-shop.ts'

const emptyCart = { carts: [], total: 0, final_total: 0, discount: 0, payable: 0 }
let shop: TestShop
let mug: string
let lamp: string

beforeAll(async () => {
  shop = await openTestShop()
  mug = await shop.product()
  lamp = await shop.product({ title: '檯燈', price: 333, category: '燈飾' })
})
afterAll(() => shop.close())

async function visitorWith(...quantities: [string, number][]): Promise<Visitor> {
  const visitor = shop.guest()
  for (const [product_id, qty] of quantities) await visitor.post('/cart', { product_id, qty })
  return visitor
}

describe('the cart', () => {
  it('API-07 is empty for a guest who has done nothing, and gives out no cookie', async () => {
    const guest = shop.guest()
    const { body } = await guest.get('/cart')
    expect(body).toEqual({
      success: true,
      data: emptyCart,
      messages: [],
    })
    expect(guest.cookies.size).toBe(0)
  })

  it('F4 SESSION-21 SESSION-22 SESSION-23 ROLE-02 the first write that succeeds gives a guest a 128-bit cookie', async () => {
    const guest = shop.guest()
    await guest.post('/cart', { product_id: 'nothing', qty: 1 })
    expect(guest.cookies.size).toBe(0)
    const { headers } = await guest.post('/cart', { product_id: mug, qty: 1 })
    const cookie = String(headers['set-cookie'])
    expect(cookie).toMatch(/^shopper=[A-Za-z0-9_-]{22};/)
    expect(cookie).toContain('HttpOnly')
    expect(cookie).toContain('SameSite=Lax')
    const again = await guest.post('/cart', { product_id: mug, qty: 1 })
    expect(again.headers['set-cookie']).toBeUndefined()
  })

  it('API-08 API-48 adds a product, and adds up on its line', async () => {
    const guest = await visitorWith([mug, 2])
    const { status, body } = await guest.post('/cart', { product_id: mug, qty: 3 })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      success: true,
      message: '已加入購物車',
      data: { qty: 5, product_id: mug, total: 5000, final_total: 5000, product: { price: 1000 } },
      cart: { total: 5000, final_total: 5000 },
    })
    expect(body.data).not.toHaveProperty('coupon')
  })

  it.each([0, -1, 1.5, 10_000, 1e20, true, null, [3], '0x10', ' 7 ', '1e3', '', '1.5', '-2', {}])(
    'VALID-08 A1 the quantity %j is refused, and the cart stays as it was',
    async (qty) => {
      const guest = await visitorWith([mug, 2])
      const { status, body } = await guest.post('/cart', { product_id: mug, qty })
      expect(status).toBe(400)
      expect(body).toMatchObject({ success: false, message: '加入購物車有誤' })
      expect((await guest.get('/cart')).body.data.carts[0].qty).toBe(2)
    },
  )

  it.each([1, 9999, '1', '9999'])('VALID-08 A1 the quantity %j is taken', async (qty) => {
    const guest = shop.guest()
    const { body } = await guest.post('/cart', { product_id: mug, qty })
    expect(body.data.qty).toBe(Number(qty))
  })

  it('VALID-08 a line never passes 9999', async () => {
    const guest = await visitorWith([mug, 9999])
    const { status } = await guest.post('/cart', { product_id: mug, qty: 1 })
    expect(status).toBe(400)
    expect((await guest.get('/cart')).body.data.carts[0].qty).toBe(9999)
  })

  it('A3 prices and totals that a client sends are not honoured', async () => {
    const guest = shop.guest()
    const { body } = await guest.post('/cart', {
      product_id: mug,
      qty: 1,
      price: 1,
      total: 1,
      final_total: 1,
      percent: 1,
    })
    expect(body.cart.final_total).toBe(1000)
  })

  it.each([{ product_id: 'x', qty: 1 }, [], 'text', null])(
    'A4 the body %j without its wrapper is refused',
    async (payload) => {
      const response = await shop.guest().inject({
        method: 'POST',
        url: '/v2/api/shopping-minmin/cart',
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify(payload),
      })
      expect(response.statusCode).toBe(400)
      expect(response.json()).toMatchObject({ success: false, message: '加入購物車有誤' })
    },
  )

  it('API-65 B8 a product that is unknown or disabled cannot be added', async () => {
    const hidden = await shop.product({ isEnabled: false })
    for (const product_id of [hidden, 'nothing']) {
      const { status, body } = await shop.guest().post('/cart', { product_id, qty: 1 })
      expect(status).toBe(404)
      expect(body).toMatchObject({ success: false, message: '找不到產品' })
    }
  })

  it('API-09 replaces the quantity of a line', async () => {
    const guest = await visitorWith([mug, 2], [lamp, 1])
    const { carts } = (await guest.get('/cart')).body.data
    const { status, body } = await guest.put(`/cart/${carts[0].id}`, { product_id: mug, qty: 7 })
    expect(status).toBe(200)
    expect(body).toMatchObject({ message: '已更新購物車', data: { qty: 7 }, cart: { total: 7333 } })
  })

  it('API-10 API-11 removes one line, and all of them', async () => {
    const guest = await visitorWith([mug, 2], [lamp, 1])
    const { carts } = (await guest.get('/cart')).body.data
    expect((await guest.delete(`/cart/${carts[0].id}`)).body).toMatchObject({
      success: true,
      message: '已刪除',
      cart: { carts: [{ product_id: lamp }], total: 333, payable: 333 },
    })
    expect((await guest.get('/cart')).body.data.carts).toHaveLength(1)
    expect((await guest.delete('/carts')).body).toEqual({
      success: true,
      message: '已刪除',
      cart: emptyCart,
    })
    expect((await guest.get('/cart')).body.data.carts).toEqual([])
    expect((await guest.delete('/carts')).status).toBe(200)
  })

  it("B5 ROLE-03 a line of somebody else's cart is unknown, and stays as it was", async () => {
    const owner = await visitorWith([mug, 2])
    const other = await visitorWith([lamp, 1])
    const { id } = (await owner.get('/cart')).body.data.carts[0]
    for (const { status, body } of [
      await other.put(`/cart/${id}`, { product_id: mug, qty: 9 }),
      await other.delete(`/cart/${id}`),
    ]) {
      expect(status).toBe(404)
      expect(body).toMatchObject({ success: false, message: '找不到購物車項目' })
    }
    expect((await owner.get('/cart')).body.data.carts[0].qty).toBe(2)
    expect((await other.get('/cart')).body.data.carts).toMatchObject([{ product_id: lamp, qty: 1 }])
  })

  it('G4 holds 100 different products and no more', async () => {
    const guest = shop.guest()
    const ids = await Promise.all(Array.from({ length: 101 }, () => shop.product()))
    for (const product_id of ids.slice(0, 100)) await guest.post('/cart', { product_id, qty: 1 })
    const { status, body } = await guest.post('/cart', { product_id: ids[100], qty: 1 })
    expect(status).toBe(400)
    expect(body.message).toBe('購物車最多可放 100 項商品')
    expect((await guest.post('/cart', { product_id: ids[0], qty: 1 })).status).toBe(200)
  })

  it('carries of a product what is bounded, in a cart and in an order (SAFE-12)', async () => {
    const description = `<p>${'長'.repeat(1_900)}</p><p>${'話<b>x</b>'.repeat(500)}</p>`
    const content = '內容'.repeat(2_000)
    const product_id = await shop.product({
      description,
      content,
      extra: { note: 'x'.repeat(5_000) },
    })
    const guest = await visitorWith([product_id, 1])
    const expectBounded = (product: Record<string, string>) => {
      expect(product.description?.length).toBeLessThanOrEqual(2_000)
      expect(product.description).toMatch(/^<p>長/)
      expect(product.description).not.toMatch(/<[^>]*$/)
      expect(product.content?.length).toBeLessThanOrEqual(2_000)
      expect(product).not.toHaveProperty('note')
      expect(product).toMatchObject({ title: '手感馬克杯', unit: '個', price: 1000 })
    }
    expectBounded((await guest.get('/cart')).body.data.carts[0].product)
    const { orderId } = (await guest.post('/order', orderData)).body
    const { order } = (await guest.get(`/order/${orderId}`)).body
    expectBounded(
      Object.values<{ product: Record<string, string> }>(order.products)[0]?.product ?? {},
    )
  })

  it('carries of a text with a < in it as much as of any other (SAFE-12)', async () => {
    const text = `寬 < 30 公分，${'長'.repeat(3_000)}`
    const product_id = await shop.product({ description: text, content: `${text}<b` })
    const guest = await visitorWith([product_id, 1])
    const [{ product }] = (await guest.get('/cart')).body.data.carts
    expect(product).toMatchObject({
      description: text.slice(0, 2_000),
      content: text.slice(0, 2_000),
    })
    const half = `<p>${'長'.repeat(1_996)}`
    const cut = await shop.product({ description: `${half}<b>粗</b></p>` })
    await guest.post('/cart', { product_id: cut, qty: 1 })
    expect((await guest.get('/cart')).body.data.carts[1].product.description).toBe(half)
  })

  it('lets 40 writes to one cart wait and refuses the others, whose cart stays open (SAFE-05)', async () => {
    const guest = await visitorWith([mug, 1])
    const other = await visitorWith([lamp, 1])
    const additions = Array.from({ length: 200 }, () =>
      guest.post('/cart', { product_id: mug, qty: 1 }),
    )
    const elsewhere = await other.post('/cart', { product_id: mug, qty: 1 })
    const replies = await Promise.all(additions)
    const served = replies.filter(({ status }) => status === 200)
    expect(elsewhere.status).toBe(200)
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 429]))
    expect(served.length).toBeGreaterThanOrEqual(41)
    expect((await guest.get('/cart')).body.data.carts[0].qty).toBe(1 + served.length)
  })

  it('no quantity outside 1 to 9999 can be stored, whoever writes it', async () => {
    const guest = await visitorWith([mug, 1])
    const { id } = (await guest.get('/cart')).body.data.carts[0]
    await expect(
      shop.database.db.update(cartLines).set({ qty: 0 }).where(eq(cartLines.id, id)),
    ).rejects.toThrow()
  })

  it('30 products added at once to one line are all counted', async () => {
    const guest = await visitorWith([mug, 1])
    await Promise.all(
      Array.from({ length: 30 }, () => guest.post('/cart', { product_id: mug, qty: 1 })),
    )
    expect((await guest.get('/cart')).body.data.carts).toMatchObject([{ qty: 31 }])
  })
})

describe('the coupon of a cart', () => {
  it('API-12 API-49 API-59 is applied, whatever the case of its code', async () => {
    const { code, id } = await shop.coupon({ code: 'Spring80' })
    const guest = await visitorWith([lamp, 1])
    const { status, body } = await guest.post('/coupon', { code: ' SPRING80 ' })
    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      message: '已套用優惠券:Spring80',
      data: { final_total: 266.4 },
      cart: expect.objectContaining({ total: 333, discount: 67, payable: 266 }),
    })
    const { data } = (await guest.get('/cart')).body
    expect(data).toEqual(body.cart)
    expect(data).toMatchObject({ total: 333, final_total: 266.4 })
    expect(data.carts[0]).toMatchObject({ total: 333, final_total: 266.4 })
    expect(data.carts[0].coupon).toEqual({
      id,
      code,
      title: '八折券',
      percent: 80,
      due_date: expect.any(Number),
      is_enabled: 1,
    })
  })

  it('CART-21 CART-22 D5 is replaced by the next one, and discounts what comes later', async () => {
    const first = await shop.coupon({ percent: 80 })
    const second = await shop.coupon({ percent: 50 })
    const guest = await visitorWith([mug, 1])
    await guest.post('/coupon', { code: first.code })
    await guest.post('/coupon', { code: second.code })
    const { body } = await guest.post('/cart', { product_id: lamp, qty: 2 })
    expect(body.cart.final_total).toBe((1000 + 666) / 2)
    expect(body.data.coupon.code).toBe(second.code)
  })

  it('API-72 API-73 CART-23 an unknown, disabled or expired one is refused, and the cart keeps what it had', async () => {
    const good = await shop.coupon({ percent: 90 })
    const disabled = await shop.coupon({ isEnabled: false })
    const expired = await shop.coupon({ dueDate: Date.now() - 1000 })
    const expiredSeconds = await shop.coupon({ dueDate: Math.floor(Date.now() / 1000) - 10 })
    const guest = await visitorWith([mug, 1])
    await guest.post('/coupon', { code: good.code })
    const unknown = await guest.post('/coupon', { code: 'nothing' })
    expect(unknown.status).toBe(404)
    expect(unknown.body).toMatchObject({ success: false, message: '找不到優惠券!' })
    for (const { code } of [disabled, expired, expiredSeconds]) {
      const { status, body } = await guest.post('/coupon', { code })
      expect(status).toBe(400)
      expect(body).toMatchObject({ success: false, message: '優惠券無法使用或已過期' })
    }
    expect((await guest.get('/cart')).body.data.final_total).toBe(900)
  })

  it('D4 one that becomes unusable no longer discounts, says so, and can be taken off', async () => {
    const { code, id } = await shop.coupon()
    const guest = await visitorWith([mug, 1])
    await guest.post('/coupon', { code })
    await shop.database.pool.query('update coupons set is_enabled = false where id = $1', [id])
    const { data } = (await guest.get('/cart')).body
    expect(data.final_total).toBe(1000)
    expect(data.coupon_notice).toContain(code)
    const { body } = await guest.delete('/coupon')
    expect(body).toMatchObject({ success: true, cart: { payable: 1000, discount: 0 } })
    expect((await guest.get('/cart')).body.data).not.toHaveProperty('coupon_notice')
  })
})

describe('a line that is no longer sold', () => {
  it.each(['is_enabled = false', 'deleted_at = now()'])(
    'counts for no sum, no coupon and no shipping, with %s (EASE-20)',
    async (change) => {
      const gone = await shop.product({ price: 5000, category: '下架' })
      const ofCategory = await shop.coupon({ categories: ['下架'] })
      const ofTotal = await shop.coupon({ percent: 80, minTotal: 2000 })
      const guest = await visitorWith([mug, 1], [gone, 1])
      expect((await guest.post('/coupon', { code: ofTotal.code })).status).toBe(200)
      await shop.database.pool.query(`update products set ${change} where id = $1`, [gone])
      const { data } = (await guest.get('/cart')).body
      expect(data).toMatchObject({ total: 1000, final_total: 1000, payable: 1000 })
      expect(data.carts).toHaveLength(2)
      expect(data.carts[1]).toMatchObject({ total: 0, final_total: 0, product: { is_enabled: 0 } })
      expect(data.carts[1]).not.toHaveProperty('coupon')
      expect(data.coupon_notice).toContain('2,000')
      const { status, body } = await guest.post('/coupon', { code: ofCategory.code })
      expect([status, body.message]).toEqual([400, '購物車內沒有適用此優惠券的商品'])
    },
  )
})

describe('a guest who signs in', () => {
  it('CART-24 CART-25 CART-26 B6 brings the cart along once: quantities added, at most 9999, the guest emptied', async () => {
    const guest = await visitorWith([mug, 9000], [lamp, 2])
    const member = await shop.member()
    await member.post('/cart', { product_id: mug, qty: 1500 })
    const cookie = guest.cookies.get('shopper') ?? ''
    member.cookies.set('shopper', cookie)

    const { body, headers } = await member.get('/cart')
    const quantities = body.data.carts.map((line: { product_id: string; qty: number }) => [
      line.product_id,
      line.qty,
    ])
    expect(Object.fromEntries(quantities)).toEqual({ [mug]: 9999, [lamp]: 2 })
    expect(String(headers['set-cookie'])).toMatch(/^shopper=;/)
    expect((await guest.get('/cart')).body.data.carts).toEqual([])
    member.cookies.set('shopper', cookie)
    expect((await member.get('/cart')).body.data.carts).toHaveLength(2)
  })

  it("B6 the cart of a member is nobody else's: not after signing out, not for the next one of this browser", async () => {
    const browser = await visitorWith([mug, 2])
    const [ann, bea] = [await shop.member(), await shop.member()]
    browser.token = ann.token
    const [line] = (await browser.get('/cart')).body.data.carts
    expect(line).toMatchObject({ product_id: mug, qty: 2 })

    for (const token of [undefined, bea.token]) {
      browser.token = token
      expect((await browser.get('/cart')).body.data.carts).toEqual([])
      expect((await browser.put(`/cart/${line.id}`, { qty: 9 })).status).toBe(404)
      expect((await browser.delete(`/cart/${line.id}`)).status).toBe(404)
    }
    expect((await ann.get('/cart')).body.data.carts).toMatchObject([{ id: line.id, qty: 2 }])
  })

  it('merges no more than 100 lines; the others stay behind, are told of, and follow (SAFE-13)', async () => {
    const ids = await Promise.all(Array.from({ length: 104 }, () => shop.product()))
    const fill = (visitor: Visitor, products: string[]) =>
      Promise.all(products.map((product_id) => visitor.post('/cart', { product_id, qty: 1 })))
    const guest = await visitorWith([ids[0] ?? '', 1])
    await fill(guest, [...ids.slice(98, 104)])
    const member = await shop.member()
    for (const part of [0, 33, 66]) await fill(member, ids.slice(part, Math.min(part + 33, 98)))
    const cookie = guest.cookies.get('shopper') ?? ''
    member.cookies.set('shopper', cookie)

    const { body } = await member.get('/cart')
    expect(body.data.carts).toHaveLength(100)
    expect(body.data.carts).toContainEqual(expect.objectContaining({ product_id: ids[0], qty: 2 }))
    expect(body.data.merge_notice).toBe('購物車最多可放 100 項商品，登入前的購物車還有 4 項未移入')
    expect(member.cookies.get('shopper')).toBe(cookie)
    await member.delete('/carts')
    const after = (await member.get('/cart')).body.data
    expect(after.carts).toHaveLength(4)
    expect(after).not.toHaveProperty('merge_notice')
    expect(member.cookies.has('shopper')).toBe(false)
  })

  it("CART-24 keeps the member's coupon, else takes the guest's", async () => {
    const guestCoupon = await shop.coupon({ percent: 70 })
    const memberCoupon = await shop.coupon({ percent: 60 })
    for (const own of [memberCoupon, undefined]) {
      const guest = await visitorWith([mug, 1])
      await guest.post('/coupon', { code: guestCoupon.code })
      const member = await shop.member()
      if (own) await member.post('/coupon', { code: own.code })
      member.cookies.set('shopper', guest.cookies.get('shopper') ?? '')
      const { data } = (await member.get('/cart')).body
      expect(data.carts[0].coupon.code).toBe((own ?? guestCoupon).code)
    }
  })

  it('CART-24 takes the coupon of the guest in place of one of the member that has ended', async () => {
    const guestCoupon = await shop.coupon({ percent: 70 })
    for (const [set, hasGuestCoupon] of [
      ['is_enabled = false', true],
      [`due_at = now() - interval '1 second'`, true],
      ['deleted_at = now()', true],
      ['is_enabled = false', false],
    ] as const) {
      const guest = await visitorWith([mug, 1])
      if (hasGuestCoupon) await guest.post('/coupon', { code: guestCoupon.code })
      const ended = await shop.coupon({ percent: 60 })
      const member = await shop.member()
      await member.post('/coupon', { code: ended.code })
      await shop.database.pool.query(`update coupons set ${set} where id = $1`, [ended.id])
      member.cookies.set('shopper', guest.cookies.get('shopper') ?? '')
      const { data } = (await member.get('/cart')).body
      expect([set, data.final_total]).toEqual([set, hasGuestCoupon ? 700 : 1000])
      // Where nothing takes its place, the member is told of it.
      expect('coupon_notice' in data).toBe(!hasGuestCoupon)
    }
  })

  it('SESSION-06 is known by the token with and without Bearer', async () => {
    const member = await shop.member()
    await member.post('/cart', { product_id: mug, qty: 3 })
    member.token = `Bearer ${member.token}`
    expect((await member.get('/cart')).body.data.carts[0].qty).toBe(3)
  })

  it.each(['x', 'a.b.c', 'Bearer nonsense'])(
    'C6 a token "%s" that does not hold is refused, not taken for a guest',
    async (token) => {
      const stranger = shop.guest()
      stranger.token = token
      const { status } = await stranger.get('/cart')
      expect(status).toBe(401)
    },
  )

  it.each(['', 'Bearer ', 'undefined', 'null', `adm_${'x'.repeat(43)}`])(
    'the authorization "%s" is a guest',
    async (token) => {
      const stranger = shop.guest()
      stranger.token = token
      expect((await stranger.get('/cart')).status).toBe(200)
    },
  )
})

describe('codes of coupons', () => {
  let limited: TestShop
  let product: string
  beforeAll(async () => {
    limited = await openTestShop({ env: { WRITE_LIMITS: '1' } })
    product = await limited.product()
  })
  afterAll(() => limited.close())
  beforeEach(() => limited.database.pool.query('delete from rate_limit_counts'))

  async function shopper(remoteAddress: string) {
    const guest = limited.guest()
    const payload = { data: { product_id: product, qty: 1 } }
    await guest.inject({ method: 'POST', url: `${shopPrefix}/cart`, payload, remoteAddress })
    return async (code: string) => {
      const request = { method: 'POST', url: `${shopPrefix}/coupon`, remoteAddress } as const
      return (await guest.inject({ ...request, payload: { data: { code } } })).statusCode
    }
  }
  const count = (statuses: number[], status: number) => statuses.filter((one) => one === status)
  const wrong = (n: number) => `wrong-${n}`
  const tries = (length: number, turn: (n: number) => Promise<number>) =>
    Promise.all(Array.from({ length }, (_, n) => turn(n)))

  it('cannot be tried more than ten times in ten minutes by a shopper, also at once, right or wrong (MEND-58)', async () => {
    const { code } = await limited.coupon()
    const guess = await shopper('192.0.2.1')
    const statuses = await tries(30, (n) => guess(wrong(n)))
    expect([count(statuses, 404).length, count(statuses, 429).length]).toEqual([10, 20])
    expect(await guess(code)).toBe(429)
    expect(await (await shopper('192.0.2.1'))(code)).toBe(200)
  })

  it('that are right are not counted (MEND-58)', async () => {
    const { code } = await limited.coupon()
    const use = await shopper('192.0.2.1')
    for (let n = 0; n < 15; n++) expect(await use(code)).toBe(200)
  })

  it('cannot be tried more than sixty times from a network, whoever tries (MEND-58)', async () => {
    const guessers = await Promise.all(Array.from({ length: 8 }, () => shopper('192.0.2.2')))
    const statuses = await tries(72, (n) =>
      (guessers[n % 8] as (code: string) => Promise<number>)(wrong(n)),
    )
    expect([count(statuses, 404).length, count(statuses, 429).length]).toEqual([60, 12])
  })

  it('cannot be tried more than five times from each network once all have tried too often, and the right one works (MEND-58)', async () => {
    const { code } = await limited.coupon()
    const all = { name: 'coupon.all', max: 100, windowSeconds: 600 }
    await consume(limited.database.db, all, 'all', 100)
    const guess = await shopper('192.0.2.3')
    expect(await guess(code)).toBe(200)
    expect(count(await tries(9, (n) => guess(wrong(n))), 404)).toHaveLength(5)
    expect(await guess(code)).toBe(429)
    expect(await (await shopper('192.0.2.4'))(code)).toBe(200)
  })
})

describe('SHARED_GUEST', () => {
  it('makes one guest of all callers without an identity', async () => {
    const shared = await openTestShop({ env: { SHARED_GUEST: '1' } })
    const product_id = await shared.product()
    const { headers } = await shared.guest().post('/cart', { product_id, qty: 2 })
    expect(headers['set-cookie']).toBeUndefined()
    expect((await shared.guest().get('/cart')).body.data.carts).toHaveLength(1)
    const member = await shared.member()
    expect((await member.get('/cart')).body.data.carts).toEqual([])
    await shared.close()
  })
})

it('API-75 the cart shows the price of now', async () => {
  const id = await shop.product({ price: 100 })
  const guest = await visitorWith([id, 1])
  await shop.database.db.update(products).set({ price: 150 }).where(eq(products.id, id))
  expect((await guest.get('/cart')).body.data.total).toBe(150)
})
