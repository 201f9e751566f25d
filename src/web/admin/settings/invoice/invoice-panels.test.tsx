import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { defaultSettings } from '#contract/settings.ts'
import { clearAdminToken, setAdminToken } from '../../../api/admin-session.ts'
import { HeldNetwork } from '../../../testing/held-network.ts'
import { renderAdmin } from '../../testing/render-admin.tsx'
import type { StoredSettings } from '../setting-groups.ts'
import { UnsavedForms } from '../unsaved-forms.tsx'
import { InvoiceAccountPanel } from './invoice-account-panel.tsx'
import { InvoicePanel } from './invoice-panel.tsx'

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

const account = {
  ...{ version: 3, values: { provider: 'none', is_trial: true, merchant_id: '' }, fixed: [] },
  ...{ keys: { hash_key: null, hash_iv: null }, is_unreadable: false, earlier: [] },
}
const type = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } })

test('an account is tried and saved; keys that are not typed are not sent (INV-E-06)', async () => {
  renderAdmin(
    <UnsavedForms>
      <InvoiceAccountPanel />
    </UnsavedForms>,
  )
  const read = await network.request(0)
  read.answer({ success: true, account })
  await type('電子發票', 'trial')
  await type('電子發票特店編號（MerchantID）', ' 2000132 ')
  fireEvent.click(screen.getByRole('button', { name: '測試連線' }))
  const values = { provider: 'ecpay', is_trial: true, merchant_id: '2000132' }
  const tried = await network.request(1)
  expect(tried.body).toEqual({ data: { values } })
  tried.answer({ success: true, message: '綠界測試環境接受這組金鑰，本期還有 3 個號碼' })
  await screen.findByText('綠界測試環境接受這組金鑰，本期還有 3 個號碼')
  fireEvent.click(screen.getByRole('button', { name: '儲存' }))
  expect((await network.request(2)).body).toEqual({ data: { version: 3, values } })
})

test('issuing is one switch, with the moment beside it (INV-E-06)', async () => {
  const versioned = Object.entries(defaultSettings).map(([group, values]) => [
    group,
    { version: 2, values },
  ])
  renderAdmin(
    <UnsavedForms>
      <InvoicePanel stored={Object.fromEntries(versioned) as StoredSettings} />
    </UnsavedForms>,
  )
  const issued = await screen.findByRole('link', { name: '查看已開立的發票' })
  expect(issued.getAttribute('href')).toContain('/backend/invoice')
  fireEvent.click(screen.getByLabelText('開立電子發票'))
  await type('開立時機', 'payment')
  fireEvent.click(screen.getByRole('button', { name: '儲存' }))
  expect((await network.request(0)).body).toEqual({
    data: { version: 2, values: { mode: 'on', when: 'payment' } },
  })
})
