import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { groupApi } from '#contract/campaigns.ts'
import { type Order, orderApi } from '#contract/orders.ts'
import { leaderApi, participationApi } from '#contract/participations.ts'
import { HeldNetwork } from '../testing/held-network.ts'
import { keepAnswers } from '../testing/kept-queries.ts'
import { hideToast, toastState } from '../ui/toast-store.ts'
import { CancelDialog } from './cancel-dialog.tsx'

const order = { id: 'order', is_paid: false } as Order
const client = new QueryClient()

afterEach(() => {
  cleanup()
  hideToast()
  vi.unstubAllGlobals()
})

test('a refused cancellation is said in its dialog alone, beside what was typed', async () => {
  const network = new HeldNetwork()
  render(
    <QueryClientProvider client={client}>
      <CancelDialog order={order} isOpen onClose={() => undefined} />
    </QueryClientProvider>,
  )
  const reason = await screen.findByLabelText<HTMLTextAreaElement>('取消原因（可不填）')
  fireEvent.change(reason, { target: { value: '買錯了' } })
  fireEvent.click(screen.getByText('確定取消'))
  ;(await network.request(0)).answer({ success: false, message: '此訂單已出貨' }, 409)
  const notice = await within(screen.getByRole('dialog')).findByRole('alert')
  await waitFor(() => expect(notice.textContent).toBe('此訂單已出貨'))
  expect(reason.value).toBe('買錯了')
  expect(toastState().open).toBe(false)
})

test.each([
  ['undecided', { awaits_group: true }, '?expected_state=undecided'],
  ['to be paid', {}, ''],
] as const)(
  'a cancellation of a place that is %s is sent as what the dialog says (JOIN-18)',
  async (_, ofPlace, query) => {
    const network = new HeldNetwork()
    const group = { code: 'code', campaign_id: 'campaign', title: '秋茶團購' }
    const placed = { ...order, state: 'placed', group, ...ofPlace } as Order
    render(
      <QueryClientProvider client={client}>
        <CancelDialog order={placed} isOpen onClose={() => undefined} />
      </QueryClientProvider>,
    )
    fireEvent.click(await screen.findByText('確定取消'))
    expect((await network.request(0)).path).toMatch(/\/order\/order\/cancel/)
    expect((await network.request(0)).path.split('cancel')[1]).toBe(query)
  },
)

test('a cancellation that is refused after its dialog was closed is said by a toast', async () => {
  const network = new HeldNetwork()
  const dialog = (isOpen: boolean) => (
    <QueryClientProvider client={client}>
      <CancelDialog order={order} isOpen={isOpen} onClose={() => undefined} />
    </QueryClientProvider>
  )
  const { rerender } = render(dialog(true))
  fireEvent.click(await screen.findByText('確定取消'))
  const sent = await network.request(0)
  rerender(dialog(false))
  sent.answer({ success: false, message: '此訂單已出貨' }, 409)
  await waitFor(() => expect(toastState()).toMatchObject({ open: true, message: '此訂單已出貨' }))
})

test('a cancellation makes the order and the place in a group that it may be stale', async () => {
  const network = new HeldNetwork()
  const halves = [
    ...[orderApi.detail, orderApi.list, participationApi.list, participationApi.detail],
    ...[groupApi.detail, leaderApi.list],
  ]
  const stale = keepAnswers(client, halves)
  render(
    <QueryClientProvider client={client}>
      <CancelDialog order={order} isOpen onClose={() => undefined} />
    </QueryClientProvider>,
  )
  fireEvent.click(await screen.findByText('確定取消'))
  ;(await network.request(0)).answer({ success: true, message: '已取消訂單', refunds: [] })
  await waitFor(() => expect(toastState().message).toBe('訂單已取消'))
  expect(stale()).toEqual(halves.map(({ path }) => path))
})

const group = { code: 'abcdefgh', campaign_id: 'tea', title: '春茶' }
test.each<[string, Partial<Order>, string]>([
  ['to be paid', { state: 'placed', group }, '並計為一次成團未付款'],
  ['not decided', { state: 'placed', group, awaits_group: true }, '退出後名額會釋出'],
  ['that is paid', { state: 'paid', is_paid: true, group }, '您付的款項會退還給您'],
])('says what the end of a place %s is (JOIN-18)', async (_, of, words) => {
  render(
    <QueryClientProvider client={client}>
      <CancelDialog order={{ ...order, ...of }} isOpen onClose={() => undefined} />
    </QueryClientProvider>,
  )
  expect((await screen.findByRole('dialog')).textContent).toContain(words)
})
