import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { defaultSettings } from '#contract/settings.ts'
import { campaigns } from '../db/tables/campaigns.ts'
import { products } from '../db/tables/catalog.ts'
import { openAdministrator } from '../testing/test-administrator.ts'
import { openCampaign } from '../testing/test-campaigns.ts'
import { openTestShop, type TestShop, visitor } from '../testing/test-shop.ts'

let shop: TestShop
const webDir = mkdtempSync(join(tmpdir(), 'minmin-web-'))
beforeAll(async () => {
  writeFileSync(
    join(webDir, 'index.html'),
    '<html lang="zh-Hant-TW"><head><title>MinMin 團購</title><meta name="description" content="" /><script id="shop-config"></script></head><body><noscript></noscript><div id="root"></div><template id="first-paint"></template></body>',
  )
  mkdirSync(`${webDir}-server`)
  writeFileSync(
    `${webDir}-server/document.mjs`,
    `export const renderNotice = ({ message, action }) => '<p>' + message + action.path + '</p>'
    export const renderFirstPaint = ({ brand }) => '<h1>' + brand.home.hero.title + '</h1>'
    const titles = ({ reply: { products = [], campaigns = [] } }) =>
      [...products, ...campaigns].map(({ title }) => '<h2>' + title + '</h2>')
    export const renderDocument = ({ address, replies }, shop, sanitize) => address === '/'
      ? replies.flatMap(titles).join('')
      : '<main>' + replies.map(({ reply }) => sanitize(reply.product?.description ?? '')).join('') + '</main>'`,
  )
  shop = await openTestShop({ env: { WEB_DIR: webDir, WRITE_LIMITS: '1' } })
})
afterAll(() => shop.close())

it('the document of a guessed code says when to come back, once too many were guessed (GROUP-04)', async () => {
  const guess = (remoteAddress: string) =>
    shop.app.inject({ url: `/g/${'B'.repeat(22)}`, remoteAddress })
  for (let n = 0; n < 30; n++) expect((await guess('192.0.2.9')).statusCode).toBe(404)
  const refused = await guess('192.0.2.9')
  expect([refused.statusCode, refused.headers['content-type']]).toEqual([
    429,
    'text/html; charset=utf-8',
  ])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(refused.body).toContain('name="robots" content="noindex"')
  const other = await guess('192.0.2.10')
  expect([other.statusCode, other.headers['retry-after']]).toEqual([404, undefined])
})

it('a document that has not changed since is 304, with the headers of any page (PATH-20)', async () => {
  const path = '/main/prods?category=any'
  const first = await shop.app.inject(path)
  const again = await shop.app.inject(path)
  const head = ({
    headers: { date: _, 'keep-alive': __, 'x-request-id': ___, ...others },
  }: typeof first) => others
  expect([again.body, head(again)]).toEqual([first.body, head(first)])
  expect(first.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'x-frame-options': 'DENY',
  })
  const headers = { 'if-none-match': String(first.headers.etag) }
  const asked = await shop.app.inject({ url: path, headers })
  expect([asked.statusCode, asked.body]).toEqual([304, ''])
  expect(asked.headers['content-security-policy']).toBe(first.headers['content-security-policy'])
})

it('a fault of ours is a page with its number and a way to try again; programs get JSON (DOOR-10)', async () => {
  const { pool } = shop.database
  await pool.query('alter table info_pages rename to info_pages_away')
  onTestFinished(async () => {
    await pool.query('alter table info_pages_away rename to info_pages')
  })
  const page = await shop.app.inject('/main/page/about')
  expect([page.statusCode, page.headers['content-type'], page.headers['cache-control']]).toEqual([
    500,
    'text/html; charset=utf-8',
    'no-cache',
  ])
  const number = page.headers['x-request-id']
  expect(page.body).toContain(`<p>系統發生錯誤，請稍後再試（編號 ${number}）/main/page/about</p>`)
  const read = await shop.guest().get('/page/about')
  expect([read.status, read.body.code]).toEqual([500, 'INTERNAL'])
})

it('home names the campaigns and products of now for those without script (HOUSE-10)', async () => {
  const shown = async () =>
    /<noscript>(.*)<\/noscript>/.exec((await shop.app.inject('/')).body)?.[1] ?? ''
  const id = await shop.product({ title: '新到的壺' })
  await expect.poll(shown).toContain('<h2>新到的壺</h2>')
  const campaign = await openCampaign(shop)
  await expect.poll(shown).toContain('<h2>秋茶團購</h2>')
  const { db } = shop.database
  await db.update(products).set({ title: '賣出的壺' }).where(eq(products.id, id))
  await expect.poll(shown).toContain('<h2>賣出的壺</h2>')
  await db.update(campaigns).set({ title: '改名的團' }).where(eq(campaigns.id, campaign.id))
  await expect.poll(shown).toContain('<h2>改名的團</h2>')
})

it.each(['/main/prods?min_price=abc', '/main/prods?max_price=1.5', '/main/prods?page=12345678901'])(
  '%s is the list without what no list has (PATH-10)',
  async (path) => {
    expect((await shop.app.inject(path)).statusCode).toBe(200)
  },
)

it.each([
  ['/main/prods?category=nothing', false],
  ['/main/prods?page=999', false],
  ['/main/articles?page=999', false],
  ['/main/groups?page=999', false],
  ['/main/prods', true],
  ['/main/articles', true],
  ['/main/groups', true],
])('%s is for search engines: %s (META-11)', async (path, isIndexed) => {
  expect((await shop.app.inject(path)).body.includes('content="noindex"')).toBe(!isIndexed)
})

it('an archived campaign keeps its documents, which are not for search engines (GROUP-03, META-11)', async () => {
  const { id, code } = await openCampaign(shop)
  const read = () =>
    Promise.all([`/main/groups/detail/${id}`, `/g/${code}`].map((path) => shop.app.inject(path)))
  const isIndexed = async () => (await read()).map(({ body }) => !body.includes('"noindex"'))
  await expect.poll(isIndexed).toEqual([true, true])
  await shop.database.db
    .update(campaigns)
    .set({ archivedAt: sql`now()` })
    .where(eq(campaigns.id, id))
  await expect.poll(isIndexed).toEqual([false, false])
  expect((await read()).map(({ statusCode }) => statusCode)).toEqual([200, 200])
})

it('the documents of a campaign of one product tell what its page tells, while it has one (MEND-90)', async () => {
  const productId = await shop.product({ description: '今天採' })
  const { id, code } = await openCampaign(shop, {}, { productIds: [productId] })
  const paths = [`/main/groups/detail/${id}`, `/g/${code}`]
  const shown = async () => {
    const documents = await Promise.all(paths.map((path) => shop.app.inject(path)))
    return documents.map(({ statusCode, body }) => [
      statusCode,
      /<main>(.*)<\/main>/.exec(body)?.[1],
    ])
  }
  const all = (text: string) => paths.map(() => [200, text])
  await expect.poll(shown).toEqual(all('今天採'))
  const change = (values: Partial<typeof products.$inferInsert>) =>
    shop.database.db.update(products).set(values).where(eq(products.id, productId))
  await change({ description: '明天採' })
  await expect.poll(shown).toEqual(all('明天採'))
  await change({ deletedAt: new Date() })
  await expect.poll(shown).toEqual(all(''))
})

it('what has changed is in the next document, though the one before was kept (PATH-19, SETTING-07)', async () => {
  const id = await shop.product({ title: '檯燈' })
  const title = async () =>
    /<title>(.*)<\/title>/.exec((await shop.app.inject(`/main/prods/detail/${id}`)).body)?.[1]
  await expect.poll(title).toBe('檯燈｜MinMin 團購')
  expect(await title()).toBe('檯燈｜MinMin 團購')
  const owner = await openAdministrator(shop)
  const data = {
    title: '落地檯燈',
    category: '燈飾',
    unit: '盞',
    origin_price: 2,
    price: 1,
    is_enabled: 1,
  }
  expect((await owner.put(`/admin/product/${id}`, data)).status).toBe(200)
  expect(await title()).toBe('落地檯燈｜MinMin 團購')
  const values = { ...defaultSettings.shop, name: '小農團購' }
  await owner.put('/admin/settings/shop', { version: 0, values })
  expect(await title()).toBe('落地檯燈｜小農團購')
})

it('the document of a category describes itself by its text (DOOR-15)', async () => {
  await shop.product({ category: '茶具' })
  const owner = await openAdministrator(shop)
  const given = { name: '茶具', new_name: '茶具', picture: '', text: '每天都用得到的茶具' }
  await owner.put('/admin/category', given)
  const path = `/main/prods?category=${encodeURIComponent('茶具')}`
  const { body } = await shop.app.inject(path)
  expect(body).toContain('<meta name="description" content="每天都用得到的茶具" />')
})

it('a shop without English leads from it to the Chinese screen, and names none (OPEN-05)', async () => {
  for (const [path, own] of [
    ['/en', '/'],
    ['/en/main/prods?page=2', '/main/prods?page=2'],
    ['/en/main/cart', '/main/cart'],
  ] as const) {
    const { statusCode, headers } = await shop.app.inject(path)
    expect([statusCode, headers.location]).toEqual([302, own])
  }
  const { body } = await shop.app.inject('/main/prods')
  expect(body).not.toContain('hreflang')
  expect((await shop.app.inject('/sitemap.xml')).body).not.toContain('en-')
  expect((await shop.app.inject('/sitemaps/en-pages.xml')).statusCode).toBe(404)
})

it('the document of a path in English has its language, its pair, and the English of its owner (OPEN-05)', async () => {
  const id = await shop.product({ title: '烏龍茶' })
  const owner = await openAdministrator(shop)
  const { values, version } = (await owner.get('/admin/settings')).body.settings.shop
  const data = { version, values: { ...values, has_english: true } }
  expect((await owner.put('/admin/settings/shop', data)).status).toBe(200)
  await owner.put(`/admin/english/product/${id}`, { title: 'Oolong tea' })
  const path = `/main/prods/detail/${id}`
  const read = async (url: string) => (await shop.app.inject(url)).body
  await expect.poll(() => read(`/en${path}`)).toContain('<html lang="en"')
  const [english, own] = [await read(`/en${path}`), await read(path)]
  expect(english).toContain('<title>Oolong tea | ')
  expect(english).toContain('property="og:locale" content="en_US"')
  expect(english).toContain(`<link rel="canonical" href="http://shop.test/en${path}" />`)
  expect(own).toContain('<title>烏龍茶｜')
  expect(own).toContain(`<link rel="canonical" href="http://shop.test${path}" />`)
  for (const document of [english, own]) {
    for (const [tag, of] of [
      ['zh-Hant-TW', path],
      ['en', `/en${path}`],
      ['x-default', path],
    ]) {
      expect(document).toContain(`hreflang="${tag}" href="http://shop.test${of}"`)
    }
  }
  // Screens of the staff have no English.
  expect((await shop.app.inject('/en/main/loginBackend')).headers.location).toBe(
    '/main/loginBackend',
  )
  const unknown = await shop.app.inject({ url: '/en/main/prods/detail/none' })
  expect([unknown.statusCode, unknown.body]).toEqual([
    404,
    expect.stringContaining('This product was not found'),
  ])
  expect(await read('/sitemap.xml')).toContain('/sitemaps/en-products-1.xml')
  expect(await read('/sitemaps/en-products-1.xml')).toContain(
    `<loc>http://shop.test/en${path}</loc>`,
  )
  expect(await read('/robots.txt')).toContain('Disallow: /en/main/cart')
})

it('no Location names another origin, also of a request in absolute form (PATH-09)', async () => {
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = shop.app.server.address() as AddressInfo
  const locationOf = (path: string) =>
    new Promise<string | undefined>((resolve, reject) => {
      get({ port, host: '127.0.0.1', path, agent: false }, (response) => {
        response.resume()
        resolve(`${response.statusCode} ${response.headers.location}`)
      }).on('error', reject)
    })
  expect(await locationOf('//main///prods')).toBe('301 /main/prods')
  for (const path of [
    'http://evil.example/main/prods',
    'http://evil.example//main/prods/',
    'https://evil.example/main/prods/?page=2',
    '//evil.example/main/prods/',
  ]) {
    expect(await locationOf(path), path).toMatch(/ undefined$/)
  }
})

it('a kept document is not sent of what is disabled or deleted, and is again of what came back (PATH-07, PATH-19)', async () => {
  const id = await shop.product({ title: '陶壺' })
  const path = `/main/prods/detail/${id}`
  const status = async () => (await shop.app.inject(path)).statusCode
  const owner = await openAdministrator(shop)
  const data = { title: '陶壺', category: '茶', unit: '把', origin_price: 2, price: 1 }
  const enable = (is_enabled: 0 | 1) => owner.put(`/admin/product/${id}`, { ...data, is_enabled })
  await expect.poll(status).toBe(200)
  await enable(0)
  expect([await status(), await status()]).toEqual([404, 404])
  await enable(1)
  expect([await status(), await status()]).toEqual([200, 200])
  await owner.delete(`/admin/product/${id}`)
  expect([await status(), await status()]).toEqual([410, 410])
  await owner.post('/admin/trash/restore', { kind: 'product', ids: [id] })
  expect(await status()).toBe(200)
})

it('without PUBLIC_URL each host is sent its own, kept ones too (PATH-19, SAFE-17)', async () => {
  const open = await openTestShop({ env: { WEB_DIR: shop.config.webDir, PUBLIC_URL: '' } })
  onTestFinished(() => open.close())
  for (const path of ['/', '/main/prods?category=any', '/main/groups', '/main/articles']) {
    for (const host of ['one.example', 'two.example', 'one.example', 'two.example']) {
      const { body } = await open.app.inject({ url: path, headers: { host } })
      expect(/<link rel="canonical" href="http:\/\/([^/"]+)/.exec(body)?.[1], path).toBe(host)
    }
  }
})

it('a document shows nothing that was stored without the sanitiser, and its state stands before it (MEND-52)', async () => {
  const product = {
    title: '燈',
    category: '燈飾',
    unit: '盞',
    origin_price: 9,
    price: 9,
    is_enabled: 1,
  }
  const admin = await openAdministrator(shop)
  const { id } = (await admin.post('/admin/product', product)).body.product
  const shown = async (description: string) => {
    const before = shop.catalogVersion()
    await shop.database.pool.query('update products set description = $1 where id = $2', [
      description,
      id,
    ])
    await vi.waitUntil(() => shop.catalogVersion() !== before)
    const { body } = await shop.app.inject(`/main/prods/detail/${id}`)
    const [head = '', content = ''] = body.split('</head>')
    expect(head).toContain('<script id="document-data" type="application/json">{')
    return content
  }
  const attack = '<a a<1 href="https://evil.example" id="document-data" style="position:fixed">x'
  expect(await shown(attack)).toContain('<main><a href="https://evil.example">x</a></main>')
  const detail = await shop.guest().get(`/product/${id}`)
  expect(detail.body.product.description).toBe('<a href="https://evil.example">x</a>')
  expect(await shown('尺寸 S<M，<hidden')).toContain('<main>尺寸 S&lt;M，&lt;hidden</main>')
})

it('a change of the brand is in every document at once, before its first paint, and as text (DOOR-13)', async () => {
  const owner = await openAdministrator(shop)
  const page = async (path: string) => (await shop.app.inject(path)).body
  const before = await page('/')
  expect(before).not.toContain('brand-sheet')
  const { brand, home } = defaultSettings
  const hero = { ...home.hero, title: '山上的茶' }
  await owner.put('/admin/settings/home', { version: 0, values: { ...home, hero } })
  await owner.put('/admin/settings/brand', {
    version: 0,
    values: { ...brand, accent: '#2b5c94', description: '</script><script>alert(1)</script>' },
  })
  for (const path of ['/', '/main/prods', '/main/cart']) {
    const html = await page(path)
    expect(html).toMatch(
      /<link rel="stylesheet" href="\/brand\/[0-9a-f]{16}\.css" id="brand-sheet"/,
    )
    expect(html).not.toContain('<script>alert(1)')
  }
  expect(await page('/main/cart')).toContain(
    '<template id="first-paint"><h1>山上的茶</h1></template>',
  )
})

it('a change of the brand is on every node at once, in documents, error pages, cards and mails (DOOR-10)', async () => {
  const node = await openTestShop({
    env: { WEB_DIR: webDir, WRITE_LIMITS: '1' },
    reach: async () => shop.databaseUrl,
  })
  onTestFinished(node.close)
  const owner = await openAdministrator(shop)
  const id = await shop.product()
  const card = async () =>
    (await node.app.inject(`/cards/product/${id}-${'0'.repeat(16)}.jpg`)).headers
  const mail = { template: 'paid', subject: '付款完成', text: '您好' }
  const shown = async () => {
    const pages = ['/', '/main/prods', '/main/page/unknown', '/main/unknown']
    const replies = await Promise.all(pages.map((url) => node.app.inject(url)))
    const preview = await visitor(node.app, owner.token).post('/admin/settings/mail/preview', mail)
    const policy = new Set(replies.map(({ headers }) => headers['content-security-policy']))
    const sheets = replies.map(({ body }) => /href="([^"]*)" id="brand-sheet"/.exec(body)?.[1])
    return { sheets, mail: preview.body.html, policy }
  }
  const [before, plainCard] = [await shown(), (await card()).location]
  const logo = `/uploads/${'b'.repeat(32)}-64x16.png`
  const values = { ...defaultSettings.brand, accent: '#1d4ed8', logo }
  const { version } = (await owner.get('/admin/settings/brand')).body
  const saved = await owner.put('/admin/settings/brand', { version, values })
  expect(saved.status).toBe(200)
  const { sheet } = (await shop.guest().get('/brand')).body.brand
  await vi.waitFor(async () => {
    const now = await shown()
    expect(new Set(now.sheets)).toEqual(new Set([sheet]))
    expect(now.mail).toContain(`src="${logo}"`)
    expect(now.mail).toContain('background:#1d4ed8')
    expect(now.policy).toEqual(before.policy)
    expect((await card()).location).not.toBe(plainCard)
  })
})

it('pages carry what an order costs and takes, as the settings and the pages are now (DOOR-08)', async () => {
  const owner = await openAdministrator(shop)
  const terms = async () => {
    const { body } = await shop.app.inject('/main/prods')
    return JSON.parse(/<script id="shop-config">([^<]*)</.exec(body)?.[1] ?? '').terms
  }
  const methods = [{ name: '示範付款', authorises: false }]
  expect(await terms()).toMatchObject({ shipping: { fee: 0, dispatch: '' }, methods })
  const page = { title: '退換貨須知', slug: 'returns', content: '<p>七天</p>', is_public: false }
  const { id } = (await owner.post('/admin/page', page)).body
  const shipping = { fee: 80, free_over: 1_000, dispatch: '三天內出貨', returns_page: id }
  await owner.put('/admin/settings/shipping', { version: 0, values: shipping })
  expect(await terms()).toEqual({ shipping, methods })
  await owner.put(`/admin/page/${id}`, { ...page, is_public: true })
  const returns = { to: '/main/page/returns', label: '退換貨須知' }
  await expect.poll(terms).toEqual({ shipping, methods, returns })
  // A client that knows the fee alone leaves the words as they are.
  const values = { fee: 90, free_over: null }
  await owner.put('/admin/settings/shipping', { version: 1, values })
  expect(await terms()).toMatchObject({ shipping: { ...shipping, ...values }, returns })
})
