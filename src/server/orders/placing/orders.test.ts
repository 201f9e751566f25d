import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { products } from '../../db/tables/catalog.ts'
import { openTestShop, orderData, type TestShop, type Visitor } from '../../testing/test-shop.ts'

let shop: TestShop
let mug: string

beforeAll(async () => {
  shop = await openTestShop()
  mug = await shop.product()
})
afterAll(() => shop.close())

async function fill(visitor: Visitor, qty = 1, product_id = mug): Promise<Visitor> {
  await visitor.post('/cart', { product_id, qty })
  return visitor
}

async function counts(): Promise<unknown> {
  const { rows } = await shop.database.pool.query(
    `select (select count(*) from orders) as orders, (select count(*) from order_lines) as lines,
      (select count(*) from cart_lines) as cart, (select count(*) from order_events) as events`,
  )
  return rows[0]
}

describe('POST order', () => {
  it('API-13 API-52 API-53 API-54 API-55 API-58 API-77 makes an order of the cart and empties it', async () => {
    const member = await shop.member()
    await fill(member, 2)
    const { code } = await shop.coupon({ percent: 75 })
    await member.post('/coupon', { code })
    const before = Math.floor(Date.now() / 1000)
    const { status, body } = await member.post('/order', orderData)
    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      message: '已建立訂單',
      total: 1500,
      create_at: expect.any(Number),
      orderId: expect.stringMatching(/^-[0-9A-Z_a-z-]{19}$/),
    })
    expect(body.create_at).toBeGreaterThanOrEqual(before)
    expect(body.create_at).toBeLessThan(before + 60)
    expect((await member.get('/cart')).body.data).toMatchObject({ carts: [], total: 0 })

    const { order } = (await member.get(`/order/${body.orderId}`)).body
    const [lineId, line] = Object.entries(order.products)[0] as [string, Record<string, unknown>]
    expect(line).toMatchObject({
      id: lineId,
      product_id: mug,
      qty: 2,
      total: 2000,
      final_total: 1500,
      product: { id: mug, title: '手感馬克杯', category: '茶與咖啡', unit: '個' },
      coupon: { code },
    })
    expect(order).toMatchObject({
      id: body.orderId,
      is_paid: false,
      message: orderData.message,
      total: 1500,
      num: expect.any(Number),
      number: expect.stringMatching(/^[0-9]{6}-[1-9][0-9]*$/),
      subtotal: 2000,
      discount: 500,
      user: { email: 'ming@example.com', tel: '0912345678', address: orderData.user.address },
    })
    expect(order).not.toHaveProperty('paid_date')
  })

  it('API-56 API-57 A6 writes the suffix of the name from the token, whatever the client sent', async () => {
    const member = await shop.member()
    for (const name of ['王小明', `王小明+${'x'.repeat(28)}`, `王小明+${member.uid}`]) {
      await fill(member)
      const { body } = await member.post('/order', {
        ...orderData,
        user: { ...orderData.user, name },
      })
      const { order } = (await member.get(`/order/${body.orderId}`)).body
      expect(order.user.name).toBe(`王小明+${member.uid}`)
    }
  })

  it('ROLE-04 a guest orders too, under the plain name', async () => {
    const guest = await fill(shop.guest())
    const { body } = await guest.post('/order', orderData)
    const { order } = (await guest.get(`/order/${body.orderId}`)).body
    expect(order.user.name).toBe('王小明')
  })

  it.each([
    [{ name: '' }, 'name 屬性不得為空'],
    [{ name: ' \u200b ' }, 'name 屬性不得為空'],
    [{ name: '一'.repeat(101) }, '聯絡人不可超過 100 個字'],
    [{ email: '' }, 'email 屬性不得為空'],
    [{ email: 'a@' }, 'Email 格式不正確'],
    [{ email: '@b' }, 'Email 格式不正確'],
    [{ email: 'a b@c' }, 'Email 格式不正確'],
    [{ email: 'a@b\r\nBcc: x@y' }, 'Email 格式不正確'],
    [{ email: `${'a'.repeat(260)}@b` }, 'email 長度超過上限'],
    [{ tel: '1234' }, '電話不可少於 5 碼'],
    [{ tel: '1'.repeat(21) }, '電話不可超過 20 碼'],
    [{ address: '路'.repeat(501) }, 'address 長度超過上限'],
    [{ tel: 'abcdefgh' }, '聯絡電話格式不正確'],
    [{ address: '' }, 'address 屬性不得為空'],
    [{ address: 5 }, 'address 型別錯誤'],
    [{ tel: undefined }, ' tel 欄位為必填'],
  ])(
    'A5 A6 A7 D14 the contact %j is refused with its text, and nothing is written',
    async (wrong, text) => {
      const guest = await fill(shop.guest())
      const before = await counts()
      const { status, body } = await guest.post('/order', {
        ...orderData,
        user: { ...orderData.user, ...wrong },
      })
      expect(status).toBe(400)
      expect(body).toMatchObject({ success: false, message: [text] })
      expect(await counts()).toEqual(before)
    },
  )

  it.each([
    ['一二三四五六七八九十', '123456'],
    ['𠮷'.repeat(100), '12345678901234567890'],
    ['Bartholomew Featherstonehaugh', '+886 912 345 678'],
    ['王', '(02) 2345-6789 #12'],
    ['王', '12345'],
    ['王', '０９１２３４５６７８'],
  ])('takes the contact %s, %s as within its bounds (WIRE-01, A6, A7)', async (name, tel) => {
    const guest = await fill(shop.guest())
    const { status, body } = await guest.post('/order', {
      ...orderData,
      user: { ...orderData.user, name, tel },
    })
    expect(status).toBe(200)
    const { order } = (await guest.get(`/order/${body.orderId}`)).body
    expect(order.user.tel).toBe(tel.normalize('NFKC'))
  })

  it.each(['\u0000', '\ud800'])(
    'A8 a text that the database could not keep is refused',
    async (bad) => {
      const guest = await fill(shop.guest())
      const response = await guest.inject({
        method: 'POST',
        url: '/v2/api/shopping-minmin/order',
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify({ data: { ...orderData, message: bad } }),
      })
      expect(response.statusCode).toBe(400)
    },
  )

  it('A3 keys that the server owns are ignored, unknown ones kept and given back', async () => {
    const guest = await fill(shop.guest())
    const { body } = await guest.post('/order', {
      ...orderData,
      is_paid: true,
      total: 1,
      create_at: 1,
      num: 1,
      id: 'mine',
      packing: '禮盒',
      user: { ...orderData.user, line: 'ming' },
    })
    const { order } = (await guest.get(`/order/${body.orderId}`)).body
    expect(order).toMatchObject({
      is_paid: false,
      total: 1000,
      packing: '禮盒',
      user: { line: 'ming' },
    })
    expect(order.id).toBe(body.orderId)
  })

  it('takes no key that the server answers, now or in old rows, from a client (A3)', async () => {
    const guest = await fill(shop.guest())
    const squatted = { state: 'x', number: 'x', expires_at: 1, subtotal: 1, refunds: [], kept: 'y' }
    const { body } = await guest.post('/order', { ...orderData, ...squatted })
    const { order } = (await guest.get(`/order/${body.orderId}`)).body
    expect(order).toMatchObject({ kept: 'y', subtotal: 1000 })
    expect(order.number).not.toBe('x')
    expect(order.state).toBe('placed')
    for (const key of ['expires_at', 'refunds']) expect(order).not.toHaveProperty(key)
    const { pool } = shop.database
    await pool.query('update orders set extra = $1 where id = $2', [squatted, body.orderId])
    expect((await guest.get(`/order/${body.orderId}`)).body.order).toEqual(order)
  })

  it('gives orders of one day ascending numbers, and no two the same, however many at once (EASE-11)', async () => {
    const guests = await Promise.all(Array.from({ length: 30 }, () => fill(shop.guest())))
    const replies = await Promise.all(guests.map((guest) => guest.post('/order', orderData)))
    const { rows } = await shop.database.pool.query<{ number: string; day: string }>(
      `select number, to_char(created_at at time zone 'Asia/Taipei', 'YYMMDD') as day
       from orders where id = any($1)`,
      [replies.map(({ body }) => body.orderId)],
    )
    expect(new Set(rows.map(({ number }) => number)).size).toBe(30)
    for (const { number, day } of rows) expect(number).toMatch(new RegExp(`^${day}-[1-9][0-9]*$`))
  })

  it('writes the adjustments of an order, and columns of each line, beside the snapshot', async () => {
    const guest = await fill(shop.guest(), 3)
    const { code } = await shop.coupon({ percent: 33 })
    await guest.post('/coupon', { code })
    const { orderId } = (await guest.post('/order', orderData)).body
    const { rows } = await shop.database.pool.query(
      `select kind, label, amount_hundredths, title, unit, unit_price
       from order_adjustments join order_lines using (order_id) where order_id = $1`,
      [orderId],
    )
    expect(rows).toEqual([
      {
        kind: 'coupon',
        label: code,
        amount_hundredths: -201_000,
        title: '手感馬克杯',
        unit: '個',
        unit_price: 1000,
      },
    ])
  })

  it('A8 unknown keys together take 8 kB at most', async () => {
    const guest = await fill(shop.guest())
    const { status } = await guest.post('/order', { ...orderData, note: 'x'.repeat(9000) })
    expect(status).toBe(400)
  })

  it('D14 an empty cart makes no order', async () => {
    const { status, body } = await shop.guest().post('/order', orderData)
    expect(status).toBe(409)
    expect(body).toMatchObject({ success: false, message: '購物車內沒有商品' })
  })

  it('API-78 API-80 B8 a product that is gone refuses the order, by name, and changes nothing', async () => {
    const gone = await shop.product({ title: '限量茶罐' })
    for (const change of [{ isEnabled: false }, { isEnabled: true, deletedAt: new Date() }]) {
      await shop.database.db
        .update(products)
        .set({ isEnabled: true, deletedAt: null })
        .where(eq(products.id, gone))
      const guest = await fill(await fill(shop.guest()), 1, gone)
      await shop.database.db.update(products).set(change).where(eq(products.id, gone))
      const before = await counts()
      const { status, body } = await guest.post('/order', orderData)
      expect(status).toBe(409)
      expect(body.message).toContain('限量茶罐')
      expect(await counts()).toEqual(before)
      const { carts } = (await guest.get('/cart')).body.data
      expect(
        carts.map((line: { product: { is_enabled: number } }) => line.product.is_enabled),
      ).toContain(0)
    }
  })

  it.each(['is_enabled = false', "due_at = now() - interval '1 second'", 'deleted_at = now()'])(
    'API-74 D4 a coupon with %s after it was applied refuses the order',
    async (change) => {
      const { code, id } = await shop.coupon()
      const guest = await fill(shop.guest())
      await guest.post('/coupon', { code })
      await shop.database.pool.query(`update coupons set ${change} where id = $1`, [id])
      const { status, body } = await guest.post('/order', orderData)
      expect(status).toBe(409)
      expect(body.message).toContain(code)
      await guest.delete('/coupon')
      expect((await guest.post('/order', orderData)).body.total).toBe(1000)
    },
  )

  it('API-75 API-76 takes the prices of now, and keeps them', async () => {
    const id = await shop.product({ price: 100, title: '舊名' })
    const guest = await fill(shop.guest(), 3, id)
    await shop.database.db.update(products).set({ price: 200 }).where(eq(products.id, id))
    const { body } = await guest.post('/order', orderData)
    expect(body.total).toBe(600)
    await shop.database.db
      .update(products)
      .set({ price: 999, title: '新名' })
      .where(eq(products.id, id))
    const { order } = (await guest.get(`/order/${body.orderId}`)).body
    expect(order.total).toBe(600)
    expect(Object.values(order.products)).toMatchObject([
      { total: 600, product: { price: 200, title: '舊名' } },
    ])
  })

  it('D6 another amount than the one that was shown is refused, with the new one', async () => {
    const guest = await fill(shop.guest())
    const { status, body } = await guest.post('/order', { ...orderData, expected_total: 900 })
    expect(status).toBe(409)
    expect(body.message).toContain('NT$1,000')
    expect((await guest.post('/order', { ...orderData, expected_total: 1000 })).status).toBe(200)
  })

  it('API-71 charges the sum of the lines rounded half up, once', async () => {
    const odd = await Promise.all([shop.product({ price: 333 }), shop.product({ price: 335 })])
    const guest = shop.guest()
    for (const id of odd) await fill(guest, 1, id)
    await guest.post('/coupon', { code: (await shop.coupon({ percent: 75 })).code })
    expect((await guest.get('/cart')).body.data.final_total).toBe(501)
    expect((await guest.post('/order', orderData)).body.total).toBe(501)
  })

  it('A2 an order over the largest amount is refused', async () => {
    const dear = await shop.product({ price: 2_147_483_647 })
    const guest = await fill(shop.guest(), 9999, dear)
    const { status } = await guest.post('/order', orderData)
    expect(status).toBe(400)
  })
})

describe('one cart, many submissions', () => {
  it('API-79 D1 30 at once make one order; the others are told that the cart is empty', async () => {
    const guest = await fill(shop.guest(), 2)
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => guest.post('/order', orderData)),
    )
    const made = answers.filter(({ status }) => status === 200)
    expect(made).toHaveLength(1)
    for (const { status, body } of answers.filter((answer) => !made.includes(answer))) {
      expect(status).toBe(409)
      expect(body.message).toBe('購物車內沒有商品')
    }
    expect((await guest.get('/orders')).body.orders).toHaveLength(1)
  })

  it('D1 30 at once with one key make one order, and its answer is the only one', async () => {
    const guest = await fill(shop.guest(), 2)
    const key = { 'idempotency-key': 'one-intention' }
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => guest.post('/order', orderData, key)),
    )
    const ids = new Set(
      answers.filter(({ status }) => status === 200).map(({ body }) => body.orderId),
    )
    expect(ids.size).toBe(1)
    for (const { status } of answers) expect([200, 409]).toContain(status)
    const again = await guest.post('/order', orderData, key)
    expect(again.body.orderId).toBe([...ids][0])
    expect((await guest.get('/orders')).body.orders).toHaveLength(1)
  })

  it('D2 a key with another body, of another shopper, of no or too great length', async () => {
    const key = { 'idempotency-key': 'same-words' }
    const guest = await fill(shop.guest())
    const first = await guest.post('/order', orderData, key)
    const changed = await guest.post('/order', { ...orderData, message: '改' }, key)
    expect(changed.status).toBe(422)
    const other = await fill(shop.guest())
    const second = await other.post('/order', orderData, key)
    expect(second.status).toBe(200)
    expect(second.body.orderId).not.toBe(first.body.orderId)
    const long = await other.post('/order', orderData, { 'idempotency-key': 'k'.repeat(300) })
    expect(long.status).toBe(400)
  })

  it('D7 an order holds one version of a cart that is being edited, never a mix', async () => {
    const lamp = await shop.product({ price: 10 })
    for (let round = 0; round < 10; round++) {
      const guest = await fill(shop.guest(), 1)
      const [{ body: ordered }] = await Promise.all([
        guest.post('/order', orderData),
        fill(guest, 5, lamp),
      ])
      const { order } = (await guest.get(`/order/${ordered.orderId}`)).body
      const left = (await guest.get('/cart')).body.data.carts
      const lines = Object.values(order.products as Record<string, { total: number }>)
      expect(lines.reduce((sum, { total }) => sum + total, 0)).toBe(order.total)
      expect(lines.length + left.length).toBe(2)
    }
  })
})

describe('reading orders', () => {
  it('API-14 API-16 ORDERS-13 ROLE-05 ROLE-06 ROLE-07 B2 B3 only the own ones, newest first', async () => {
    const [ann, bea] = [await shop.member(), await shop.member()]
    const ids: string[] = []
    for (let number = 0; number < 14; number++) {
      await fill(ann)
      ids.unshift((await ann.post('/order', orderData)).body.orderId)
    }
    await fill(bea)
    await bea.post('/order', {
      ...orderData,
      user: { ...orderData.user, name: `王${ann.uid.slice(0, 5)}` },
    })

    const first = (await ann.get('/orders?page=1')).body
    const second = (await ann.get('/orders?page=2')).body
    const listed = [...first.orders, ...second.orders].map(({ id }: { id: string }) => id)
    expect(listed).toEqual(ids)
    expect(first.pagination).toMatchObject({ total_pages: 2, has_next: true })

    const foreign = await bea.get(`/order/${ids[0]}`)
    const unknown = await bea.get('/order/-NoSuchOrder00000000')
    expect(foreign.status).toBe(404)
    expect(foreign.body).toMatchObject({ success: false, message: '找不到訂單' })
    expect(unknown.body).toEqual(foreign.body)
    expect((await shop.guest().get(`/order/${ids[0]}`)).status).toBe(404)
    expect((await shop.guest().get('/orders')).body.orders).toEqual([])
  })
})
