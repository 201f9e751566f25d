import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { defaultSettings } from '../../../gateway/settings.ts'
import { takeLists } from '../logistics/stores/renew-stores.ts'
import { openStoreShop, type StoreShop } from '../testing/doubles/store-shop.ts'

let shop: StoreShop
beforeAll(async () => {
  shop = await openStoreShop()
})
beforeEach(() => shop.reset())
afterAll(() => shop.close())

/** The list of the next day has these stores no more. */
async function close(...ids: string[]) {
  shop.running.gateway.settings.closedStores = [...defaultSettings.closedStores, ...ids]
  await takeLists(shop.logistics)
}
const choose = (
  { guest, id }: Awaited<ReturnType<StoreShop['storeOrder']>>,
  store_id: string,
  chain = 'UNIMART',
) => guest.post(`/order/${id}/store`, { chain, store_id })
const kinds = async (id: string) => (await shop.mails(id)).map(({ kind }) => kind)

it('a store that closes before its parcel is made is told by mail, and chosen anew by the link (SHIP-07)', async () => {
  const [order, other] = [
    await shop.storeOrder({ storeId: '151670' }),
    await shop.storeOrder({ storeId: '991182' }),
  ]
  expect(await choose(order, '991182')).toMatchObject({ status: 409, body: { code: 'STORE_KEPT' } })
  await close('151670')
  const mail = (await shop.mails(order.id)).at(-1)
  expect(mail).toMatchObject({ kind: 'store_closed' })
  expect(mail?.text).toContain('7-ELEVEN 遠行門市（151670）')
  const link = /\/main\/order\/[^\s]+access=([\w.-]+)/.exec(mail?.text ?? '')
  expect(await kinds(other.id)).not.toContain('store_closed')
  for (const [store, chain, code] of [
    ['006598', 'FAMI', 'STORE_OTHER_CHAIN'],
    ['131405', 'UNIMART', 'STORE_CLOSED'],
    ['061258', 'UNIMART', 'STORE_OUTLYING'],
  ] as const) {
    expect((await choose(order, store, chain)).body.code).toBe(code)
  }
  // From another device, by the link of the mail.
  const device = shop.guest()
  expect(
    (await device.post(`/order/${order.id}/store`, { chain: 'UNIMART', store_id: '991182' }))
      .status,
  ).toBe(404)
  const changed = await device.post(`/order/${order.id}/store?access=${link?.[1]}`, {
    chain: 'UNIMART',
    store_id: '991182',
  })
  expect(changed.body.message).toBe('已更換取貨門市')
  expect((await order.guest.get(`/order/${order.id}`)).body).toMatchObject({
    order: { user: { address: expect.stringContaining('馥樺門市（991182）') } },
    timeline: expect.arrayContaining([
      expect.objectContaining({ kind: 'store_changed', text: '7-ELEVEN 馥樺門市（991182）' }),
    ]),
  })
  await shop.createAll([order.id])
  await shop.workShipments()
  expect((await shop.parcels(order.id))[0]?.storeId).toBe('991182')
})

it('a store that closes under way is told at once, and the provider gets the other one (SHIP-07)', async () => {
  const order = await shop.storeOrder({ chain: 'FAMI', storeId: '006900' })
  await shop.createAll([order.id])
  await shop.workShipments()
  const [parcel] = await shop.parcels(order.id)
  if (!parcel) throw new Error('no parcel')
  await shop.move(parcel, 'handedIn', 'atCentre')
  expect(await shop.shipment(order.id)).toMatchObject({ state: 'store_closed' })
  expect((await kinds(order.id)).at(-1)).toBe('store_closed')
  // The list of today still has it.
  expect((await choose(order, '006900', 'FAMI')).body.code).toBe('STORE_CLOSED')
  const both = await Promise.all(['006598', '001779'].map((id) => choose(order, id, 'FAMI')))
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const chosen = both[0]?.status === 200 ? '006598' : '001779'
  expect(await shop.workShipments()).toEqual([])
  expect(parcel.storeId).toBe(chosen)
  expect(await shop.shipment(order.id)).toMatchObject({ state: 'store_changed' })
  await shop.move(parcel, 'atCentre', 'atStore')
  expect((await shop.mails(order.id)).at(-1)?.text).toContain(`（${chosen}）`)
})

it('a change whose answer is lost is tried again, and what came of it is seen (SHIP-07)', async () => {
  const order = await shop.storeOrder({ chain: 'HILIFE', storeId: '5190' })
  await shop.createAll([order.id])
  await shop.workShipments()
  const [parcel] = await shop.parcels(order.id)
  if (!parcel) throw new Error('no parcel')
  await shop.move(parcel, 'handedIn', 'atCentre')
  await choose(order, '4582', 'HILIFE')
  shop.running.gateway.settings.fault = 'error'
  const [thrown] = await shop.workShipments()
  expect(thrown).toContain('HTTP 500')
  expect(await shop.shipment(order.id)).toMatchObject({
    fault: expect.stringContaining('HTTP 500'),
  })
  shop.running.gateway.settings.fault = 'none'
  await shop.shipments.jobs.send(
    shop.database.db,
    {
      ...{ name: 'shipment.change_store', retryWaits: [], timeoutSeconds: 60 },
      ...{ concurrency: 1, keepFailedDays: 1 },
    },
    { shipmentId: (await shop.shipment(order.id)).id },
  )
  await shop.workShipments()
  expect(parcel.storeId).toBe('4582')
})

it('a parcel that is made is not asked about by the list: the chain tells of it (SHIP-07)', async () => {
  const order = await shop.storeOrder({ storeId: '140225' })
  await shop.createAll([order.id])
  await shop.workShipments()
  await close('140225')
  expect(await kinds(order.id)).not.toContain('store_closed')
})

it('a store that the provider refuses is asked for once more, and chosen anew (SHIP-07)', async () => {
  const order = await shop.storeOrder({ chain: 'FAMI', storeId: '006900' })
  await shop.createAll([order.id])
  await shop.workShipments()
  const [parcel] = await shop.parcels(order.id)
  if (!parcel) throw new Error('no parcel')
  await shop.move(parcel, 'handedIn', 'atCentre')
  await choose(order, '006598', 'FAMI')
  // Closed since the list of today.
  shop.running.gateway.settings.closedStores = [...defaultSettings.closedStores, '006598']
  await shop.workShipments()
  expect(await shop.shipment(order.id)).toMatchObject({ fault: expect.stringContaining('未接受') })
  expect((await kinds(order.id)).filter((kind) => kind === 'store_closed')).toHaveLength(2)
  const { timeline } = (await order.guest.get(`/order/${order.id}`)).body
  expect(timeline.at(-1)).toMatchObject({ kind: 'store_closed', text: '全家 台北三重店（006598）' })
  expect((await choose(order, '001779', 'FAMI')).status).toBe(200)
  await shop.workShipments()
  expect(parcel.storeId).toBe('001779')
})

it('the parcel knows its other store, though the answer to the change is lost (SHIP-12)', async () => {
  const order = await shop.storeOrder({ chain: 'OKMART', storeId: '2166' })
  await shop.createAll([order.id])
  await shop.workShipments()
  const [parcel] = await shop.parcels(order.id)
  if (!parcel) throw new Error('no parcel')
  await shop.move(parcel, 'handedIn', 'atCentre')
  await choose(order, '1328', 'OKMART')
  shop.running.gateway.settings.fault = 'lost'
  expect((await shop.workShipments()).length).toBe(1)
  const [kept] = await shop.rows<{ state: string; store_id: string }>(
    'select state, store_id from shipments where order_id = $1',
    [order.id],
  )
  expect(kept).toEqual({ state: 'store_changed', store_id: parcel.storeId })
  expect(parcel.storeId).toBe('1328')
})
