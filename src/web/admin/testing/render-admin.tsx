import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createMemoryRouter, type InitialEntry, RouterProvider } from 'react-router'
import { permissionsOf, type Role } from '#contract/permissions.ts'
import { adminToken } from '../../api/admin-session.ts'
import { useChangesShown } from '../../api/write.ts'
import { CallsOfSession } from '../account/calls-of-session.tsx'
import { AdminContext, type SignedInAdmin } from '../admin-context.ts'
import { OpenQuestion } from '../ui/question.tsx'

interface RenderOptions {
  /** The query cache of an earlier render. */
  client?: QueryClient
  role?: Role
  /** Where a page with addresses of its own is mounted, and what is opened of it. */
  path?: string
  address?: InitialEntry
}

/** Renders a part of the back office as the owner sees it, or another role; gives its query cache. */
export function renderAdmin(element: ReactNode, options: RenderOptions = {}): QueryClient {
  const { role = 'owner', path = '*', address = '/' } = options
  const client =
    options.client ?? new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const admin: SignedInAdmin = {
    ...{
      success: true,
      uid: role,
      username: `${role}@example.com`,
      name: role,
      role,
      permissions: permissionsOf(role),
    },
    ...{ has_totp: true, needs_totp: false },
  }
  const screen = (
    <>
      <CallsOfSession {...sessionThatLasts} />
      {element}
      <OpenQuestion />
      <ChangesShown />
    </>
  )
  const router = createMemoryRouter([{ path, element: screen }], { initialEntries: [address] })
  render(
    <QueryClientProvider client={client}>
      <AdminContext value={admin}>
        <RouterProvider router={router} />
      </AdminContext>
    </QueryClientProvider>,
  )
  return client
}

/** Without the gate, which checks the session. */
const sessionThatLasts = {
  checkedToken: adminToken,
  checkAgain: async () => true,
  checks: 1,
  isOver: false,
  another: undefined,
  onSwitch: () => {},
  onLeave: () => {},
}

/** Whether a button takes no press just now; it can still have the focus. */
export function isInactive(button: HTMLElement | null): boolean {
  return button?.ariaDisabled === 'true'
}

function ChangesShown() {
  useChangesShown()
  return null
}
