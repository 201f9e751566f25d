import { afterAll, beforeAll, expect, it } from 'vitest'
import { defaultSettings, emptyShop } from '#contract/settings.ts'
import { loadDemoShop } from '../catalog/demo-shop.ts'
import {
  openAdministrator,
  openStaff,
  type TestAdministrator,
} from '../testing/test-administrator.ts'
import { openCampaign } from '../testing/test-campaigns.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'

let shop: TestShop
let owner: TestAdministrator
beforeAll(async () => {
  shop = await openTestShop()
  const pictures = { has: async () => true, put: async () => {} }
  await loadDemoShop(shop.database.db, pictures, () => {})
  owner = await openAdministrator(shop)
})
afterAll(() => shop.close())

interface Step {
  id: string
  is_done: boolean
}
const steps = async (): Promise<Step[]> => (await owner.get('/admin/opening')).body.steps
const done = async () => (await steps()).flatMap(({ id, is_done }) => (is_done ? [id] : []))

it('the steps of a new shop tick themselves off from what the server knows (DOOR-07) (DOOR-20)', async () => {
  const order = ['name', 'owner', 'demo', 'product', 'shipping', 'payment', 'mail', 'address']
  const optional = ['brand', 'home', 'pages', 'group', 'backup', 'staff']
  expect((await steps()).map(({ id }) => id)).toEqual([...order, 'policies', ...optional, 'open'])
  const atFirst = await done()
  // Products of the demo are not the shop's own.
  expect(atFirst).not.toContain('product')
  const values = { ...defaultSettings.shop, name: '山腰茶行' }
  await owner.put('/admin/settings/shop', { version: 0, values })
  expect(await done()).toEqual(['name', ...atFirst])
  const known = { person: '林小茶', address: '南投縣鹿谷鄉 1 號' }
  const reached = { email: 'tea@example.com', phone: '049-2755555' }
  await owner.put('/admin/settings/shop', { version: 1, values: { ...values, ...known } })
  expect((await steps()).find(({ id }) => id === 'owner')).toMatchObject({
    is_done: false,
    detail: '還是示範的聯絡電話、聯絡信箱、程式碼網址、展示網址、展示聲明',
  })
  const whole = { ...emptyShop, name: '山腰茶行', ...known, ...reached }
  await owner.put('/admin/settings/shop', { version: 2, values: whole })
  await owner.put('/admin/settings/shipping', { version: 0, values: defaultSettings.shipping })
  await owner.post('/admin/privacy', { text: '自己的政策' })
  await shop.product({ isEnabled: false })
  expect(await done()).not.toContain('product')
  await shop.product()
  await openStaff(shop, 'packer')
  const page = { title: '關於我們', slug: 'about', content: '<p>茶</p>', is_public: true }
  await owner.post('/admin/page', page)
  await openCampaign(shop)
  expect(await done()).toEqual(
    expect.arrayContaining([
      ...['name', 'owner', 'product', 'shipping', 'policies'],
      ...['pages', 'group', 'staff'],
    ]),
  )
})

it('each administrator puts the steps away and brings them back; who may not see settings sees none (DOOR-07)', async () => {
  const isAway = async (who: TestAdministrator) =>
    (await who.get('/admin/opening')).body.is_put_away
  const manager = await openStaff(shop, 'manager')
  await owner.put('/admin/opening', { is_put_away: true })
  await owner.put('/admin/opening', { is_put_away: true })
  expect([await isAway(owner), await isAway(manager)]).toEqual([true, false])
  await owner.put('/admin/opening', { is_put_away: false })
  expect(await isAway(owner)).toBe(false)
  const { entries } = (await owner.get('/admin/audit?action=account.update')).body
  expect(entries).toHaveLength(2)
  const packer = await openStaff(shop, 'packer')
  expect((await packer.get('/admin/opening')).status).toBe(403)
})
