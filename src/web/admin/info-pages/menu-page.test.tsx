import { QueryClient } from '@tanstack/react-query'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { adminMenuApi } from '#contract/admin-menu.ts'
import { defaultMenu, menuOf } from '#contract/menu.ts'
import { clearAdminToken, setAdminToken } from '../../api/admin-session.ts'
import { apiQuery } from '../../api/queries.ts'
import { HeldNetwork } from '../../testing/held-network.ts'
import { renderAdmin } from '../testing/render-admin.tsx'
import { AdminMenuPage } from './menu-page.tsx'

let network: HeldNetwork
beforeEach(() => {
  network = new HeldNetwork()
  setAdminToken('token', Date.now() + 3_600_000)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  clearAdminToken()
})

test('a policy that was published since the menu was last read stays in the footer that is saved (DOOR-21)', async () => {
  const menu = (policy: number) => ({
    ...{ success: true as const, version: 0, categories: [], pages: [] },
    values: menuOf({ version: 0, values: defaultMenu }, { version: policy }),
  })
  const client = new QueryClient()
  client.setQueryData(apiQuery(adminMenuApi.read, {}).queryKey, menu(1))
  renderAdmin(<AdminMenuPage />, { client })
  ;(await network.request(0)).answer(menu(2))
  expect(await screen.findByRole('textbox', { name: '隱私權政策' })).toBeTruthy()
})
