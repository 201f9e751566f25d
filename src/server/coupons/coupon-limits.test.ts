import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { whileLocked } from '../testing/database/while-locked.ts'
import { openAdministrator, type TestAdministrator } from '../testing/test-administrator.ts'
import { openTestShop, orderData, type TestShop, type Visitor } from '../testing/test-shop.ts'

let shop: TestShop
let admin: TestAdministrator
let mug: string
let lamp: string

beforeAll(async () => {
  shop = await openTestShop()
  admin = await openAdministrator(shop)
})
afterAll(() => shop.close())
beforeEach(async () => {
  mug = await shop.product({ price: 500, category: '茶與咖啡' })
  lamp = await shop.product({ price: 333, category: '燈飾' })
})

const dueDate = 4_070_908_799
let made = 0
const input = (rules: object = {}) => ({
  title: '限量券',
  code: `limit-${++made}`,
  percent: 80,
  due_date: dueDate,
  is_enabled: 1,
  ...rules,
})
/** A coupon as the back office makes it. */
async function coupon(rules: object): Promise<{ id: string; code: string }> {
  const { status, body } = await admin.post('/admin/coupon', input(rules))
  expect(status).toBe(200)
  return body.coupon
}
const fill = (visitor: Visitor, qty = 1, product_id = mug) =>
  visitor.post('/cart', { product_id, qty })
const apply = (visitor: Visitor, code: string) => visitor.post('/coupon', { code })
const order = (visitor: Visitor) => visitor.post('/order', orderData)
const cart = async (visitor: Visitor) => (await visitor.get('/cart')).body.data

/** Fills the cart, applies the coupon and orders; gives the id of the order. */
async function orderWith(visitor: Visitor, code: string, product = mug): Promise<string> {
  await fill(visitor, 1, product)
  expect((await apply(visitor, code)).status).toBe(200)
  const { status, body } = await order(visitor)
  expect(status).toBe(200)
  return body.orderId
}

describe('the rules of a coupon', () => {
  it('are kept and given back as they came (COUPONRULE-01)', async () => {
    const rules = {
      max_uses: 1_000_000,
      max_uses_per_member: 1,
      min_total: 1000,
      first_order_only: 1,
      valid_from: 1_700_000_000,
      categories: ['燈飾'],
      product_ids: [lamp],
      allows_group: 1,
    }
    const sent = input(rules)
    const { body } = await admin.post('/admin/coupon', sent)
    expect(body.coupon).toMatchObject(sent)
    const { id } = body.coupon
    expect((await admin.get(`/admin/coupon/${id}`)).body).toMatchObject({
      success: true,
      coupon: body.coupon,
      uses: 0,
    })
    const inMilliseconds = 1_700_000_000_123
    const changed = { ...sent, valid_from: inMilliseconds, max_uses: '7', allows_group: true }
    const updated = (await admin.put(`/admin/coupon/${id}`, changed)).body.coupon
    expect(updated).toMatchObject({ valid_from: inMilliseconds, max_uses: 7, allows_group: 1 })
  })

  it('stay when a change does not name them, and end with null (COUPONRULE-01)', async () => {
    const sent = input({ max_uses: 3, categories: ['燈飾'], first_order_only: 1, note: '店慶' })
    const { id } = (await admin.post('/admin/coupon', sent)).body.coupon
    const { title, code, percent, due_date, is_enabled } = sent
    const bare = { title, code, percent, due_date, is_enabled }
    const kept = (await admin.put(`/admin/coupon/${id}`, bare)).body.coupon
    expect(kept).toMatchObject({ max_uses: 3, categories: ['燈飾'], first_order_only: 1 })
    const without = { ...bare, max_uses: null, categories: [], first_order_only: 0 }
    const { num, ...ended } = (await admin.put(`/admin/coupon/${id}`, without)).body.coupon
    expect(ended).toEqual({ ...bare, id, note: '店慶' })
  })

  it('are absent from a coupon without them, which has the keys that it had (COUPONRULE-01, API-72)', async () => {
    const sent = input()
    const { coupon: kept } = (await admin.post('/admin/coupon', sent)).body
    expect(kept).toEqual({ ...sent, id: expect.any(String), num: expect.any(Number) })
  })

  it.each([
    [{ max_uses: 0 }, 'max_uses 數值超出範圍'],
    [{ max_uses: 1_000_001 }, 'max_uses 數值超出範圍'],
    [{ max_uses: '1000001' }, 'max_uses 數值超出範圍'],
    [{ max_uses: 'many' }, 'max_uses 型別錯誤'],
    [{ max_uses: 1.5 }, 'max_uses 型別錯誤'],
    [{ max_uses_per_member: 0 }, 'max_uses_per_member 數值超出範圍'],
    [{ max_uses_per_member: true }, 'max_uses_per_member 型別錯誤'],
    [{ min_total: 0 }, 'min_total 數值超出範圍'],
    [{ min_total: '1e3' }, 'min_total 型別錯誤'],
    [{ first_order_only: 2 }, 'first_order_only 型別錯誤'],
    [{ allows_group: 'yes' }, 'allows_group 型別錯誤'],
    [{ valid_from: 0 }, 'valid_from 數值超出範圍'],
    [{ valid_from: '2026-11-21' }, 'valid_from 型別錯誤'],
    [{ valid_from: dueDate }, '開始日須早於到期日'],
    [{ valid_from: dueDate * 1000 + 1 }, '開始日須早於到期日'],
    [{ categories: '燈飾' }, 'categories 型別錯誤'],
    [{ categories: [' '] }, 'categories 屬性不得為空'],
    [{ categories: Array(51).fill('燈飾') }, 'categories 數量不符規定'],
    [{ product_ids: [7] }, 'product_ids 型別錯誤'],
    [{ product_ids: Array(201).fill('x') }, 'product_ids 數量不符規定'],
  ])('%j is refused: %s (COUPONRULE-01)', async (rules, message) => {
    const { status, body } = await admin.post('/admin/coupon', input(rules))
    expect(body).toMatchObject({ success: false, message: [message] })
    expect(status).toBe(400)
  })

  it('cannot begin after a due date that is set later (COUPONRULE-01)', async () => {
    const sent = input()
    const begins = { ...sent, valid_from: 2_000_000_000 }
    const { id } = (await admin.post('/admin/coupon', begins)).body.coupon
    const changed = { ...sent, due_date: 1_999_999_999 }
    expect((await admin.put(`/admin/coupon/${id}`, changed)).status).toBe(400)
  })
})

describe('applying', () => {
  it('tells why not, and leaves the cart and its coupon as they were (COUPONRULE-03)', async () => {
    const member = await shop.member()
    await fill(member)
    const held = await coupon({ percent: 90 })
    await apply(member, held.code)
    const before = await cart(member)
    const limited = await coupon({ max_uses: 1 })
    await orderWith(shop.guest(), limited.code)
    const own = await coupon({ max_uses_per_member: 1 })
    const ordering = await shop.member()
    await orderWith(ordering, own.code)
    await fill(ordering)
    const first = await coupon({ first_order_only: 1 })
    const refused = async (visitor: Visitor, rules: object | { code: string }) => {
      const { code } = 'code' in rules ? rules : await coupon(rules)
      const { status, body } = await apply(visitor, String(code))
      expect(status).toBe(400)
      return body.message
    }
    expect(await refused(member, { valid_from: 1_893_427_200 })).toBe(
      '此優惠券自 2030/01/01 起可使用',
    )
    expect(await refused(member, limited)).toBe('此優惠券已達使用上限')
    expect(await refused(ordering, own)).toBe('您已使用過此優惠券')
    expect(await refused(member, { min_total: 1000 })).toBe('消費滿 NT$1,000 才能使用此優惠券')
    expect(await refused(ordering, first)).toBe('此優惠券限首次購買使用')
    expect(await refused(member, { product_ids: [lamp] })).toBe('購物車內沒有適用此優惠券的商品')
    const guest = shop.guest()
    await fill(guest)
    for (const rules of [own, first]) {
      expect(await refused(guest, rules)).toBe('請先登入會員再使用此優惠券')
    }
    expect(await cart(member)).toEqual(before)
  })

  it('discounts the matching lines alone, also those added later (COUPONRULE-06, CART-22)', async () => {
    const { code } = await coupon({ categories: ['燈飾'] })
    const guest = shop.guest()
    await fill(guest)
    await fill(guest, 1, lamp)
    expect((await apply(guest, code)).body.data.final_total).toBe(500 + 266.4)
    const tea = await shop.product({ price: 100, category: '茶與咖啡' })
    const other = await shop.product({ price: 101, category: '燈飾' })
    await fill(guest, 1, tea)
    await fill(guest, 1, other)
    const { carts, payable } = await cart(guest)
    const lines = Object.fromEntries(
      carts.map((line: { product_id: string; final_total: number; coupon?: { code: string } }) => [
        line.product_id,
        [line.final_total, line.coupon?.code],
      ]),
    )
    expect(lines).toEqual({
      [mug]: [500, undefined],
      [tea]: [100, undefined],
      [lamp]: [266.4, code],
      [other]: [80.8, code],
    })
    expect(payable).toBe(947)
    const { body } = await order(guest)
    expect(body.total).toBe(947)
    const { products } = (await guest.get(`/order/${body.orderId}`)).body.order
    const withCoupon = Object.values<{ product_id: string; coupon?: object }>(products)
      .filter(({ coupon: applied }) => applied)
      .map(({ product_id }) => product_id)
    expect(withCoupon.toSorted()).toEqual([lamp, other].toSorted())
  })
})

describe('a coupon that its owner changes in the moment of an order', () => {
  it.each([
    ['with limits', { max_uses: 9 }],
    ['without limits', {}],
  ])('is used as it is now, %s (MEND-13)', async (_, rules) => {
    const { id, code } = await coupon(rules)
    const guest = shop.guest()
    await fill(guest)
    await apply(guest, code)
    const changed = { statement: 'update coupons set percent = 50 where id = $1', values: [id] }
    const { status, body } = await whileLocked(shop, changed, () => order(guest))
    expect([status, body.total]).toEqual([200, 250])
  })

  it('is refused once it has limits that are reached (MEND-13)', async () => {
    const { id, code } = await coupon({})
    await orderWith(shop.guest(), code)
    const guest = shop.guest()
    await fill(guest)
    await apply(guest, code)
    const changed = { statement: 'update coupons set max_uses = 1 where id = $1', values: [id] }
    const { status, body } = await whileLocked(shop, changed, () => order(guest))
    expect([status, body.code]).toEqual([409, 'ORDER_COUPON_GONE'])
  })
})

describe('a coupon that stops applying', () => {
  const reason = '此優惠券已達使用上限'

  it('shows the cart at full price with the reason, and refuses the order (COUPONRULE-04, API-74)', async () => {
    const { code } = await coupon({ max_uses: 1 })
    const guest = shop.guest()
    await fill(guest, 2)
    await apply(guest, code)
    expect(await cart(guest)).toMatchObject({ payable: 800 })
    await orderWith(shop.guest(), code)
    const now = await cart(guest)
    expect(now).toMatchObject({ coupon_notice: reason, payable: 1000, final_total: 1000 })
    expect(now.carts[0]).not.toHaveProperty('coupon')
    const { status, body } = await order(guest)
    expect(status).toBe(409)
    expect(body).toMatchObject({
      code: 'ORDER_COUPON_GONE',
      message: `${reason}，請更換或移除優惠券後再送出`,
    })
    expect(await cart(guest)).toEqual(now)
    await guest.delete('/coupon')
    expect((await order(guest)).body.total).toBe(1000)
  })

  it('does so by what is taken out of the cart (COUPONRULE-04)', async () => {
    const { code } = await coupon({ min_total: 1000, categories: ['茶與咖啡'] })
    const guest = shop.guest()
    const line = (await fill(guest, 2)).body.data.id
    await fill(guest, 1, lamp)
    await apply(guest, code)
    await guest.put(`/cart/${line}`, { product_id: mug, qty: 1 })
    expect((await cart(guest)).coupon_notice).toBe('消費滿 NT$1,000 才能使用此優惠券')
    const left = (await guest.delete(`/cart/${line}`)).body.cart
    expect(left.coupon_notice).toBe('購物車內沒有適用此優惠券的商品')
  })

  it("does so by a sign-in that brings a guest's cart along (COUPONRULE-04)", async () => {
    const { id, code } = await coupon({ max_uses: 5 })
    const member = await shop.member()
    await orderWith(member, code)
    const guest = shop.guest()
    await fill(guest)
    await apply(guest, code)
    await shop.database.pool.query('update coupons set is_first_order_only = true where id = $1', [
      id,
    ])
    expect((await cart(guest)).coupon_notice).toBe('請先登入會員再使用此優惠券')
    member.cookies.set('shopper', guest.cookies.get('shopper') ?? '')
    expect(await cart(member)).toMatchObject({
      coupon_notice: '此優惠券限首次購買使用',
      payable: 500,
    })
    expect((await order(member)).status).toBe(409)
  })

  it('leaves nothing of a limit that is set below what is used (COUPONRULE-10)', async () => {
    const sent = input({ max_uses: 5 })
    const { id, code } = (await admin.post('/admin/coupon', sent)).body.coupon
    for (const _ of [1, 2, 3]) await orderWith(shop.guest(), code)
    const { body } = await admin.put(`/admin/coupon/${id}`, { ...sent, max_uses: 2 })
    expect(body.coupon.max_uses).toBe(2)
    expect((await admin.get(`/admin/coupon/${id}`)).body.uses).toBe(3)
    const guest = shop.guest()
    await fill(guest)
    expect((await apply(guest, code)).body.message).toBe(reason)
  })
})

describe('a use', () => {
  const returnUseOf = (orderId: string) =>
    admin.post(`/admin/order/${orderId}/cancel`, { reason: '缺貨' })
  const usesOf = async (id: string, query = '') =>
    (await admin.get(`/admin/coupon/${id}/uses${query}`)).body

  it('is given back once, and the next shopper can have it (COUPONRULE-08)', async () => {
    const { id, code } = await coupon({ max_uses: 1 })
    const orderId = await orderWith(shop.guest(), code)
    const guest = shop.guest()
    await fill(guest)
    expect((await apply(guest, code)).status).toBe(400)
    await returnUseOf(orderId)
    const { returned_at } = (await usesOf(id)).uses[0]
    expect(returned_at).toEqual(expect.any(Number))
    await returnUseOf(orderId)
    await orderWith(guest, code)
    await returnUseOf(orderId)
    expect((await usesOf(id)).uses.map((use: object) => 'returned_at' in use)).toEqual([
      false,
      true,
    ])
    await fill(guest)
    expect((await apply(guest, code)).body.message).toBe('此優惠券已達使用上限')
  })

  it('is not given back by a payment that is withdrawn, nor by archiving (COUPONRULE-08)', async () => {
    const { id, code } = await coupon({ max_uses: 1 })
    const orderId = await orderWith(shop.guest(), code)
    await admin.put(`/admin/order/${orderId}`, { is_paid: true })
    await admin.put(`/admin/order/${orderId}`, { is_paid: false })
    await admin.delete(`/admin/order/${orderId}`)
    expect((await admin.get(`/admin/coupon/${id}`)).body.uses).toBe(1)
  })

  it('follows the mailbox to an account that is registered anew (COUPONRULE-09)', async () => {
    const own = await coupon({ max_uses_per_member: 1 })
    const first = await coupon({ first_order_only: 1 })
    const before = await shop.member('ann.lee@gmail.com')
    await orderWith(before, own.code)
    await shop.app.inject({
      method: 'POST',
      url: '/identitytoolkit.googleapis.com/v1/accounts:delete?key=minmin',
      payload: { idToken: before.token },
    })
    const again = await shop.member('annlee@gmail.com')
    expect(again.uid).not.toBe(before.uid)
    await fill(again)
    expect((await apply(again, own.code)).body.message).toBe('您已使用過此優惠券')
    expect((await apply(again, first.code)).body.message).toBe('此優惠券限首次購買使用')
    const other = await shop.member()
    await fill(other)
    expect((await apply(other, own.code)).status).toBe(200)
    expect((await apply(other, first.code)).status).toBe(200)
  })

  it.each(['ann', 'a.n.n'])(
    'are those of the mailbox, whatever stands behind a plus sign (MEND-11) (DOOR-04), of %s@',
    async (name) => {
      const domain = name === 'ann' ? 'example.com' : 'gmail.com'
      const own = await coupon({ max_uses_per_member: 1 })
      const first = await coupon({ first_order_only: 1 })
      await orderWith(await shop.member(`${name}+1@${domain}`), own.code)
      for (const address of [`${name}+2@${domain}`, `${name}@${domain}`]) {
        const again = await shop.member(address)
        await fill(again)
        expect((await apply(again, own.code)).body.message).toBe('您已使用過此優惠券')
        expect((await apply(again, first.code)).body.message).toBe('此優惠券限首次購買使用')
      }
    },
  )

  it('of a first order is possible while all orders before it are cancelled (COUPONRULE-09)', async () => {
    const { code } = await coupon({ first_order_only: 1 })
    const member = await shop.member()
    await fill(member)
    const { orderId } = (await order(member)).body
    await fill(member)
    const archived = async () => {
      expect((await apply(member, code)).body.message).toBe('此優惠券限首次購買使用')
    }
    await archived()
    await admin.delete(`/admin/order/${orderId}`)
    await archived()
  })

  it('of a first order is possible again after a cancelled one, and used by it (COUPONRULE-09)', async () => {
    const { code } = await coupon({ first_order_only: 1 })
    const member = await shop.member()
    const first = await orderWith(member, code)
    await fill(member)
    expect((await apply(member, code)).body.message).toBe('此優惠券限首次購買使用')
    expect((await member.post(`/order/${first}/cancel`)).status).toBe(200)
    expect((await apply(member, code)).status).toBe(200)
    const { body } = await order(member)
    expect((await member.get(`/order/${body.orderId}`)).body.order.discount).toBeGreaterThan(0)
    await fill(member)
    expect((await apply(member, code)).body.message).toBe('此優惠券限首次購買使用')
    await admin.post(`/admin/order/${body.orderId}/cancel`, { reason: '缺貨' })
    expect((await apply(member, code)).status).toBe(200)
  })

  it('begins and ends by the clock of the database (COUPONRULE-03)', async () => {
    const realNow = Date.now
    const hour = 3_600_000
    const begun = await coupon({ valid_from: realNow() - 60_000 })
    const ended = await coupon({ due_date: realNow() + 60_000 })
    const guest = shop.guest()
    await fill(guest)
    try {
      vi.useFakeTimers({ toFake: ['Date'], now: realNow() - hour })
      expect((await apply(guest, begun.code)).status).toBe(200)
      vi.setSystemTime(realNow() + hour)
      expect((await apply(guest, ended.code)).status).toBe(200)
    } finally {
      vi.useRealTimers()
    }
  })

  it('is listed newest first, 10 a page, with the discount of its order (COUPONRULE-11)', async () => {
    // The charge ends in a half and is rounded up, so the discount is not.
    const { id, code } = await coupon({ percent: 50 })
    const member = await shop.member('chun@example.com')
    const orders: string[] = []
    for (let number = 0; number < 11; number++) {
      orders.unshift(await orderWith(number === 10 ? member : shop.guest(), code, lamp))
    }
    const page = await usesOf(id)
    expect(page.uses.map(({ order_id }: { order_id: string }) => order_id)).toEqual(
      orders.slice(0, 10),
    )
    expect(page.uses[0]).toEqual({
      order_id: orders[0],
      order_number: expect.stringMatching(/^\d{6}-\d+$/),
      member: 'c***@example.com',
      discount: 166,
      at: expect.any(Number),
    })
    expect(page.uses[1]).not.toHaveProperty('member')
    expect(page.pagination).toMatchObject({ total_pages: 2, has_next: true })
    const last = await usesOf(id, '?page=2')
    expect(last.uses.map(({ order_id }: { order_id: string }) => order_id)).toEqual(
      orders.slice(10),
    )
    const discounts = [...page.uses, ...last.uses].map(({ discount }) => discount)
    const { rows } = await shop.database.pool.query(
      `select sum(line.total)::int as lines,
        (select sum(total)::int from orders where id = any($1)) as charged
       from order_lines as line where order_id = any($1)`,
      [orders],
    )
    const sum = discounts.reduce((all, discount) => all + discount, 0)
    expect(sum).toBe(rows[0].lines - rows[0].charged)
    expect((await admin.get(`/admin/coupon/${id}`)).body.uses).toBe(11)
    for (const path of ['/admin/coupon/-none', '/admin/coupon/-none/uses']) {
      expect((await admin.get(path)).status).toBe(404)
    }
  })
})
