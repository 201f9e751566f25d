import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { defaultSettings } from '../../../gateway/settings.ts'
import { openStoreShop, type StoreShop } from '../testing/doubles/store-shop.ts'

let shop: StoreShop
beforeAll(async () => {
  shop = await openStoreShop()
})
beforeEach(() => shop.reset())
afterAll(() => shop.close())

const count = 100
const read = async (view: string) =>
  (await shop.owner.get(`/admin/shipments?view=${view}&page_size=50`)).body
const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)

it('a hundred parcels are made, three of them again, printed and handed in (SHIP-11)', async () => {
  const closes = new Set([7, 40, 93])
  const orders: string[] = []
  for (let n = 0; n < count; n++) {
    orders.push((await shop.storeOrder({ storeId: closes.has(n) ? '991182' : '131386' })).id)
  }
  // Closed at the provider, and on the list of tomorrow.
  shop.running.gateway.settings.closedStores = [...defaultSettings.closedStores, '991182']
  expect(new Set(await shop.createAll(orders))).toEqual(new Set([undefined]))
  expect(await shop.workShipments()).toEqual([])
  const { counts, shipments: failed } = await read('problem')
  expect(counts).toMatchObject({
    to_make: 0,
    to_hand_in: count - closes.size,
    problem: closes.size,
  })
  expect(failed.map(({ fault }: { fault: string }) => fault)).toEqual(
    Array(closes.size).fill(expect.stringContaining('991182 已關閉')),
  )
  shop.running.gateway.settings.closedStores = defaultSettings.closedStores
  await shop.run({ kind: 'store_shipments', action: 'retry', ids: idsOf(failed) })
  await shop.workShipments()
  expect(shop.running.gateway.parcels.list()).toHaveLength(count)

  const first = await read('to_hand_in')
  expect(first.counts).toMatchObject({ to_hand_in: count, problem: 0 })
  const { body } = await shop.owner.get('/admin/shipments?view=to_hand_in&page_size=50&page=2')
  const ids = [...idsOf(first.shipments), ...idsOf(body.shipments)]
  expect(new Set(ids).size).toBe(count)
  const { labels, left_out: left } = (
    await shop.owner.post('/admin/shipments/labels', { ids, is_opened: false })
  ).body
  expect([labels.length, left]).toEqual([count, []])
  expect(new Set(labels.map(({ code }: { code: string }) => code)).size).toBe(count)

  const refused = await shop.run({ kind: 'store_shipments', action: 'hand_in', ids })
  expect(refused.filter(Boolean)).toEqual([])
  expect((await read('under_way')).counts).toMatchObject({ to_hand_in: 0, under_way: count })
})
