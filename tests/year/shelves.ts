import { storeChains } from '../../src/contract/shipping-kinds.ts'
import type { TestAdministrator } from '../../src/server/testing/test-administrator.ts'
import { creditRule } from './follow.ts'
import type { YearWorld } from './world.ts'
import type { YearShop } from './year-shop.ts'

/** Prices of which no part comes out even. */
const prices = [333, 95, 1_299, 480, 61, 777]
/** More pieces than a year sells. */
const plenty = 99_999

const method = {
  ...{ free_over: 1_500, outlying: { mode: 'same' }, max_weight_g: null, max_sides_mm: null },
  ...{ max_amount: null, temperatures: ['normal'], mixes: false, is_on: true },
}
const place = { name: '總店', address: '台北市信義區 1 號', hours: '' }

/** Products, ways of delivery, a coupon, and the settings of invoices, credit and points. */
export async function openShelves(
  shop: YearShop,
  owner: TestAdministrator,
): Promise<Pick<YearWorld, 'products' | 'methods' | 'placeId' | 'couponCode'>> {
  const ask = async (how: 'post' | 'put', path: string, data: unknown) => {
    const { status, body } = await owner[how](path, data)
    if (status !== 200) throw new Error(`${path}: ${JSON.stringify(body)}`)
    return body
  }
  const products: string[] = []
  for (const [index, price] of prices.entries()) {
    const { product } = await ask('post', '/admin/product', {
      ...{ title: `年貨 ${index + 1}`, category: '年貨', content: '', description: '', unit: '個' },
      ...{ imageUrl: '', imagesUrl: [], is_enabled: 1, origin_price: price, price },
      ...(index === 4 && { tax_type: 'free' }),
    })
    products.push(product?.id ?? (await newestProduct(shop)))
  }
  for (const id of products.filter((_, index) => index % 2 === 0)) {
    await ask('put', `/admin/stock/${id}`, { on_hand: plenty, reason: 'counted' })
  }
  const add = async (of: object) =>
    (await ask('post', '/admin/shipping-method', { ...method, ...of })).method
  const home = await add({ kind: 'home', name: '宅配', fee: 80, cod: false })
  const store = await add({
    kind: 'store',
    name: '超商取貨',
    fee: 60,
    cod: true,
    chains: storeChains,
  })
  const pickup = await add({ kind: 'place', name: '自取', fee: 0, cod: false, places: [place] })
  const couponCode = 'year-85'
  await ask('post', '/admin/coupon', {
    ...{ title: '八五折', code: couponCode, percent: 85, is_enabled: 1 },
    due_date: shop.clock.now().getTime() + 400 * 86_400_000,
  })
  const { settings } = (await owner.get('/admin/settings')).body
  const set = (group: string, values: object) => {
    const { version, values: known } = settings[group]
    return ask('put', `/admin/settings/${group}`, { version, values: { ...known, ...values } })
  }
  await set('invoice', { mode: 'on', when: 'shipping' })
  await set('credit', { credit_on: true, points_on: true, ...creditRule })
  const methods = { home: home.id, store: store.id, place: pickup.id }
  return { products, methods, placeId: pickup.places[0].id, couponCode }
}

async function newestProduct(shop: YearShop): Promise<string> {
  const [row] = await shop.query<{ id: string }>(
    'select id from products order by num desc limit 1',
  )
  return row?.id ?? ''
}
