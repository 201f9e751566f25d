import { cleanup, fireEvent, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { adminCampaignApi } from '#contract/admin-campaigns.ts'
import type { AdminCampaign } from '#contract/campaigns.ts'
import { apiQuery } from '../../api/queries.ts'
import { adminCampaignOf } from '../../testing/campaign-fixtures.ts'
import { HeldNetwork } from '../../testing/held-network.ts'
import { hideToast } from '../../ui/toast-store.ts'
import { renderAdmin } from '../testing/render-admin.tsx'
import { CampaignFormDialog } from './campaign-form-dialog.tsx'
import { CampaignPage } from './campaign-page.tsx'

let network: HeldNetwork

beforeEach(() => {
  network = new HeldNetwork()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  hideToast()
})

const isSave = ({ method }: { method: string }) => method === 'PUT'

test('what is saved is a change of the version that the form was opened with', async () => {
  const client = renderAdmin(<CampaignPage id="campaign-1" />)
  const show = (campaign: AdminCampaign) =>
    client.setQueryData(
      apiQuery(adminCampaignApi.detail, { params: { id: campaign.id } }).queryKey,
      { success: true, campaign, server_now: 1_780_000_000 },
    )
  show(adminCampaignOf(1, '蜂蜜'))
  fireEvent.click(await screen.findByText('編輯'))
  const title = screen.getByLabelText<HTMLInputElement>(/^名稱/)
  fireEvent.change(title, { target: { value: '龍眼蜂蜜' } })
  show(adminCampaignOf(2, '蜂蜜（同事改的）'))
  await screen.findByText('蜂蜜（同事改的）', { selector: 'h1' })
  fireEvent.click(screen.getByText('儲存'))
  const save = await vi.waitUntil(() => network.requests.find(isSave))
  expect(save.body).toMatchObject({ data: { title: '龍眼蜂蜜', version: 1 } })
})

test('Enter in the search for a product leaves the form open', async () => {
  const close = () => undefined
  renderAdmin(
    <CampaignFormDialog campaign={adminCampaignOf(1, '蜂蜜')} onSaved={close} onClose={close} />,
  )
  await userEvent.type(screen.getByLabelText('商品'), '龍眼{Enter}')
  fireEvent.change(screen.getByLabelText(/^名稱/), { target: { value: '龍眼蜂蜜' } })
  fireEvent.click(screen.getByText('儲存'))
  const save = await vi.waitUntil(() => network.requests.find(isSave))
  expect(save.body).toMatchObject({ data: { title: '龍眼蜂蜜' } })
})
