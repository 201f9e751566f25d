import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { teaCampaign, teaPlace } from '../testing/campaign-fixtures.ts'
import { HeldNetwork } from '../testing/held-network.ts'
import { hideToast } from '../ui/toast-store.ts'
import { OwnPlace } from './own-place.tsx'

afterEach(() => {
  cleanup()
  hideToast()
  vi.unstubAllGlobals()
})

/** Opens a dialog, confirms, is refused, and gives what the dialog says then. */
async function refusedBy(open: string, confirm: string) {
  const network = new HeldNetwork()
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <OwnPlace place={teaPlace} campaign={teaCampaign} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  fireEvent.click(screen.getByText(open))
  fireEvent.click(within(await screen.findByRole('dialog')).getByText(confirm))
  ;(await network.request(0)).answer({ success: false, message: '這個團已截止' }, 409)
  return within(await screen.findByRole('dialog')).findByRole('alert')
}

test('a refused change is said in its dialog', async () => {
  const notice = await refusedBy('修改', '儲存')
  await waitFor(() => expect(notice.textContent).toBe('這個團已截止'))
})

test('a refused withdrawal is said in its dialog, and not when that is opened again', async () => {
  const notice = await refusedBy('退出', '退出')
  await waitFor(() => expect(notice.textContent).toBe('這個團已截止'))
  fireEvent.click(screen.getByText('返回'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  fireEvent.click(screen.getByText('退出'))
  expect((await screen.findByRole('dialog')).textContent).not.toContain('這個團已截止')
})
