import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { teaPlace } from '../../testing/campaign-fixtures.ts'
import { HeldNetwork } from '../../testing/held-network.ts'
import { DelayChoice } from './delay-choice.tsx'

afterEach(() => vi.unstubAllGlobals())

const delay = {
  ...{ ships_on: '2026-12-20', was: '2026-12-10', reason: '產地大雨' },
  can_refund: true,
} as const

function open(more: { answer?: 'wait'; can_refund?: boolean } = {}) {
  const network = new HeldNetwork()
  render(
    <QueryClientProvider client={new QueryClient()}>
      <DelayChoice place={teaPlace} delay={{ ...delay, ...more }} />
    </QueryClientProvider>,
  )
  return network
}

test('both days and the reason are there; waiting is one press, a refund is asked about (AFTER-12)', async () => {
  const network = open()
  const part = within(screen.getByRole('region', { name: '延後出貨' }))
  expect(part.getByText('延後至 2026/12/20 出貨')).toBeDefined()
  expect(part.getByText(/原訂 2026\/12\/10。原因：產地大雨/)).toBeDefined()
  fireEvent.click(part.getByText('退款'))
  expect(network.requests).toEqual([])
  fireEvent.click(within(await screen.findByRole('dialog')).getByText('取消並退款'))
  const refund = await network.request(0)
  expect(refund).toMatchObject({ path: expect.stringMatching(/\/participation\/place\/delay$/) })
  refund.answer({ success: false, message: '訂單備貨中' }, 409)
  await waitFor(() =>
    expect(within(screen.getByRole('dialog')).getByText('訂單備貨中')).toBeDefined(),
  )
  fireEvent.click(within(screen.getByRole('dialog')).getByText('返回'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  fireEvent.click(screen.getByText('繼續等'))
  expect((await network.request(1)).path).toMatch(/\/delay$/)
})

test('who agreed may still choose the refund, and who is packed has no choice but to wait (AFTER-12)', () => {
  open({ answer: 'wait' })
  expect(screen.queryByText('繼續等')).toBeNull()
  expect(screen.getByText('退款')).toBeDefined()
  document.body.replaceChildren()
  open({ can_refund: false })
  expect(screen.queryByText('退款')).toBeNull()
  expect(screen.getByText('繼續等')).toBeDefined()
})
