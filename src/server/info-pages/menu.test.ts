import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { defaultMenu, type MenuEntry } from '#contract/menu.ts'
import { infoPages } from '../db/tables/info-pages.ts'
import { settings } from '../db/tables/settings.ts'
import { openAdministrator, type TestAdministrator } from '../testing/test-administrator.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'

let shop: TestShop
let admin: TestAdministrator
beforeAll(async () => {
  shop = await openTestShop()
  admin = await openAdministrator(shop)
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.database.db.delete(settings)
  await shop.database.db.delete(infoPages)
})

const page = { title: '退換貨', slug: 'returns', content: '七天', is_public: true }
const entryOf = (target: string): MenuEntry => ({ kind: 'page', target, label: '' })
const put = (values: object, version = 0) =>
  admin.put('/admin/menu', { version, values: { ...defaultMenu, ...values } })

it('is the shop’s own until it is changed, and a conflict when another was faster', async () => {
  const { body } = await admin.get('/admin/menu')
  expect(body).toMatchObject({ version: 0, values: defaultMenu, pages: [] })
  expect((await put({ says_no_calls: false })).body).toMatchObject({
    message: '已更新選單',
    version: 1,
    values: { says_no_calls: false },
  })
  expect((await put({})).body.code).toBe('SETTING_CONFLICT')
})

it('leads to a page only while that is public (DOOR-13)', async () => {
  const { id } = (await admin.post('/admin/page', page)).body
  const { body } = await put({ footer: [entryOf(id)] })
  expect(body.pages).toEqual([{ id, slug: 'returns', title: '退換貨', is_public: true }])
  const shown = async () => (await shop.guest().get('/settings')).body.settings.menu.footer
  expect(await shown()).toEqual([{ to: '/main/page/returns', label: '退換貨' }])
  await admin.put(`/admin/page/${id}`, { ...page, slug: 'return-policy' })
  expect(await shown()).toEqual([{ to: '/main/page/return-policy', label: '退換貨' }])
  await admin.put(`/admin/page/${id}`, { ...page, is_public: false })
  expect(await shown()).toEqual([])
  await admin.put(`/admin/page/${id}`, page)
  await admin.delete(`/admin/page/${id}`)
  expect(await shown()).toEqual([])
})

it.each([
  [{ header: [{ kind: 'screen', target: 'products', label: '' }] }, 'header'],
  [{ footer: [{ kind: 'link', target: 'javascript:alert(1)', label: '壞' }] }, 'footer'],
  [{ footer: [{ kind: 'link', target: 'https://a.example', label: '' }] }, 'footer'],
  [{ footer: [{ kind: 'screen', target: 'backOffice', label: '' }] }, 'footer'],
  [{ footer: [defaultMenu.footer[0], defaultMenu.footer[0]] }, 'footer'],
])('refuses %j (DOOR-13)', async (values, field) => {
  const { status, body } = await put(values)
  expect(status).toBe(400)
  expect(body.fields).toHaveProperty(field)
})
