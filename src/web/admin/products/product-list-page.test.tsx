import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Role } from '#contract/permissions.ts'
import { paths } from '../../paths.ts'
import { HeldNetwork } from '../../testing/held-network.ts'
import { renderAdmin } from '../testing/render-admin.tsx'
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

/** The list at this address, with one product, on the first of so many pages. */
async function openList(options: { role?: Role; search?: string; pages?: number } = {}) {
  const { role = 'owner', search = '', pages = 1 } = options
  const address = `${paths.adminProducts()}${search}`
  renderAdmin(<AdminProductListPage />, { role, path: `${paths.adminProducts()}/*`, address })
  const read = await vi.waitUntil(() => network.requests.find(isList))
  const shown = { ...pagination, total_pages: pages, has_next: pages > 1 }
  read.answer({ success: true, products: [mug], pagination: shown, messages: [] })
  await screen.findByText('馬克杯')
}

test.each<[Role, boolean]>([
  ['owner', true],
  ['viewer', false],
])('複製產品 of the role %s is enabled: %s', async (role, isEnabled) => {
  await openList({ role })
  fireEvent.click(screen.getByRole('checkbox', { name: /馬克杯/ }))
  const copy = await screen.findByRole<HTMLButtonElement>('button', { name: '複製產品' })
  expect(copy.disabled).toBe(!isEnabled)
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
