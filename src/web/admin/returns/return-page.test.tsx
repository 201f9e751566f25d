import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Role } from '#contract/permissions.ts'
import type { StaffReturn } from '#contract/returns.ts'
import { defaultSettings } from '#contract/settings.ts'
import { brand, setLook, shopSettings } from '../../api/shop-config.ts'
import { paths } from '../../paths.ts'
import { HeldNetwork } from '../../testing/held-network.ts'
import { hideToast } from '../../ui/toast-store.ts'
import { isInactive, renderAdmin } from '../testing/render-admin.tsx'
import { AdminReturnPage } from './return-page.tsx'

const terms = { shipping: defaultSettings.shipping, methods: [] }
let network: HeldNetwork

beforeEach(() => {
  network = new HeldNetwork()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  hideToast()
  setLook({ shop: shopSettings, brand, terms })
})

const one: StaffReturn = {
  ...{ id: 'one', order_id: 'order-1', order_number: '261129-1', name: '王小明' },
  ...{ state: 'accepted', way: 'parcel', reason: '有缺角', create_at: 1_796_000_000, pieces: 3 },
  ...{ to: 'source', is_of_staff: false },
  lines: [
    { line_id: 'a', title: '青瓷杯', qty: 2, to_stock: 0, written_off: 0 },
    { line_id: 'b', title: '木砧板', qty: 1, to_stock: 0, written_off: 0 },
  ],
  sums: { goods: 300, fee: 60, refundable: 360 },
}

async function open(more: Partial<StaffReturn> = {}, role: Role = 'owner') {
  renderAdmin(<AdminReturnPage />, {
    ...{ role, path: paths.adminReturn(':id'), address: paths.adminReturn('one') },
  })
  ;(await network.request(0)).answer({ success: true, return: { ...one, ...more } })
  await screen.findByRole('heading', { name: '退貨 261129-1' })
}
const names = () =>
  screen.getAllByRole('button').flatMap(({ textContent }) => (textContent ? [textContent] : []))

test('each state has the buttons of its next step (RET-03)', async () => {
  const steps: [StaffReturn['state'], string[]][] = [
    ['asked', ['不接受', '不收回商品，直接退款', '接受退貨']],
    ['accepted', ['不接受', '不收回商品，直接退款', '先登記收到，稍後檢查', '收到並檢查']],
    ['received', ['不接受', '登記檢查結果']],
    ['judged', ['退款']],
    ['refunded', []],
  ]
  for (const [state, buttons] of steps) {
    await open({ state })
    expect([state, screen.queryAllByRole('button').map((button) => button.textContent)]).toEqual([
      ...[state, buttons],
    ])
    cleanup()
    network = new HeldNetwork()
  }
})

test('what came back is counted line by line, and sent once (RET-01)', async () => {
  await open()
  fireEvent.click(screen.getByText('收到並檢查'))
  const dialog = within(await screen.findByRole('dialog'))
  const fill = (label: string, index: number, value: string) => {
    const field = dialog.getAllByLabelText(label)[index]
    if (field) fireEvent.change(field, { target: { value } })
  }
  fill('放回庫存', 0, '1')
  fill('報廢', 0, '1')
  fill('放回庫存', 1, '0')
  fireEvent.click(dialog.getByText('儲存檢查結果'))
  const sent = await network.request(1)
  expect(sent.headers.get('Idempotency-Key')).toBeTruthy()
  expect([sent.path, sent.body]).toEqual([
    expect.stringMatching(/\/admin\/return\/one\/receive$/),
    {
      data: {
        lines: [
          { line_id: 'a', to_stock: 1, written_off: 1 },
          { line_id: 'b', to_stock: 0, written_off: 0 },
        ],
      },
    },
  ])
})

test('a refund begins with what was paid for the goods and the fee (RET-03)', async () => {
  await open({ state: 'judged' })
  fireEvent.click(screen.getByText('退款'))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/商品 NT\$300＋運費 NT\$60；這筆訂單最多可退 NT\$360/)).toBeDefined()
  fireEvent.click(dialog.getByText('退款 NT$360'))
  expect((await network.request(1)).body).toEqual({ data: { amount: 360, reason: '' } })
})

test('a refund says which part is money, and what becomes of the invoice (RET-02)', async () => {
  const credit = { share: 100, credit: true } as const
  setLook({ shop: shopSettings, brand, terms: { ...terms, issuesInvoices: true, credit } })
  const back = { money: 200, credit: 160, first: 'money' } as const
  const sums = { goods: 300, fee: 60, refundable: 360, back }
  await open({ state: 'judged', sums })
  fireEvent.click(screen.getByText('退款'))
  await screen.findByText('NT$200 退回原付款方式；NT$160 退回顧客用掉的購物金與點數')
  const asked = await network.request(1)
  expect(asked.path).toMatch(/\/admin\/order\/order-1\/invoices\?refund=200$/)
  const preview = [{ type: 'allow', number: 'AB12345678', amount: 200 }]
  asked.answer({ success: true, invoices: [], preview })
  await screen.findByText(/AB12345678/)
  cleanup()
  network = new HeldNetwork()
  await open({ state: 'judged', to: 'credit', sums })
  expect(screen.getByText('購物金')).toBeDefined()
  fireEvent.click(screen.getByText('退款'))
  await screen.findByText(/顧客選擇退成購物金：NT\$200 立即存入，發票不變/)
  expect(network.requests).toHaveLength(1)
})

test('a manager sees what needs the right to refund, and cannot press it (RET-03)', async () => {
  await open({ state: 'judged' }, 'manager')
  expect(names()).toEqual(['退款'])
  expect(isInactive(screen.getByText('退款'))).toBe(true)
})
