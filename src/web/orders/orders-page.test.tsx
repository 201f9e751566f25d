import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Order } from '#contract/orders.ts'
import { setMemberSession, signedOutSession } from '../api/member-session.ts'
import { paths } from '../paths.ts'
import { HeldNetwork } from '../testing/held-network.ts'
import { OrdersPage } from './orders-page.tsx'

const user = {
  uid: 'k3Jd82',
  displayName: null,
  email: null,
  emailVerified: false,
  phoneNumber: null,
  photoUrl: null,
  createdAt: null,
}
const placed: Order = {
  id: 'o-1',
  number: 'M1',
  create_at: 1_800_000_000,
  is_paid: false,
  state: 'placed',
  message: '',
  num: 1,
  products: {},
  subtotal: 100,
  total: 100,
  user: { name: `王小明+${user.uid}`, email: 'ming@example.com', tel: '0912345678', address: '' },
} as unknown as Order

let network: HeldNetwork
let client: QueryClient

beforeEach(() => {
  network = new HeldNetwork()
  client = new QueryClient()
  setMemberSession({ user, isLoggedIn: true, token: 'token', isRestoring: false })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  setMemberSession(signedOutSession)
})

/** Opens a page of the own orders, whose answer is these. */
async function open(page: number, orders: Order[]) {
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[paths.orders(page)]}>
        <OrdersPage />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await answer(0, page, orders)
}

async function answer(index: number, page: number, orders: Order[]) {
  const rest = { total_pages: 1, has_pre: page > 1, has_next: false, category: '' }
  const pagination = { ...rest, current_page: page }
  const request = await network.request(index)
  request.answer({ success: true, orders, pagination, messages: [] })
}

test('while other orders load, nothing is said of them from the empty list before', async () => {
  await open(1, [])
  expect(await screen.findByText('目前沒有訂單')).toBeTruthy()
  fireEvent.click(screen.getByRole('tab', { name: '已取消' }))
  expect(await screen.findByRole('status', { name: '載入中' })).toBeTruthy()
  expect(screen.queryByText('目前沒有已取消的訂單')).toBeNull()
})

test('while other orders load, those before stay and are marked as busy', async () => {
  await open(1, [placed])
  const panel = await screen.findByRole('tabpanel')
  expect(await screen.findByText('M1')).toBeTruthy()
  expect(panel.querySelector('[aria-busy="true"]')).toBeNull()
  fireEvent.click(screen.getByRole('tab', { name: '已取消' }))
  await network.request(1)
  expect(screen.getByText('M1').closest('[aria-busy="true"]')).not.toBeNull()
})

test('a page of orders past the end leads to the first one', async () => {
  await open(2, [])
  expect(await screen.findByText('這一頁沒有訂單')).toBeTruthy()
  const link = screen.getByRole('link', { name: '回到第一頁' })
  expect(link.getAttribute('href')).toBe(paths.orders())
})

/** The orders whose details are open, by their number. */
const opened = () =>
  screen
    .getAllByRole('button', { expanded: true })
    .map(({ textContent }) => textContent?.match(/M[0-9]/)?.[0])

const other = { ...placed, id: 'o-2', number: 'M2' }

test('the order that was opened stays open when another one is placed', async () => {
  await open(1, [other, placed])
  fireEvent.click(await screen.findByText('M1'))
  await waitFor(() => expect(opened()).toEqual(['M1']))
  act(() => void client.invalidateQueries())
  const newest = { ...placed, id: 'o-3', number: 'M3' }
  await answer(1, 1, [newest, other, placed])
  await screen.findByText('M3')
  expect(opened()).toEqual(['M1'])
})

test('the first order of another filter is open (ORDERS-04)', async () => {
  await open(1, [placed])
  await waitFor(() => expect(opened()).toEqual(['M1']))
  fireEvent.click(screen.getByRole('tab', { name: '已取消' }))
  await answer(1, 1, [other])
  await screen.findByText('M2')
  expect(opened()).toEqual(['M2'])
})
