import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { LineOrders, LinePerson } from '#contract/line-orders.ts'
import { HeldNetwork } from '../../testing/held-network.ts'
import { hideToast } from '../../ui/toast-store.ts'
import { LineOrdersScreen } from './line-orders-screen.tsx'

afterEach(() => {
  cleanup()
  hideToast()
  vi.unstubAllGlobals()
})

const current: LineOrders & { success: true } = {
  success: true,
  group: { code: 'c', title: '秋茶團購', state: 'forming', expires_at: 1_795_950_000 },
  goods: [
    { product_id: 'tea', title: '高山茶', words: ['A'], unit_price: 100 },
    { product_id: 'mug', title: '馬克杯', words: ['B'], unit_price: 200 },
  ],
  ...{ pick_ups: [], entries: [], people: [], joined: [], quotes: [], server_now: 0 },
}
const known = (id: string, name: string, qty: number): LinePerson => ({
  ...{ person_id: id, names: [name], contact_name: name, tel: '' },
  place: {
    ...{ version: 4, state: 'held', qty, total: 100 * qty, link: `https://shop.example/${id}` },
    lines: [{ product_id: 'tea', title: '高山茶', qty }],
  },
})

async function openScreen(reply: Partial<LineOrders>) {
  const network = new HeldNetwork()
  render(
    <QueryClientProvider client={new QueryClient()}>
      <LineOrdersScreen target={{ by: 'staff', campaignId: 'camp', groupId: undefined }} />
    </QueryClientProvider>,
  )
  ;(await network.request(0)).answer(current)
  fireEvent.change(await screen.findByLabelText('LINE 的對話或接龍'), { target: { value: '對話' } })
  fireEvent.click(screen.getByText('讀取'))
  const read = await network.request(1)
  expect(read.body).toEqual({
    data: {
      ...{ campaign_id: 'camp', text: '對話', names: [] },
      words: [
        { sold_id: 'tea', words: ['A'] },
        { sold_id: 'mug', words: ['B'] },
      ],
    },
  })
  read.answer({ ...current, ...reply })
  return network
}

test('nothing is entered unseen: doubts are decided, sums are shown, and that is what is sent (LINE-05)', async () => {
  const network = await openScreen({
    entries: [
      {
        ...{ line: 1, text: 'A+1', name: '小美', outcome: 'order', doubts: [] },
        moves: [{ product_id: 'tea', by: 1 }],
      },
      {
        ...{ line: 2, text: '+1', name: '小美', outcome: 'unsure', doubts: ['which'] },
        moves: [{ product_id: 'tea', by: 1 }],
      },
      {
        ...{ line: 3, text: 'B+2', outcome: 'unsure', doubts: ['person'] },
        moves: [{ product_id: 'mug', by: 2 }],
      },
    ],
  })
  expect(await screen.findByText('看懂 1 則，2 則要確認，略過 0 則')).toBeDefined()
  const quoteButton = () => screen.getByText<HTMLButtonElement>('試算金額')
  expect(quoteButton().disabled).toBe(true)
  expect(screen.queryByText(/^登錄 /)).toBeNull()
  fireEvent.click(screen.getByLabelText('計入：高山茶 +1'))
  fireEvent.click(screen.getByLabelText('計入：馬克杯 +2'))
  // It counts for somebody once somebody is named.
  expect(quoteButton().disabled).toBe(true)
  fireEvent.change(screen.getByLabelText('是誰的'), { target: { value: '阿明' } })
  fireEvent.click(quoteButton())
  const places = [
    { name: '小美', lines: [{ product_id: 'tea', qty: 2 }] },
    { name: '阿明', lines: [{ product_id: 'mug', qty: 2 }] },
  ]
  const quote = await network.request(2)
  expect(quote.body).toEqual({ data: { campaign_id: 'camp', text: '', places } })
  quote.answer({
    ...current,
    quotes: [
      { name: '小美', total: 200 },
      { name: '阿明', total: 400 },
    ],
  })
  fireEvent.click(await screen.findByText('登錄 2 人'))
  const entered = await network.request(3)
  expect(entered.path).toMatch(/\/admin\/line-orders\/enter$/)
  expect(entered.body).toEqual({
    data: {
      campaign_id: 'camp',
      places: [
        { ...places[0], expected_total: 200 },
        { ...places[1], expected_total: 400 },
      ],
    },
  })
  const results = places.map(({ name }) => ({ name, outcome: 'entered' }))
  entered.answer({ success: true, message: '已登錄 2 人', results })
  await waitFor(() => expect(screen.queryByText(/要確認/)).toBeNull())
})

test('of a known person the place of now stands beside what was read, and a changed sum is shown anew (LINE-05)', async () => {
  const network = await openScreen({
    people: [known('p', '小美', 2)],
    joined: [{ name: '小明', contact_name: '王小明' }],
    entries: [
      {
        ...{ line: 1, text: 'A+1', name: '小美', outcome: 'order', doubts: [] },
        moves: [{ product_id: 'tea', by: 1 }],
      },
      {
        ...{ line: 2, text: 'B+1', name: '小明', outcome: 'order', doubts: [] },
        moves: [{ product_id: 'mug', by: 1 }],
      },
    ],
  })
  expect(await screen.findByText('目前：高山茶 × 2')).toBeDefined()
  // Somebody of this name has joined already: nobody is entered twice without a word.
  const ming = screen.getByLabelText<HTMLInputElement>('小明')
  expect(ming.checked).toBe(false)
  fireEvent.click(screen.getByLabelText('加到目前的份數'))
  fireEvent.click(screen.getByText('試算金額'))
  const quote = await network.request(2)
  expect(quote.body).toMatchObject({
    data: { places: [{ name: '小美', version: 4, lines: [{ product_id: 'tea', qty: 3 }] }] },
  })
  quote.answer({ ...current, quotes: [{ name: '小美', total: 300 }] })
  expect(await screen.findByText('登錄 1 人')).toBeDefined()
  // Another place: its sum was not shown yet.
  fireEvent.click(ming)
  expect(screen.queryByText(/^登錄 /)).toBeNull()
  const list = within(screen.getByRole('list', { name: '名單' }))
  expect(list.getByText('「王小明」已自行跟團，可能是同一個人；確定不是再勾選。')).toBeDefined()
})
