import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openAdministrator } from '../testing/test-administrator.ts'
import { openTestShop, type TestShop, type Visitor } from '../testing/test-shop.ts'

let shop: TestShop
let admin: Visitor
beforeAll(async () => {
  shop = await openTestShop()
  admin = await openAdministrator(shop)
})
afterAll(() => shop.close())

const home = {
  ...{ kind: 'home', name: '宅配', fee: 100, free_over: 1_500, outlying: { mode: 'same' } },
  ...{ max_weight_g: null, max_sides_mm: null, max_amount: null },
  ...{ temperatures: ['normal', 'chilled', 'frozen'], mixes: false, cod: false, is_on: true },
}
const place = {
  ...home,
  ...{ kind: 'place', name: '門市自取', fee: 0, free_over: null },
  places: [{ name: '中山店', address: '臺北市中山區民生東路一段 1 號', hours: '12:00–20:00' }],
}
const list = async () => (await admin.get('/admin/shipping-methods')).body.methods
const shown = async () => (await shop.guest().get('/shipping-methods')).body.methods
const shippingSettings = async () => (await admin.get('/admin/settings')).body.settings.shipping

describe('the shipping methods', () => {
  it('are one home method at the fee of the settings until the owner makes others', async () => {
    const values = { fee: 80, free_over: 1_200 }
    await admin.put('/admin/settings/shipping', { version: 0, values })
    expect(await list()).toEqual([{ ...home, id: 'home', ...values, version: 0 }])
    expect(await shown()).toEqual([
      {
        id: 'home',
        kind: 'home',
        name: '宅配',
        ...values,
        cod: false,
        outlying: { mode: 'same' },
        temperatures: ['normal', 'chilled', 'frozen'],
      },
    ])
  })

  it('keep their order, and show shoppers those that are on', async () => {
    const { body } = await admin.post('/admin/shipping-method', place)
    const { id, places } = body.method
    expect(body.method).toMatchObject({
      ...place,
      places: [expect.objectContaining(place.places[0])],
    })
    expect(await shown()).toMatchObject([{ id: 'home' }, { id, places }])
    const { methods } = (await admin.put('/admin/shipping-methods', { ids: [id, 'gone'] })).body
    expect(methods).toMatchObject([{ id }, { id: 'home' }])
    const off = { ...place, places, is_on: false, version: 1 }
    const changed = await admin.put(`/admin/shipping-method/${id}`, off)
    expect(changed.body.method).toMatchObject({ is_on: false, places, version: 2 })
    expect(await shown()).toMatchObject([{ id: 'home' }])
  })

  it('of two changes of one take the first, and leave one switched on', async () => {
    const change = (data: object) => admin.put('/admin/shipping-method/home', data)
    const first = await change({ ...home, fee: 90, version: 0 })
    expect(first.body.method).toMatchObject({ fee: 90, version: 1 })
    expect((await change({ ...home, fee: 70, version: 0 })).status).toBe(409)
    const off = await change({ ...home, is_on: false, version: 1 })
    expect([off.status, off.body.message]).toEqual([409, '至少要有一種開啟的配送方式'])
    expect((await admin.delete('/admin/shipping-method/home')).status).toBe(409)
  })

  it('have one fee with the settings, from whichever side it is changed', async () => {
    const { version, values } = await shippingSettings()
    expect(values).toMatchObject({ fee: 90, free_over: 1_500 })
    const fee = { fee: 60, free_over: null }
    await admin.put('/admin/settings/shipping', { version, values: { ...values, ...fee } })
    const method = (await list()).find(({ id }: { id: string }) => id === 'home')
    expect(method).toMatchObject({ ...fee, version: 2 })
  })

  it('that are deleted are gone, and the fee is that of the next home method', async () => {
    const chilled = { ...home, name: '低溫宅配', fee: 180, free_over: null }
    const { id } = (await admin.post('/admin/shipping-method', chilled)).body.method
    expect((await admin.delete('/admin/shipping-method/home')).status).toBe(200)
    expect((await list()).map((method: { id: string }) => method.id)).not.toContain('home')
    expect((await shippingSettings()).values).toMatchObject({ fee: 180, free_over: null })
    expect((await admin.delete(`/admin/shipping-method/${id}`)).status).toBe(409)
  })

  it.each([
    [
      'steps',
      {
        steps: {
          by: 'qty',
          rows: [
            { up_to: 5, fee: 80 },
            { up_to: 5, fee: 90 },
          ],
        },
      },
    ],
    [
      'steps',
      {
        steps: {
          by: 'qty',
          rows: [
            { up_to: null, fee: 80 },
            { up_to: 9, fee: 90 },
          ],
        },
      },
    ],
    ['outlying', { outlying: { mode: 'surcharge' } }],
    ['places', { kind: 'place' }],
    ['chains', { kind: 'store', is_on: false }],
    ['name', { name: ' ' }],
  ])('are refused with the field %s of %j', async (field, values) => {
    const { status, body } = await admin.post('/admin/shipping-method', { ...home, ...values })
    expect([status, Object.keys(body.fields)]).toEqual([400, [field]])
  })

  it('of convenience stores are not switched on while no store can be chosen', async () => {
    const store = { ...home, kind: 'store', name: '7-ELEVEN 取貨', chains: ['UNIMART'] }
    const { status, body } = await admin.post('/admin/shipping-method', store)
    expect([status, body.code]).toEqual([409, 'SHIPPING_STORES_OFF'])
    expect(body.message).toContain('沒有超商物流的帳號')
    expect((await admin.post('/admin/shipping-method', { ...store, is_on: false })).status).toBe(
      200,
    )
  })
})
