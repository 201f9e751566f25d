import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { AccountPlace, StatementLine } from '#contract/leader-money.ts'
import { HeldNetwork } from '../../../testing/held-network.ts'
import { hideToast } from '../../../ui/toast-store.ts'
import { StatementPanel } from './statement-panel.tsx'

afterEach(() => {
  cleanup()
  hideToast()
  vi.unstubAllGlobals()
})

const place = (id: string, name: string, expected: number): AccountPlace => ({
  ...{ participation_id: id, name, tel_end: '678', lines: [], state: 'awaiting_payment' },
  ...{ expected, received: 0, is_settled: false, receipts: [] },
})
const places = [place('a', '王小明', 420), place('b', '林美麗', 420), place('c', '陳大文', 300)]
const line = (n: number, of: Partial<StatementLine>): StatementLine => ({
  ...{ n, text: '轉入', outcome: 'unknown', why: '沒有人應付', participation_ids: [] },
  ...of,
})
const account = {
  ...{ code: 'c', title: '茶', ways: {}, places, hand_overs: [] },
  sums: { expected: 0, received: 0, handed_over: 0, announced: 0, difference: 0, unallocated: 0 },
}

test('nothing is ticked without a look: found lines are chosen, of others the leader chooses (AFTER-07)', async () => {
  const network = new HeldNetwork()
  render(
    <QueryClientProvider client={new QueryClient()}>
      <StatementPanel code="c" places={places} />
    </QueryClientProvider>,
  )
  fireEvent.change(screen.getByLabelText('貼上銀行的交易明細'), { target: { value: '明細' } })
  fireEvent.click(screen.getByText('比對'))
  const look = await network.request(0)
  expect(look.body).toEqual({ data: { statement: '明細' } })
  const lines = [
    line(1, {
      outcome: 'found',
      amount: 420,
      day: '2026-11-28',
      last_five: '12345',
      participation_ids: ['a'],
    }),
    line(2, {
      outcome: 'unsure',
      amount: 300,
      why: '看不到後五碼，金額相符的有 1 人',
      participation_ids: ['c'],
    }),
    line(3, { amount: 999 }),
    line(4, { outcome: 'skipped', why: '標題列' }),
  ]
  look.answer({ success: true, message: '', account, lines, server_now: 0 })
  expect(await screen.findByText('共 4 行，2 行可以登記，1 行找不到')).toBeDefined()
  expect(screen.getByText('登記 1 筆')).toBeDefined()
  // A participant who owes less than came cannot be chosen.
  const [, second] = screen.getAllByRole<HTMLSelectElement>('combobox')
  expect([...(second?.options ?? [])].map(({ value }) => value)).toEqual(['', 'c', 'a', 'b'])
  fireEvent.change(second as HTMLSelectElement, { target: { value: 'c' } })
  fireEvent.click(screen.getByText('登記 2 筆'))
  const ticked = await network.request(1)
  expect(ticked.body).toEqual({
    data: {
      receipts: [
        {
          ...{ participation_id: 'a', amount: 420, way: 'transfer', last_five: '12345' },
          received_at: Date.parse('2026-11-28T12:00:00+08:00') / 1_000,
        },
        { participation_id: 'c', amount: 300, way: 'transfer' },
      ],
    },
  })
  ticked.answer({ success: true, message: '已更新', account, server_now: 0 })
  await waitFor(() => expect(screen.queryByText(/^登記 /)).toBeNull())
})

test('a person whose money was ticked meanwhile is booked no more (AFTER-07)', async () => {
  const network = new HeldNetwork()
  const client = new QueryClient()
  const panel = (known: readonly AccountPlace[]) => (
    <QueryClientProvider client={client}>
      <StatementPanel code="c" places={known} />
    </QueryClientProvider>
  )
  const { rerender } = render(panel(places))
  fireEvent.change(screen.getByLabelText('貼上銀行的交易明細'), { target: { value: '明細' } })
  fireEvent.click(screen.getByText('比對'))
  const lines = [
    line(1, { outcome: 'found', amount: 420, participation_ids: ['a'] }),
    line(2, { outcome: 'found', amount: 300, participation_ids: ['c'] }),
  ]
  ;(await network.request(0)).answer({ success: true, message: '', account, lines, server_now: 0 })
  expect(await screen.findByText('登記 2 筆')).toBeDefined()
  rerender(panel([{ ...place('a', '王小明', 420), received: 420 }, ...places.slice(1)]))
  fireEvent.click(screen.getByText('登記 1 筆'))
  expect((await network.request(1)).body).toEqual({
    data: { receipts: [{ participation_id: 'c', amount: 300, way: 'transfer' }] },
  })
})
