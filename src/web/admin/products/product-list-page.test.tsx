import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Role } from '#contract/permissions.ts'
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

test.each<[Role, boolean]>([
  ['owner', true],
  ['viewer', false],
])('複製產品 of the role %s is enabled: %s', async (role, isEnabled) => {
  renderAdmin(<AdminProductListPage />, { role })
  const read = await vi.waitUntil(() => network.requests.find(isList))
  read.answer({ success: true, products: [mug], pagination, messages: [] })
  fireEvent.click(await screen.findByRole('checkbox', { name: /馬克杯/ }))
  const copy = await screen.findByRole<HTMLButtonElement>('button', { name: '複製產品' })
  expect(copy.disabled).toBe(!isEnabled)
})

test('the whole list is no longer chosen once a row of the page is unchecked', async () => {
  renderAdmin(<AdminProductListPage />)
  const read = await vi.waitUntil(() => network.requests.find(isList))
  const pages = { ...pagination, total_pages: 2, has_next: true }
  read.answer({ success: true, products: [mug], pagination: pages, messages: [] })
  await screen.findByText('馬克杯')
  const all = screen.getByLabelText('全選')
  fireEvent.click(all)
  fireEvent.click(screen.getByText('選取符合條件的全部資料'))
  expect(screen.getByText('已選取符合條件的全部資料')).toBeTruthy()
  fireEvent.click(all)
  fireEvent.click(all)
  expect(screen.getByText('已選取 1 筆')).toBeTruthy()
})
