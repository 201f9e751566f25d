import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CustomerDetail } from '#contract/customers.ts'
import { HeldNetwork } from '../../testing/held-network.ts'
import { renderAdmin } from '../testing/render-admin.tsx'
import { CustomerTags } from './customer-tags.tsx'

let network: HeldNetwork

beforeEach(() => {
  network = new HeldNetwork()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const customer: CustomerDetail = {
  id: '7',
  name: '王小明',
  email: 'ming@example.com',
  tel: '0912345678',
  address: '臺北市',
  orders: 1,
  spent: 420,
  first_order: 1_780_000_000,
  last_order: 1_780_000_000,
  tags: ['常客'],
  is_barred: false,
  may_be: [],
}

test('a change of tags says which ones were shown', async () => {
  renderAdmin(<CustomerTags customer={customer} />)
  const field = screen.getByLabelText('標籤', { selector: 'input' })
  fireEvent.change(field, { target: { value: '素食' } })
  fireEvent.keyDown(field, { key: 'Enter' })
  const save = await vi.waitUntil(() => network.requests.find(({ method }) => method === 'PUT'))
  expect(save.body).toEqual({ data: { tags: ['常客', '素食'], shown_tags: ['常客'] } })
})
