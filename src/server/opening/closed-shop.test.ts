import { afterAll, beforeAll, expect, it } from 'vitest'
import { defaultSettings } from '#contract/settings.ts'
import { openAdministrator, type TestAdministrator } from '../testing/test-administrator.ts'
import { joinData, openCampaign, openParticipant } from '../testing/test-campaigns.ts'
import { openTestShop, orderData, type TestShop } from '../testing/test-shop.ts'

let shop: TestShop
let owner: TestAdministrator
beforeAll(async () => {
  shop = await openTestShop()
  owner = await openAdministrator(shop)
})
afterAll(() => shop.close())

// As a client of before sends them.
const { is_closed: _, members_only: __, ...values } = defaultSettings.shop
const save = async (change: object) => {
  const { version } = (await owner.get('/admin/settings')).body.settings.shop
  const { status } = await owner.put('/admin/settings/shop', {
    version,
    values: { ...values, ...change },
  })
  expect(status).toBe(200)
}
async function order() {
  const guest = shop.guest()
  await guest.post('/cart', { product_id: await shop.product(), qty: 1 })
  return { guest, ...(await guest.post('/order', orderData)) }
}

it('a closed shop refuses orders and joins in plain words, and opens by one change (DOOR-07)', async () => {
  const opened = await openCampaign(shop)
  const member = await openParticipant(shop)
  const before = await order()
  expect(before.status).toBe(200)
  await save({ is_closed: true })
  const joining = () => member.post(`/group/${opened.code}/participation`, joinData(opened))
  const refused = {
    status: 409,
    body: { code: 'SHOP_CLOSED', message: '商店準備中，暫不接受訂購' },
  }
  expect(await order()).toMatchObject(refused)
  expect(await joining()).toMatchObject(refused)
  // Orders that stand go on: the shopper pays, and the staff enter orders.
  expect((await before.guest.post(`/pay/${before.body.orderId}`)).status).toBe(200)
  const products = [{ product_id: await shop.product(), qty: 1 }]
  expect((await owner.post('/admin/order', { ...orderData, products })).status).toBe(200)
  expect((await shop.guest().get('/products')).status).toBe(200)
  expect((await shop.guest().get('/settings')).body.settings.shop.is_closed).toBe(true)
  const { steps } = (await owner.get('/admin/opening')).body
  expect(steps.at(-1)).toEqual({ id: 'open', is_done: false })
  await save({ is_closed: false })
  expect((await order()).status).toBe(200)
  expect((await joining()).status).toBe(200)
})

it('a client that does not know of it leaves the shop closed (DOOR-07)', async () => {
  await save({ is_closed: true })
  await save({ name: '山腰茶行' })
  expect((await order()).body.code).toBe('SHOP_CLOSED')
  await save({ is_closed: false })
})

it('a shop that sells to members alone refuses the orders of guests, and keeps what it had (DOOR-01)', async () => {
  const before = await order()
  await save({ members_only: true })
  // A client that does not know the switch leaves it as it is.
  await save({})
  const refused = await order()
  expect([refused.status, refused.body.code]).toEqual([401, 'MEMBER_REQUIRED'])
  expect((await before.guest.post(`/pay/${before.body.orderId}`)).status).toBe(200)
  const member = await shop.member()
  await member.post('/cart', { product_id: await shop.product(), qty: 1 })
  expect((await member.post('/order', orderData)).status).toBe(200)
  await save({ members_only: false })
  expect((await order()).status).toBe(200)
})
