import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { OrderReturn, Returnable } from '#contract/returns.ts'
import { setMemberSession, signedOutSession } from '../../api/member-session.ts'
import { paths } from '../../paths.ts'
import { HeldNetwork } from '../../testing/held-network.ts'
import { OrderReturns } from './order-returns.tsx'
import { ReturnPage } from './return-page.tsx'

const returnable: Returnable = {
  // 2026/12/08 23:59:59 in Taipei.
  ...{ until: 1_796_745_599, days: 7, ways: ['place', 'pickup'], fee: 100 },
  lines: [
    { line_id: 'a', title: '青瓷杯', qty: 2, left: 2, ordered: 3, paid: 200, returned: 1 },
    {
      ...{ line_id: 'b', title: '面膜', qty: 1, left: 1, ordered: 1, paid: 50, returned: 0 },
      no_return: 'opened_hygiene',
    },
  ],
}
const life = (more: Partial<Returnable> = {}) => ({
  success: true,
  order: {
    ...{ id: 'order', number: '261129-1', create_at: 1, is_paid: true, message: '', num: 1 },
    ...{ products: {}, subtotal: 250, discount: 0, total: 350, state: 'delivered' },
    ...{ payment_state: 'paid', shipment_state: 'delivered' },
    user: { name: '王', email: 'a@b.tw', tel: '0912345678', address: '臺北市信義區 1 號' },
  },
  ...{ timeline: [], parcels: [], refunds: [], can_cancel: false },
  returnable: { ...returnable, ...more },
})

let network: HeldNetwork
beforeEach(() => {
  network = new HeldNetwork()
  setMemberSession(signedOutSession)
})
afterEach(() => {
  cleanup()
  act(() => setMemberSession(signedOutSession))
  vi.unstubAllGlobals()
})

function open(element = <ReturnPage />) {
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <MemoryRouter initialEntries={[paths.returnOrder('order')]}>
        <Routes>
          <Route path={paths.returnOrder(':id')} element={element} />
          <Route path="*" element={<p>訂單頁</p>} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )
}
const press = (name: string, index: number) => {
  const button = screen.getAllByRole('button', { name })[index]
  if (!button) throw new Error(`no ${name}`)
  fireEvent.click(button)
}

test('before sending stand the last day, what comes back, by which way and what is paid back (RET-02)', async () => {
  open()
  ;(await network.request(0)).answer(life())
  await screen.findByText(/可以退貨到 2026\/12\/08/)
  expect(screen.getByText('個人衛生用品，拆封後依法不適用七天鑑賞期')).toBeDefined()
  fireEvent.click(screen.getByText('送出申請'))
  expect((await screen.findByRole('alert')).textContent).toBe('請選擇要退的件數')
  expect(network.requests).toHaveLength(1)
  expect(screen.queryByText('退款方式')).toBeNull()
  press('增加數量', 0)
  const sum = () => screen.getByText('預計退還').nextElementSibling?.textContent
  // Of 3 cups for NT$200 one is back: the second is worth 133 - 66.
  expect(sum()).toBe('NT$67')
  press('增加數量', 0)
  press('增加數量', 0)
  press('增加數量', 1)
  // All that is left, so the fee comes with it: 134 + 50 + 100.
  expect(sum()).toBe('NT$284')
  fireEvent.click(screen.getByRole('radio', { name: '到府收件' }))
  fireEvent.change(screen.getByLabelText('退貨原因（可不填）'), { target: { value: ' 太小 ' } })
  fireEvent.click(screen.getByText('送出申請'))
  const sent = await network.request(1)
  expect([sent.method, sent.body]).toEqual([
    'POST',
    {
      data: {
        lines: [
          { line_id: 'a', qty: 2 },
          { line_id: 'b', qty: 1 },
        ],
        ...{ way: 'pickup', reason: '太小' },
      },
    },
  ])
  sent.answer({ success: true, message: '已送出退貨申請', return_id: 'one' })
  ;(await network.request(2)).answer(life())
  await screen.findByText('訂單頁')
})

test('what comes back as money and as credit stands before sending, and the money may be credit (RET-02)', async () => {
  open()
  const back = { money: 180, credit: 170, first: 'money' } as const
  ;(await network.request(0)).answer(life({ back, takes_credit: true }))
  await screen.findByText(/可以退貨到/)
  for (const _ of [1, 2]) press('增加數量', 0)
  press('增加數量', 1)
  const parts = () =>
    [...document.querySelectorAll('dt')].map(
      (name) => `${name.textContent} ${name.nextElementSibling?.textContent}`,
    )
  expect(parts().slice(-3)).toEqual([
    ...['預計退還 NT$284', '退回原付款方式 NT$180', '退回用掉的購物金與點數 NT$104'],
  ])
  expect(screen.getByText(/退到您原本的付款方式/)).toBeDefined()
  fireEvent.click(screen.getByRole('radio', { name: '退回購物金' }))
  expect(parts().slice(-2)).toEqual(['存入購物金 NT$180', '退回用掉的購物金與點數 NT$104'])
  expect(screen.getByText(/款項存入您的購物金/)).toBeDefined()
  fireEvent.click(screen.getByText('送出申請'))
  expect((await network.request(1)).body).toMatchObject({ data: { to: 'credit' } })
})

test('an order that cannot be returned says why (RET-02)', async () => {
  open()
  const why_not = '退貨期限到 2026/12/08 為止，已經超過'
  ;(await network.request(0)).answer(life({ why_not }))
  await screen.findByText(why_not)
  expect(screen.queryByText('送出申請')).toBeNull()
})

test('a return says where it stands, takes the number of its parcel and is withdrawn (RET-02)', async () => {
  const one: OrderReturn = {
    ...{ id: 'one', state: 'accepted', way: 'parcel', to: 'source', reason: '', create_at: 1 },
    lines: [{ line_id: 'a', title: '青瓷杯', qty: 1 }],
    ...{ answer: '請附上發票', due_at: 1_796_745_599, can_withdraw: true, can_send: true },
  }
  open(<OrderReturns orderId="order" returns={[one]} returnable={undefined} />)
  await screen.findByText('店家已同意，等待商品寄回')
  expect(screen.getByText('請附上發票')).toBeDefined()
  fireEvent.change(screen.getByLabelText('寄回的貨運單號'), { target: { value: '單號' } })
  fireEvent.click(screen.getByText('儲存單號'))
  await screen.findByText('請輸入英文字母與數字的單號')
  fireEvent.change(screen.getByLabelText('寄回的貨運單號'), { target: { value: '9012' } })
  fireEvent.click(screen.getByText('儲存單號'))
  const sent = await network.request(0)
  expect([sent.method, sent.path, sent.body]).toEqual([
    ...['PUT', expect.stringMatching(/\/order\/order\/returns\/one$/)],
    { data: { tracking_number: '9012' } },
  ])
  sent.answer({ success: true, message: '已儲存貨運單號' })
  fireEvent.click(screen.getByText('取消退貨申請'))
  fireEvent.click(await screen.findByText('確定取消'))
  expect((await network.request(1)).path).toMatch(/\/returns\/one\/withdraw$/)
})
