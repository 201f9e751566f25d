import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { webhookEvents } from '#contract/webhook-events.ts'
import { clearAdminToken, setAdminToken } from '../../../api/admin-session.ts'
import { HeldNetwork } from '../../../testing/held-network.ts'
import { renderAdmin } from '../../testing/render-admin.tsx'
import { eventLabel } from './connect-words.ts'
import { WebhooksPanel } from './webhooks-panel.tsx'

let network: HeldNetwork
beforeEach(() => {
  network = new HeldNetwork()
  setAdminToken('token', Date.now() + 3_600_000)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  clearAdminToken()
})

const webhook = {
  ...{ id: 'w1', url: 'https://erp.example/hook', events: ['order.placed', 'stock.changed'] },
  ...{ is_on: true, create_at: 1_764_000_000, waiting: 0 },
}

async function open(webhooks: object[]) {
  renderAdmin(<WebhooksPanel />)
  const read = await network.request(0)
  expect(read.path).toContain('/admin/webhooks')
  read.answer({ success: true, webhooks, messages: [] })
}

test('a refused address says why; the secret of a new webhook is shown once (OPEN-02)', async () => {
  await open([])
  await screen.findByText('還沒有 Webhook。')
  fireEvent.click(screen.getByRole('button', { name: '建立 Webhook' }))
  const dialog = within(await screen.findByRole('dialog', { name: '建立 Webhook' }))
  fireEvent.change(dialog.getByLabelText(/^網址/), { target: { value: 'https://10.0.0.1/' } })
  fireEvent.click(dialog.getByRole('checkbox', { name: '訂單：成立訂單' }))
  fireEvent.click(dialog.getByRole('button', { name: '建立 Webhook' }))
  const refused = await network.request(1)
  expect(refused.body).toEqual({ data: { url: 'https://10.0.0.1/', events: ['order.placed'] } })
  const text = '不接受內部網路的網址'
  refused.answer(
    { success: false, code: 'WEBHOOK_URL', message: [text], fields: { url: text } },
    400,
  )
  await dialog.findByText(text, { selector: 'p' })
  fireEvent.change(dialog.getByLabelText(/^網址/), { target: { value: webhook.url } })
  // A press during the first attempt would be passed over.
  fireEvent.click(await dialog.findByRole('button', { name: '建立 Webhook', busy: false }))
  const made = await network.request(2)
  made.answer({ success: true, message: '已建立 Webhook', secret: 'whsec_abc', webhook })
  expect(await screen.findByText('whsec_abc')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '我已保存' }))
  expect(screen.queryByText('whsec_abc')).toBeNull()
})

test('a webhook that was switched off says so, is switched on, and shows what it was sent (OPEN-02)', async () => {
  await open([{ ...webhook, is_on: false, off_at: 1_764_000_000, waiting: 3 }])
  expect(await screen.findByText(/連續一週無法送達/)).toBeTruthy()
  expect(screen.getByText('3 筆等待送出')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '啟用' }))
  expect((await network.request(1)).body).toEqual({ data: { is_on: true } })
  fireEvent.click(screen.getByRole('button', { name: '傳送紀錄' }))
  const deliveries = await network.request(2)
  const delivery = {
    ...{ id: 'msg_1', type: 'order.placed', create_at: 1_764_000_000, state: 'waiting' },
    ...{ attempts: 2, status: 500, answer: 'busy', ms: 12, body: '{"type":"order.placed"}' },
  }
  const pagination = { total_pages: 1, current_page: 1, has_pre: false, has_next: false }
  deliveries.answer({
    ...{ success: true, deliveries: [delivery], messages: [] },
    pagination: { ...pagination, category: '' },
  })
  expect(await screen.findByText(/等待送出．試過 2 次．回應 500（12 毫秒）「busy」/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '重送' }))
  expect((await network.request(3)).body).toEqual({ data: { delivery: 'msg_1' } })
})

test('every event has words (OPEN-02)', () => {
  expect(webhookEvents.filter((event) => eventLabel(event) === event)).toEqual([])
})
