import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { defaultSettings } from '../../../../gateway/settings.ts'
import { openTryOutShop, type TryOutShop } from '../../testing/doubles/try-out-shop.ts'
import { openAdministrator, type TestAdministrator } from '../../testing/test-administrator.ts'
import type { Visitor } from '../../testing/test-shop.ts'
import { takeLists } from './renew-stores.ts'
import { writeStores } from './stores.queries.ts'

let shop: TryOutShop
let owner: TestAdministrator
beforeAll(async () => {
  shop = await openTryOutShop()
  owner = await openAdministrator(shop)
})
beforeEach(async () => {
  Object.assign(shop.running.gateway.settings, { ...defaultSettings, limitsCalls: false })
  await shop.rows('delete from gateway_pace')
  await takeLists(shop.logistics)
})
afterAll(() => shop.close())

const list = async (query: Record<string, string>, visitor: Visitor = shop.guest()) =>
  (await visitor.get(`/stores?${new URLSearchParams(query)}`)).body
const ids = async (query: Record<string, string>) =>
  (await list(query)).stores.map(({ id }: { id: string }) => id)
const lists = async () => (await owner.get('/admin/settings/logistics')).body.logistics.stores
const close = (id: string) => {
  shop.running.gateway.settings.closedStores = [...defaultSettings.closedStores, id]
}
const choose = (visitor: Visitor, store_id: string, chain = 'UNIMART') =>
  visitor.post('/store-choice', { chain, store_id })

it('the open stores of a district are told with their place, by whichever character for 臺 (SHIP-05)', async () => {
  const district = { chain: 'UNIMART', county: '台北市', district: '南港區' }
  expect(await list(district)).toEqual({
    success: true,
    stores: [
      {
        chain: 'UNIMART',
        id: '131386',
        name: '南港門市',
        county: '臺北市',
        district: '南港區',
        address: '臺北市南港區三重路19號',
        tel: '02-26551386',
      },
      expect.objectContaining({ id: '991182', name: '馥樺門市' }),
    ],
  })
  expect(await ids({ chain: 'UNIMART' })).toEqual([])
  expect(await ids({ ...district, chain: 'OKMART' })).toEqual(['1328'])
})

it('nodes that start together take the lists in turns, so that none is refused and no parcel has to wait (SHIP-05)', async () => {
  shop.running.gateway.settings.limitsCalls = true
  await Promise.all(Array.from({ length: 3 }, () => takeLists(shop.logistics)))
  expect(await shop.rows('select from gateway_pace where paused_until > now()')).toEqual([])
})

it('a store is found by its name, its street and its number, in whatever width (SHIP-05)', async () => {
  expect(await ids({ chain: 'UNIMART', q: '逢甲' })).toEqual(['180044'])
  expect(await ids({ chain: 'UNIMART', q: '台東' })).toEqual(['210089'])
  expect(await ids({ chain: 'UNIMART', q: '０６１２' })).toEqual(['061258'])
  expect(await ids({ chain: 'UNIMART', q: '三重路', county: '臺北市' })).toHaveLength(2)
  expect(await ids({ chain: 'UNIMART', q: '"a&b"' })).toEqual(['140225'])
  expect(await ids({ chain: 'UNIMART', q: '%' })).toEqual([])
  expect(await ids({ chain: 'FAMI', q: '巨蛋' })).toEqual(['012588'])
})

it('a store that its chain lists no more is closed and kept; listed again, it is open (SHIP-05)', async () => {
  close('180044')
  await takeLists(shop.logistics)
  expect(await ids({ chain: 'UNIMART', q: '逢甲' })).toEqual([])
  expect(await shop.rows(`select id from stores where id = '180044'`)).toHaveLength(1)
  shop.running.gateway.settings.closedStores = defaultSettings.closedStores
  await takeLists(shop.logistics)
  expect(await ids({ chain: 'UNIMART', q: '逢甲' })).toEqual(['180044'])
})

it('a list that has lost half of its stores closes none (SHIP-05)', async () => {
  const one = { chain: 'HILIFE', id: '2001', name: '總公司', address: '臺北市', tel: '' } as const
  expect(await writeStores(shop.database.db, 'HILIFE', [one, one])).toEqual([])
  expect(await ids({ chain: 'HILIFE', q: '萊爾富' })).toHaveLength(6)
})

it('a list that does not come leaves the stores as they are, and the owner is told why (SHIP-05)', async () => {
  shop.running.gateway.settings.fault = 'html'
  await expect(takeLists(shop.logistics)).rejects.toThrow('UNIMART: 綠界物流的回應無法辨識')
  expect(await ids({ chain: 'UNIMART', q: '逢甲' })).toEqual(['180044'])
  expect(await lists()).toContainEqual({
    chain: 'FAMI',
    count: 12,
    renewed_at: expect.any(Number),
    fault: '綠界物流的回應無法辨識（no JSON）',
  })
  shop.running.gateway.settings.fault = 'forbidden'
  await expect(takeLists(shop.logistics)).rejects.toThrow('暫停服務')
  // The first answer has stopped the calls to all chains.
  shop.running.gateway.calls.length = 0
  shop.running.gateway.settings.fault = 'none'
  await expect(takeLists(shop.logistics)).rejects.toThrow('暫停服務')
  expect(shop.running.gateway.calls).toEqual([])
})

it('the choice of a shopper is kept by the shop, the last used first (SHIP-05)', async () => {
  const guest = shop.guest()
  const read = async () => (await guest.get('/store-choice')).body
  expect(await read()).toEqual({ success: true, recent: [] })
  const first = (await choose(guest, '131386')).body
  const second = (await choose(guest, '006598', 'FAMI')).body
  await choose(guest, '131386')
  const { choice, recent } = await read()
  expect(choice.store).toEqual(first.store)
  expect(recent.map(({ id }: { id: string }) => id)).toEqual(['131386', '006598'])
  expect(second.store_token).toMatch(/^[A-Za-z0-9]{20}$/)
  // Nobody else sees it.
  expect((await shop.guest().get('/store-choice')).body).toEqual({ success: true, recent: [] })
})

it('a choice goes along with the cart at the sign-in, also without a cart (SHIP-05)', async () => {
  const guest = shop.guest()
  await choose(guest, '131386')
  const member = await shop.member()
  guest.token = member.token
  expect((await guest.get('/store-choice')).body.choice.store.id).toBe('131386')
  expect((await member.get('/store-choice')).body.choice.store.id).toBe('131386')
})

it('a store that has closed cannot be chosen, and is shown as a choice no more (SHIP-05)', async () => {
  const guest = shop.guest()
  await choose(guest, '170518')
  close('170518')
  await takeLists(shop.logistics)
  expect((await guest.get('/store-choice')).body).toEqual({ success: true, recent: [] })
  expect(await choose(guest, '170518')).toMatchObject({
    status: 409,
    body: { code: 'STORE_CLOSED' },
  })
  expect((await choose(guest, '999999')).body.code).toBe('STORE_CLOSED')
})

it('without an account of logistics there are no stores (SHIP-05)', async () => {
  const { openTestShop } = await import('../../testing/test-shop.ts')
  const other = await openTestShop({ reach: async () => shop.databaseUrl })
  const guest = other.guest()
  expect(await list({ chain: 'UNIMART', q: '逢甲' }, guest)).toEqual({ success: true, stores: [] })
  expect((await choose(guest, '131386')).body.code).toBe('LOGISTICS_OFF')
  await other.close()
})
