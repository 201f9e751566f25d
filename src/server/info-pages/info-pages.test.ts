import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sanitizeDescription } from '../catalog/description.ts'
import { infoPages } from '../db/tables/info-pages.ts'
import { htmlAttacks } from '../testing/models/html-attacks.ts'
import { openAdministrator, type TestAdministrator } from '../testing/test-administrator.ts'
import { openTestShop, type TestShop, type Visitor } from '../testing/test-shop.ts'

let shop: TestShop
let admin: TestAdministrator
let guest: Visitor
beforeAll(async () => {
  shop = await openTestShop()
  admin = await openAdministrator(shop)
  guest = shop.guest()
})
afterAll(() => shop.close())
beforeEach(() => shop.database.db.delete(infoPages))

const page = { title: '關於我們', slug: 'about', content: '<h2>緣起</h2>', is_public: true }

async function create(values: object = {}): Promise<string> {
  const { body } = await admin.post('/admin/page', { ...page, ...values })
  expect(body).toMatchObject({ success: true, message: '已建立頁面' })
  return body.id
}
const previewOf = async (id: string): Promise<string> =>
  (await admin.get(`/admin/page/${id}`)).body.page.preview

describe('a page of the shop', () => {
  it('is read by its address, listed without its content, changed and deleted (DOOR-13)', async () => {
    const id = await create()
    expect((await guest.get('/page/about')).body.page).toEqual({
      ...{ ...page, id, changed_at: expect.any(Number) },
    })
    const { pages, pagination } = (await admin.get('/admin/pages')).body
    expect(pages).toMatchObject([{ id, title: '關於我們', slug: 'about', is_public: true }])
    expect(pages[0]).not.toHaveProperty('content')
    expect(pagination).toMatchObject({ total_pages: 1 })
    const changed_fields = ['title']
    const change = { ...page, title: '我們', content: '別的', changed_fields }
    expect((await admin.put(`/admin/page/${id}`, change)).body.message).toBe('已更新頁面')
    expect((await guest.get('/page/about')).body.page).toMatchObject({
      title: '我們',
      content: page.content,
    })
    await admin.delete(`/admin/page/${id}`)
    expect((await guest.get('/page/about')).status).toBe(404)
    expect((await admin.put(`/admin/page/${id}`, page)).status).toBe(404)
  })

  it('comes back from the trash, unless another one has its address by then (DOOR-13)', async () => {
    const id = await create()
    await admin.delete(`/admin/page/${id}`)
    const { entries } = (await admin.get('/admin/trash?kind=page')).body
    expect(entries[0]).toMatchObject({ id, kind: 'page', title: '關於我們' })
    const other = await create({ title: '另一頁' })
    const restore = () => admin.post('/admin/trash/restore', { kind: 'page', ids: [id] })
    expect((await restore()).body.message).toBe('這個網址已有頁面使用')
    await admin.delete(`/admin/page/${other}`)
    expect((await restore()).status).toBe(200)
    expect((await guest.get('/page/about')).body.page.title).toBe('關於我們')
  })

  it.each([['About'], ['a b'], ['關於'], ['-a'], ['a--b'], [''], ['a/b']])(
    'refuses the address %j',
    async (slug) => {
      const { status, body } = await admin.post('/admin/page', { ...page, slug })
      expect(status).toBe(400)
      expect(body.fields).toHaveProperty('slug')
    },
  )

  it('refuses an address that another page has, for a new and a changed one', async () => {
    await create()
    const id = await create({ slug: 'guide' })
    for (const answer of [
      await admin.post('/admin/page', page),
      await admin.put(`/admin/page/${id}`, page),
    ]) {
      expect(answer.status).toBe(409)
      expect(answer.body.code).toBe('PAGE_SLUG_TAKEN')
    }
  })
})

describe('a draft', () => {
  it('is shown by its link alone, which ends with the publication', async () => {
    const id = await create({ is_public: false })
    const preview = await previewOf(id)
    expect((await guest.get('/page/about')).status).toBe(404)
    expect((await guest.get('/page/about?preview=guess')).status).toBe(404)
    expect((await guest.get(`/page/about?preview=${preview}`)).body.page.is_public).toBe(false)
    await admin.put(`/admin/page/${id}`, page)
    expect((await guest.get('/page/about')).status).toBe(200)
    await admin.put(`/admin/page/${id}`, { ...page, is_public: false })
    expect((await guest.get(`/page/about?preview=${preview}`)).status).toBe(404)
    expect(await previewOf(id)).not.toBe(preview)
  })
})

it('shows a page on the products while it is public and asked to, the first written first, and no more than six (DOOR-16)', async () => {
  const shown = async () => (await guest.get('/pages/products')).body.pages
  expect(await shown()).toEqual([])
  const first = await create({ title: '運送', slug: 'shipping', is_on_products: true })
  const draft = { title: '草稿', slug: 'draft', is_public: false, is_on_products: true }
  await create(draft)
  await create()
  const second = await create({ title: '退換', slug: 'returns', is_on_products: true })
  expect((await shown()).map(({ title }: { title: string }) => title)).toEqual(['運送', '退換'])
  const { pages } = (await admin.get('/admin/pages')).body
  expect(pages.filter((one: { is_on_products: boolean }) => one.is_on_products)).toHaveLength(3)
  // A client that does not know of it leaves it as it is.
  await admin.put(`/admin/page/${first}`, { ...page, title: '怎麼寄', slug: 'shipping' })
  expect((await shown())[0]).toMatchObject({ title: '怎麼寄', content: page.content })
  for (const slug of ['a', 'b', 'c']) await create({ slug, is_on_products: true })
  const refused = await admin.post('/admin/page', { ...page, slug: 'd', is_on_products: true })
  expect(refused.body.fields).toEqual({ is_on_products: '商品頁最多顯示 6 個頁面' })
  await admin.delete(`/admin/page/${second}`)
  expect(await shown()).toHaveLength(4)
})

it('keeps nothing of hostile HTML but what descriptions keep (DOOR-13)', async () => {
  const id = await create()
  for (const content of htmlAttacks) {
    await admin.put(`/admin/page/${id}`, { ...page, content })
    expect((await guest.get('/page/about')).body.page.content).toBe(sanitizeDescription(content))
  }
  await shop.database.db.update(infoPages).set({ content: '<img src=x onerror=x()>舊' })
  expect((await guest.get('/page/about')).body.page.content).toBe('<img src="x" />舊')
})
