import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { Link, Route, Routes, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CustomerDetail } from '#contract/customers.ts'
import type { Run } from '#contract/runs.ts'
import { adminCampaignOf } from '../testing/campaign-fixtures.ts'
import { HeldNetwork } from '../testing/held-network.ts'
import { hideToast } from '../ui/toast-store.ts'
import { CampaignActions } from './campaigns/campaign-actions.tsx'
import { AdminCustomerPage } from './customers/customer-page.tsx'
import { AdminImportPage } from './files/import-page.tsx'
import { renderAdmin } from './testing/render-admin.tsx'

let network: HeldNetwork

beforeEach(() => {
  network = new HeldNetwork()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  hideToast()
})

const run: Run = {
  ...{ id: 'run-1', state: 'ready', kind: 'products', action: 'import', name: '店主' },
  ...{ total: 1, done: 0, failed: 0, create_at: 1_780_000_000, can_undo: false },
}
const lines = {
  ...{ success: true, run, lines: [], pagination: { total_pages: 1, current_page: 1 } },
  sums: { new: 1, changed: 0, same: 0, error: 0 },
}
const customer: CustomerDetail = {
  ...{ id: '7', name: '王小明', email: 'ming@example.com', tel: '0912345678', address: '臺北市' },
  ...{ orders: 1, spent: 420, first_order: 1_780_000_000, last_order: 1_780_000_000 },
  ...{ tags: [], is_barred: false, may_be: [] },
}

function Address() {
  const { pathname, search } = useLocation()
  return <output aria-label="網址">{pathname + search}</output>
}

function open(address: string) {
  const campaign = adminCampaignOf(1, '蜂蜜')
  return renderAdmin(
    <>
      <Address />
      <Link to="/elsewhere">別處</Link>
      <Routes>
        <Route path="/backend/import/:kind" element={<AdminImportPage />} />
        <Route path="/backend/customer/:id" element={<AdminCustomerPage />} />
        <Route path="/backend/campaign/:id" element={<CampaignActions campaign={campaign} />} />
        <Route path="*" element={null} />
      </Routes>
    </>,
    { address },
  )
}
const address = () => screen.getByLabelText('網址').textContent
/** The first read of what the end of its path says. */
const read = (end: string) =>
  vi.waitUntil(() => network.requests.find(({ path }) => path.split('?')[0]?.endsWith(end)))
const isTrial = ({ body }: { body: unknown }) =>
  (body as { data?: { is_trial?: boolean } } | undefined)?.data?.is_trial === true
const isSent = (request: { method: string; body: unknown }) =>
  request.method !== 'GET' && !isTrial(request)
const press = async (text: string) => fireEvent.click(await screen.findByText(text))

interface Sending {
  from: string
  send: () => unknown
  reply: object
  status?: number
  /** Where it leads. */
  to: string
}

const upload = () => {
  const file = new File(['id,title'], 'products.csv')
  fireEvent.change(screen.getByLabelText('CSV 或 Excel 檔案'), { target: { files: [file] } })
}
const sendings: Record<string, Sending> = {
  'the upload of a file': {
    from: '/backend/import/products',
    send: upload,
    reply: { success: true, run, sample: [], unknown_columns: [] },
    to: '/backend/import/products?run=run-1',
  },
  'a refused upload': {
    from: '/backend/import/products?run=run-0',
    send: upload,
    reply: { success: false, message: '檔案太大' },
    status: 400,
    to: '/backend/import/products',
  },
  'the start of an import': {
    from: '/backend/import/products?run=run-1',
    send: async () => {
      ;(await read('/lines')).answer(lines)
      await press('開始匯入')
    },
    reply: { success: true, run },
    to: '/backend/run/run-1',
  },
  'the export of what is known of a person': {
    from: '/backend/customer/7',
    send: async () => {
      ;(await read('/customer/7')).answer({ success: true, customer })
      await press('匯出個資')
    },
    reply: { success: true, run },
    to: '/backend/run/run-1',
  },
  'the erasure of a person': {
    from: '/backend/customer/7',
    send: async () => {
      ;(await read('/customer/7')).answer({ success: true, customer })
      await press('刪除個資')
      const plan = await vi.waitUntil(() => network.requests.find(isTrial))
      plan.answer({ success: true, goes: [], stays: [] })
      const number = await screen.findByLabelText('請輸入顧客編號以確認')
      fireEvent.change(number, { target: { value: '7' } })
      fireEvent.click(screen.getByText('刪除個資', { selector: '[type=submit]' }))
    },
    reply: { success: true, message: '已刪除個資' },
    to: '/backend/customer',
  },
  'a copy of a campaign': {
    from: '/backend/campaign/campaign-1',
    send: () => press('複製'),
    reply: { success: true, message: '已複製', campaign: { id: 'campaign-2' } },
    to: '/backend/campaign/campaign-2',
  },
  'the removal of a campaign': {
    from: '/backend/campaign/campaign-1',
    send: async () => {
      await press('刪除')
      await press('確認刪除')
    },
    reply: { success: true, message: '已刪除' },
    to: '/backend/campaign',
  },
}

/** Sends, and gives what answers it. */
async function sendFrom({ from, send, reply, status = 200 }: Sending) {
  const client = open(from)
  await send()
  const request = await vi.waitUntil(() => network.requests.find(isSent))
  return async () => {
    const mutation = client.getMutationCache().getAll().at(-1)
    const end = status === 200 ? 'success' : 'error'
    // It ends with the screen to which the reply leads, if to any.
    await act(async () => {
      request.answer(reply, status)
      await vi.waitUntil(() => mutation?.state.status === end)
    })
  }
}

test.each(Object.entries(sendings))('%s leads on', async (_, sending) => {
  const answer = await sendFrom(sending)
  await answer()
  await waitFor(() => expect(address()).toBe(sending.to))
})

test.each(Object.entries(sendings))('%s leaves another screen alone', async (_, sending) => {
  const answer = await sendFrom(sending)
  fireEvent.click(screen.getByText('別處'))
  await waitFor(() => expect(address()).toBe('/elsewhere'))
  await answer()
  expect(address()).toBe('/elsewhere')
})
