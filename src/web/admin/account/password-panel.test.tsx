import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { customerApi } from '#contract/customers.ts'
import { permissionsOf } from '#contract/permissions.ts'
import { adminToken, clearAdminToken, setAdminToken } from '../../api/admin-session.ts'
import { apiQuery } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { HeldNetwork } from '../../testing/held-network.ts'
import { hideToast } from '../../ui/toast-store.ts'
import { AdminGate } from '../admin-gate.tsx'
import { AdminLoginPage } from '../login-page.tsx'
import { PasswordPanel } from './password-panel.tsx'

let network: HeldNetwork
let client: QueryClient
const inOneHour = () => Date.now() + 3_600_000

beforeEach(() => {
  network = new HeldNetwork()
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
})
afterEach(() => {
  cleanup()
  clearAdminToken()
  hideToast()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const customers = apiQuery(customerApi.list, { query: {} })

/** Caches a list of customers. */
async function holdCustomers() {
  await client.prefetchQuery({ ...customers, queryFn: () => ({}) as never })
  expect(heldCustomers()).toBeDefined()
}
const heldCustomers = () => client.getQueryData(customers.queryKey)

function Home() {
  return <p>home {useLocation().pathname}</p>
}

function Account() {
  return (
    <AdminGate>
      <PasswordPanel username="shop@example.com" />
    </AdminGate>
  )
}

function renderRoutes(address: string) {
  const router = createMemoryRouter(
    [
      { path: paths.adminAccount(), Component: Account },
      // The code of the page is not there yet.
      {
        path: paths.adminLogin(),
        hydrateFallbackElement: <p>載入中</p>,
        lazy: async () => ({ Component: await Promise.resolve(AdminLoginPage) }),
      },
      { path: '*', element: <Home /> },
    ],
    { initialEntries: [address] },
  )
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) =>
  fireEvent.click(screen.getByText(name, { selector: 'button, button *' }))

test('a changed password takes the rows of the account out of the tab and leads to the sign-in', async () => {
  setAdminToken('token', inOneHour())
  renderRoutes(paths.adminAccount())
  const me = { uid: 'owner', name: '店主', role: 'owner', permissions: permissionsOf('owner') }
  const check = await network.request(0)
  check.answer({ success: true, ...me, has_totp: false, needs_totp: false })
  await screen.findByLabelText('目前的密碼')
  await holdCustomers()
  type('目前的密碼', 'frost-and-tea-1')
  type('新密碼', 'frost-and-tea-2')
  press('變更密碼')
  ;(await network.request(1)).answer({ success: true, message: '已變更密碼' })
  expect(await screen.findByLabelText('帳號')).toHaveProperty('value', 'shop@example.com')
  expect(adminToken()).toBeUndefined()
  expect(heldCustomers()).toBeUndefined()
  network.expectCount(2)
})

test('a sign-in finds no rows of the account before in the tab', async () => {
  renderRoutes(paths.adminLogin())
  await screen.findByLabelText('帳號')
  await holdCustomers()
  type('帳號', 'pack@example.com')
  type('密碼', 'frost-and-tea-1')
  press('登入')
  const answer = { success: true, message: '登入成功', uid: 'pack', token: 'token' }
  ;(await network.request(0)).answer({ ...answer, expired: inOneHour() })
  await waitFor(() => expect(adminToken()).toBe('token'))
  expect(heldCustomers()).toBeUndefined()
})
