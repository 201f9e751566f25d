import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { updateProduct } from '../catalog/admin-catalog.queries.ts'
import { products } from '../db/tables/catalog.ts'
import { transaction } from '../db/transaction.ts'
import { consume } from '../limits/rate-limit.ts'
import { spareProcessors } from '../limits/spare-processors.ts'
import { searchedTables } from '../searched-tables.ts'
import { openAdministrator } from '../testing/test-administrator.ts'
import { openTestShop, shopPrefix, type TestShop } from '../testing/test-shop.ts'
import { deleteOldMissed } from './missed-searches.ts'
import { foundAtMost } from './search.queries.ts'
import { fillTerms } from './write-terms.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.database.pool.query('delete from stock')
  await shop.database.db.delete(products)
})

const plain = { title: '無', category: '雜', content: '', description: '' }
const put = (values: Partial<typeof products.$inferInsert>) => shop.product({ ...plain, ...values })
const ask = (query: Record<string, string>) =>
  shop.guest().get(`/search?${new URLSearchParams(query)}`)
async function titles(q: string, more: Record<string, string> = {}): Promise<string[]> {
  const { status, body } = await ask({ q, ...more })
  expect(status, q).toBe(200)
  return body.products.map(({ title }: { title: string }) => title)
}

describe('what is found', () => {
  it('finds one character in title, category, content and description (SEARCH-03)', async () => {
    await put({ title: '燈' })
    await put({ title: '甲', category: '燈飾' })
    await put({ title: '乙', content: '一盞燈' })
    await put({ title: '丙', description: '<p>像<b>燈</b>一樣</p>' })
    await put({ title: '丁', description: '<p class="燈">沒有</p>' })
    expect(await titles('燈')).toEqual(['燈', '甲', '丙', '乙'])
  })

  it('finds characters that stand side by side in one field (SEARCH-04)', async () => {
    await put({ title: '炭黑陶壺泡茶組' })
    await put({ title: '陶壺與木杯', content: '陶', description: '杯' })
    await put({ title: '三陶', category: '杯子' })
    expect(await titles('陶壺')).toEqual(['陶壺與木杯', '炭黑陶壺泡茶組'])
    expect(await titles('陶杯')).toEqual([])
    await put({ title: '陶壺 壺泡 泡茶' })
    expect(await titles('陶壺泡茶組')).toEqual(['炭黑陶壺泡茶組'])
  })

  it('finds words in any order and any fields (SEARCH-05)', async () => {
    await put({ title: '亞麻檯燈', content: '暖光' })
    await put({ title: '亞麻床單' })
    for (const q of ['檯燈 亞麻', '暖光　亞麻', '  亞麻   暖光 ']) {
      expect(await titles(q)).toEqual(['亞麻檯燈'])
    }
    expect((await ask({ q: '  亞麻 　 暖光 ' })).body.query).toBe('亞麻 暖光')
  })

  it('folds simplified and variant characters (SEARCH-06)', async () => {
    await put({ title: '圓肚陶座亞麻檯燈' })
    for (const q of ['台灯', '台燈', '臺燈', '檯灯']) {
      expect(await titles(q)).toEqual(['圓肚陶座亞麻檯燈'])
    }
  })

  it('folds full-width forms and case (SEARCH-07)', async () => {
    await put({ title: '甲', category: '3C 生活' })
    await put({ title: 'Led 燈串' })
    for (const q of ['３Ｃ', '3c']) expect(await titles(q)).toEqual(['甲'])
    expect(await titles('ＬＥＤ')).toEqual(['Led 燈串'])
  })

  it('finds letters and digits by any part (SEARCH-08)', async () => {
    await put({ title: '行動電源 10000mAh' })
    await put({ title: 'Bluetooth 耳機' })
    for (const q of ['1000', 'mah', 'mAh', '10000mAh']) {
      expect(await titles(q)).toEqual(['行動電源 10000mAh'])
    }
    expect(await titles('blue')).toEqual(['Bluetooth 耳機'])
    expect(await titles('tooth')).toEqual(['Bluetooth 耳機'])
    expect(await titles('1000mAh')).toEqual([])
  })

  it('ignores punctuation, and finds nothing by punctuation alone (SEARCH-09)', async () => {
    await put({ title: '茶具組（一壺二杯＋木托盤）' })
    await put({ title: '燕麥綠 60% 機械鍵盤' })
    expect(await titles('二杯木托盤')).toEqual(['茶具組（一壺二杯＋木托盤）'])
    expect(await titles('60%')).toEqual(['燕麥綠 60% 機械鍵盤'])
    for (const q of ['%', '（＋）', '', '😀', '\u200f']) {
      expect((await ask({ q })).body).toMatchObject({ products: [], total: 0, total_unfiltered: 0 })
    }
  })

  it('finds the first 2,000 characters of the text of a description (SEARCH-23)', async () => {
    const filler = '空'.repeat(1_990)
    await put({ title: '前', description: `<p>${filler}檯燈</p>` })
    await put({ title: '後', description: `<p>${filler}空空空空空空空空空空檯燈</p>` })
    expect(await titles('檯燈')).toEqual(['前'])
  })
})

async function sell(units: Record<string, number>): Promise<void> {
  await shop.database.pool.query('delete from product_sales')
  await shop.database.pool.query(
    'insert into product_sales select key, value::int from json_each_text($1)',
    [JSON.stringify(units)],
  )
}

describe('the order', () => {
  it('is by relevance: title, category, other texts, then units sold, then newest (SEARCH-10)', async () => {
    await put({ title: '丁', description: '一盞檯燈' })
    await put({ title: '丙', content: '一盞檯燈' })
    await put({ title: '乙', category: '檯燈' })
    await put({ title: '陶座檯燈' })
    await put({ title: '檯燈座' })
    await put({ title: '檯燈' })
    await put({ title: '台燈架' })
    await put({ title: '丑', category: '亞麻', content: '檯燈' })
    const popular = await put({ title: '亞麻檯燈' })
    await put({ title: '新亞麻檯燈' })
    await sell({ [popular]: 5 })
    expect(await titles('檯燈')).toEqual([
      '檯燈',
      '台燈架',
      '檯燈座',
      '亞麻檯燈',
      '新亞麻檯燈',
      '陶座檯燈',
      '乙',
      '丑',
      '丙',
      '丁',
    ])
    expect(await titles('亞麻 檯燈')).toEqual(['亞麻檯燈', '新亞麻檯燈', '丑'])
  })

  it('pages 12 each, counts exactly up to 1,000 and caps beyond (SEARCH-13)', async () => {
    const insert = (from: number, to: number) =>
      shop.database.pool.query(
        `insert into products (id, title, category, content, description, image_url, images_url,
           is_enabled, origin_price, price, unit, extra)
         select 'p' || lpad(n::text, 19, '0'), '燈' || n, '燈', '', '', '', '[]', true, 9, n, '個', '{}'
         from generate_series($1::int, $2::int) as n`,
        [from, to],
      )
    await insert(1, 1_000)
    await fillTerms(shop.database.db, searchedTables)
    const exact = await ask({ q: '燈', page: '84' })
    expect(exact.body).toMatchObject({ total: 1_000, total_unfiltered: 1_000 })
    expect(exact.body.pagination).not.toHaveProperty('is_capped')
    expect(exact.body.products).toHaveLength(4)
    await insert(1_001, 1_300)
    await fillTerms(shop.database.db, searchedTables)
    for (const sort of ['relevance', 'price_asc', 'bestselling', 'new']) {
      const seen = new Set<string>()
      for (const page of ['1', '2', '50', '83', '84', '85']) {
        const { body } = await ask({ q: '燈', page, sort })
        expect(body.pagination).toMatchObject({ total_pages: 84, is_capped: true })
        expect(body.products).toHaveLength(page === '85' ? 0 : 12)
        for (const { id } of body.products) seen.add(id)
      }
      expect(seen.size, sort).toBe(60)
    }
    // Prices are 1 to 1,300: the filters leave more than the pages show, as many, and fewer.
    for (const [lowest, total] of Object.entries({ 2: 1_000, 301: 1_000, 1291: 10 })) {
      const { body } = await ask({ q: '燈', min_price: lowest })
      expect(body, lowest).toMatchObject({ total, total_unfiltered: 1_000 })
    }
  })
})

/** Up to how many are sorted: with 0, all that is found is walked to along the order. */
function sortAtMost(to: number): void {
  const given = foundAtMost.sorted
  onTestFinished(() => {
    foundAtMost.sorted = given
  })
  foundAtMost.sorted = to
}

it.each([0, foundAtMost.sorted])(
  'each order and filter leaves what a plain walk would leave, of more than %i along the order (SEARCH-14, SEARCH-22)',
  async (sorted) => {
    sortAtMost(sorted)
    const { pool } = shop.database
    const all = []
    for (let n = 0; n < 40; n++) {
      const made = { price: (n * 7) % 12, units: (n * 5) % 6, category: n % 3 ? '燈飾' : '器皿' }
      const id = await put({ ...made, title: '檯燈' })
      all.push({ ...made, id, isAvailable: n % 4 > 0 })
    }
    await sell(
      Object.fromEntries(all.filter(({ units }) => units).map(({ id, units }) => [id, units])),
    )
    const soldOut = all.filter(({ isAvailable }) => !isAvailable).map(({ id }) => id)
    await pool.query('insert into stock select unnest($1::text[]), 0, 0', [soldOut])
    type One = (typeof all)[number]
    const newest = (a: One, b: One) => (a.id < b.id ? 1 : -1)
    const orders: Record<string, (a: One, b: One) => number> = {
      new: newest,
      bestselling: (a, b) => b.units - a.units || newest(a, b),
      relevance: (a, b) => b.units - a.units || newest(a, b),
      price_asc: (a, b) => a.price - b.price || newest(b, a),
      price_desc: (a, b) => b.price - a.price || newest(a, b),
    }
    const filters: [Record<string, string>, (one: One) => boolean][] = [
      [{}, () => true],
      [{ category: '燈飾' }, ({ category }) => category === '燈飾'],
      [{ min_price: '4' }, ({ price }) => price >= 4],
      [{ max_price: '8' }, ({ price }) => price <= 8],
      [{ in_stock: '1' }, ({ isAvailable }) => isAvailable],
      [
        { category: '器皿', min_price: '2', max_price: '9', in_stock: '1' },
        (one) => one.category === '器皿' && one.price >= 2 && one.price <= 9 && one.isAvailable,
      ],
    ]
    for (const [sort, order] of Object.entries(orders)) {
      for (const [query, holds] of filters) {
        const { body } = await ask({ q: '檯燈', sort, ...query })
        const expected = all.filter(holds).toSorted(order)
        const found = body.products.map(({ id }: { id: string }) => id)
        expect(found, JSON.stringify({ sort, ...query })).toEqual(
          expected.slice(0, 12).map(({ id }) => id),
        )
        expect(body.total).toBe(expected.length)
      }
    }
  },
)

describe('what is asked', () => {
  it('takes every sign as text (SEARCH-19)', async () => {
    await put({ title: '檯燈' })
    for (const q of [
      '%',
      '_',
      "'",
      '"',
      '\\',
      ';--',
      '*',
      '&',
      '!',
      ':',
      '(.*)+',
      "燈' | '燈",
      ' '.repeat(1_000),
    ]) {
      expect((await ask({ q })).status, q).toBe(200)
    }
    expect(await titles("檯' & !'燈")).toEqual(['檯燈'])
    for (const q of ['%00', '%ED%A0%80', '燈'.repeat(61), 'x'.repeat(10_000)]) {
      expect((await shop.guest().get(`/search?q=${q}`)).status, q.slice(0, 20)).toBe(400)
    }
    expect((await shop.guest().get('/search?q=a&q=b')).status).toBe(400)
    expect((await ask({ q: '燈'.repeat(60) })).status).toBe(200)
    const { body } = await ask({ q: '燈'.repeat(61) })
    expect(body.message).toEqual(['搜尋字詞最多 60 個字'])
  })

  it('filters and says what it would find without filters (SEARCH-14)', async () => {
    await put({ title: '檯燈', price: 500 })
    const { body } = await ask({ q: '檯燈', max_price: '100' })
    expect(body).toMatchObject({ products: [], total: 0, total_unfiltered: 1 })
  })
})

describe('the terms', () => {
  it('know every change at once, and none that is rolled back (SEARCH-21, B8)', async () => {
    const { pool } = shop.database
    const admin = await openAdministrator(shop)
    const text = { description: '<p>x</p>', is_enabled: 1, origin_price: 2, price: 1, unit: '個' }
    const data = {
      title: '檯燈',
      category: '雜',
      content: '甲',
      ...text,
      imageUrl: 'https://p.test/a.jpg',
    }
    const made = await admin.post('/admin/product', data)
    expect(made.status, JSON.stringify(made.body)).toBe(200)
    const [{ id } = { id: '' }] = (await ask({ q: '檯燈' })).body.products
    const change = async (to: object) => {
      const { status, body } = await admin.put(`/admin/product/${id}`, { ...data, ...to })
      expect(status, JSON.stringify(body)).toBe(200)
    }
    for (const to of [{ title: '床單' }, { category: '枕套' }, { content: '棉被' }]) {
      const [word = ''] = Object.values(to)
      expect(await titles(word)).toEqual([])
      await change(to)
      expect(await titles(word)).toHaveLength(1)
      expect(await titles('檯燈')).toHaveLength('title' in to ? 0 : 1)
    }
    await change({ description: '<b>毛毯</b>', is_enabled: 0 })
    expect(await titles('毛毯')).toEqual([])
    await change({ description: '<b>毛毯</b>' })
    expect(await titles('毛毯')).toEqual(['檯燈'])
    const undone = transaction(shop.database.db, async (tx) => {
      await updateProduct(tx, id, { title: '鬧鐘' })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect([await titles('鬧鐘'), await titles('檯燈')]).toEqual([[], ['檯燈']])
    await pool.query('update products set deleted_at = now() where id = $1', [id])
    expect(await titles('檯燈')).toEqual([])
    await pool.query("update products set deleted_at = null, title = '碗', search_terms = null")
    await fillTerms(shop.database.db, searchedTables)
    expect(await titles('碗')).toEqual(['碗'])
  })

  it('leave what is filtered and sorted by to price, stock and sales (SEARCH-21)', async () => {
    const { pool } = shop.database
    const first = await put({ title: '檯燈甲', price: 100 })
    const second = await put({ title: '檯燈乙', price: 200 })
    const found = async (more: Record<string, string>) =>
      (await titles('檯燈', more)).map((title) => title.at(-1)).join('')
    expect(await found({ sort: 'price_asc' })).toBe('甲乙')
    await pool.query('update products set price = 300 where id = $1', [first])
    expect(await found({ sort: 'price_asc' })).toBe('乙甲')
    await pool.query('insert into stock values ($1, 1, 1)', [second])
    expect(await found({ in_stock: '1' })).toBe('甲')
    await sell({ [first]: 9 })
    expect(await found({ sort: 'bestselling' })).toBe('甲乙')
  })
})

describe('what was not found', () => {
  const noted = async () =>
    (await shop.database.pool.query('select word, times from missed_searches order by word')).rows

  it('is noted by its folded text, day and number, and nothing personal is (SEARCH-26)', async () => {
    await shop.database.pool.query('delete from missed_searches')
    await put({ title: '檯燈' })
    for (const q of [
      '烏克麗麗',
      '乌克丽丽',
      '檯燈',
      '！',
      'Ming@Example.com',
      '0912-345-678',
      '-OqVwXyZ0123456789Ab',
    ])
      await ask({ q })
    await ask({ q: '檯燈', max_price: '1' })
    expect(await noted()).toEqual([{ word: '乌克丽丽', times: 2 }])
    const { rows } = await shop.database.pool.query(
      "select column_name from information_schema.columns where table_name = 'missed_searches'",
    )
    const columns = ['day', 'last_at', 'times', 'typed', 'word']
    expect(rows.map((row) => row.column_name).sort()).toEqual(columns)
    const admin = await openAdministrator(shop)
    await ask({ q: ' 烏克麗麗 ' })
    // Counted by its folded text, shown as it was typed last.
    expect((await admin.get('/admin/searches/missed')).body.words).toMatchObject([
      { word: '烏克麗麗', times: 3 },
    ])
  })

  it('is listed for 7, 30 and 90 days, and swept after that (SEARCH-25, SEARCH-26)', async () => {
    const { pool, db } = shop.database
    const admin = await openAdministrator(shop)
    await pool.query('delete from missed_searches')
    const note = (word: string, daysAgo: number, times: number) =>
      pool.query(
        `insert into missed_searches (day, word, times)
         values ((now() at time zone 'Asia/Taipei')::date - $2::int, $1, $3)`,
        [word, daysAgo, times],
      )
    await note('今', 0, 1)
    await note('今', 6, 1)
    await note('月', 29, 5)
    await note('季', 89, 9)
    await note('舊', 90, 99)
    const listed = async (days: string) => {
      const { body } = await admin.get(`/admin/searches/missed${days}`)
      return body.words.map(({ word, times }: { word: string; times: number }) => [word, times])
    }
    expect(await listed('')).toEqual([['今', 2]])
    expect(await listed('?days=30')).toEqual([
      ['月', 5],
      ['今', 2],
    ])
    expect(await listed('?days=90')).toEqual([
      ['季', 9],
      ['月', 5],
      ['今', 2],
    ])
    expect((await admin.get('/admin/searches/missed?days=8')).status).toBe(400)
    await deleteOldMissed(db)
    expect((await pool.query("select from missed_searches where word = '舊'")).rowCount).toBe(0)
  })

  it('notes at most so many new texts of a network in an hour, and 10,000 of all in a day, at once too (SEARCH-26) (MEND-53)', async () => {
    const env = { WRITE_LIMITS: '1', LIMIT_SEARCH_MISSED: '20' }
    const limited = await openTestShop({ env })
    onTestFinished(() => limited.close())
    const { db, pool } = limited.database
    const find = (q: string, remoteAddress = '192.0.2.1') =>
      limited.app.inject({ url: `${shopPrefix}/search?q=${q}`, remoteAddress })
    const noted = async () => (await pool.query('select from missed_searches')).rowCount
    await Promise.all(Array.from({ length: 30 }, (_, n) => find(`zz${n}`)))
    expect(await noted()).toBe(20)
    const all = { name: 'search.missed-all', max: 10_000, windowSeconds: 86_400 }
    await consume(db, all, 'all', 9_979)
    await Promise.all(Array.from({ length: 5 }, (_, n) => find(`yy${n}`, `192.0.2.${9 + n}`)))
    expect(await noted()).toBe(21)
    await find('zz1', '192.0.2.99')
    expect((await pool.query('select sum(times)::int as n from missed_searches')).rows).toEqual([
      { n: 22 },
    ])
  })
})

it('suggests at most 8, categories before titles, and nothing that is not on sale (SEARCH-15)', async () => {
  for (let n = 0; n < 9; n++) await put({ title: `檯燈 ${n}`, category: '燈飾' })
  await put({ title: '燈泡', category: '燈泡類' })
  await put({ title: '燈罩', isEnabled: false, category: '燈罩類' })
  const { body } = await shop.guest().get(`/search/suggestions?q=${encodeURIComponent('灯')}`)
  const texts = body.suggestions.map(({ text }: { text: string }) => text)
  expect(body.suggestions).toHaveLength(8)
  expect(texts.slice(0, 2).toSorted()).toEqual(['燈泡類', '燈飾'].toSorted())
  expect(texts[2]).toBe('燈泡')
  expect(texts).not.toContain('燈罩')
  expect(body.suggestions[2]).toMatchObject({ kind: 'product' })
})

it('suggests titles that begin with the search, then by units sold (SEARCH-15)', async () => {
  const sold = { 大茶壺: 5, 小茶壺: 9, 舊茶壺: 7, 茶壺: 1 }
  const units: Record<string, number> = {}
  for (const [title, n] of Object.entries(sold)) units[await put({ title })] = n
  await sell(units)
  const { body } = await shop.guest().get(`/search/suggestions?q=${encodeURIComponent('茶壺')}`)
  const texts = body.suggestions.map(({ text }: { text: string }) => text)
  expect(texts).toEqual(['茶壺', '小茶壺', '舊茶壺', '大茶壺'])
})

it('refuses searches behind 200 that wait, and those that waited as long as the database may take, with Retry-After', async () => {
  await put({ title: '檯燈' })
  const slots = Math.min(3, spareProcessors())
  const client = await shop.database.pool.connect()
  await client.query('begin')
  await client.query('lock table product_sales in access exclusive mode')
  const atOnce: number[] = []
  const asked = Array.from({ length: slots + 200 + 7 }, async () => {
    const answer = await ask({ q: '檯燈' })
    atOnce.push(answer.status)
    return answer
  })
  await expect.poll(() => atOnce).toEqual(Array(7).fill(503))
  const now = performance.now.bind(performance)
  const clock = vi
    .spyOn(performance, 'now')
    .mockImplementation(() => now() + shop.config.databaseTimeoutMs + 1)
  await client.query('rollback')
  client.release()
  const answers = await Promise.all(asked)
  clock.mockRestore()
  const refused = answers.filter(({ status }) => status === 503)
  expect(refused).toHaveLength(207)
  for (const { headers } of refused) expect(headers['retry-after']).toBe('2')
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(slots)
  expect(await titles('檯燈')).toEqual(['檯燈'])
})

it('lets other networks search and be suggested to while one network fills the queue (SAFE-04)', async () => {
  await put({ title: '檯燈' })
  const from = (remoteAddress: string, path: string) =>
    shop.app.inject({ url: `${shopPrefix}${path}?q=${encodeURIComponent('檯燈')}`, remoteAddress })
  const slots = Math.min(3, spareProcessors())
  const client = await shop.database.pool.connect()
  onTestFinished(() => client.release(true))
  await client.query('begin')
  await client.query('lock table products in access exclusive mode')
  const refused: string[] = []
  const flood = Array.from({ length: slots + 200 + 1 }, async (_, n) => {
    // One customer of a provider holds all addresses of the /48.
    const answer = await from(`2001:db8:1:${n}::1`, '/search')
    if (answer.statusCode === 503) refused.push('flood')
    return answer
  })
  await expect.poll(() => refused).toEqual(['flood'])
  const others = ['/search', '/search/suggestions'].map((path) => from('192.0.2.1', path))
  await expect.poll(() => refused).toEqual(['flood', 'flood', 'flood'])
  await client.query('rollback')
  expect((await Promise.all(others)).map(({ statusCode }) => statusCode)).toEqual([200, 200])
  await Promise.all(flood)
})
