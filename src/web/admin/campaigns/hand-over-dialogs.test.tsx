import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { AdminLeaderAccount } from '#contract/leader-money.ts'
import { HeldNetwork } from '../../testing/held-network.ts'
import { renderAdmin } from '../testing/render-admin.tsx'
import { BookHandOverDialog } from './hand-over-dialogs.tsx'

const announced = (id: string, amount: number) => ({
  ...{ id, amount, way: 'cash' as const, note: '', state: 'announced' as const, at: 1_790_000_000 },
})
const account = {
  ...{ group_id: 'g1', code: 'c1', campaign_id: 'k1', title: '秋茶', leader: '林團主' },
  sums: {
    ...{ expected: 2_000, received: 1_500, handed_over: 0, announced: 1_300 },
    ...{ difference: 1_500, unallocated: 0 },
  },
  hand_overs: [announced('second', 800), announced('first', 500)],
} as unknown as AdminLeaderAccount

test('the sum follows the announcement that is chosen; way and note are of one that was not announced (AFTER-06)', async () => {
  const network = new HeldNetwork()
  const nothing = () => {}
  renderAdmin(<BookHandOverDialog account={account} onSaved={nothing} onClose={nothing} />)
  const chosen = await screen.findByRole('combobox', { name: '團主登記的交款' })
  const amount = screen.getByRole<HTMLInputElement>('textbox', { name: /實收金額/ })
  expect(amount.value).toBe('500')
  expect(screen.queryByRole('textbox', { name: '備註' })).toBeNull()
  fireEvent.change(chosen, { target: { value: 'second' } })
  expect(amount.value).toBe('800')
  fireEvent.change(chosen, { target: { value: '' } })
  expect(amount.value).toBe('1500')
  fireEvent.change(screen.getByRole('textbox', { name: '備註' }), { target: { value: '現場' } })
  fireEvent.click(screen.getByRole('button', { name: '登記交款' }))
  const sent = await vi.waitUntil(() => network.requests[0])
  expect(sent.body).toEqual({ data: { way: 'transfer', note: '現場', amount: 1_500 } })
})
