import { expect, type Page } from '@playwright/test'
import { adminArticleApi, articleApi } from '#contract/articles.ts'
import { adminCatalogApi, catalogApi, contentText, type Product } from '#contract/catalog.ts'
import { adminStockApi } from '#contract/stock.ts'
import { openCampaign } from './support/campaigns.ts'
import {
  headOf,
  jsonLdOf as jsonLd,
  metaOf as meta,
  readDocument as read,
  recordLayoutShifts,
  takeLayoutShifts,
  untilTakenOver,
} from './support/documents.ts'
import { holdRequests } from './support/held-requests.ts'
import { collectErrors } from './support/page-faults.ts'
import { adminToken, callShop, createProduct, getDemoProduct } from './support/shop-api.ts'
import { test } from './support/test.ts'

const application = '**/assets/app-*.js'

let mug: Product
test.beforeAll(async ({ request }) => {
  mug = await getDemoProduct(request)
})

const detail = (id: string) => `/main/prods/detail/${id}`

const screens = [
  '/main/prods',
  '/main/track',
  '/main/cart',
  '/main/order',
  '/main/memberLogin',
  '/main/loginBackend',
  '/main/search?q=x',
]

test('each path shows the screen of its hash, and goes on by paths (PATH-01, PATH-02)', async ({
  page,
}) => {
  for (const path of screens) {
    await test.step(path, async () => {
      await page.goto('about:blank')
      await page.goto(`/#${path}`)
      const heading = page.getByRole('heading', { level: 1 }).first()
      await untilTakenOver(page)
      const title = await heading.textContent()
      expect(await links(page)).toEqual(expect.arrayContaining(['#/main/prods']))
      await page.goto('about:blank')
      await page.goto(path)
      await untilTakenOver(page)
      await expect(heading).toHaveText(title ?? '')
      expect((await links(page)).filter((href) => href.startsWith('#/'))).toEqual([])
      expect(new URL(page.url()).hash).toBe('')
    })
  }
})

const titles = (page: Page) => page.getByRole('article').getByRole('heading').allTextContents()
const links = (page: Page) =>
  page.getByRole('link').evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))

test('the spelling stays with the entry of the history, a fragment wins over the path, and what a link carried is gone (PATH-02, PATH-03, PATH-04, PATH-05, SHARE-10)', async ({
  page,
  context,
}) => {
  await test.step('the spelling stays with the entry of the history', async () => {
    await page.goto('/main/prods')
    await untilTakenOver(page)
    await page.getByRole('banner').getByRole('link', { name: 'MinMin 團購' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('日常好物')
    expect(new URL(page.url()).pathname + new URL(page.url()).hash).toBe('/')
    await page.reload()
    await untilTakenOver(page)
    expect(await links(page)).toContain('/main/prods')
    await page.goBack()
    await expect(page).toHaveURL(/\/main\/prods$/)
    const other = await context.newPage()
    await other.goto('/')
    await untilTakenOver(other)
    expect(await links(other)).toContain('#/main/prods')
  })

  await test.step('a fragment wins over the path, and what a link carried is gone', async () => {
    await page.goto('/main/prods#/main/cart')
    await expect(page.getByRole('heading', { level: 1, name: '購物車' })).toBeVisible()
    await expect(page).toHaveURL(/\/main\/cart$/)
    await page.evaluate(() => {
      location.hash = '#/main/prods'
    })
    await expect(page.getByRole('heading', { level: 1, name: '全部商品' })).toBeVisible()
    await expect(page).toHaveURL(/\/main\/prods$/)
    await page.goto('/?openExternalBrowser=1&via=line#/main/prods')
    await expect(page.getByRole('heading', { level: 1, name: '全部商品' })).toBeVisible()
    await expect(page).toHaveURL(/\/#\/main\/prods$/)
    await page.goto('/main/prods?openExternalBrowser=1&page=2')
    await expect(page.getByRole('link', { name: '第 2 頁' })).toHaveAttribute(
      'aria-current',
      'page',
    )
    await expect(page).toHaveURL(/\/main\/prods\?page=2$/)
  })
})

test('documents answer unknown, strange and other spellings of paths, and are the same for everybody (PATH-07, PATH-08, PATH-10, PATH-15, PATH-09, PATH-11, META-11, META-09, META-04, META-06, PATH-18)', async ({
  request,
  shopAddress,
  playwright,
  baseURL,
}) => {
  await test.step('unknown, disabled, deleted and strange paths', async () => {
    const admin = await adminToken(request)
    const html = { Accept: 'text/html' }
    const data = {
      title: '短暫的杯子',
      category: '測試',
      unit: '個',
      origin_price: 1,
      price: 1,
      is_enabled: 0 as const,
    }
    const { product } = await callShop(request, adminCatalogApi.create, { data }, admin)
    const path = detail(product.id)
    expect((await read(request, path)).status).toBe(404)
    const params = { id: product.id }
    await callShop(
      request,
      adminCatalogApi.update,
      { params, data: { ...data, is_enabled: 1 } },
      admin,
    )
    expect((await read(request, path)).status).toBe(200)
    await callShop(request, adminCatalogApi.remove, { params }, admin)
    expect((await read(request, path)).status).toBe(410)
    for (const unknown of [detail('-unknown'), '/main/no/such', '/nowhere', detail('__proto__')]) {
      const answer = await read(request, unknown, html)
      expect([answer.status, answer.headers['content-type']], unknown).toEqual([
        404,
        'text/html; charset=utf-8',
      ])
      expect(answer.text).toContain('name="robots" content="noindex"')
    }
    for (const strange of [
      detail('..%2f'),
      detail('%00'),
      detail('%E0%A4'),
      detail('x'.repeat(10_000)),
      '/main/prods?category=%00',
    ]) {
      const answer = await read(request, strange, html)
      expect([400, 404, 414], strange.slice(0, 40)).toContain(answer.status)
      expect(answer.text).not.toContain('xxxx')
    }
    for (const own of [
      '/v2/x',
      '/uploads/x',
      '/assets/x',
      '/cards/x',
      '/sitemaps/x',
      '/health/x',
      '/x.png',
      '/identitytoolkit.googleapis.com/x',
    ]) {
      const answer = await read(request, own, html)
      expect(answer.status, own).toBe(404)
      expect(answer.headers['content-type'], own).not.toContain('text/html')
    }
  })

  await test.step('other spellings of a path lead to the one', async () => {
    for (const [path, location] of [
      ['/main/prods/', '/main/prods'],
      ['//main///prods', '/main/prods'],
      ['/main/prods/?page=2', '/main/prods?page=2'],
    ] as const) {
      const { status, headers } = await read(request, `${shopAddress}${path}`)
      expect([status, headers.location], path).toEqual([301, location])
    }
    for (const path of [
      '//evil.example/main',
      '/%5cevil.example',
      '/%2f%2fevil.example',
      '/main/%0d%0aLocation:x',
    ]) {
      const { headers } = await read(request, `${shopAddress}${path}`, { Accept: 'text/html' })
      expect(headers.location, path).toBeUndefined()
    }
  })

  await test.step('documents of what is personal are the same for everybody', async () => {
    const stranger = await playwright.request.newContext({ ...(baseURL && { baseURL }) })
    await request.get('/v2/api/shopping-minmin/cart')
    for (const path of [
      '/main/cart',
      '/main/order',
      '/main/member',
      '/main/memberLogin',
      '/backend',
      '/backend/order',
    ]) {
      const one = await read(request, path)
      expect(one.status).toBe(200)
      expect(one.text).toContain('name="robots" content="noindex"')
      expect((await read(stranger, path)).text).toBe(one.text)
    }
    for (const path of ['/main/search?q=x', '/main/prods?sort=new', '/main/prods?min_price=1']) {
      expect((await read(request, path)).text).toContain('name="robots" content="noindex"')
    }
    expect((await read(request, '/main/prods?page=2')).text).not.toContain('noindex')
    await stranger.dispose()
  })

  await test.step('what no list has is left out of an address, in the document as on the screen', async () => {
    const admin = await adminToken(request)
    const category = `燈飾${Date.now()}`
    await createProduct(request, admin, { title: '有貨的燈', price: 100, category })
    const { id } = await createProduct(request, admin, { title: '售完的燈', price: 100, category })
    const none = { on_hand: 0, reason: 'counted' as const }
    await callShop(request, adminStockApi.update, { params: { id }, data: none }, admin)
    const list = `/main/prods?category=${encodeURIComponent(category)}`
    for (const odd of ['page=0', 'page=2.0', 'min_price=abc', 'max_price=9999999999']) {
      const { text } = await read(request, `${list}&in_stock=1&${odd}`)
      expect(text, odd).toContain('有貨的燈')
      expect(text, odd).not.toContain('售完的燈')
    }
    expect((await read(request, `${list}&in_stock=1`)).text).not.toContain('售完的燈')
    expect((await read(request, list)).text).toContain('售完的燈')
  })

  await test.step('a detail tells search engines what its screen shows', async () => {
    const [product, breadcrumb] = jsonLd((await read(request, detail(mug.id))).text)
    expect(product).toMatchObject({
      '@type': 'Product',
      name: mug.title,
      sku: mug.id,
      category: mug.category,
      offers: {
        price: mug.price,
        priceCurrency: 'TWD',
        availability: 'https://schema.org/InStock',
      },
    })
    expect(breadcrumb.itemListElement.map(({ name }: { name: string }) => name)).toEqual([
      '首頁',
      '商品',
      mug.category,
    ])
    for (const { item } of breadcrumb.itemListElement)
      expect(item).toMatch(/^http:\/\/localhost:\d+\//)
  })

  await test.step('another load of a list has another order', async () => {
    const orders = new Set<string>()
    for (let load = 0; load < 8; load++) {
      const { text } = await read(request, '/main/prods')
      orders.add(
        [...text.matchAll(/href="\/main\/prods\/detail\/([^"]+)"/g)].map(([, id]) => id).join(),
      )
    }
    expect(orders.size).toBeGreaterThan(1)
  })
})

test('a document names its canonical path, and a hostile title runs nothing (PATH-12, META-01, META-07)', async ({
  request,
  page,
}) => {
  await test.step('a document names its canonical path, title and description', async () => {
    const canonical = (html: string) =>
      new URL(
        (/<link rel="canonical" href="([^"]*)"/.exec(html)?.[1] ?? '').replaceAll('&amp;', '&'),
      )
    const list = await read(
      request,
      '/main/prods?page=2&category=%E8%8C%B6%E8%88%87%E5%92%96%E5%95%A1&sort=new&utm_source=x&fbclid=1&via=line',
    )
    const { pathname, search } = canonical(list.text)
    expect(pathname).toBe('/main/prods')
    expect([...new URLSearchParams(search)]).toEqual([
      ['category', '茶與咖啡'],
      ['page', '2'],
    ])
    for (const path of [
      detail(mug.id),
      '/main/prods',
      '/main/prods?category=%E8%8C%B6%E8%88%87%E5%92%96%E5%95%A1',
    ]) {
      const { text } = await read(request, path)
      const title = /<title>([^<]*)<\/title>/.exec(text)?.[1] ?? ''
      await page.goto(path)
      await untilTakenOver(page)
      await expect(
        page
          .getByRole('article')
          .or(page.getByRole('heading', { level: 1 }))
          .first(),
      ).toBeVisible()
      await expect(page).toHaveTitle(title)
    }
    const { text } = await read(request, detail(mug.id))
    expect(meta(text, 'og:site_name')).toBe('MinMin 團購')
    expect(meta(text, 'og:locale')).toBe('zh_TW')
    expect(meta(text, 'og:title')).toBe(`${mug.title}｜MinMin 團購`)
    expect(meta(text, 'og:url')).toBe(canonical(text).href)
    expect(meta(text, 'description')).toBe(contentText(mug))
  })

  await test.step('a hostile title runs nothing, and comes out as it was put in', async () => {
    const admin = await adminToken(request)
    const title = `</script><script>alert(1)</script>"'&amp;\u2028<b>杯</b>`
    const data = {
      title,
      category: '測試',
      unit: '個',
      origin_price: 1,
      price: 1,
      content: '</title><img src=x onerror=alert(2)>',
      is_enabled: 1 as const,
    }
    const { product } = await callShop(request, adminCatalogApi.create, { data }, admin)
    const faults = collectErrors(page)
    page.on('dialog', (dialog) => faults.push(dialog.message()))
    await page.goto(detail(product.id))
    await untilTakenOver(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title, { useInnerText: false })
    expect(await page.title()).toContain('<b>杯</b>')
    const [shown] = jsonLd((await read(request, detail(product.id))).text)
    expect(shown.name).toBe(title)
    expect(faults).toEqual([])
    await callShop(request, adminCatalogApi.remove, { params: { id: product.id } }, admin)
  })
})

test('after a navigation the head is that of the screen that is shown, by path and by hash (HOUSE-09) @long', async ({
  page,
  request,
  shopAddress,
}) => {
  const admin = await adminToken(request)
  const campaign = await openCampaign(request, admin)
  const { id: team } = await openCampaign(request, admin, { kind: 'team' })
  const data = {
    ...{
      title: '「春節」公告 & 出貨',
      content: '<p>二月<b>三日</b></p>',
      description: '',
      image: '',
    },
    ...{ author: '店長', tag: [], create_at: 1_700_000_000, isPublic: true },
  }
  await callShop(request, adminArticleApi.create, { data }, admin)
  const { articles } = await callShop(request, articleApi.list, { query: {} })
  const withDocument = [
    '/main/prods?category=%E8%8C%B6%E8%88%87%E5%92%96%E5%95%A1&page=1&sort=new',
    '/main/prods?page=2',
    detail(mug.id),
    '/main/articles',
    `/main/articles/${articles[0]?.id}`,
    '/main/groups?state=scheduled',
    `/main/groups/detail/${campaign.id}`,
    `/main/groups/detail/${team}`,
    `/g/${campaign.code}`,
    '/',
  ]
  const frames = ['/main/cart', '/main/track', '/main/memberLogin', '/main/loginBackend']
  const faults = collectErrors(page)
  const walkTo = (path: string) =>
    page.evaluate((hash) => {
      location.hash = hash
    }, `#${path}`)
  const shown = async () => headOf(await page.content())
  for (const start of ['/main/articles', '/#/main/articles']) {
    await page.goto('about:blank')
    await page.goto(start)
    await untilTakenOver(page)
    for (const path of withDocument) {
      await walkTo(path)
      await expect
        .poll(shown, `${start} to ${path}`)
        .toEqual(headOf((await read(request, path)).text))
    }
    for (const path of frames) {
      await walkTo(path)
      const own = `${shopAddress}${path}`
      await expect.poll(shown, `${start} to ${path}`).toMatchObject({
        canonical: own,
        metas: expect.arrayContaining([`og:url ${own}`, 'robots noindex']),
        jsonLd: [],
      })
    }
  }
  expect(faults).toEqual([])
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('home shows hero, campaigns and products (HOUSE-10)', async ({ page, request }) => {
    await openCampaign(request, await adminToken(request))
    const faults = collectErrors(page)
    await page.goto('/')
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { level: 1 })).toContainText('一起買更好')
    const campaigns = main.getByRole('heading', { name: '正在開團' }).locator('xpath=../..')
    await expect(campaigns.getByRole('article').first()).toBeVisible()
    // How many there are is changed by the journeys beside this one.
    await expect(main.getByRole('region', { name: '最新商品' }).getByRole('link')).not.toHaveCount(
      0,
    )
    await expect(main.getByTestId('six-products').getByRole('link')).toHaveCount(6)
    await expect(page.getByText('需要 JavaScript')).toHaveCount(0)
    await expect(page.getByRole('contentinfo')).toHaveCount(1)
    expect(faults).toEqual([])
    await campaigns.getByRole('article').first().getByRole('link').click()
    await expect(page).toHaveURL(/\/(g|main\/groups\/detail)\//)
  })

  test('a detail shows name, content, price, picture, description and breadcrumb, a list leads to all its products (META-08, META-09)', async ({
    page,
  }) => {
    await page.goto(detail(mug.id))
    await expect(page.getByRole('heading', { level: 1, name: mug.title })).toBeVisible()
    await expect(page.getByText(contentText(mug))).toBeVisible()
    await expect(page.getByText('NT$420').first()).toBeVisible()
    await expect(page.locator('s').first()).toHaveText('NT$580')
    await expect(page.getByRole('img', { name: mug.title }).first()).toBeVisible()
    await expect(page.locator('.article li').first()).toBeVisible()
    await page
      .getByRole('navigation', { name: '麵包屑' })
      .getByRole('link', { name: '商品' })
      .click()
    await expect(page).toHaveURL(/\/main\/prods$/)
    await expect(page.getByRole('article')).toHaveCount(12)

    // Products that other journeys add at the same time move those of later pages.
    await expect(async () => {
      await page.goto('/main/prods')
      const seen = new Set<string>()
      for (let more = true; more; ) {
        for (const href of await links(page)) if (href.includes('/detail/')) seen.add(href)
        const next = page.getByRole('link', { name: '下一頁' })
        more = await next.isVisible()
        if (more) await next.click()
      }
      const { products } = await callShop(page.request, catalogApi.all, {})
      expect(seen.size).toBe(products.length)
    }).toPass()
  })
})

test('nothing moves when the application takes a list or a detail over (PATH-16, PATH-17, PATH-18)', async ({
  page,
}) => {
  await recordLayoutShifts(page)
  for (const path of [
    '/main/prods',
    '/main/prods?category=%E8%8C%B6%E8%88%87%E5%92%96%E5%95%A1',
    detail(mug.id),
  ]) {
    const faults = collectErrors(page)
    page.on('pageerror', ({ message }) => faults.push(message))
    const held = await holdRequests(page, 'GET', application)
    await page.goto(path, { waitUntil: 'commit' })
    await held.arrived
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toBeVisible()
    const drawn = await heading.elementHandle()
    const before = await titles(page)
    const withoutHandlers = page
      .getByRole('button', { name: '加入購物車' })
      .first()
      .or(page.getByRole('textbox', { name: '數量', exact: true }))
      .or(page.getByRole('combobox', { name: '排序' }))
    const inert = () =>
      withoutHandlers.evaluateAll((all) => all.map((control) => (control as HTMLElement).inert))
    await expect.poll(inert).toEqual([true, true])
    await takeLayoutShifts(page)
    held.release()
    await expect.poll(inert).toEqual([false, false])
    await untilTakenOver(page)
    expect(await titles(page)).toEqual(before)
    expect(await takeLayoutShifts(page)).toEqual([])
    // Hydration keeps the elements of the document.
    expect(await drawn?.evaluate((element) => element.isConnected)).toBe(true)
    expect(faults).toEqual([])
  }
})

test('a link that is pressed before the take-over leads where it says (PATH-17)', async ({
  page,
}) => {
  const held = await holdRequests(page, 'GET', application)
  await page.goto('/main/prods', { waitUntil: 'commit' })
  await held.arrived
  await page
    .getByRole('main')
    .getByRole('link', { name: mug.title })
    .or(page.getByRole('article').getByRole('link').first())
    .first()
    .click()
  held.release()
  await expect(page).toHaveURL(/\/main\/prods\/detail\//)
  await expect(page.getByRole('navigation', { name: '麵包屑' })).toBeVisible()
})
