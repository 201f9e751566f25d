import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { crackerCampaign, teaCampaign, teaPlace } from '../../testing/campaign-fixtures.ts'
import { HeldNetwork } from '../../testing/held-network.ts'
import { hideToast, toastState } from '../../ui/toast-store.ts'
import { ChangePlaceForm } from '../join/change-place-dialog.tsx'
import { OwnPlace } from './own-place.tsx'

afterEach(() => {
  cleanup()
  hideToast()
  vi.unstubAllGlobals()
})

/** Opens a dialog, confirms, and gives the request that waits for its answer. */
async function confirmIn(open: string, confirm: string, place = teaPlace) {
  const network = new HeldNetwork()
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <OwnPlace place={place} campaign={teaCampaign} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  fireEvent.click(screen.getByText(open))
  const dialog = within(await screen.findByRole('dialog'))
  const isPriced = open === '修改'
  if (isPriced) (await network.request(0)).answer({ success: true, quote })
  const button = dialog.getByText(confirm).closest('button')
  await waitFor(() => expect(button?.disabled).toBe(false))
  fireEvent.click(dialog.getByText(confirm))
  return network.request(isPriced ? 1 : 0)
}

const quote = {
  ...{ subtotal: 200, discount: 0, shipping_fee: 0, total: 200 },
  ...{ due_now: 0, due_later: 200 },
}
const refusal = { success: false, message: '這個團已截止' }

/** Is refused in the open dialog, and gives what the dialog says then. */
async function refusedBy(open: string, confirm: string) {
  ;(await confirmIn(open, confirm)).answer(refusal, 409)
  return within(await screen.findByRole('dialog')).findByRole('alert')
}

test('a refused change is said in its dialog alone', async () => {
  const notice = await refusedBy('修改', '儲存')
  await waitFor(() => expect(notice.textContent).toBe('這個團已截止'))
  expect(toastState().open).toBe(false)
})

test.each([
  ['修改', '儲存', '關閉'],
  ['退出', '退出', '返回'],
])(
  '「%s」 that is refused after its dialog was closed is said by a toast',
  async (open, confirm, close) => {
    const sent = await confirmIn(open, confirm)
    const dialog = screen.getByRole('dialog')
    fireEvent.click(within(dialog).queryByText(close) ?? within(dialog).getByLabelText(close))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    sent.answer(refusal, 409)
    await waitFor(() => expect(toastState()).toMatchObject({ open: true, message: '這個團已截止' }))
  },
)

test('a withdrawal says what the shopper was told: 「退出」 is never sent as 「放棄」 (JOIN-18)', async () => {
  const leaving = await confirmIn('退出', '退出')
  expect(leaving.path).toMatch(/\/participation\/place\?expected_state=undecided$/)
  cleanup()
  const due = { ...teaPlace, state: 'awaiting_payment' } as const
  expect((await confirmIn('放棄', '放棄', due)).path).toMatch(/\/participation\/place$/)
})

test('a refused withdrawal is said in its dialog alone, and not when that is opened again', async () => {
  const notice = await refusedBy('退出', '退出')
  await waitFor(() => expect(notice.textContent).toBe('這個團已截止'))
  expect(toastState().open).toBe(false)
  fireEvent.click(screen.getByText('返回'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  fireEvent.click(screen.getByText('退出'))
  expect((await screen.findByRole('dialog')).textContent).not.toContain('這個團已截止')
})

test('the last pieces of a place can be given back and taken again (VAR-09)', async () => {
  const network = new HeldNetwork()
  const line = { product_id: 'c0', variant_id: 'c0', title: '蝦餅（原味）', qty: 1 }
  const lines = [{ ...line, unit_price: 100, total: 100 }]
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ChangePlaceForm
        place={{ ...teaPlace, lines }}
        campaign={{ ...crackerCampaign, is_from_stock: true }}
        onClose={() => undefined}
      />
    </QueryClientProvider>,
  )
  const asked = await vi.waitUntil(() => network.requests.find(({ path }) => /stock/.test(path)))
  const stock = ['c0', 'c1'].map((product_id) => ({ product_id, left: 0 }))
  asked.answer({ success: true, stock })
  expect(await screen.findAllByText('已售完')).toHaveLength(1)
  const row = within(screen.getByRole('rowheader', { name: /原味/ }).closest('tr') as HTMLElement)
  fireEvent.click(row.getByRole('button', { name: '減少數量' }))
  fireEvent.click(row.getByRole('button', { name: '增加數量' }))
  expect(row.getByRole<HTMLInputElement>('textbox').value).toBe('1')
})
