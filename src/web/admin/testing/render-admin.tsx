import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { permissionsOf } from '#contract/permissions.ts'
import { AdminContext, type SignedInAdmin } from '../admin-context.ts'

const owner: SignedInAdmin = {
  success: true,
  uid: 'owner',
  name: '店主',
  role: 'owner',
  permissions: permissionsOf('owner'),
  has_totp: true,
  needs_totp: false,
}

function createClient(): QueryClient {
  return new QueryClient({ defaultOptions: { queries: { retry: false } } })
}

/** Renders a part of the back office as the shop's owner sees it, and returns its query cache. */
export function renderAdmin(element: ReactNode, client = createClient()): QueryClient {
  const router = createMemoryRouter([{ path: '*', element }])
  render(
    <QueryClientProvider client={client}>
      <AdminContext value={owner}>
        <RouterProvider router={router} />
      </AdminContext>
    </QueryClientProvider>,
  )
  return client
}
