import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { adminCampaignOf } from '../../../testing/campaign-fixtures.ts'
import { HeldNetwork } from '../../../testing/held-network.ts'
import { renderAdmin } from '../../testing/render-admin.tsx'
import { GiveStep } from './give-step.tsx'

let network: HeldNetwork
beforeEach(() => {
  network = new HeldNetwork()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const placeOf = (n: number, given: number, more: object = {}) => ({
  ...{ participation_id: `p${n}`, order_id: `o${n}`, number: `261129-${n}`, name: `王${n}○` },
  ...{ accepts_fewer: true, refund: (3 - given) * 90 },
  lines: [{ product_id: 'c0', title: '高山茶', ordered: 3, given, shipped: 0 }],
  ...more,
})
const planOf = (...given: number[]) => ({
  ...{ success: true, message: '', left: [] },
  places: given.map((pieces, index) => placeOf(index + 1, pieces)),
  refund_total: given.reduce((sum, pieces) => sum + (3 - pieces) * 90, 0),
})
const asked = (n: number) => vi.waitUntil(() => network.requests[n])

test('shows who gets how many and what goes back, by each rule, and sends what was shown (AFTER-01)', async () => {
  const delivery = { lines: [{ product_id: 'c0', received: 4 }] }
  const nothing = () => {}
  renderAdmin(
    <GiveStep
      campaign={adminCampaignOf(1, '秋茶')}
      delivery={delivery}
      onBack={nothing}
      onClose={nothing}
      onGiven={nothing}
    />,
  )
  const first = await asked(0)
  expect(first?.body).toEqual({ data: { ...delivery, rule: 'joined', preview: true } })
  // By hand one begins with the shares of a rule.
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /自行分配/ }).disabled).toBe(true)
  first?.answer(planOf(3, 1))
  const list = await screen.findByRole('list', { name: '跟團者分到的數量' })
  const rows = () =>
    within(list)
      .getAllByRole('listitem')
      .map((row) => row.textContent)
  expect(rows()).toEqual([
    '王1○261129-1高山茶訂 3 → 得 3足額',
    '王2○261129-2高山茶訂 3 → 得 1退 NT$180',
  ])
  expect(screen.getByText('1 筆訂單減少，共退款 NT$180')).toBeDefined()

  await userEvent.click(screen.getByRole('radio', { name: /自行分配/ }))
  const second = await asked(1)
  const share = (n: number, qty: number) => ({ participation_id: `p${n}`, product_id: 'c0', qty })
  expect(second?.body).toMatchObject({
    data: { rule: 'manual', shares: [share(1, 3), share(2, 1)] },
  })
  second?.answer(planOf(3, 1))
  const field = await screen.findByRole('textbox', { name: '王1○ 261129-1 高山茶 訂 3，得' })
  fireEvent.change(field, { target: { value: '2' } })
  // Nothing can be sent before the server has judged what was typed.
  fireEvent.submit(screen.getByRole('button', { name: /^分配/ }))
  const third = await asked(2)
  expect(third?.body).toMatchObject({ data: { preview: true, shares: [share(1, 2), share(2, 1)] } })
  third?.answer({ success: false, message: ['「高山茶」還有 1 件沒有分完'] }, 400)
  expect((await screen.findByRole('alert')).textContent).toBe('「高山茶」還有 1 件沒有分完')

  await userEvent.click(screen.getByRole('radio', { name: /平均/ }))
  ;(await asked(3))?.answer(planOf(2, 1))
  await userEvent.click(await screen.findByRole('button', { name: '分配並退款 NT$270' }))
  const sent = await asked(4)
  expect(sent?.body).toEqual({ data: { ...delivery, rule: 'even', expected_total: 270 } })

  // Refused because an order has changed: the plan of now is shown, and can be sent.
  sent?.answer({ success: false, message: '訂單已有變更，請重新確認分配與退款' }, 409)
  ;(await asked(5))?.answer(planOf(3, 1))
  await userEvent.click(await screen.findByRole('button', { name: '分配並退款 NT$180' }))
  expect((await asked(6))?.body).toMatchObject({ data: { expected_total: 180 } })
})

test('names who keeps what they have, and says so where nothing is to be given back (AFTER-01)', async () => {
  const nothing = () => {}
  renderAdmin(
    <GiveStep
      campaign={adminCampaignOf(1, '秋茶')}
      delivery={{ lines: [] }}
      onBack={nothing}
      onClose={nothing}
      onGiven={() => {}}
    />,
  )
  const leftOut = [{ number: '261129-9', name: '林○', reason: '已有寄件單' }]
  const unpaid = { places: [placeOf(1, 1, { refund: 0 })], refund_total: 0, left_out: leftOut }
  ;(await asked(0))?.answer({ ...planOf(1), ...unpaid })
  expect(await screen.findByText('1 筆訂單減少，不需退款')).toBeDefined()
  expect(screen.getByText('不參加這次分配，數量不變：林○ 261129-9（已有寄件單）')).toBeDefined()
  expect(screen.getByRole('button', { name: '分配' })).toBeDefined()
})
