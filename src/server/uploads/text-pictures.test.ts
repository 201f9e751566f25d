import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { textOf } from '#contract/markup.ts'
import { products } from '../db/tables/catalog.ts'
import { openAdministrator, type TestAdministrator } from '../testing/test-administrator.ts'
import { openTestShop, shopPrefix, type TestShop } from '../testing/test-shop.ts'

let shop: TestShop
let admin: TestAdministrator
beforeAll(async () => {
  shop = await openTestShop()
  admin = await openAdministrator(shop)
})
afterAll(() => shop.close())

const path = `/uploads/${'a'.repeat(32)}-800x600.jpg`
const others =
  '<img src="https://pictures.example/b.jpg"> <a href="http://shop.test/uploads/c">c</a>'
const textAt = (own: string) => `<p><img alt="杯 src=&quot;/x" src="${own}${path}"> ${others}</p>`

/** Writes a text, and reads it back over an address of the storefront. */
const kinds: [string, (text: string) => Promise<string>][] = [
  [
    'products',
    async (description) => {
      const data = { title: '杯', category: '杯', unit: '個', origin_price: 1, price: 1 }
      const product = { ...data, description, is_enabled: 1 }
      return `/product/${(await admin.post('/admin/product', product)).body.product.id}`
    },
  ],
  [
    'articles',
    async (content) => {
      const article = { title: '公告', author: '店主', isPublic: true, content }
      await admin.post('/admin/article', article)
      return `/article/${(await admin.get('/admin/articles')).body.articles[0].id}`
    },
  ],
  [
    'info_pages',
    async (content) => {
      await admin.post('/admin/page', { title: '頁', slug: 'about', content, is_public: true })
      return '/page/about'
    },
  ],
  [
    'policy_versions',
    async (text) => {
      await admin.post('/admin/privacy', { text })
      return '/privacy'
    },
  ],
]

it.each(kinds)(
  'pictures in texts of %s are stored as paths, and readers are told whole addresses (DOOR-40)',
  async (table, write) => {
    const read = await write(textAt('http://127.0.0.1:3193'))
    const { rows } = await shop.database.pool.query(`select one::text as text from ${table} as one`)
    const stored = rows.map(({ text }) => text).join()
    expect(stored).toContain(`""${path}""`)
    expect(stored).not.toContain(`:3193${path}`)
    const shown = (await shop.guest().inject(shopPrefix + read)).body.replaceAll('\\"', '"')
    expect(shown).toContain(`alt="杯 src=&quot;/x" src="http://shop.test${path}"`)
    expect(shown).toContain('src="https://pictures.example/b.jpg"')
    expect(shown).toContain('href="http://shop.test/uploads/c"')
  },
)

it('a picture that was stored with the address of its day is read, listed and carried by the cart (DOOR-40)', async () => {
  const description = textAt('http://127.0.0.1:3193')
  const id = await shop.product({ description })
  const guest = shop.guest()
  await guest.post('/cart', { product_id: id, qty: 1 })
  const cart = (await guest.get('/cart')).body.data.carts[0].product
  const { product } = (await guest.get(`/product/${id}`)).body
  const listed = (await guest.get(`/products/by-ids?ids=${id}`)).body.products[0]
  for (const found of [cart, product, listed]) {
    expect(found.description).toContain(`src="http://shop.test${path}"`)
  }
  const long = `<p>${textAt('').repeat(30)}</p>`
  await shop.database.db.update(products).set({ description: long }).where(eq(products.id, id))
  const shortened = (await guest.get(`/products/by-ids?ids=${id},`)).body.products[0].description
  expect(shortened.length).toBeLessThanOrEqual(2_000)
  expect(textOf(shortened)).not.toContain('<img')
})
