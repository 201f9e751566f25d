import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Role } from '#contract/permissions.ts'
import { paths } from '../../paths.ts'
import { HeldNetwork } from '../../testing/held-network.ts'
import { isInactive, renderAdmin } from '../testing/render-admin.tsx'
import { AdminProductListPage } from './product-list-page.tsx'

let network: HeldNetwork

beforeEach(() => {
  network = new HeldNetwork()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const mug = {
  id: 'mug',
  title: '馬克杯',
  category: '茶與咖啡',
  content: '',
  description: '',
  imageUrl: '',
  imagesUrl: [],
  is_enabled: 1,
  num: 1,
  origin_price: 580,
  price: 420,
  unit: '個',
}
const pagination = {
  ...{ total_pages: 1, current_page: 1, has_pre: false, has_next: false, category: '' },
}
const isList = ({ path }: { path: string }) => path.includes('/admin/products')

interface Opened {
  role?: Role
  search?: string
  pages?: number
  products?: (typeof mug)[]
}

/** The list at this address, and its first read, which is held. */
function openHeld({ role = 'owner', search = '' }: Opened = {}) {
  const address = `${paths.adminProducts()}${search}`
  renderAdmin(<AdminProductListPage />, { role, path: `${paths.adminProducts()}/*`, address })
  return vi.waitUntil(() => network.requests.find(isList))
}

const listOf = (products: (typeof mug)[], pages = 1) => ({
  ...{ success: true, products, messages: [] },
  pagination: { ...pagination, total_pages: pages, has_next: pages > 1 },
})

/** The list at this address, with one product or these, on the first of so many pages. */
async function openList(options: Opened = {}) {
  const { pages = 1, products = [mug] } = options
  const read = await openHeld(options)
  read.answer(listOf(products, pages))
  await screen.findByText('馬克杯')
}

test('a spinner shows while the list loads (APRODUCT-22)', async () => {
  const read = await openHeld()
  expect(screen.getByRole('progressbar')).toBeTruthy()
  read.answer(listOf([mug]))
  await screen.findByText('馬克杯')
  expect(screen.queryByRole('progressbar')).toBeNull()
})

test('a shop without products says 目前無資料 (APRODUCT-24)', async () => {
  const read = await openHeld()
  read.answer(listOf([]))
  await screen.findByText('目前無資料')
  expect(screen.getByLabelText<HTMLInputElement>('全選').disabled).toBe(true)
  expect(screen.getByText('新增產品')).toBeTruthy()
})

test('a list that cannot be loaded says so and can be tried again', async () => {
  const read = await openHeld()
  read.answer({ success: false, message: '系統忙碌中' }, 503)
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('系統忙碌中')
  fireEvent.click(within(alert).getByText('重試'))
  const again = await vi.waitUntil(() => network.requests.filter(isList)[1])
  again.answer(listOf([mug]))
  await screen.findByText('馬克杯')
})

test('the deletion of several products tells how far it is', async () => {
  await openList({ products: [mug, { ...mug, id: 'lamp', title: '檯燈' }] })
  fireEvent.click(screen.getByLabelText('全選'))
  fireEvent.click(screen.getByText('全部刪除', { selector: 'button' }))
  const dialog = await screen.findByRole('dialog')
  fireEvent.click(within(dialog).getByText('確認刪除多筆資料', { selector: 'button' }))
  const deletions = await vi.waitUntil(() => {
    const found = network.requests.filter(({ method }) => method === 'DELETE')
    return found.length === 2 && found
  })
  const [first, second] = deletions
  first?.answer({ success: true, message: '已刪除產品' })
  await within(dialog).findByText('已處理 1 / 2 筆')
  second?.answer({ success: true, message: '已刪除產品' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test.each<[Role, boolean]>([
  ['owner', true],
  ['viewer', false],
])('複製產品 of the role %s is enabled: %s', async (role, isEnabled) => {
  await openList({ role })
  fireEvent.click(screen.getByRole('checkbox', { name: /馬克杯/ }))
  const copy = await screen.findByRole<HTMLButtonElement>('button', { name: '複製產品' })
  expect(isInactive(copy)).toBe(!isEnabled)
})

test('the whole list is no longer chosen once a row of the page is unchecked', async () => {
  await openList({ pages: 2 })
  const all = screen.getByLabelText('全選')
  fireEvent.click(all)
  fireEvent.click(screen.getByText('選取符合條件的全部資料'))
  expect(screen.getByText('已選取符合條件的全部資料')).toBeTruthy()
  fireEvent.click(all)
  fireEvent.click(all)
  expect(screen.getByText('已選取 1 筆')).toBeTruthy()
})

test('archived products can be restored, and neither edited nor deleted', async () => {
  await openList({ search: '?archived=1' })
  expect(screen.queryByRole('button', { name: /編輯|刪除/ })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '還原' }))
  const dialog = await screen.findByRole('alertdialog', { name: '還原 馬克杯' })
  fireEvent.click(within(dialog).getByRole('button', { name: '還原' }))
  const isRestore = ({ path }: { path: string }) => path.endsWith('/admin/trash/restore')
  const restore = await vi.waitUntil(() => network.requests.find(isRestore))
  expect(restore.body).toEqual({ data: { kind: 'product', ids: ['mug'] } })
})

test('each action of a row says which row it is about, in the table and on cards (MEND-25)', async () => {
  await openList({ products: [mug, { ...mug, id: 'lamp', title: '檯燈' }] })
  const about = () =>
    screen.getAllByRole('button', { name: '編輯' }).map((button) => button.ariaDescription)
  expect(about()).toEqual(['馬克杯', '檯燈'])
  cleanup()
  vi.stubGlobal('matchMedia', (media: string) =>
    Object.assign(new EventTarget(), { matches: true, media }),
  )
  network = new HeldNetwork()
  await openList()
  expect(about()).toEqual(['馬克杯'])
})

test('the variants of a product unfold, with prices and what is left (VAR-09)', async () => {
  const variant = (title: string, price: number, available: number | null, is_enabled = 1) => ({
    ...{ id: title, title, option_values: [title], price, origin_price: price },
    ...{ available, on_hand: available, is_enabled },
  })
  const variants = [variant('小', 420, 3), variant('大', 1580, null, 0)]
  await openList({ products: [{ ...mug, price_max: 520, variants } as typeof mug] })
  expect(screen.getByText('NT$420 起')).toBeTruthy()
  const count = screen.getByText('2 種規格')
  expect(screen.queryByRole('list', { name: '馬克杯 的規格' })).toBeNull()
  fireEvent.click(count)
  const list = await screen.findByRole('list', { name: '馬克杯 的規格' })
  const texts = within(list)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
  expect(texts).toEqual(['小 NT$420・可售 3', '大 NT$1,580・未啟用'])
})
