import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { articleApi } from '#contract/articles.ts'
import { type CampaignSummary, campaignApi } from '#contract/campaigns.ts'
import { catalogApi, type Product } from '#contract/catalog.ts'
import {
  type Endpoint,
  type EndpointInput,
  type EndpointSchema,
  readKey,
} from '#contract/endpoint.ts'
import { infoPageApi } from '#contract/info-pages.ts'
import { defaultShop, defaultShownBrand } from '#contract/settings.ts'
import { renderDocument } from './document.tsx'
import { HeldNetwork } from './testing/held-network.ts'

const config = {
  shopPath: 'shop',
  identity: { provider: 'own', apiKey: 'minmin' },
  payments: 'demonstration',
  canMail: true,
}
const shop = { ...defaultShop, name: '小農團購', legal_name: '小農有限公司', tax_id: '04595257' }
const terms = {
  shipping: { fee: 80, free_over: 1000, dispatch: '付款後 3 個工作天內出貨' },
  methods: [{ name: '信用卡', authorises: true }],
  returns: { to: '/main/page/returns', label: '退換貨須知' },
}

const look = { shop, brand: defaultShownBrand, terms }

function product(id: string, more: Partial<Product> = {}): Product {
  return {
    id,
    title: `茶壺 ${id}`,
    category: '茶與咖啡',
    content: '',
    description: '<p>陶</p>',
    imageUrl: '/uploads/a-800x800.webp',
    imagesUrl: ['/uploads/b-800x800.webp'],
    is_enabled: 1,
    num: 1,
    origin_price: 580,
    price: 420,
    unit: '個',
    stock_level: 'low',
    ...more,
  } as Product
}
const products = [
  product('a'),
  product('b', { stock_level: 'sold_out' }),
  product('c', { price: 580 }),
]
const pagination = { total_pages: 3, current_page: 1, has_pre: false, has_next: true, category: '' }
const article = {
  id: 'x',
  title: '開幕',
  author: '小明',
  create_at: 1_700_000_000,
  image: '',
  tag: ['新'],
  description: '摘要',
  content: '<p>內文</p>',
  isPublic: true,
}

const read = <S extends EndpointSchema>(
  endpoint: Endpoint<S>,
  input: EndpointInput<S>,
  reply: object,
) => ({ key: readKey(endpoint, input), reply: { success: true, ...reply } })
const rest = { pagination, messages: [] }

const picture = '/uploads/a-800x400.webp'
const page = { id: 'p', title: '退換', slug: 'returns', content: '<p>七天</p>', is_public: true }

const documents = [
  {
    address: '/main/prods',
    replies: [
      read(catalogApi.list, { query: { category: '', page: '1' } }, { products, ...rest }),
      read(catalogApi.categories, {}, { categories: [{ title: '茶與咖啡' }, { title: '燈飾' }] }),
    ],
  },
  {
    address: '/main/prods?category=%E7%87%88%E9%A3%BE',
    replies: [
      read(catalogApi.list, { query: { category: '燈飾', page: '1' } }, { products, ...rest }),
      read(
        catalogApi.categories,
        {},
        { categories: [{ title: '燈飾', picture, text: '一盞\n燈' }] },
      ),
    ],
  },
  ...products.map((shown, index) => ({
    address: `/main/prods/detail/${shown.id}`,
    replies: [
      read(catalogApi.detail, { params: { id: shown.id } }, { product: shown }),
      read(infoPageApi.onProducts, {}, { pages: index === 0 ? [page] : [] }),
    ],
  })),
  {
    address: '/main/articles',
    replies: [read(articleApi.list, { query: { page: '1' } }, { articles: [article], ...rest })],
  },
  {
    address: '/main/articles/x',
    replies: [read(articleApi.detail, { params: { id: 'x' } }, { article })],
  },
]

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.resetModules()
  document.body.replaceChildren()
  document.head.replaceChildren()
})

/** Starts the application over its document, and gives what React complains about. */
async function mount({ address, replies }: (typeof documents)[number], seed?: number) {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('reportError', vi.fn())
  const data = { address, replies, ...(seed !== undefined && { seed }) }
  const markup = renderDocument(data, look, (html) => html, undefined)
  expect(markup).toContain('小農有限公司')
  history.replaceState(null, '', address)
  document.head.innerHTML = `
    <script type="application/json" id="shop-config">${JSON.stringify({ ...config, shop, terms })}</script>
    <script type="application/json" id="document-data">${JSON.stringify(data)}</script>`
  const forged = `<p id="document-data">{"address":"/forged","replies":[]}</p>`
  document.body.innerHTML = `${forged}<div id="root">${markup}</div>`
  const heading = document.querySelector('h1')
  // React names each difference there.
  const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.resetModules()
  const { mountApp } = await import('./app.tsx')
  await act(async () => await mountApp())
  return { errors, heading }
}

test('content takes no id of the page, also where the page has no such state (MEND-52)', async () => {
  const forged = '{"address":"/main","replies":[],"shopPath":"forged"}'
  document.body.innerHTML = `<p id="document-data">${forged}</p><p id="shop-config">${forged}</p>`
  vi.resetModules()
  expect((await import('./api/document-data.ts')).documentData()).toBeNull()
  expect((await import('./api/shop-config.ts')).shopConfig.shopPath).toBe('shopping-minmin')
})

const ends_at = 1_790_000_000
const campaign = {
  id: 'tea',
  kind: 'pool',
  title: '春茶',
  picture: '',
  state: 'open',
  price_now: 100,
  price_ceiling: 100,
  missing: 2,
  metric: 'units',
  ends_at,
} as CampaignSummary
const open = read(
  campaignApi.list,
  { query: { state: 'open', page: '1' } },
  { campaigns: [campaign], ...rest },
)

test('home is drawn with hero, campaigns and products, all of it in sight (HOUSE-10)', () => {
  const replies = [
    read(catalogApi.list, { query: {} }, { products, ...rest }),
    open,
    read(catalogApi.picks, {}, { products: [product('p', { title: '挑選的燈' })], messages: [] }),
  ]
  const markup = renderDocument({ address: '/', replies }, look, (html) => html, undefined)
  document.body.innerHTML = markup
  expect(document.querySelector('h1')?.textContent).toContain('小農團購')
  const titles = [...document.querySelectorAll('main a')].map(({ textContent }) => textContent)
  for (const title of ['春茶', '挑選的燈']) expect(titles).toContain(title)
  expect(markup).toContain('茶壺 a')
  expect(document.querySelector('[data-reveal-after]:is([inert], [aria-hidden=true])')).toBeNull()
  expect(markup).not.toContain('opacity-0')
})

function factsOf(id: string, shown: Parameters<typeof renderDocument>[1]): string[] {
  const address = `/main/prods/detail/${id}`
  const drawn = documents.find((one) => one.address === address)
  document.body.innerHTML = renderDocument(
    { address, replies: drawn?.replies ?? [] },
    shown,
    String,
    undefined,
  )
  const rows = document.querySelectorAll('dl > div:has(> dt)')
  return [...rows].map(({ children }) => [...children].map((one) => one.textContent).join(' '))
}

test('the document of a product says what decides about buying, and nothing that is not so (DOOR-08)', () => {
  const nothing = { shipping: { fee: 0, free_over: null, dispatch: '' }, methods: [] }
  expect(factsOf('b', { ...look, terms: nothing }).slice(-2)).toEqual([
    '運費 免運費',
    '庫存 已售完',
  ])
  expect(factsOf('a', look).slice(-5)).toEqual([
    '運費 NT$80 · 滿 NT$1,000 免運',
    '出貨 付款後 3 個工作天內出貨',
    '付款 信用卡',
    '庫存 數量不多',
    '退換貨 退換貨須知',
  ])
})

test('each document is drawn at the time of its own replies (MEND-26)', () => {
  const draw = (serverNow: number) =>
    renderDocument(
      { address: '/main/groups', serverNow, replies: [open] },
      look,
      (html) => html,
      undefined,
    )
  expect(draw(ends_at - 60)).toContain('1 分鐘')
  expect(draw(ends_at - 3 * 86_400)).toContain('3 天')
})

for (const drawn of documents) {
  const { address } = drawn
  test(`the application takes the document of ${address} over as it is (PATH-16)`, async () => {
    new HeldNetwork()
    const { errors, heading } = await mount(drawn, 3)
    expect(errors.mock.calls).toEqual([])
    expect(document.querySelector('h1')).toBe(heading)
  })
}

test.each([
  ['back_forward', 300, 0, true],
  ['navigate', 0, 0, true],
  ['navigate', 300, 0, false],
  // A worker has asked the network for it.
  ['navigate', 0, 12, false],
])(
  'a product whose document is of %s with %i bytes sent, by a worker from %i ms on, is asked for again: %s (PATH-16)',
  async (type, transferSize, workerStart, isAsked) => {
    const network = new HeldNetwork()
    const entry = { type, transferSize, workerStart }
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue([entry as never])
    const product = documents.find(({ address }) => address.startsWith('/main/prods/detail/'))
    if (!product) throw new Error('no document of a product')
    await mount(product)
    const asked = network.requests.map(({ path }) => path.split('/').at(-2))
    expect(asked.includes('product')).toBe(isAsked)
  },
)
