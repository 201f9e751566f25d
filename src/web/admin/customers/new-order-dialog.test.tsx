import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CustomerDetail } from '#contract/customers.ts'
import { HeldNetwork } from '../../testing/held-network.ts'
import { NewOrderDialog } from './new-order-dialog.tsx'

let network: HeldNetwork

beforeEach(() => {
  network = new HeldNetwork()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const contact = { name: '王小明', email: 'ming@example.com', tel: '0912345678', address: '臺北市' }
const customer = { id: 'customer-1', ...contact } as CustomerDetail

test('a product is searched by the word that is typed, not by each of its beginnings', async () => {
  const element = <NewOrderDialog customer={customer} onClose={() => undefined} />
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={createMemoryRouter([{ path: '*', element }])} />
    </QueryClientProvider>,
  )
  const field = screen.getByRole('combobox', { name: '加入商品' })
  // Without the focus the field empties itself.
  fireEvent.focus(field)
  for (const value of ['馬', '馬克', '馬克杯']) fireEvent.change(field, { target: { value } })
  const { path } = await network.request(0)
  expect(new URL(path, location.href).searchParams.get('q')).toBe('馬克杯')
  network.expectCount(1)
})
