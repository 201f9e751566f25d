import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { brokenChecks } from '../testing/broken-checks.ts'
import { openStoreShop, type StoreShop } from '../testing/doubles/store-shop.ts'

let shop: StoreShop
beforeAll(async () => {
  shop = await openStoreShop()
  await shop.rows('update shipping_methods set fee = 60 where id = $1', [shop.methodId])
})
beforeEach(() => shop.reset())
afterAll(async () => {
  expect(await brokenChecks(shop.databaseUrl)).toEqual([])
  await shop.close()
})

type Placed = Awaited<ReturnType<StoreShop['orderOnDelivery']>>

const mergeAll = async ([first, ...others]: readonly Placed[]) => {
  const ids = others.map(({ id }) => id)
  const { status, body } = await shop.owner.post(`/admin/order/${first?.id}/merge`, { with: ids })
  expect([status, body.message]).toEqual([200, '已改為併單出貨'])
}
async function labelled(orders: readonly Placed[]) {
  const [first] = orders
  expect(await shop.createAll([first?.id ?? ''])).toEqual([undefined])
  await shop.workShipments()
  const [parcel] = (await shop.parcels(first?.id ?? '')).slice(-1)
  if (!parcel) throw new Error(JSON.stringify(await shop.shipment(first?.id ?? '')))
  return parcel
}
/** Two that are paid at the pick-up, and one that is paid. */
async function three() {
  const orders = [
    await shop.orderOnDelivery(),
    await shop.storeOrder(),
    await shop.orderOnDelivery(),
  ] as const
  await mergeAll(orders)
  return orders
}
const adminOrder = async ({ id }: Placed) => (await shop.owner.get(`/admin/order/${id}`)).body
const statesOf = (orders: readonly Placed[]) =>
  Promise.all(orders.map(async (one) => (await adminOrder(one)).order.state))
const moneyOf = (orders: readonly Placed[]) =>
  shop.rows(
    `select orders.total::int, payment_state as payment,
       (select array_agg(captured_amount::int) from payments
         where order_id = orders.id and method = 'on_delivery' and status = 'succeeded') as collected,
       (select coalesce(sum(amount), 0)::int from refunds where order_id = orders.id) as refunded
     from orders where id = any($1) order by id`,
    [orders.map(({ id }) => id)],
  )
const viewOf = async (view: string) =>
  (await shop.owner.get(`/admin/shipments?view=${view}`)).body.shipments as {
    order_id: string
    along?: string[]
    collects?: number
    collects_fault?: string
  }[]

describe('one label of several orders (AFTER-09)', () => {
  it('is one row of the list, collects the sum of what is open, and has one fee', async () => {
    const orders = await three()
    const [first, paid, third] = orders
    const { number } = (await adminOrder(third)).order
    const listed = (await viewOf('to_make')).filter(({ order_id: id }) =>
      orders.some((one) => one.id === id),
    )
    expect(listed).toMatchObject([{ order_id: first.id, collects: 4_120 }])
    expect(listed[0]?.along).toContain(number)
    const parcel = await labelled(orders)
    expect(parcel).toMatchObject({ amount: 4_060, collects: 4_060 })
    expect(await moneyOf(orders)).toEqual([
      { total: 2_060, payment: 'unpaid', collected: null, refunded: 0 },
      { total: 2_000, payment: 'paid', collected: null, refunded: 60 },
      { total: 2_000, payment: 'unpaid', collected: null, refunded: 0 },
    ])
    expect(await statesOf(orders)).toEqual(['preparing', 'preparing', 'preparing'])
    for (const one of orders) {
      expect(await shop.shipment(one.id)).toMatchObject({ state: 'made', collects: 4_060 })
      expect(await shop.createAll([one.id])).toEqual(['已有寄件單'])
      expect((await shop.owner.delete(`/admin/order/${one.id}/merge`)).status).toBe(409)
      const cancelled = await one.guest.post(`/order/${one.id}/cancel`)
      expect(cancelled.status).toBe(409)
    }
    const online = await third.guest.post(`/order/${third.id}/payment`, { method: 'card' })
    expect(online.body.code).toBe('ON_DELIVERY_SENT')
    expect((await adminOrder(paid)).can_change).toBeUndefined()
  })

  it('is shipped, waits and is picked up for all at once: each is paid its own', async () => {
    const orders = await three()
    const parcel = await labelled(orders)
    await shop.move(parcel, 'handedIn')
    expect(await statesOf(orders)).toEqual(['shipped', 'shipped', 'shipped'])
    await shop.move(parcel, 'atCentre', 'atStore')
    const mails = await Promise.all(orders.map(({ id }) => shop.mails(id)))
    const told = mails.map((ofOne) => ofOne.filter(({ kind }) => kind === 'at_store'))
    expect(told.map(({ length }) => length)).toEqual([1, 0, 0])
    expect(told[0]?.[0]?.text).toContain('取貨時請付 NT$4,060（包裹內所有訂單）')
    for (const { id, guest } of orders) {
      const { timeline } = (await guest.get(`/order/${id}`)).body
      expect(timeline.at(-1).kind).toBe('at_store')
    }
    await shop.move(parcel, 'pickedUp')
    expect(await statesOf(orders)).toEqual(['delivered', 'delivered', 'delivered'])
    expect(await moneyOf(orders)).toEqual([
      { total: 2_060, payment: 'paid', collected: [2_060], refunded: 0 },
      { total: 2_000, payment: 'paid', collected: null, refunded: 60 },
      { total: 2_000, payment: 'paid', collected: [2_000], refunded: 0 },
    ])
  })

  it('that nobody picks up comes back for all: unpaid ones are returned, of paid ones the staff decides', async () => {
    const orders = await three()
    const parcel = await labelled(orders)
    await shop.move(parcel, 'handedIn', 'atCentre', 'atStore', 'notPickedUp')
    await shop.move(parcel, 'backAtStore', 'takenBack')
    expect(await statesOf(orders)).toEqual(['returned', 'shipped', 'returned'])
    await shop.rows(
      `update orders set user_tel = '0900000000', user_email = 'a@example.com'
      where id = any($1)`,
      [orders.map(({ id }) => id)],
    )
  })

  it('has a wrong sum once one of its orders is cancelled, and is made again for the others', async () => {
    const orders = await three()
    const [first, , third] = orders
    await labelled(orders)
    const cancel = { reason: '缺貨' }
    expect((await shop.owner.post(`/admin/order/${third.id}/cancel`, cancel)).status).toBe(200)
    const problem = (await viewOf('problem')).find(({ order_id: id }) => id === first.id)
    expect(problem?.collects_fault).toContain('會代收 NT$4,060，但訂單目前應付 NT$2,060')
    const { id } = await shop.shipment(first.id)
    expect((await shop.owner.post(`/admin/shipment/${id}/cancel`)).status).toBe(200)
    expect(await labelled(orders)).toMatchObject({ amount: 2_060, collects: 2_060 })
    expect(await statesOf(orders)).toEqual(['preparing', 'preparing', 'cancelled'])
  })

  it('given up, the parcel may be taken apart; what was given back stays given back', async () => {
    const orders = await three()
    await labelled(orders)
    const [first] = orders
    const { id } = await shop.shipment(first.id)
    await shop.owner.post(`/admin/shipment/${id}/cancel`)
    const before = await moneyOf(orders)
    expect((await shop.owner.delete(`/admin/order/${first.id}/merge`)).status).toBe(200)
    expect(await moneyOf(orders)).toEqual(before)
    await mergeAll(orders)
    expect((await adminOrder(first)).merge.saving).toBe(0)
    await labelled(orders)
    expect(await moneyOf(orders)).toEqual(before)
  })

  it('goes to another store for all, whichever of them its shopper opens', async () => {
    const to = { chain: 'FAMI', storeId: '006900' } as const
    const orders = [await shop.storeOrder(to), await shop.storeOrder(to)] as const
    await mergeAll(orders)
    const [first, other] = orders
    const parcel = await labelled(orders)
    await shop.move(parcel, 'handedIn', 'atCentre')
    expect(await shop.shipment(other.id)).toMatchObject({ state: 'store_closed' })
    const chosen = { chain: 'FAMI', store_id: '006598' }
    expect((await other.guest.post(`/order/${other.id}/store`, chosen)).status).toBe(200)
    expect(await shop.workShipments()).toEqual([])
    expect(parcel.storeId).toBe('006598')
    for (const { id, guest } of [first, other]) {
      const { order } = (await guest.get(`/order/${id}`)).body
      expect(order.shipping.store.id).toBe('006598')
    }
  })

  it('says nothing of one that was sent elsewhere before it was made', async () => {
    const orders = [await shop.storeOrder(), await shop.storeOrder()] as const
    await mergeAll(orders)
    const [first, moved] = orders
    await shop.rows(`update orders set contact_name = '陳小美' where id = $1`, [moved.id])
    await labelled([first])
    expect((await shop.parcels(first.id)).at(-1)).toMatchObject({ amount: 2_060 })
    expect(await shop.createAll([moved.id])).toEqual([undefined])
    expect((await adminOrder(first)).order.total).toBe(2_060)
  })

  it('says nothing of one that a change has made dearer, until that is paid', async () => {
    const orders = [await shop.storeOrder(), await shop.storeOrder()] as const
    await mergeAll(orders)
    const [first, dearer] = orders
    const lines = [{ product_id: shop.productId, qty: 3 }]
    const change = { lines, expected_difference: 1_000 }
    expect((await shop.owner.put(`/admin/order/${dearer.id}/lines`, change)).status).toBe(200)
    const toMake = (await viewOf('to_make')).filter(({ order_id: id }) =>
      orders.some((one) => one.id === id),
    )
    expect(toMake).toMatchObject([{ order_id: first.id }])
    expect(toMake[0]).not.toHaveProperty('along')
    expect(await labelled(orders)).toMatchObject({ amount: 2_060 })
    expect(await shop.createAll([dearer.id])).toEqual(['尚有補款未付，收到後才能出貨'])
    await shop.owner.post(`/admin/order/${dearer.id}/balance`, { amount: 1_000 })
    expect(await shop.createAll([dearer.id])).toEqual([undefined])
    expect(await moneyOf(orders)).toMatchObject([
      { total: 2_060, refunded: 0 },
      { total: 3_060, refunded: 0 },
    ])
  })

  it('is not made for more than a chain takes', async () => {
    const orders = [await shop.storeOrder(), await shop.storeOrder()]
    await shop.rows('update products set price = 9500 where id = $1', [shop.productId])
    const dear = await shop.storeOrder()
    await shop.rows('update products set price = 1000 where id = $1', [shop.productId])
    const [first] = orders
    if (!first) throw new Error('nothing was ordered')
    const refused = await shop.owner.post(`/admin/order/${dear.id}/merge`, { with: [first.id] })
    expect([refused.status, refused.body.message]).toEqual([
      409,
      expect.stringContaining('訂單金額超過上限 NT$20,000'),
    ])
  })
})
