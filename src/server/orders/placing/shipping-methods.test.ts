import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { propertyRuns } from '../../testing/property-runs.ts'
import { openAdministrator, type TestAdministrator } from '../../testing/test-administrator.ts'
import { openTestShop, orderData, type TestShop, type Visitor } from '../../testing/test-shop.ts'

let shop: TestShop
let owner: TestAdministrator
let placeId: string
let place: { id: string; name: string; address: string; hours: string }
let frozenId: string
let mug: string
const home = {
  ...{ kind: 'home', name: '宅配', fee: 100, free_over: 1_500 },
  outlying: { mode: 'surcharge', amount: 150 },
  ...{ max_weight_g: null, max_sides_mm: null, max_amount: null },
  ...{ temperatures: ['normal'], mixes: false, cod: false, is_on: true },
}
const create = async (method: object): Promise<string> =>
  (await owner.post('/admin/shipping-method', { ...home, ...method })).body.method.id

beforeAll(async () => {
  shop = await openTestShop()
  owner = await openAdministrator(shop)
  await changeHome({})
  const store = { name: '中山店', address: '臺北市中山區民生東路一段 1 號', hours: '12:00–20:00' }
  const outlying = { mode: 'same' }
  placeId = await create({ ...{ kind: 'place', name: '自取', fee: 0, outlying }, places: [store] })
  frozenId = await create({ name: '冷凍宅配', fee: 180, free_over: null, temperatures: ['frozen'] })
  const { methods } = (await shop.guest().get('/shipping-methods')).body
  ;[place] = methods.find(({ id }: { id: string }) => id === placeId).places
  mug = await shop.product({ title: '馬克杯', price: 500 })
})
afterAll(() => shop.close())

async function changeHome(values: object): Promise<void> {
  const { methods } = (await owner.get('/admin/shipping-methods')).body
  const { version } = methods.find(({ id }: { id: string }) => id === 'home')
  const { status } = await owner.put('/admin/shipping-method/home', { ...home, ...values, version })
  expect(status).toBe(200)
}

async function shopperWith(...productIds: string[]): Promise<Visitor> {
  const guest = shop.guest()
  for (const product_id of productIds) await guest.post('/cart', { product_id, qty: 1 })
  return guest
}
const cartOf = async (guest: Visitor, query = '') =>
  (await guest.get(`/cart${query && `?${query}`}`)).body.data
const { address: _, ...userWithoutAddress } = orderData.user
const island = { ...orderData.user, address: '880 澎湖縣馬公市中正路 1 號' }
const orderOf = async (guest: Visitor, { body }: { body: { orderId: string } }) =>
  (await guest.get(`/order/${body.orderId}`)).body.order

describe('the method of an order', () => {
  it('is the one that was chosen, at the fee that its cart was shown (SHIP-03)', async () => {
    const guest = await shopperWith(mug)
    const cart = await cartOf(guest, 'shipping_method=home&county=澎湖縣&district=馬公市')
    expect(cart).toMatchObject({ payable: 500, shipping_fee: 250, charge: 750 })
    expect(cart.shipping).toEqual({
      methods: [
        { id: 'home', kind: 'home', name: '宅配', cod: false, is_offered: true, fee: 250 },
        { id: placeId, kind: 'place', name: '自取', cod: false, is_offered: true, fee: 0 },
        {
          ...{ id: frozenId, kind: 'home', name: '冷凍宅配', cod: false, is_offered: false },
          ...{ reason: '無法配送常溫商品「馬克杯」', reason_code: 'temperature' },
        },
      ],
      chosen: 'home',
    })
    const placed = await guest.post('/order', {
      ...{ user: island, expected_total: cart.charge },
      shipping: { method_id: 'home', fee: cart.shipping_fee },
    })
    const order = await orderOf(guest, placed)
    expect(order).toMatchObject({
      ...{ total: 750, shipping_fee: 250 },
      shipping: { kind: 'home', name: '宅配', fee: 250 },
      user: { address: island.address },
    })
    expect(Object.keys(order.shipping)).toEqual(['kind', 'name', 'fee'])
  })

  it('that costs another fee by now refuses the order with it, and keeps the cart (SHIP-03)', async () => {
    const guest = await shopperWith(mug)
    const order = (fee: number) =>
      guest.post('/order', { ...orderData, shipping: { method_id: 'home', fee } })
    await changeHome({ fee: 120 })
    const refused = await order(100)
    expect([refused.status, refused.body]).toEqual([
      409,
      {
        ...{ success: false, code: 'SHIPPING_FEE_CHANGED', shipping_fee: 120 },
        message: '運費已變更為 NT$120，請確認後再送出',
      },
    ])
    expect((await cartOf(guest)).shipping_fee).toBe(120)
    expect((await order(120)).body.total).toBe(620)
    await changeHome({})
  })

  it('at a place needs no address, and names the place', async () => {
    const guest = await shopperWith(mug)
    const order = (shipping: object) => guest.post('/order', { user: userWithoutAddress, shipping })
    const unknown = await order({ method_id: placeId, place_id: '-gone' })
    expect([unknown.status, unknown.body.fields]).toEqual([400, { place_id: '請選擇取貨地點' }])
    const placed = await order({ method_id: placeId, place_id: place.id, fee: 0 })
    const read = await orderOf(guest, placed)
    const { id: _, ...told } = place
    expect(read).toMatchObject({
      shipping: { kind: 'place', name: '自取', fee: 0, place: told },
      user: { address: '自取 中山店（臺北市中山區民生東路一段 1 號）' },
    })
    expect(read.user).not.toHaveProperty('address_parts')
  })

  it('at a place is stored in Chinese, for the staff, of a shopper who reads English (OPEN-05)', async () => {
    const guest = await shopperWith(mug)
    const shipping = { method_id: placeId, place_id: place.id, fee: 0 }
    const placed = await guest.post('/order?lang=en', { user: userWithoutAddress, shipping })
    const { user } = await orderOf(guest, placed)
    expect(user.address).toBe('自取 中山店（臺北市中山區民生東路一段 1 號）')
  })

  it('that sends home needs an address, whoever chooses it', async () => {
    const guest = await shopperWith(mug)
    const without = { user: userWithoutAddress, shipping: { method_id: 'home' } }
    const { status, body } = await guest.post('/order', without)
    expect([status, body.fields]).toEqual([400, { address: 'address 屬性不得為空' }])
    const address = '110 臺北市信義區市府路 45 號'
    const placed = await guest.post('/order', {
      ...without,
      shipping: { method_id: 'home', address },
    })
    expect(await orderOf(guest, placed)).toMatchObject({
      user: { address, address_parts: { county: '臺北市' } },
    })
  })

  it('may not be one that is gone', async () => {
    const guest = await shopperWith(mug)
    const reply = await guest.post('/order', { ...orderData, shipping: { method_id: '-gone' } })
    expect([reply.status, reply.body.code]).toEqual([409, 'SHIPPING_METHOD_GONE'])
  })
})

describe('goods that a method may not carry (SHIP-04)', () => {
  it('are in no order by it, and the reason is told', async () => {
    const ice = await shop.product({ title: '冰淇淋', price: 300, temperature: 'frozen' })
    const guest = await shopperWith(ice)
    const refused = await guest.post('/order', { ...orderData, shipping: { method_id: 'home' } })
    expect([refused.status, refused.body]).toEqual([
      409,
      {
        ...{ success: false, code: 'SHIPPING_METHOD_UNAVAILABLE' },
        message: '無法以「宅配」配送：無法配送冷凍商品「冰淇淋」',
      },
    ])
    // The first home method that carries it is that of clients which choose none.
    expect(await cartOf(guest)).toMatchObject({ shipping_fee: 180, charge: 480 })
    const placed = await guest.post('/order', orderData)
    expect((await orderOf(guest, placed)).shipping).toMatchObject({ name: '冷凍宅配', fee: 180 })
  })

  it('together are told to be ordered apart', async () => {
    const ice = await shop.product({ title: '冰磚', price: 300, temperature: 'frozen' })
    const guest = await shopperWith(mug, ice)
    const { shipping, ...cart } = await cartOf(guest, 'shipping_method=')
    expect(cart).not.toHaveProperty('charge')
    expect(shipping).not.toHaveProperty('chosen')
    const { status, body } = await guest.post('/order', orderData)
    expect([status, body.code]).toEqual([409, 'SHIPPING_METHOD_UNAVAILABLE'])
  })

  it('are known by the weight of a variant, or that of its product', async () => {
    const { body } = await owner.post('/admin/product', {
      ...{ title: '米', category: '米', unit: '包', origin_price: 300, price: 300, is_enabled: 1 },
      ...{ weight_g: 2_000, sides_mm: [300, 200, 100] },
      options: [{ name: '大小', values: ['小', '大'] }],
      variants: [
        { option_values: ['小'], price: 300 },
        { option_values: ['大'], price: 900, weight_g: 6_000 },
      ],
    })
    const { id, variants } = body.product
    expect(body.product).toMatchObject({ weight_g: 2_000, sides_mm: [300, 200, 100] })
    const light = await create({ name: '小包', fee: 60, max_weight_g: 5_000 })
    const reasonFor = async (variant_id: string) => {
      const guest = shop.guest()
      await guest.post('/cart', { product_id: id, variant_id, qty: 1 })
      const { shipping } = await cartOf(guest, `shipping_method=${light}`)
      return shipping.methods.find((method: { id: string }) => method.id === light).reason
    }
    expect(await reasonFor(variants[0].id)).toBeUndefined()
    expect(await reasonFor(variants[1].id)).toBe('超過可寄送的重量上限 5 公斤')
    await owner.delete(`/admin/shipping-method/${light}`)
  })
})

describe('a client that knows no methods', () => {
  it('orders by the first home method, and an own key of the same name stops nothing', async () => {
    const guest = await shopperWith(mug)
    expect(await cartOf(guest)).not.toHaveProperty('shipping')
    const placed = await guest.post('/order', { ...orderData, shipping: '黑貓' })
    expect((await orderOf(guest, placed)).shipping).toEqual({
      kind: 'home',
      name: '宅配',
      fee: 100,
    })
  })

  it.each([{}, { address: '' }])('is told that the address of %j is missing', async (address) => {
    const guest = await shopperWith(mug)
    const { status, body } = await guest.post('/order', {
      user: { ...userWithoutAddress, ...address },
    })
    expect([status, Object.keys(body.fields)]).toEqual([400, ['address']])
  })
})

describe('an order by hand', () => {
  it('has the method that the staff choose, and its fee where it is charged', async () => {
    const products = [{ product_id: mug, qty: 1 }]
    const quote = async (terms: string) =>
      (await owner.get(`/admin/order-quote?lines=${mug}:1&${terms}`)).body
    const quoted = await quote('charges_shipping=1&shipping_method=home&county=金門縣')
    expect(quoted).toMatchObject({ shipping_fee: 250, total: 750, shipping: { chosen: 'home' } })
    expect(await quote('charges_shipping=1')).not.toHaveProperty('shipping')
    const order = async (input: object) => {
      const { body } = await owner.post('/admin/order', { ...orderData, products, ...input })
      return (await owner.get(`/admin/order/${body.orderId}`)).body.order
    }
    expect(
      await order({ shipping: { method_id: placeId }, charges_shipping: 1, expected_total: 500 }),
    ).toMatchObject({ total: 500, shipping: { kind: 'place', fee: 0, place: { name: '中山店' } } })
    expect(await order({})).toMatchObject({ total: 500, shipping: { kind: 'home', fee: 0 } })
  })
})

type Event =
  | { kind: 'fee'; fee: number; free_over: number | null }
  | { kind: 'line' }
  | { kind: 'coupon' }
  | { kind: 'no coupon' }
const anyEvent: fc.Arbitrary<Event> = fc.oneof(
  fc.record({
    kind: fc.constant('fee' as const),
    fee: fc.constantFrom(0, 80, 100),
    free_over: fc.constantFrom(null, 450, 1_000),
  }),
  fc.constant({ kind: 'line' as const }),
  fc.constant({ kind: 'coupon' as const }),
  fc.constant({ kind: 'no coupon' as const }),
)

describe('in any order of events (SHIP-03)', () => {
  it('an order is charged the fee that was shown, or refused with the one of now', async () => {
    const { code } = await shop.coupon({ percent: 80 })
    const happen = async (guest: Visitor, event: Event) => {
      if (event.kind === 'fee') await changeHome({ fee: event.fee, free_over: event.free_over })
      if (event.kind === 'line') await guest.post('/cart', { product_id: mug, qty: 1 })
      if (event.kind === 'coupon') await guest.post('/coupon', { code })
      if (event.kind === 'no coupon') await guest.delete('/coupon')
    }
    const events = fc.array(anyEvent, { minLength: 1, maxLength: 4 })
    const place = fc.boolean()
    await fc.assert(
      fc.asyncProperty(events, events, place, async (before, after, isFar) => {
        const guest = await shopperWith(mug)
        const query = `shipping_method=home&county=${isFar ? '澎湖縣' : '臺北市'}&district=`
        for (const event of before) await happen(guest, event)
        const shown = await cartOf(guest, query)
        for (const event of after) await happen(guest, event)
        const now = await cartOf(guest, query)
        const { status, body } = await guest.post('/order', {
          user: isFar ? island : { ...orderData.user, address: '臺北市信義區市府路 45 號' },
          ...{ shipping: { method_id: 'home', fee: shown.shipping_fee } },
        })
        if (now.shipping_fee === shown.shipping_fee) expect(body.total).toBe(now.charge)
        else expect([status, body.shipping_fee]).toEqual([409, now.shipping_fee])
      }),
      { numRuns: propertyRuns(30), seed: 20_261_129 },
    )
  })
})
