import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openAdministrator, type TestAdministrator } from '../testing/test-administrator.ts'
import { openTestShop, orderData, type TestShop } from '../testing/test-shop.ts'
import { openStock, type TestStock } from '../testing/test-stock.ts'

let shop: TestShop
let owner: TestAdministrator
let counted: TestStock
beforeAll(async () => {
  shop = await openTestShop()
  owner = await openAdministrator(shop)
  counted = await openStock(shop)
})
afterAll(() => shop.close())

const base = {
  title: '蝦餅',
  category: '零食',
  unit: '包',
  origin_price: 150,
  price: 120,
  is_enabled: 1,
}
const taste = { name: '口味', values: ['原味', '辣味', '海苔'] }
const variants = [
  { option_values: ['原味'], price: 120, sku: 'S-1' },
  { option_values: ['辣味'], price: 130, imageUrl: 'https://pictures.example/hot.jpg' },
  { option_values: ['海苔'], price: 140, is_enabled: 0 },
]

async function crackers(input: object = {}) {
  const sent = { ...base, options: [taste], variants: withoutSku(), ...input }
  const reply = await owner.post('/admin/product', sent)
  expect(reply).toMatchObject({ status: 200 })
  const { product } = reply.body
  const [mild, hot, seaweed] = product.variants.map(({ id }: { id: string }) => id)
  return { id: product.id, mild, hot, seaweed, product }
}
const withoutSku = () => variants.map(({ sku: _, ...variant }) => variant)

async function linesOf(guest: ReturnType<TestShop['guest']>) {
  return (await guest.get('/cart')).body.data.carts
}

describe('a product with options (VAR-01)', () => {
  it('has its prices from the cheapest variant, and shows shoppers those on sale', async () => {
    const { id, mild, hot } = await crackers()
    const { product } = (await shop.guest().get(`/product/${id}`)).body
    expect(product).toMatchObject({ price: 120, price_max: 130, options: [taste] })
    expect(product.variants).toEqual([
      {
        id: mild,
        title: '原味',
        option_values: ['原味'],
        price: 120,
        origin_price: 150,
        is_enabled: 1,
      },
      expect.objectContaining({ id: hot, imageUrl: 'https://pictures.example/hot.jpg' }),
    ])
    expect(mild).toBe(id)
    const listed = (await shop.guest().get('/products')).body.products
    expect(listed.find((one: { id: string }) => one.id === id).variants).toHaveLength(2)
  })

  it('keeps them under a client that does not know of them, and its prices', async () => {
    const { id } = await crackers()
    await owner.put(`/admin/product/${id}`, { ...base, title: '大蝦餅', price: 1, origin_price: 1 })
    const { product } = (await shop.guest().get(`/product/${id}`)).body
    expect(product).toMatchObject({ title: '大蝦餅', price: 120, origin_price: 150 })
    expect(product.variants).toHaveLength(2)
  })

  it('is found by what a variant is called, and by its SKU', async () => {
    const { id } = await crackers({
      title: '找得到的餅',
      variants: [{ ...variants[0], sku: 'FIND-7' }],
    })
    const found = async (q: string) =>
      (await shop.guest().get(`/search?q=${encodeURIComponent(q)}`)).body.products.map(
        (one: { id: string }) => one.id,
      )
    expect(await found('原味 找得到')).toContain(id)
    const inList = await owner.get('/admin/products?q=FIND-7')
    expect(inList.body.products.map((one: { id: string }) => one.id)).toEqual([id])
  })

  it('tells nobody a SKU twice', async () => {
    await crackers({ variants: [{ ...variants[0], sku: 'TWICE' }] })
    const again = await owner.post('/admin/product', {
      ...{ ...base, options: [taste], variants: [{ ...variants[0], sku: 'TWICE' }] },
    })
    expect(again).toMatchObject({ status: 400, body: { fields: { variants: expect.any(String) } } })
  })

  it('takes a SKU from a product in the trash, which comes back without it (VAR-12)', async () => {
    const with_sku = { variants: [{ ...variants[0], sku: 'GONE-1' }] }
    const { id, mild } = await crackers(with_sku)
    await owner.delete(`/admin/product/${id}`)
    const anew = await crackers(with_sku)
    expect(anew.product.variants[0].sku).toBe('GONE-1')
    await owner.post('/admin/trash/restore', { kind: 'product', ids: [id] })
    const { products } = (await owner.get(`/admin/products?q=${id}`)).body
    expect(products[0].variants).toMatchObject([{ id: mild, price: 120 }])
    expect(products[0].variants[0].sku).toBeUndefined()
    expect((await owner.get('/admin/products?q=GONE-1')).body.products).toHaveLength(1)
  })

  it('gives a SKU to one of two saves that race for it (VAR-12)', async () => {
    const [a, b] = [await crackers(), await crackers()]
    const saves = await Promise.all(
      [a, b].map(({ id, mild }) => {
        const given = [{ ...variants[0], id: mild, sku: 'RACE-1' }]
        return owner.put(`/admin/product/${id}`, { ...base, options: [taste], variants: given })
      }),
    )
    const refused = saves.find(({ status }) => status !== 200)
    expect(saves.map(({ status }) => status).sort()).toEqual([200, 400])
    expect(refused?.body.fields).toEqual({ variants: '商品貨號「RACE-1」已被其他商品使用' })
  })

  it('refuses a list that somebody has changed since, and takes one without a version (VAR-12)', async () => {
    const { id, mild, hot, product } = await crackers()
    const save = (price: number, more: object = {}) =>
      owner.put(`/admin/product/${id}`, {
        ...{ ...base, options: [taste], ...more },
        variants: [
          { id: mild, option_values: ['原味'], price },
          { id: hot, option_values: ['辣味'], price: 130 },
        ],
      })
    const changed_fields = ['options', 'variants']
    const seen = { variants_version: product.variants_version, changed_fields }
    await counted.set(mild, 8)
    expect((await save(99, seen)).status).toBe(200)
    expect(await save(98, seen)).toMatchObject({ status: 409, body: { code: 'VARIANTS_CHANGED' } })
    expect((await save(97, { ...seen, variants_version: '' })).status).toBe(409)
    expect((await save(96)).body.product.price).toBe(96)
    const shown = (await shop.guest().get(`/product/${id}`)).body.product
    expect(shown.variants_version).toBeUndefined()
  })

  it('passes a SKU on from one variant to another', async () => {
    const given = [
      { option_values: ['原味'], price: 120, sku: 'ONE' },
      { option_values: ['辣味'], price: 130, sku: 'TWO' },
    ]
    const { id, mild, hot } = await crackers({ variants: given })
    const swapped = [
      { ...given[0], id: mild, sku: 'TWO' },
      { ...given[1], id: hot, sku: 'ONE' },
    ]
    const reply = await owner.put(`/admin/product/${id}`, {
      ...base,
      options: [taste],
      variants: swapped,
    })
    expect(reply.body.product.variants.map(({ sku }: { sku: string }) => sku)).toEqual([
      'TWO',
      'ONE',
    ])
  })
})

describe('a cart (VAR-05)', () => {
  it('has a line for each variant, at its price, name and picture', async () => {
    const { id, mild, hot } = await crackers()
    const guest = shop.guest()
    await guest.post('/cart', { product_id: id, variant_id: hot, qty: 2 })
    await guest.post('/cart', { product_id: id, variant_id: mild, qty: 1 })
    await guest.post('/cart', { product_id: id, variant_id: hot, qty: 1 })
    const lines = await linesOf(guest)
    expect(lines).toMatchObject([
      {
        ...{ product_id: id, variant_id: hot, variant_title: '辣味', qty: 3, total: 390 },
        product: {
          id,
          title: '蝦餅（辣味）',
          price: 130,
          imageUrl: 'https://pictures.example/hot.jpg',
        },
      },
      { product_id: id, variant_id: mild, qty: 1, total: 120, product: { title: '蝦餅（原味）' } },
    ])
    expect(lines[0].product.variants).toBeUndefined()
  })

  it('takes the first that can be had where none is named', async () => {
    const { id, mild, hot } = await crackers()
    await counted.set(mild, 0)
    const guest = shop.guest()
    await guest.post('/cart', { product_id: id, qty: 1 })
    expect(await linesOf(guest)).toMatchObject([{ variant_id: hot }])
  })

  it('changes the variant of a line, which joins the line of that variant', async () => {
    const { id, mild, hot } = await crackers()
    const guest = shop.guest()
    const line = (await guest.post('/cart', { product_id: id, variant_id: mild, qty: 2 })).body.data
      .id
    await guest.put(`/cart/${line}`, { product_id: id, variant_id: hot, qty: 3 })
    expect(await linesOf(guest)).toMatchObject([{ id: line, variant_id: hot, qty: 3 }])
    await guest.post('/cart', { product_id: id, variant_id: mild, qty: 1 })
    await guest.put(`/cart/${line}`, { product_id: id, variant_id: mild, qty: 3 })
    expect(await linesOf(guest)).toMatchObject([{ variant_id: mild, qty: 4 }])
  })

  it('refuses one that is off, archived, or of another product', async () => {
    const { id, mild, hot, seaweed } = await crackers()
    const other = await crackers()
    const guest = shop.guest()
    const add = async (variant: string) =>
      (await guest.post('/cart', { product_id: id, variant_id: variant, qty: 1 })).status
    expect([await add(seaweed), await add(other.hot)]).toEqual([404, 404])
    const line = (await guest.post('/cart', { product_id: id, variant_id: mild, qty: 1 })).body.data
      .id
    const change = await guest.put(`/cart/${line}`, { variant_id: other.hot, qty: 1 })
    expect(change).toMatchObject({ status: 404, body: { code: 'CART_VARIANT_NOT_FOUND' } })
    const left = [{ id: mild, option_values: ['原味'], price: 120 }]
    await owner.put(`/admin/product/${id}`, { ...base, options: [taste], variants: left })
    expect(await add(hot)).toBe(404)
  })

  it('shows one that was let go as gone, and lets no order through with it', async () => {
    const { id, mild, hot } = await crackers()
    const guest = shop.guest()
    await guest.post('/cart', { product_id: id, variant_id: hot, qty: 1 })
    const left = [{ id: mild, option_values: ['原味'], price: 120 }]
    await owner.put(`/admin/product/${id}`, { ...base, options: [taste], variants: left })
    expect(await linesOf(guest)).toMatchObject([{ total: 0, product: { is_enabled: 0 } }])
    const order = await guest.post('/order', orderData)
    expect(order).toMatchObject({
      status: 409,
      body: { message: '「蝦餅（辣味）」已下架，請自購物車移除後再送出' },
    })
  })
})

describe('stock by variant (VAR-03)', () => {
  it('is counted, held and shipped for the variant that was bought', async () => {
    const { id, mild, hot } = await crackers()
    await counted.set(mild, 5)
    await counted.set(hot, 3)
    const guest = shop.guest()
    await guest.post('/cart', { product_id: id, variant_id: hot, qty: 2 })
    const { orderId } = (await guest.post('/order', orderData)).body
    expect([await counted.numbers(mild), await counted.numbers(hot)]).toEqual([
      [5, 0],
      [3, 2],
    ])
    await owner.post(`/admin/order/${orderId}/parcel`, { carrier: 'other' })
    const order = (await guest.get(`/order/${orderId}`)).body.order
    expect(Object.values(order.products)).toMatchObject([
      { product_id: id, variant_id: hot, variant_title: '辣味' },
    ])
  })

  it('is listed by variant, and says when a product has none left of any', async () => {
    const { id, mild, hot, seaweed } = await crackers({ title: '庫存餅' })
    await counted.set(mild, 0)
    const level = async () => (await shop.guest().get(`/product/${id}`)).body.product.stock_level
    expect(await level()).toBeUndefined()
    await counted.set(hot, 0)
    expect(await level()).toBe('sold_out')
    const { stock } = (await owner.get(`/admin/stock?q=${encodeURIComponent('庫存餅')}`)).body
    expect(stock).toMatchObject([
      { product_id: id, title: '庫存餅（原味）', on_hand: 0 },
      { product_id: id, variant_id: hot, title: '庫存餅（辣味）', on_hand: 0 },
      { product_id: id, variant_id: seaweed, on_hand: null },
    ])
  })

  it('names product and variant where a count is refused', async () => {
    const { id, hot } = await crackers()
    await counted.set(hot, 4)
    const line = { product_id: id, variant_id: hot, on_hand: 9, expected_on_hand: 5 }
    const refused = await owner.post('/admin/stock/count', { lines: [line] })
    expect(refused.body.lines).toMatchObject([{ product_id: id, variant_id: hot, on_hand: 4 }])
  })

  it('goes with the product into its first variant, and back', async () => {
    const id = await shop.product({ title: '單一' })
    await counted.set(id, 7)
    const options = {
      options: [taste],
      variants: [
        { option_values: ['原味'], price: 90 },
        { option_values: ['辣味'], price: 95 },
      ],
    }
    const made = await owner.put(`/admin/product/${id}`, { ...base, ...options })
    expect(made.body.product.variants).toMatchObject([{ id, available: 7 }, {}])
    await owner.put(`/admin/product/${id}`, { ...base, options: [], variants: [] })
    const { product } = (await shop.guest().get(`/product/${id}`)).body
    expect(product).toMatchObject({ price: 120, stock_level: 'low' })
    expect(product.variants).toBeUndefined()
    expect(await counted.numbers(id)).toEqual([7, 0])
    expect((await counted.set(id, 8)).status).toBe(200)
    expect((await owner.get(`/admin/stock/${id}/movements`)).status).toBe(200)
  })

  it('is sold out while none of its variants is on sale', async () => {
    const { id, mild, hot, seaweed } = await crackers()
    const off = [mild, hot, seaweed].map((variant, index) => ({
      ...{ id: variant, option_values: [taste.values[index]], price: 120, is_enabled: 0 },
    }))
    await owner.put(`/admin/product/${id}`, { ...base, options: [taste], variants: off })
    const { product } = (await shop.guest().get(`/product/${id}`)).body
    expect(product).toMatchObject({ stock_level: 'sold_out', variants: [] })
  })

  it('of a client that names empty lists leaves prices that it did not change', async () => {
    const id = await shop.product({ price: 90 })
    const stale = { ...base, title: '新名', price: 1, options: [], variants: [] }
    const changed_fields = ['title', 'options', 'variants']
    await owner.put(`/admin/product/${id}`, { ...stale, changed_fields })
    const { product } = (await shop.guest().get(`/product/${id}`)).body
    expect(product).toMatchObject({ title: '新名', price: 90 })
  })

  it('is asked for by variant when it is sold out', async () => {
    const { id, mild, hot } = await crackers()
    await counted.set(mild, 3)
    await counted.set(hot, 0)
    const ask = (variant_id: string) =>
      shop.guest().post(`/product/${id}/restock-request`, { email: 'wait@example.com', variant_id })
    expect((await ask(hot)).status).toBe(200)
    expect(await ask(mild)).toMatchObject({ status: 409, body: { code: 'RESTOCK_NOT_NEEDED' } })
    const other = await crackers()
    await counted.set(other.hot, 0)
    expect((await ask(other.hot)).status).toBe(404)
    const unnamed = { email: 'any@example.com' }
    expect((await shop.guest().post(`/product/${id}/restock-request`, unnamed)).status).toBe(200)
  })
})
