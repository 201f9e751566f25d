import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CartLine } from '#contract/cart.ts'
import { catalogApi, type Product, type Variant } from '#contract/catalog.ts'
import { infoPageApi } from '#contract/info-pages.ts'
import { apiQuery } from '../api/queries.ts'
import { CartLineRow } from '../cart/cart-line-row.tsx'
import { paths } from '../paths.ts'
import { HeldNetwork } from '../testing/held-network.ts'
import { ProductCard } from './product-card.tsx'
import { ProductDetailPage } from './product-detail-page.tsx'

const variant = (id: string, value: string, more: Partial<Variant> = {}): Variant => ({
  ...{ id, title: value, option_values: [value], price: 120, origin_price: 150, is_enabled: 1 },
  ...more,
})
const product: Product = {
  ...{
    id: 'p1',
    title: '蝦餅',
    category: '零食',
    content: '',
    description: '',
    unit: '包',
    num: 1,
  },
  ...{ imageUrl: 'https://x.example/p.jpg', imagesUrl: [], is_enabled: 1 },
  ...{ price: 120, origin_price: 150, price_max: 200 },
  options: [{ name: '口味', values: ['原味', '辣味', '海苔'] }],
  variants: [
    variant('p1', '原味'),
    variant('hot', '辣味', { price: 200, origin_price: 200, imageUrl: 'https://x.example/h.jpg' }),
    variant('nori', '海苔', { stock_level: 'sold_out' }),
  ],
}

const detailKey = apiQuery(catalogApi.detail, { params: { id: 'p1' } }).queryKey

let network: HeldNetwork
beforeEach(() => {
  network = new HeldNetwork()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function show(content: ReactNode, at = '/', shown = product): QueryClient {
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
  })
  client.setQueryData(detailKey, { success: true, product: shown })
  client.setQueryData(apiQuery(infoPageApi.onProducts, {}).queryKey, { success: true, pages: [] })
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[at]}>
        {content}
        <Address />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return client
}
function Address() {
  const { pathname, search } = useLocation()
  return <output>{pathname + search}</output>
}
const address = () => document.querySelector('output')?.textContent
const detail = (
  <Routes>
    <Route path="/main/prods/detail/:id" element={<ProductDetailPage />} />
  </Routes>
)
const sent = async (method: string) =>
  vi.waitFor(() => {
    const found = network.requests.find((request) => request.method === method)
    if (!found) throw new Error(`no ${method} yet`)
    return found
  })
const pictureShown = () =>
  screen.getByRole('region', { name: '蝦餅的圖片' }).querySelector('img')?.getAttribute('src')

test('a chosen variant stands in the address and changes price, picture and what is bought (VAR-08)', async () => {
  const user = userEvent.setup()
  show(detail, paths.product('p1'))
  const tastes = screen.getByRole('group', { name: /口味/ })
  expect(within(tastes).getByRole<HTMLInputElement>('radio', { name: '原味' }).checked).toBe(true)
  expect(screen.getByText('現省 NT$30（20%）')).toBeTruthy()
  await user.click(within(tastes).getByRole('radio', { name: '辣味' }))
  expect(address()).toBe('/main/prods/detail/p1?v=hot')
  expect(pictureShown()).toContain('h.jpg')
  expect(screen.getAllByText('NT$200')).toHaveLength(2)
  expect(screen.queryByText(/現省/)).toBeNull()
  await user.click(screen.getByRole('button', { name: '加入購物車' }))
  expect((await sent('POST')).body).toEqual({
    data: { product_id: 'p1', variant_id: 'hot', qty: 1 },
  })
})

test('a chip answers the press before the address does (VAR-08)', () => {
  show(detail, paths.product('p1'))
  // Outside of `act`, which would wait for the transition.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  screen.getByRole('radio', { name: '辣味' }).click()
  expect(address()).toBe('/main/prods/detail/p1')
  expect(isChosen('辣味')).toBe(true)
  expect(screen.getAllByText('NT$200')).toHaveLength(2)
})

test('a shared address opens its variant, a sold-out one with its own request (VAR-05, VAR-08)', async () => {
  show(detail, paths.product('p1', 'hot'))
  expect(pictureShown()).toContain('h.jpg')
  cleanup()
  show(detail, paths.product('p1', 'nori'))
  const radio = screen.getByRole<HTMLInputElement>('radio', { name: '海苔，售完' })
  expect(radio.checked).toBe(true)
  const user = userEvent.setup()
  await user.type(screen.getByRole('textbox', { name: /Email|電子/i }), 'a@example.com')
  await user.click(screen.getByRole('button', { name: '貨到通知我' }))
  expect((await sent('POST')).body).toEqual({
    data: { email: 'a@example.com', variant_id: 'nori' },
  })
})

const inSheet = async (name: string) => within(await screen.findByRole('dialog', { name }))
const closeSheet = async () => {
  await userEvent.click(screen.getByRole('button', { name: '關閉' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}
const isChosen = (name: string, inside: Pick<typeof screen, 'getByRole'> = screen) =>
  inside.getByRole<HTMLInputElement>('radio', { name }).checked

test('the variant that is shown first stays when it sells out meanwhile (VAR-08)', async () => {
  const client = show(detail, paths.product('p1'))
  const [first, ...others] = product.variants ?? []
  const sold = { ...first, stock_level: 'sold_out' }
  act(() => {
    client.setQueryData(detailKey, {
      success: true,
      product: { ...product, variants: [sold, ...others] } as Product,
    })
  })
  await vi.waitFor(() => expect(isChosen('原味，售完')).toBe(true))
})

test('a product with options of which none is on sale takes no request for stock (VAR-08)', () => {
  show(detail, paths.product('p1'), { ...product, variants: [] })
  expect(screen.queryByRole('button', { name: '貨到通知我' })).toBeNull()
})

test('a sheet that was closed opens again with its first choice (VAR-08)', async () => {
  const user = userEvent.setup()
  show(<ProductCard product={product} />)
  await user.click(screen.getByRole('button', { name: '加入購物車' }))
  const sheet = await inSheet('選擇規格')
  await user.click(sheet.getByRole('radio', { name: '辣味' }))
  await user.click(sheet.getByRole('button', { name: '增加數量' }))
  await closeSheet()
  await user.click(screen.getByRole('button', { name: '加入購物車' }))
  const again = await inSheet('選擇規格')
  expect(isChosen('原味', again)).toBe(true)
  expect(again.getByRole<HTMLInputElement>('textbox', { name: '數量' }).value).toBe('1')
})

test('a card says from which price, and asks for the variant without leaving the list (VAR-08)', async () => {
  const user = userEvent.setup()
  show(<ProductCard product={product} />)
  expect(screen.getByText('3 種口味')).toBeTruthy()
  expect(screen.getByText('NT$120').textContent).toBe('NT$120 起')
  await user.click(screen.getByRole('button', { name: '加入購物車' }))
  const sheet = within(await screen.findByRole('dialog', { name: '選擇規格' }))
  await user.click(sheet.getByRole('radio', { name: '辣味' }))
  expect(sheet.getByText('蝦餅（辣味）')).toBeTruthy()
  await user.click(sheet.getByRole('button', { name: '加入購物車' }))
  expect((await sent('POST')).body).toEqual({
    data: { product_id: 'p1', variant_id: 'hot', qty: 1 },
  })
  expect(address()).toBe('/')
})

const changeable: CartLine = {
  ...{ id: 'l1', product_id: 'p1', variant_id: 'p1', variant_title: '原味', qty: 2 },
  ...{ total: 240, final_total: 240 },
  product: { ...product, title: '蝦餅（原味）' },
}

test('a line whose variant is gone is changed into another in its place (VAR-05)', async () => {
  const user = userEvent.setup()
  const { options: _, variants: __, price_max: ___, ...plain } = product
  const line: CartLine = {
    ...{ id: 'l1', product_id: 'p1', variant_id: 'old', variant_title: '起司', qty: 2 },
    ...{ total: 0, final_total: 0 },
    product: { ...plain, title: '蝦餅（起司）', is_enabled: 0 },
  }
  show(<CartLineRow line={line} isLocked={false} onRemoved={() => undefined} />)
  expect(screen.getByText('請看看其他規格，或移除此商品')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '更改規格' }))
  const sheet = within(await screen.findByRole('dialog', { name: '更改規格' }))
  await user.click(sheet.getByRole('radio', { name: '辣味' }))
  await user.click(sheet.getByRole('button', { name: '確定' }))
  expect((await sent('PUT')).body).toEqual({
    data: { product_id: 'p1', variant_id: 'hot', qty: 2 },
  })
})

test('a change that was given up is forgotten, and a product without options says so (VAR-05)', async () => {
  const user = userEvent.setup()
  const client = show(
    <CartLineRow line={changeable} isLocked={false} onRemoved={() => undefined} />,
  )
  await user.click(screen.getByRole('button', { name: '更改規格' }))
  await user.click((await inSheet('更改規格')).getByRole('radio', { name: '辣味' }))
  await closeSheet()
  await user.click(screen.getByRole('button', { name: '更改規格' }))
  expect(isChosen('原味', await inSheet('更改規格'))).toBe(true)
  const { options: _, variants: __, price_max: ___, ...plain } = product
  act(() => void client.setQueryData(detailKey, { success: true, product: plain }))
  expect(await screen.findByText('這個商品已經不分規格，請從購物車移除後重新加入。')).toBeTruthy()
})
