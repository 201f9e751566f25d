import { SaxesParser } from 'saxes'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openAdministrator, type TestAdministrator } from '../../testing/test-administrator.ts'
import { openCampaign } from '../../testing/test-campaigns.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'

let shop: TestShop
let owner: TestAdministrator
beforeAll(async () => {
  shop = await openTestShop()
  owner = await openAdministrator(shop)
})
afterAll(() => shop.close())

async function read(url: string) {
  const path = url.replace('http://shop.test', '')
  const { statusCode, body, headers } = await shop.app.inject({ url: path })
  return { status: statusCode, text: body, headers }
}

/** The items of a feed by their elements; throws for a text that is no XML. */
function itemsOf(xml: string): Record<string, string>[] {
  const items: Record<string, string>[] = []
  let [name, text] = ['', '']
  const parser = new SaxesParser()
  parser.on('opentag', (tag) => {
    name = tag.name
    text = ''
    if (name === 'item') items.push({})
  })
  parser.on('text', (part) => {
    text += part
  })
  parser.on('closetag', (tag) => {
    const item = items.at(-1)
    if (item && tag.name === name && name !== 'item') item[name] = text
  })
  parser.write(xml).close()
  return items
}

it('variants are items of one group, with price, sale and what is left, and no product that nobody sees', async () => {
  expect((await owner.get('/admin/feeds')).body.feeds).not.toHaveProperty('key')
  const imageUrl = 'https://pictures.example/a.jpg?x=1&y=2'
  const input = { category: '茶 & 咖啡', unit: '包', origin_price: 150, price: 120, is_enabled: 1 }
  const options = [{ name: '顏色', values: ['原木', '漂白'] }]
  const variants = [
    {
      option_values: ['原木'],
      price: 120,
      origin_price: 150,
      sku: '00123',
      barcode: '4710000000012',
      is_enabled: 1,
    },
    { option_values: ['漂白'], price: 150, origin_price: 150, is_enabled: 1 },
  ]
  const texts = { title: '濾紙 <A>', description: '<p>百張\u0008 & 一包</p>', imageUrl }
  const { body } = await owner.post('/admin/product', { ...input, ...texts, options, variants })
  const [wood, white] = body.product.variants
  await owner.put(`/admin/stock/${white.id}`, { on_hand: 0, reason: 'counted' })
  const single = await shop.product({ title: '茶', imageUrl, price: 80, originPrice: 80 })
  await shop.product({ title: '沒有圖片', imageUrl: '', imagesUrl: [] })
  await shop.product({ title: '未上架', imageUrl, isEnabled: false })
  const { key } = (await owner.post('/admin/feeds/key')).body.feeds

  const google = itemsOf((await read(key.google)).text)
  expect(google.map((item) => item['g:id']).toSorted()).toEqual(
    [wood.id, white.id, single].toSorted(),
  )
  const of = (id: string, items = google) => items.find((item) => item['g:id'] === id)
  expect(of(wood.id)).toMatchObject({
    'g:item_group_id': body.product.id,
    'g:title': '濾紙 <A>（原木）',
    'g:description': '百張 & 一包',
    'g:link': `http://shop.test/main/prods/detail/${body.product.id}?v=${wood.id}`,
    'g:image_link': imageUrl,
    'g:availability': 'in_stock',
    'g:price': '150.00 TWD',
    'g:sale_price': '120.00 TWD',
    'g:product_type': '茶 & 咖啡',
    'g:gtin': '4710000000012',
    'g:mpn': '00123',
    'g:color': '原木',
  })
  expect(of(white.id)).toMatchObject({ 'g:availability': 'out_of_stock', 'g:price': '150.00 TWD' })
  expect(of(white.id)).not.toHaveProperty('g:sale_price')
  expect(of(single)).not.toHaveProperty('g:item_group_id')
  expect(of(single)).toMatchObject({ 'g:price': '80.00 TWD', 'g:identifier_exists': 'no' })
  const facebook = itemsOf((await read(key.facebook)).text)
  expect(of(white.id, facebook)).toMatchObject({ 'g:availability': 'out of stock' })
})

it('the catalogue is read by a key alone, which is made and ended', async () => {
  await owner.delete('/admin/feeds/key')
  expect((await owner.get('/admin/feeds')).body.feeds).toEqual({
    articles: 'http://shop.test/feeds/articles.rss',
  })
  for (const url of [
    '/feeds/google.xml',
    '/feeds/google.xml?key=',
    '/feeds/google.xml?key=a&key=b',
  ]) {
    expect([url, (await read(url)).status]).toEqual([url, 404])
  }
  const made = (await owner.post('/admin/feeds/key')).body.feeds.key
  expect((await read(made.google)).status).toBe(200)
  expect((await owner.get('/admin/feeds')).body.feeds.key.used_at).toBeGreaterThan(1_700_000_000)
  const next = (await owner.post('/admin/feeds/key')).body.feeds.key
  expect((await read(made.google)).status).toBe(404)
  expect((await read(next.facebook)).status).toBe(200)
  expect((await owner.delete('/admin/feeds/key')).body.feeds.key).toBeUndefined()
  expect((await read(next.google)).status).toBe(404)
})

it('announcements and campaigns are an RSS for everybody, and no draft is among them', async () => {
  const article = { description: '出貨 <b>延後</b>', image: '', tag: [], create_at: 1_700_000_000 }
  for (const [title, isPublic] of [
    ['公告 & 出貨', true],
    ['草稿', false],
  ]) {
    const data = { ...article, title, isPublic, author: '店主', content: '<p>出貨</p>' }
    expect((await owner.post('/admin/article', data)).status).toBe(200)
  }
  const open = await openCampaign(shop)
  await openCampaign(shop, { state: 'draft', kind: 'team', teamHours: 24 })
  const { text, headers } = await read('/feeds/articles.rss')
  expect(headers['content-type']).toContain('application/rss+xml')
  const items = itemsOf(text)
  expect(items.map(({ title }) => title)).toEqual([expect.stringMatching(/^團購：/), '公告 & 出貨'])
  expect(items[0]?.link).toBe(`http://shop.test/main/groups/detail/${open.id}`)
  expect(items[1]).toMatchObject({
    description: '出貨 延後',
    pubDate: 'Tue, 14 Nov 2023 22:13:20 GMT',
  })
})
