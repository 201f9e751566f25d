import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { propertyRuns } from '../property-runs.ts'
import { openAdministrator, type TestAdministrator } from '../test-administrator.ts'
import { openTestShop, orderData, type TestShop, type Visitor } from '../test-shop.ts'
import { type Act, type Change, ShopModel } from './shop-model.ts'

const seed = 20_261_121
const noSuchId = '-NoSuchLine000000000'
const pageSize = 12

let shop: TestShop
let administrator: TestAdministrator
beforeAll(async () => {
  shop = await openTestShop()
  administrator = await openAdministrator(shop)
})
afterAll(() => shop.close())

const product = fc.nat(4)
const coupon = fc.nat(3)
const order = fc.nat(5)
const qty = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: 1, max: 50 }) },
  { weight: 1, arbitrary: fc.integer({ min: 4000, max: 9999 }) },
)
const flag = fc.boolean()

const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('add' as const), product, qty }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('update' as const), line: fc.nat(2), qty }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove' as const), line: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'clear' as const }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('apply' as const), coupon }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'unapply' as const }) },
  { weight: 6, arbitrary: fc.constant({ kind: 'order' as const }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('pay' as const), order }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('pay a stranger' as const), order }) },
)
const percent = fc.integer({ min: 1, max: 100 })
const change: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('price' as const), product, price: fc.nat(100_000) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('sell' as const), product, isEnabled: flag }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete product' as const), product }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('percent' as const),
      coupon,
      percent,
      isEnabled: flag,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete coupon' as const), coupon }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete order' as const), order }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('mark order' as const), order, isPaid: flag }),
  },
)
/** The administrator changes something; then the four act, each in order, all at the same time. */
const acts = fc.array(act, { maxLength: 5 })
const phase = fc.record({ change, acts: fc.tuple(acts, acts, acts, acts) })

/** The real shop beside its model: the same things under their ids. */
class Shopping {
  readonly model: ShopModel
  readonly visitors: Visitor[]
  readonly products: string[]
  readonly coupons: { id: string; code: string }[]
  /** The ids of each shopper's orders, oldest first. */
  readonly orders: string[][]

  constructor(parts: Pick<Shopping, 'model' | 'visitors' | 'products' | 'coupons'>) {
    this.model = parts.model
    this.visitors = parts.visitors
    this.products = parts.products
    this.coupons = parts.coupons
    this.orders = parts.visitors.map(() => [])
  }

  static async begin(): Promise<Shopping> {
    const prices = [0, 1, 33, 999, 2_147_483]
    const percents = [80, 67, 1]
    const [ming, hua] = await Promise.all([shop.member(unique()), shop.member(unique())])
    return new Shopping({
      model: new ShopModel(prices, percents, 4),
      visitors: [shop.guest(), shop.guest(), ming, hua],
      products: await Promise.all(prices.map((price) => shop.product({ price }))),
      coupons: await Promise.all(percents.map((paid) => shop.coupon({ percent: paid }))),
    })
  }

  async change(step: Change): Promise<void> {
    const expected = this.model.change(step)
    expect([step, await this.#callAsAdministrator(step)]).toEqual([step, expected])
  }

  async act(by: number, step: Act): Promise<void> {
    const expected = this.model.act(by, step)
    expect([by, step, await this.#callAs(by, step)]).toEqual([by, step, expected])
  }

  async #callAsAdministrator(step: Change): Promise<number> {
    switch (step.kind) {
      case 'price':
      case 'sell': {
        const path = `/admin/product/${this.products[step.product]}`
        const price = step.kind === 'price' ? step.price : this.model.price(step.product)
        const isEnabled = this.model.products[step.product]?.isEnabled ? 1 : 0
        const input = { title: '物', category: '類', unit: '個', origin_price: price, price }
        return (await administrator.put(path, { ...input, is_enabled: isEnabled })).status
      }
      case 'delete product':
        return (await administrator.delete(`/admin/product/${this.products[step.product]}`)).status
      case 'percent': {
        const known = this.coupons[step.coupon] ?? { id: noSuchId, code: unique() }
        const is_enabled = step.isEnabled ? 1 : 0
        const input = { title: '券', code: known.code, percent: step.percent, is_enabled }
        const due = { due_date: Date.now() + 86_400_000 }
        return (await administrator.put(`/admin/coupon/${known.id}`, { ...input, ...due })).status
      }
      case 'delete coupon': {
        const id = this.coupons[step.coupon]?.id ?? noSuchId
        return (await administrator.delete(`/admin/coupon/${id}`)).status
      }
      case 'delete order':
      case 'mark order': {
        const path = `/admin/order/${this.orders.flat()[step.order] ?? noSuchId}`
        if (step.kind === 'delete order') return (await administrator.delete(path)).status
        return (await administrator.put(path, { is_paid: step.isPaid })).status
      }
    }
  }

  async #callAs(by: number, step: Act): Promise<number> {
    const visitor = this.#visitor(by)
    switch (step.kind) {
      case 'add': {
        const data = { product_id: this.products[step.product], qty: step.qty }
        return (await visitor.post('/cart', data)).status
      }
      case 'update':
      case 'remove': {
        const path = `/cart/${(await this.#lines(by))[step.line]?.id ?? noSuchId}`
        if (step.kind === 'remove') return (await visitor.delete(path)).status
        return (await visitor.put(path, { qty: step.qty })).status
      }
      case 'clear':
        return (await visitor.delete('/carts')).status
      case 'apply': {
        const code = this.coupons[step.coupon]?.code ?? unique()
        return (await visitor.post('/coupon', { code })).status
      }
      case 'unapply':
        return (await visitor.delete('/coupon')).status
      case 'order': {
        const { status, body } = await visitor.post('/order', orderData)
        if (status === 200) this.orders[by]?.push(body.orderId)
        return status
      }
      case 'pay':
        return (await visitor.post(`/pay/${this.orders[by]?.[step.order] ?? noSuchId}`)).status
      case 'pay a stranger': {
        const strangers = this.orders.filter((_, owner) => owner !== by).flat()
        return (await visitor.post(`/pay/${strangers[step.order] ?? noSuchId}`)).status
      }
    }
  }

  #visitor(by: number): Visitor {
    const visitor = this.visitors[by]
    if (!visitor) throw new Error(`there is no visitor ${by}`)
    return visitor
  }

  async #lines(by: number): Promise<{ id: string }[]> {
    return (await this.#visitor(by).get('/cart')).body.data.carts
  }

  /** The shop shows each of the four exactly what the model has. */
  async compare(): Promise<void> {
    for (const by of this.visitors.keys()) {
      expect([by, await this.#shownCart(by)]).toEqual([by, this.#expectedCart(by)])
      expect([by, await this.#shownOrders(by)]).toEqual([by, this.#expectedOrders(by)])
    }
  }

  async #shownCart(by: number) {
    const { data } = (await this.#visitor(by).get('/cart')).body
    return {
      lines: data.carts.map((line: Record<string, unknown>) => ({
        product: this.products.indexOf(String(line.product_id)),
        qty: line.qty,
        total: line.total,
        final_total: line.final_total,
      })),
      total: data.total,
      final_total: data.final_total,
      isStale: data.coupon_notice !== undefined,
    }
  }

  #expectedCart(by: number) {
    const { percent: paid, isStale } = this.model.discount(by)
    const lines = this.model.shopper(by).lines.map((line) => {
      const isSold = this.model.isSold(line.product)
      const total = isSold ? this.model.price(line.product) * line.qty : 0
      return { ...line, total, final_total: (total * paid) / 100 }
    })
    const total = lines.reduce((sum, line) => sum + line.total, 0)
    return { lines, total, final_total: (total * paid) / 100, isStale }
  }

  async #shownOrders(by: number) {
    const { orders } = (await this.#visitor(by).get('/orders')).body
    return orders.map((shown: Record<string, unknown>) => ({
      id: shown.id,
      total: shown.total,
      isPaid: shown.is_paid,
      lines: Object.values(shown.products as object).map((line) => ({
        product: this.products.indexOf(line.product_id),
        qty: line.qty,
        price: line.product.price,
        percent: line.coupon?.percent ?? 100,
      })),
    }))
  }

  /** Newest first, without those that were deleted. */
  #expectedOrders(by: number) {
    const all = this.model.shopper(by).orders.map(({ isDeleted, ...known }, index) => {
      return { id: this.orders[by]?.[index], isDeleted, ...known }
    })
    const live = all
      .filter(({ isDeleted }) => !isDeleted)
      .map(({ isDeleted: _, ...known }) => known)
    return live.reverse().slice(0, pageSize)
  }
}

let names = 0
function unique(): string {
  return `shopper-${++names}@example.com`
}

/** Invariants of every order, whatever has been done to it. */
async function checkAllOrders(): Promise<void> {
  const { rows } = await shop.database.pool.query(`
    select id from orders where total < 0
      or (payment_state = 'paid') <> (1 = (select count(*) from payments
        where order_id = orders.id and status = 'succeeded' and amount = orders.total))
      or total <> (select floor(sum(final_total) + 0.5) from order_lines where order_id = orders.id)`)
  expect(rows).toEqual([])
}

it(`D12 whatever four shoppers and an administrator do, the shop is as its model in memory (seed ${seed})`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(phase, { minLength: 1, maxLength: 5 }), async (phases) => {
      const shopping = await Shopping.begin()
      for (const { change: step, acts: all } of phases) {
        await shopping.change(step)
        await Promise.all(
          all.map(async (own, by) => {
            for (const each of own) await shopping.act(by, each)
          }),
        )
        await shopping.compare()
      }
      await checkAllOrders()
    }),
    { seed, numRuns: propertyRuns(15), interruptAfterTimeLimit: 100_000 },
  )
})
