import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openAdministrator } from '../testing/test-administrator.ts'
import { openCampaign } from '../testing/test-campaigns.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.database.pool.query('truncate products cascade')
})

const read = async (url: string) => {
  const response = await shop.app.inject({ url, headers: { host: 'evil.example' } })
  return { status: response.statusCode, text: response.body, headers: response.headers }
}
const addresses = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url)

it('forbids robots what is personal, and names the sitemap (META-12, PATH-13)', async () => {
  const { text, headers } = await read('/robots.txt')
  const rules = text.split('\n').filter((line) => line.startsWith('Disallow'))
  expect(rules.map((line) => line.slice(10))).toEqual([
    '/v2/',
    '/backend',
    '/main/cart',
    '/main/order',
    '/main/member',
    '/main/search',
  ])
  expect(text).toContain('Sitemap: http://shop.test/sitemap.xml')
  expect(text).not.toMatch(/\/g\/|\/cards\//)
  expect(headers['cache-control']).toBe('public, max-age=3600')
})

it('lists home, list, categories, and each product on sale once with its day (META-13, PATH-13)', async () => {
  const lamp = await shop.product({ category: '燈 & 飾' })
  const cup = await shop.product({ category: '杯' })
  await shop.product({ category: '隱', isEnabled: false })
  await shop.product({ category: '刪', deletedAt: new Date() })
  const index = await read('/sitemap.xml')
  expect(index.headers['content-type']).toContain('application/xml')
  expect(addresses(index.text)).toEqual([
    'http://shop.test/sitemaps/pages.xml',
    'http://shop.test/sitemaps/products-1.xml',
  ])
  const pages = addresses((await read('/sitemaps/pages.xml')).text)
  expect(pages.slice(0, 4)).toEqual([
    'http://shop.test/',
    'http://shop.test/main/prods',
    'http://shop.test/main/groups',
    'http://shop.test/main/articles',
  ])
  expect(pages.slice(4).map((url) => decodeURIComponent(url ?? ''))).toEqual([
    'http://shop.test/main/prods?category=杯',
    'http://shop.test/main/prods?category=燈+&+飾',
  ])
  const { text } = await read('/sitemaps/products-1.xml')
  expect(addresses(text)).toEqual(
    [lamp, cup].toSorted().map((id) => `http://shop.test/main/prods/detail/${id}`),
  )
  expect(text.match(/<lastmod>\d{4}-\d\d-\d\d<\/lastmod>/g)).toHaveLength(2)
  for (const file of ['products-2', 'products-0', 'products-x', 'products-01', 'others']) {
    expect((await read(`/sitemaps/${file}.xml`)).status, file).toBe(404)
  }
})

it('lists the campaigns that are open or to come, and no draft and no past one (META-13)', async () => {
  const inSitemap = async () =>
    addresses((await read('/sitemaps/pages.xml')).text).filter((url) => url?.includes('/detail/'))
  const open = await openCampaign(shop)
  const toCome = await openCampaign(shop, { state: 'scheduled', kind: 'team', teamHours: 24 })
  await openCampaign(shop, { state: 'settled', kind: 'team', teamHours: 24 })
  await openCampaign(shop, { state: 'draft', kind: 'team', teamHours: 24 })
  expect((await inSitemap()).toSorted()).toEqual(
    [open.id, toCome.id].map((id) => `http://shop.test/main/groups/detail/${id}`).toSorted(),
  )
})

it('lists the public announcements, and none that is hidden or deleted (META-13)', async () => {
  const admin = await openAdministrator(shop)
  const article = { description: '', image: '', tag: [], create_at: 1_700_000_000, author: '店主' }
  for (const [title, isPublic] of [
    ['公告', true],
    ['草稿', false],
    ['舊聞', true],
  ]) {
    const data = { ...article, title, isPublic, content: '<p>出貨</p>' }
    expect((await admin.post('/admin/article', data)).status).toBe(200)
  }
  const { rows } = await shop.database.pool.query<{ id: string }>(
    'select id from articles order by num',
  )
  const [open, , old] = rows.map(({ id }) => id)
  expect((await admin.delete(`/admin/article/${old}`)).status).toBe(200)
  const listed = addresses((await read('/sitemaps/pages.xml')).text)
  expect(listed.filter((url) => url?.includes('/main/articles/'))).toEqual([
    `http://shop.test/main/articles/${open}`,
  ])
})

it('has at most 50,000 addresses in a file, none twice and none left out (META-13)', async () => {
  const { pool } = shop.database
  // In steps: a statement may not take long. With empty terms, which no job has to make.
  for (let from = 1; from <= 50_001; from += 5_000) {
    await pool.query(
      `insert into products (id, title, category, content, description, image_url, images_url,
         is_enabled, origin_price, price, unit, extra, search_terms)
       select 'p' || lpad(n::text, 19, '0'), '', '燈', '', '', '', '[]', true, 1, 1, '個', '{}', ''
       from generate_series($1::int, least($1::int + 4999, 50001)) as n`,
      [from],
    )
  }
  const first = addresses((await read('/sitemaps/products-1.xml')).text)
  const second = addresses((await read('/sitemaps/products-2.xml')).text)
  expect([first.length, second.length]).toEqual([50_000, 1])
  expect(new Set([...first, ...second]).size).toBe(50_001)
  expect((await read('/sitemaps/products-3.xml')).status).toBe(404)
  await pool.query('truncate products cascade')
})
