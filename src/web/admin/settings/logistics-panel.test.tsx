import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearAdminToken, setAdminToken } from '../../api/admin-session.ts'
import { HeldNetwork } from '../../testing/held-network.ts'
import { renderAdmin } from '../testing/render-admin.tsx'
import { LogisticsPanel } from './logistics-panel.tsx'
import { UnsavedForms } from './unsaved-forms.tsx'

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

const values = {
  ...{ provider: 'none', is_trial: true, merchant_id: '', contract: 'C2C' },
  ...{ sender_name: '', sender_phone: '' },
}
const logistics = {
  ...{ version: 3, values, fixed: [], keys: { hash_key: null, hash_iv: null }, earlier: [] },
  ...{ is_unreadable: false, is_reachable: true, stores: [] },
}

async function open(changes: object = {}) {
  renderAdmin(
    <UnsavedForms>
      <LogisticsPanel />
    </UnsavedForms>,
  )
  const read = await network.request(0)
  expect(read.path).toContain('/admin/settings/logistics')
  read.answer({ success: true, logistics: { ...logistics, ...changes } })
}

const type = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } })

test('an account and its sender are saved together; keys that are not typed are not sent (SHIP-07)', async () => {
  await open()
  await type('超商取貨', 'trial')
  await type('物流特店編號（MerchantID）', ' 2000933 ')
  await type('寄件人姓名', '林小美')
  await type('寄件人手機', '0911222333')
  fireEvent.click(screen.getByRole('button', { name: '儲存' }))
  expect((await network.request(1)).body).toEqual({
    data: {
      version: 3,
      values: {
        ...{ provider: 'ecpay', is_trial: true, merchant_id: '2000933', contract: 'C2C' },
        ...{ sender_name: '林小美', sender_phone: '0911222333' },
      },
    },
  })
})

test('the lists of stores are told with their day, and why one is not of today (SHIP-05)', async () => {
  const stores = [
    { chain: 'FAMI', count: 4_321, renewed_at: 1_793_500_000 },
    { chain: 'OKMART', count: 0, fault: '綠界沒有回應' },
  ]
  await open({ values: { ...values, provider: 'ecpay' }, stores })
  expect(await screen.findByText(/全家 4,321 間・\d{4}\/\d\d\/\d\d .* 更新/)).toBeTruthy()
  await waitFor(() => expect(screen.getByText('OK mart的清單沒有更新：綠界沒有回應')).toBeTruthy())
})

test('an account of the host leaves the sender alone to the owner (SHIP-07)', async () => {
  await open({
    values: { ...values, provider: 'ecpay', merchant_id: '2000933' },
    fixed: ['ECPAY_LOGISTICS_MERCHANT_ID'],
  })
  expect(await screen.findByLabelText('寄件人姓名')).toBeTruthy()
  expect(screen.queryByLabelText('HashKey')).toBeNull()
  expect(screen.queryByRole('combobox', { name: '超商取貨' })).toBeNull()
})
