import { cleanup, fireEvent, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { adminCampaignApi } from '#contract/admin-campaigns.ts'
import type { AdminCampaign } from '#contract/campaigns.ts'
import { apiQuery } from '../../api/queries.ts'
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

function campaignOf(version: number, title: string): AdminCampaign {
  return {
    id: 'campaign-1',
    version,
    title,
    state: 'draft',
    kind: 'pool',
    metric: 'units',
    picture: '',
    price_now: 0,
    price_ceiling: 0,
    missing: 10,
    num: 1,
    description: '',
    pictures: [],
    money: 'pay_after_success',
    min_target: 10,
    lot_size: 1,
    leaders_only: false,
    withdraw: 'until_close',
    coupons: false,
    supply: 'stock',
    delivery: 'each',
    commission_percent: 0,
    grace_minutes: 15,
    products: [],
    tiers: [],
    extensions: [],
    groups: {},
    units: 0,
    unavailable: [],
    created_at: 1_780_000_000,
    starts_at: 1_780_000_000,
    ends_at: 1_780_600_000,
  }
}

const isSave = ({ method }: { method: string }) => method === 'PUT'

test('what is saved is a change of the version that the form was opened with', async () => {
  const client = renderAdmin(<CampaignPage id="campaign-1" />)
  const show = (campaign: AdminCampaign) =>
    client.setQueryData(
      apiQuery(adminCampaignApi.detail, { params: { id: campaign.id } }).queryKey,
      { success: true, campaign, server_now: 1_780_000_000 },
    )
  show(campaignOf(1, '蜂蜜'))
  fireEvent.click(await screen.findByText('編輯'))
  const title = screen.getByLabelText<HTMLInputElement>(/^名稱/)
  fireEvent.change(title, { target: { value: '龍眼蜂蜜' } })
  show(campaignOf(2, '蜂蜜（同事改的）'))
  await screen.findByText('蜂蜜（同事改的）', { selector: 'h1' })
  fireEvent.click(screen.getByText('儲存'))
  const save = await vi.waitUntil(() => network.requests.find(isSave))
  expect(save.body).toMatchObject({ data: { title: '龍眼蜂蜜', version: 1 } })
})

test('Enter in the search for a product leaves the form open', async () => {
  const close = () => undefined
  renderAdmin(
    <CampaignFormDialog campaign={campaignOf(1, '蜂蜜')} onSaved={close} onClose={close} />,
  )
  await userEvent.type(screen.getByLabelText('商品'), '龍眼{Enter}')
  fireEvent.change(screen.getByLabelText(/^名稱/), { target: { value: '龍眼蜂蜜' } })
  fireEvent.click(screen.getByText('儲存'))
  const save = await vi.waitUntil(() => network.requests.find(isSave))
  expect(save.body).toMatchObject({ data: { title: '龍眼蜂蜜' } })
})
