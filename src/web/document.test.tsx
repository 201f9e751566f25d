import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Product } from '#contract/catalog.ts'
import { defaultShop } from '#contract/settings.ts'
import { renderDocument } from './document.tsx'
import { HeldNetwork } from './testing/held-network.ts'

const config = {
  shopPath: 'shop',
  identity: { provider: 'own', apiKey: 'minmin' },
  payments: 'demonstration',
  canMail: true,
}
const shop = { ...defaultShop, name: '小農團購', legal_name: '小農有限公司', tax_id: '04595257' }

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

const documents = [
  {
    address: '/main/prods',
    replies: [
      {
        key: ['GET {shop}/products', { query: { category: '', page: '1' } }],
        reply: { success: true, products, pagination, messages: [] },
      },
      {
        key: ['GET {shop}/categories', {}],
        reply: { success: true, categories: [{ title: '茶與咖啡' }, { title: '燈飾' }] },
      },
    ],
  },
  ...products.map((shown) => ({
    address: `/main/prods/detail/${shown.id}`,
    replies: [
      {
        key: ['GET {shop}/product/:id', { params: { id: shown.id } }],
        reply: { success: true, product: shown },
      },
    ],
  })),
  {
    address: '/main/articles',
    replies: [
      {
        key: ['GET {shop}/articles', { query: { page: '1' } }],
        reply: { success: true, articles: [article], pagination, messages: [] },
      },
    ],
  },
  {
    address: '/main/articles/x',
    replies: [
      {
        key: ['GET {shop}/article/:id', { params: { id: 'x' } }],
        reply: { success: true, article },
      },
    ],
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
  const markup = renderDocument(data, shop, (html) => html)
  expect(markup).toContain('小農有限公司')
  history.replaceState(null, '', address)
  document.head.innerHTML = `
    <script type="application/json" id="shop-config">${JSON.stringify({ ...config, shop })}</script>
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
  ['back_forward', 300, true],
  ['navigate', 0, true],
  ['navigate', 300, false],
])(
  'a product whose document is of %s with %i bytes sent is asked for again: %s (PATH-16)',
  async (type, transferSize, isAsked) => {
    const network = new HeldNetwork()
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type, transferSize } as never])
    const product = documents.find(({ address }) => address.startsWith('/main/prods/detail/'))
    if (!product) throw new Error('no document of a product')
    await mount(product)
    const asked = network.requests.map(({ path }) => path.split('/').at(-2))
    expect(asked.includes('product')).toBe(isAsked)
  },
)
