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
const tastes = ['原味', '辣味', '海苔']
const inTastes = (values: readonly string[]) => ({
  options: [{ name: '口味', values }],
  variants: values.map((value) => ({ option_values: [value], price: 120 })),
})

/** Creates a product with three variants, then saves it with the variants that `change` returns. */
async function crackers(change: (variants: StaffVariant[]) => object[] = (variants) => variants) {
  const created = await owner.post('/admin/product', { ...base, ...inTastes(tastes) })
  const { product } = created.body
  const variants = change(product.variants)
  const saved = await owner.put(`/admin/product/${product.id}`, {
    ...{ ...base, options: product.options, variants },
    changed_fields: ['options', 'variants'],
  })
  expect(saved.body).toMatchObject({ success: true })
  return { id: product.id as string, variants: product.variants.map(({ id }: StaffVariant) => id) }
}
interface StaffVariant {
  id: string
}

async function inBackOffice(id: string) {
  return (await owner.get('/admin/products/all')).body.products[id]
}

describe('a client that knows no variants (VAR-01)', () => {
  const off = (variant: StaffVariant) => ({ ...variant, is_enabled: 0 })
  it.each<[string, Parameters<typeof crackers>[0]]>([
    ['all on sale', (variants) => variants.map((one) => ({ ...one, sku: `SKU-${one.id}` }))],
    ['one off between others', ([a, b, c]) => [a, off(b as StaffVariant), c] as object[]],
    ['the first off', ([a, b, c]) => [off(a as StaffVariant), b, c] as object[]],
    ['all off', (variants) => variants.map(off)],
    ['the first let go', (variants) => variants.slice(1)],
  ])('saves and copies a product as it came, with %s', async (_, change) => {
    const { id } = await crackers(change)
    const before = await inBackOffice(id)
    const { product } = (await shop.guest().get(`/product/${id}`)).body
    const listed = (await owner.get('/admin/products')).body.products[0]
    for (const whole of [before, listed, product]) {
      expect(await owner.put(`/admin/product/${id}`, whole)).toMatchObject({ status: 200 })
      expect(await inBackOffice(id)).toEqual(before)
    }
    const copied = await owner.post('/admin/product', { ...before, title: '複本' })
    expect(copied).toMatchObject({ status: 200 })
    const copy = copied.body.product
    expect(copy).toMatchObject({ title: '複本', options: before.options, price: before.price })
    expect(copy.variants).toHaveLength(before.variants.length)
    expect(await inBackOffice(id)).toEqual(before)
  })

  it('saves one that it has had for long, and undoes no change of variants', async () => {
    const { id } = await crackers()
    const stale = await inBackOffice(id)
    await owner.put(`/admin/product/${id}`, { ...base, ...inTastes(['原味', '起司']) })
    const before = await inBackOffice(id)
    const saved = await owner.put(`/admin/product/${id}`, { ...stale, title: '新名' })
    expect(saved).toMatchObject({ status: 200 })
    expect(await inBackOffice(id)).toEqual({ ...before, title: '新名' })
  })

  it.each([
    { options: ['紅', '藍'] },
    { options: 'S,M,L', variants: 'S' },
    { options: { size: ['S'] }, variants: [{ name: 'S', price: 1 }] },
    { options: null, variants: null },
  ])('has own keys of these names: %o', async (own) => {
    const created = await owner.post('/admin/product', { ...base, ...own, mine: 1 })
    expect(created).toMatchObject({ status: 200, body: { product: { mine: 1 } } })
    const { id } = await crackers()
    const before = await inBackOffice(id)
    const saved = await owner.put(`/admin/product/${id}`, { ...before, ...own, mine: 1 })
    expect(saved).toMatchObject({ status: 200 })
    expect(await inBackOffice(id)).toEqual({ ...before, mine: 1 })
  })

  it.each([null, ''])('sends %o where a variant would be named', async (variant_id) => {
    const line = { product_id: (await crackers()).id, variant_id, qty: 1 }
    const guest = shop.guest()
    const { body } = await guest.post('/cart', line)
    const changed = await guest.put(`/cart/${body.data.id}`, { ...line, qty: 2 })
    expect(changed).toMatchObject({ status: 200, body: { data: { id: body.data.id, qty: 2 } } })
    const { user } = orderData
    const byHand = await owner.post('/admin/order', { user, products: [line] })
    const count = await owner.post('/admin/stock/count', { lines: [{ ...line, on_hand: 0 }] })
    const wanted = { email: 'any@example.com', variant_id }
    const asked = await shop.guest().post(`/product/${line.product_id}/restock-request`, wanted)
    expect([byHand.status, count.status, asked.status]).toEqual([200, 200, 200])
  })

  it('adds up on the line that its cart has of the product, while that can be had', async () => {
    const { id, variants } = await crackers()
    const guest = shop.guest()
    const { body } = await guest.post('/cart', { product_id: id, variant_id: variants[1], qty: 1 })
    const again = () => guest.post('/cart', { product_id: id, qty: 2 })
    expect((await again()).body.data).toMatchObject({ id: body.data.id, qty: 3 })
    await counted.set(variants[1], 0)
    expect((await again()).body.data).toMatchObject({ variant_id: variants[0], qty: 2 })
  })

  it('counts the first variant that is left by the id of the product', async () => {
    const { id, variants } = await crackers((all) => all.slice(1))
    expect((await counted.set(id, 7)).status).toBe(200)
    expect([await counted.numbers(variants[1]), await counted.numbers(id)]).toEqual([
      [7, 0],
      undefined,
    ])
    await owner.post('/admin/stock/count', { lines: [{ product_id: id, on_hand: 8 }] })
    expect(await counted.numbers(variants[1])).toEqual([8, 0])
    expect((await owner.delete(`/admin/stock/${id}`)).status).toBe(200)
    expect(await counted.numbers(variants[1])).toBeUndefined()
  })
})

describe('another variant of a line', () => {
  it('keeps its own keys where the line of that variant takes it over (VAR-05)', async () => {
    const { id, variants } = await crackers()
    const guest = shop.guest()
    const add = (variant: string, own: object) =>
      guest.post('/cart', { product_id: id, variant_id: variant, qty: 1, ...own })
    await add(variants[0], { note: '甲', mild: true })
    const { body } = await add(variants[1], { note: '乙', hot: true })
    const line = { variant_id: variants[0], qty: 1, last: true }
    const changed = await guest.put(`/cart/${body.data.id}`, line)
    expect(changed.body.data).toMatchObject({
      ...{ variant_id: variants[0], qty: 2 },
      ...{ note: '乙', mild: true, hot: true, last: true },
    })
  })

  it('is refused as a line that the cart does not have (VAR-05)', async () => {
    const { id, variants } = await crackers()
    const guest = shop.guest()
    const { body } = await guest.post('/cart', { product_id: id, qty: 1 })
    await guest.delete(`/cart/${body.data.id}`)
    const line = { variant_id: variants[1], qty: 1 }
    const changed = await guest.put(`/cart/${body.data.id}`, line)
    expect(changed).toMatchObject({ status: 404, body: { code: 'CART_LINE_NOT_FOUND' } })
  })
})
