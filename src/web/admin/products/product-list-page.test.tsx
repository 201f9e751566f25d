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

test.each<[Role, boolean]>([
  ['owner', true],
  ['viewer', false],
])('複製產品 of the role %s is enabled: %s', async (role, isEnabled) => {
  renderAdmin(<AdminProductListPage />, { role })
  const isList = ({ path }: { path: string }) => path.includes('/admin/products')
  const read = await vi.waitUntil(() => network.requests.find(isList))
  read.answer({ success: true, products: [mug], pagination, messages: [] })
  fireEvent.click(await screen.findByRole('checkbox', { name: /馬克杯/ }))
  const copy = await screen.findByRole<HTMLButtonElement>('button', { name: '複製產品' })
  expect(copy.disabled).toBe(!isEnabled)
})
