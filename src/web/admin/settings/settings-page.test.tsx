import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, test, vi } from 'vitest'
import { defaultSettings } from '#contract/settings.ts'
import { clearAdminToken, setAdminToken } from '../../api/admin-session.ts'
import { paths } from '../../paths.ts'
import { HeldNetwork } from '../../testing/held-network.ts'
import { AdminContext, type SignedInAdmin } from '../admin-context.ts'
import { AdminSettingsPage } from './settings-page.tsx'

let network: HeldNetwork
const answered = new Set<unknown>()

beforeEach(() => {
  network = new HeldNetwork()
  setAdminToken('token', Date.now() + 3_600_000)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  clearAdminToken()
})

const admin = { permissions: ['setting.read', 'setting.write'] } as unknown as SignedInAdmin

function open(group: string) {
  const settings = { path: `${paths.adminSettings()}/*`, element: <AdminSettingsPage /> }
  const router = createMemoryRouter([settings], { initialEntries: [paths.adminSettings(group)] })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <AdminContext value={admin}>
        <RouterProvider router={router} />
      </AdminContext>
    </QueryClientProvider>,
  )
}

/** The next request that ends with this path and has no answer yet. */
async function nextRequest(path: string) {
  const request = await waitFor(() => {
    const found = network.requests.find((one) => one.path.endsWith(path) && !answered.has(one))
    if (!found) throw new Error(`no request to ${path}`)
    return found
  })
  answered.add(request)
  return request
}

function settingsOf(version: number, values: Partial<typeof defaultSettings> = {}) {
  const groups = Object.entries({ ...defaultSettings, ...values })
  return {
    success: true,
    message: '已儲存',
    settings: Object.fromEntries(groups.map(([name, group]) => [name, { version, values: group }])),
  }
}

const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name })

test.each(['個資保存年限', /^新版本的內容/])(
  'leaving asks while one of two forms is unsaved: %s',
  async (name) => {
    open('privacy')
    ;(await nextRequest('/admin/settings')).answer(settingsOf(1))
    const versions = { success: true, versions: [], text: '## 隱私權' }
    ;(await nextRequest('/admin/privacy')).answer(versions)
    await field('個資保存年限')
    fireEvent.change(await screen.findByRole('textbox', { name }), { target: { value: '8' } })
    fireEvent.click(screen.getByRole('tab', { name: '安全' }))
    await screen.findByRole('alertdialog', { name: '尚有未儲存的變更' })

    fireEvent.click(screen.getByRole('button', { name: '捨棄變更' }))
    fireEvent.click(await screen.findByRole('checkbox', { name: '要求所有成員啟用兩步驟驗證' }))
    fireEvent.click(screen.getByRole('tab', { name: '庫存' }))
    await screen.findByRole('alertdialog', { name: '尚有未儲存的變更' })
  },
)
