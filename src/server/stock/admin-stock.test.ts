import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestShop, orderData, type TestShop } from '../testing/test-shop.ts'
import { openStock, type TestStock } from '../testing/test-stock.ts'

let shop: TestShop
let counted: TestStock

beforeAll(async () => {
  shop = await openTestShop()
  counted = await openStock(shop)
})
afterAll(() => shop.close())

async function hold(productId: string, qty: number): Promise<string> {
  const products = [{ product_id: productId, qty }]
  const { status, body } = await counted.admin.post('/admin/order', { ...orderData, products })
  expect(status).toBe(200)
  return body.orderId
}

describe('the number of a product', () => {
  it('is set as a whole number or digits; the first one begins to count (STOCK-02)', async () => {
    const product = await shop.product()
    const put = (on_hand: unknown) =>
      counted.admin.put(`/admin/stock/${product}`, { on_hand, reason: 'received' })
    for (const wrong of [-1, 1.5, '1e3', null, 1_000_000, '1000000', '-1', true, []]) {
      expect([wrong, (await put(wrong)).status]).toEqual([wrong, 400])
    }
    expect(await counted.numbers(product)).toBeUndefined()
    for (const [given, number] of [
      [0, 0],
      [999_999, 999_999],
      ['12', 12],
    ]) {
      const { status, body } = await put(given)
      expect([status, body]).toEqual([
        200,
        {
          success: true,
          message: '已更新庫存',
          data: { on_hand: number, held: 0, available: number },
        },
      ])
    }
    expect(await counted.movements(product)).toEqual([
      ['received', 0, 0],
      ['received', 999_999, 0],
      ['received', 12 - 999_999, 0],
    ])
    expect((await counted.set('nothing', 1)).status).toBe(404)
  })

  it('may come with a new product, which is not created with one that cannot be (DOOR-06)', async () => {
    const product = { title: '壺', category: '茶', unit: '把', origin_price: 2, price: 1 }
    const post = (more: object) => counted.admin.post('/admin/product', { ...product, ...more })
    const created = (await post({ initial_stock: '3' })).body.product
    expect(created).not.toHaveProperty('initial_stock')
    expect(await counted.movements(created.id)).toEqual([['counted', 3, 0]])
    const count = async () => (await shop.database.pool.query('select from products')).rowCount
    const before = await count()
    expect((await post({ initial_stock: '1000000' })).body.fields).toHaveProperty('initial_stock')
    expect(await count()).toBe(before)
    const unlimited = (await post({})).body.product
    expect(await counted.numbers(unlimited.id)).toBeUndefined()
  })

  it('needs a reason, and the reason 其他 a note (STOCK-20)', async () => {
    const product = await counted.counted(5)
    const put = (data: object) =>
      counted.admin.put(`/admin/stock/${product}`, { on_hand: 6, ...data })
    const before = await counted.everything()
    for (const reason of [undefined, '', 'imported', 'held', '進貨', '__proto__']) {
      const { status, body } = await put({ reason })
      expect([status, body.message]).toEqual([400, '請選擇異動原因'])
    }
    for (const note of [undefined, '', '   ']) {
      const { status, body } = await put({ reason: 'other', note })
      expect([status, body.message]).toEqual([400, '請填寫備註'])
    }
    expect((await put({ reason: 'other', note: '字'.repeat(201) })).status).toBe(400)
    expect(await counted.everything()).toEqual(before)
    expect((await put({ reason: 'other', note: '字'.repeat(200) })).status).toBe(200)
    const { body } = await counted.admin.get(`/admin/stock/${product}/movements`)
    expect(body.movements[0]).toMatchObject({ kind: 'other', note: '字'.repeat(200) })
  })

  it('never falls below what is held, nor below what has changed unseen (STOCK-21)', async () => {
    const product = await counted.counted(5)
    await hold(product, 3)
    const below = await counted.set(product, 2)
    expect([below.status, below.body.code, below.body.message]).toEqual([
      409,
      'STOCK_BELOW_HELD',
      '已有 3 件保留給訂單，庫存不可少於 3 件',
    ])
    const put = (data: object) =>
      counted.admin.put(`/admin/stock/${product}`, { reason: 'received', ...data })
    const stale = await put({ on_hand: 9, expected_on_hand: 4 })
    expect([stale.status, stale.body.code, stale.body.message]).toEqual([
      409,
      'STOCK_CHANGED',
      '庫存已變更為 5 件，請重新確認',
    ])
    expect(await counted.numbers(product)).toEqual([5, 3])
    expect((await put({ on_hand: 3, expected_on_hand: '5' })).status).toBe(200)
    expect(await counted.numbers(product)).toEqual([3, 3])
  })

  it('is set once by 30 changes that expect the same number (STOCK-21)', async () => {
    const product = await counted.counted(5)
    const sent = Array.from({ length: 30 }, (_, n) =>
      counted.admin.put(`/admin/stock/${product}`, {
        on_hand: 100 + n,
        reason: 'received',
        expected_on_hand: 5,
      }),
    )
    const statuses = (await Promise.all(sent)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(29)
    expect(await counted.movements(product)).toHaveLength(2)
  })

  it('begins once for 30 first numbers at a time (STOCK-02, STOCK-07)', async () => {
    const product = await shop.product()
    const sent = Array.from({ length: 30 }, (_, n) =>
      counted.admin.put(`/admin/stock/${product}`, {
        on_hand: n,
        reason: 'counted',
        expected_on_hand: null,
      }),
    )
    const statuses = (await Promise.all(sent)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(await counted.movements(product)).toHaveLength(1)
    expect(await counted.disagreements()).toEqual([])
  })

  it('is no longer counted after 改為不限量 (STOCK-09)', async () => {
    const product = await counted.counted(5)
    const order = await hold(product, 3)
    const { status, body } = await counted.admin.delete(`/admin/stock/${product}`)
    expect([status, body.message]).toEqual([200, '已改為不限量'])
    expect(await counted.numbers(product)).toBeUndefined()
    expect((await counted.movements(product)).at(-1)).toEqual(['closed', -5, -3])
    expect((await counted.admin.delete(`/admin/stock/${product}`)).status).toBe(404)
    await counted.set(product, 8)
    expect((await counted.admin.delete(`/admin/order/${order}`)).status).toBe(200)
    expect(await counted.numbers(product)).toEqual([8, 0])
    expect(await counted.disagreements()).toEqual([])
  })
})

describe('a count of several products', () => {
  it('sets all of them, one movement a line, also where nothing differs (STOCK-22)', async () => {
    const [cup, board] = [await counted.counted(5), await counted.counted(6)]
    const lamp = await shop.product()
    const { status, body } = await counted.admin.post('/admin/stock/count', {
      lines: [
        { product_id: cup, on_hand: 5 },
        { product_id: lamp, on_hand: '2' },
        { product_id: board, on_hand: 0 },
      ],
      note: '年底盤點',
    })
    expect([status, body.message]).toEqual([200, '已更新庫存'])
    expect((await counted.movements(cup)).at(-1)).toEqual(['counted', 0, 0])
    expect((await counted.movements(board)).at(-1)).toEqual(['counted', -6, 0])
    expect(await counted.movements(lamp)).toEqual([['counted', 2, 0]])
    expect(await counted.disagreements()).toEqual([])
  })

  it('sets none when one is refused (STOCK-22)', async () => {
    const [cup, board] = [await counted.counted(5, '青瓷杯'), await counted.counted(6)]
    await hold(cup, 4)
    const before = await counted.everything()
    const count = (lines: object[]) => counted.admin.post('/admin/stock/count', { lines })
    const fine = { product_id: board, on_hand: 9 }
    const { status, body } = await count([fine, { product_id: cup, on_hand: 3 }])
    expect([status, body.message]).toEqual([
      409,
      ['「青瓷杯」已有 4 件保留給訂單，庫存不可少於 4 件'],
    ])
    expect(body.lines).toEqual([
      { product_id: cup, message: '已有 4 件保留給訂單，庫存不可少於 4 件' },
    ])
    expect((await count([fine, { product_id: 'nothing', on_hand: 1 }])).status).toBe(404)
    expect((await count([fine, fine])).status).toBe(400)
    expect((await count([])).status).toBe(400)
    const many = Array.from({ length: 201 }, (_, n) => ({ product_id: `p${n}`, on_hand: 1 }))
    expect((await count(many)).status).toBe(400)
    expect((await count(many.slice(1))).status).toBe(404)
    expect(await counted.everything()).toEqual(before)
  })

  it('is refused where a number is not the one it was opened with (STOCK-22)', async () => {
    const [cup, board] = [await counted.counted(5, '青瓷杯'), await counted.counted(6)]
    const lamp = await shop.product()
    const count = (expected: object) =>
      counted.admin.post('/admin/stock/count', {
        lines: [
          { product_id: cup, on_hand: 5, ...expected },
          { product_id: board, on_hand: 7, expected_on_hand: '6' },
          { product_id: lamp, on_hand: 2, expected_on_hand: null },
        ],
      })
    await counted.set(cup, 4)
    const before = await counted.everything()
    const { status, body } = await count({ expected_on_hand: 5 })
    expect([status, body.message]).toEqual([409, ['「青瓷杯」庫存已變更為 4 件，請重新確認']])
    expect(body.lines).toEqual([
      { product_id: cup, message: '庫存已變更為 4 件，請重新確認', on_hand: 4 },
    ])
    expect(await counted.everything()).toEqual(before)
    expect((await count({ expected_on_hand: 4 })).status).toBe(200)
    expect(await counted.numbers(board)).toEqual([7, 0])
  })
})

describe('the lists of the stock', () => {
  it('give the least available first, by filter and by a part of the title (STOCK-18)', async () => {
    const title = '列表'
    const ids: Record<string, string> = {}
    for (const number of [6, 0, 5, 12]) {
      ids[number] = await counted.counted(number, `${title} ${number}`)
    }
    ids.unlimited = await shop.product({ title: `${title}不限量` })
    await hold(ids[12] ?? '', 11)
    const list = async (query: string) => {
      const { body } = await counted.admin.get(
        `/admin/stock?q=${encodeURIComponent(title)}${query}`,
      )
      return body.stock
    }
    const shown = (rows: { product_id: string }[]) => rows.map(({ product_id }) => product_id)
    const all = await list('')
    expect(shown(all)).toEqual([ids[0], ids[12], ids[5], ids[6], ids.unlimited])
    expect(all[1]).toMatchObject({ on_hand: 12, held: 11, available: 1 })
    expect(all[4]).toMatchObject({ on_hand: null, held: null, available: null })
    expect(shown(await list('&stock=low'))).toEqual([ids[0], ids[12], ids[5]])
    expect(shown(await list('&stock=out'))).toEqual([ids[0]])
    expect(shown(await list('&stock=unlimited'))).toEqual([ids.unlimited])
    expect(shown(await list('&sort=on_hand&order=desc'))[0]).toBe(ids[12])
    expect((await counted.admin.get('/admin/stock?stock=none')).status).toBe(400)
    expect((await counted.admin.get('/admin/stock?sort=constructor')).status).toBe(400)
    const values = { low_at: 0 }
    const { status } = await counted.admin.put('/admin/settings/stock', { version: 0, values })
    expect(status).toBe(200)
    expect(shown(await list('&stock=low'))).toEqual([ids[0]])
  })

  it('find a title by any part of it, whatever its case and width (STOCK-18)', async () => {
    const id = await counted.counted(3, '（新品）ＡＢ茶杯：大　Ｘ')
    await counted.counted(3, '新品 CD 茶杯')
    for (const q of ['（新品）ＡＢ茶杯：大　Ｘ', '(新品)a', 'ab茶杯', '：大', '大 x']) {
      const { body } = await counted.admin.get(`/admin/stock?q=${encodeURIComponent(q)}`)
      const found = body.stock.map((row: { product_id: string }) => row.product_id)
      expect([q, found, body.pagination.total_pages]).toEqual([q, [id], 1])
    }
    const { body } = await counted.admin.get('/admin/stock?q=%25')
    expect(body.stock).toEqual([])
  })

  it('give the movements of a product, newest first, 10 a page, by kind (STOCK-23)', async () => {
    const product = await counted.counted(1)
    for (let number = 2; number <= 10; number++) await counted.set(product, number)
    const order = await hold(product, 2)
    const page = async (query = '') =>
      (await counted.admin.get(`/admin/stock/${product}/movements${query}`)).body
    const first = await page()
    expect(first.movements).toHaveLength(10)
    expect(first.pagination).toMatchObject({ total_pages: 2, has_next: true })
    expect(first.movements[0]).toMatchObject({
      kind: 'held',
      on_hand_change: 0,
      held_change: 2,
      on_hand: 10,
      held: 2,
      actor: counted.admin.username,
      order_id: order,
    })
    expect((await page('?page=2')).movements).toHaveLength(1)
    expect((await page('?kind=held')).movements).toHaveLength(1)
    expect((await counted.admin.get(`/admin/stock/${product}/movements?kind=x`)).status).toBe(400)
    expect((await counted.admin.get('/admin/stock/nothing/movements')).status).toBe(404)
  })
})
