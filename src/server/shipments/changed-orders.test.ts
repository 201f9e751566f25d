import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { defaultSettings } from '../../../gateway/settings.ts'
import { takeLists } from '../logistics/stores/renew-stores.ts'
import { openStoreShop, type StoreShop } from '../testing/doubles/store-shop.ts'
import { shopPrefix } from '../testing/test-shop.ts'

let shop: StoreShop
beforeAll(async () => {
  shop = await openStoreShop()
})
beforeEach(() => shop.reset())
afterAll(() => shop.close())

const list = async (view: string) => (await shop.owner.get(`/admin/shipments?view=${view}`)).body
const rowOf = async (view: string, orderId: string) =>
  (await list(view)).shipments.find((one: { order_id: string }) => one.order_id === orderId)
const stateOf = async (id: string) => (await shop.owner.get(`/admin/order/${id}`)).body.order.state
const retry = (id: string) => shop.owner.post(`/admin/shipment/${id}/retry`)

async function made(to: Parameters<StoreShop['storeOrder']>[0] = {}) {
  const order = await shop.storeOrder(to)
  await shop.createAll([order.id])
  await shop.workShipments()
  const [parcel] = await shop.parcels(order.id)
  if (!parcel) throw new Error(JSON.stringify(await shop.shipment(order.id)))
  return { ...order, parcel }
}

/** The parcel of an order that the provider has refused. */
async function refused() {
  const order = await shop.storeOrder()
  await shop.createAll([order.id])
  shop.running.gateway.settings.hasBalance = false
  await shop.workShipments()
  shop.running.gateway.settings.hasBalance = true
  return { ...order, shipment: await shop.shipment(order.id) }
}

const endings: Record<string, { words: string; end: (id: string) => Promise<unknown> }> = {
  cancelled: {
    words: '訂單已取消',
    end: (id) => shop.owner.post(`/admin/order/${id}/cancel`, { reason: '顧客要求' }),
  },
  archived: {
    words: '訂單已封存',
    end: (id) => shop.owner.inject({ method: 'DELETE', url: `${shopPrefix}/admin/order/${id}` }),
  },
}

it.each(Object.entries(endings))(
  'nobody hands in the parcel of an order that is %s: no label, a problem until it is given up (SHIP-07)',
  async (_, { words, end }) => {
    const { id } = await made()
    await end(id)
    const shipment = await rowOf('problem', id)
    expect(shipment).toMatchObject({ state: 'made', fault: expect.stringContaining(words) })
    expect(await rowOf('to_hand_in', id)).toBeUndefined()
    expect((await shop.shipment(id)).fault).toContain(words)
    const labels = await shop.owner.post('/admin/shipments/labels', { ids: [shipment.id] })
    expect(labels.body).toMatchObject({ labels: [], left_out: [{ reason: words }] })
    const asked = { kind: 'store_shipments', action: 'hand_in', ids: [shipment.id] }
    expect(await shop.run(asked)).toEqual([expect.stringContaining(words)])
    expect((await shop.owner.post(`/admin/shipment/${shipment.id}/cancel`)).status).toBe(200)
    expect(await rowOf('problem', id)).toBeUndefined()
  },
)

it('the parcel of an order that is cancelled before the provider was asked is not made (SHIP-07)', async () => {
  const { id } = await shop.storeOrder()
  await shop.createAll([id])
  await endings.cancelled?.end(id)
  await shop.workShipments()
  expect(await shop.shipment(id)).toMatchObject({
    state: 'failed',
    fault: expect.stringContaining('已取消'),
  })
  expect(await shop.parcels(id)).toEqual([])
  expect(await rowOf('problem', id)).toBeUndefined()
  const { id: shipmentId } = await shop.shipment(id)
  expect(await retry(shipmentId)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('已取消') },
  })
})

it('a refused parcel is made again for the store that the order has by then (SHIP-07)', async () => {
  const { id, guest, shipment } = await refused()
  // It is made again from the list of problems, and stands there alone.
  expect(await rowOf('to_make', id)).toBeUndefined()
  expect(await rowOf('problem', id)).toMatchObject({ id: shipment.id })
  shop.running.gateway.settings.closedStores = [...defaultSettings.closedStores, '131386']
  await takeLists(shop.logistics)
  const chosen = await guest.post(`/order/${id}/store`, { chain: 'UNIMART', store_id: '991182' })
  expect(chosen.status).toBe(200)
  expect((await retry(shipment.id)).status).toBe(200)
  await shop.workShipments()
  expect(await shop.shipment(id)).toMatchObject({ id: shipment.id, state: 'made' })
  expect((await shop.parcels(id))[0]?.storeId).toBe('991182')
  await takeLists(shop.logistics)
  shop.running.gateway.settings.closedStores = defaultSettings.closedStores
  await takeLists(shop.logistics)
})

it('many that were refused are made again by one run, which names the others (SHIP-11)', async () => {
  const [one, other, whole] = [await refused(), await refused(), await made()]
  const parcelOf = (id: string) => shop.shipment(id).then((shipment) => shipment.id as string)
  const ids = [one.shipment.id, other.shipment.id, await parcelOf(whole.id)]
  expect(await shop.run({ kind: 'store_shipments', action: 'retry', ids })).toEqual([
    undefined,
    undefined,
    '寄件單目前為「待寄件」',
  ])
  await shop.workShipments()
  expect(await shop.shipment(one.id)).toMatchObject({ state: 'made' })
  expect(await shop.shipment(other.id)).toMatchObject({ state: 'made' })
  expect(await shop.parcels(whole.id)).toHaveLength(1)
})

it('the staff ships by hand what the chain tells later: one parcel, which the pick-up delivers (SHIP-08)', async () => {
  const { id, parcel } = await made()
  const { code } = await shop.shipment(id)
  const ship = { carrier: 'seven_eleven', tracking_number: code }
  expect((await shop.owner.post(`/admin/order/${id}/parcel`, ship)).status).toBe(200)
  await shop.move(parcel, 'handedIn', 'atCentre', 'atStore', 'pickedUp')
  expect(await stateOf(id)).toBe('delivered')
  expect((await shop.owner.get(`/admin/order/${id}`)).body.parcels).toHaveLength(1)
})

it('a parcel that was given up stays so when the provider is asked; handed in, it counts (SHIP-08)', async () => {
  const { id, parcel } = await made({ chain: 'FAMI', storeId: '001779' })
  const { id: shipmentId } = await shop.shipment(id)
  await shop.owner.post(`/admin/shipment/${shipmentId}/cancel`)
  // Another one of the order is to be handed in.
  await shop.createAll([id])
  expect((await shop.owner.post(`/admin/shipment/${shipmentId}/ask`)).status).toBe(200)
  const [first] = (await shop.owner.get(`/admin/order/${id}/shipments`)).body.shipments
  expect(first).toMatchObject({ id: shipmentId, state: 'cancelled' })
  await shop.move(parcel, 'handedIn')
  expect(await stateOf(id)).toBe('shipped')
})

it('of two who make it at once there is one parcel, and one is told (SHIP-07)', async () => {
  const { id } = await shop.storeOrder()
  const reasons = (await Promise.all([shop.createAll([id]), shop.createAll([id])])).flat()
  expect(reasons).toContain(undefined)
  expect(reasons).toContain('已有寄件單')
  await shop.workShipments()
  expect(await shop.parcels(id)).toHaveLength(1)
})

it('no method to stores carries what is cooled (SHIP-04)', async () => {
  const { methods } = (await shop.owner.get('/admin/shipping-methods')).body
  const { id, version, ...method } = methods.find(({ kind }: { kind: string }) => kind === 'store')
  const cold = { ...method, temperatures: ['normal', 'frozen'], mixes: true, version }
  const changed = await shop.owner.put(`/admin/shipping-method/${id}`, cold)
  expect(changed.body.method).toMatchObject({ temperatures: ['normal'] })
})

it('labels count as printed once they are opened, one by one (SHIP-11)', async () => {
  const [one, other] = [await made(), await made()]
  const ids = [(await shop.shipment(one.id)).id, (await shop.shipment(other.id)).id]
  const print = (data: object) => shop.owner.post('/admin/shipments/labels', data)
  expect((await print({ ids, is_opened: false })).body.labels).toHaveLength(2)
  expect((await shop.shipment(one.id)).printed_at).toBeUndefined()
  await print({ ids: ids.slice(0, 1) })
  expect((await shop.shipment(one.id)).printed_at).toBeGreaterThan(0)
  expect((await shop.shipment(other.id)).printed_at).toBeUndefined()
})
