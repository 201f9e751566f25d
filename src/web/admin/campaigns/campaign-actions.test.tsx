import type { QueryClient } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AdminCampaign, AdminGroup } from '#contract/campaigns.ts'
import { adminCampaignOf } from '../../testing/campaign-fixtures.ts'
import { HeldNetwork } from '../../testing/held-network.ts'
import { hideToast } from '../../ui/toast-store.ts'
import { isInactive, renderAdmin } from '../testing/render-admin.tsx'
import { CampaignActions } from './campaign-actions.tsx'
import { CampaignGroups } from './campaign-groups.tsx'

let network: HeldNetwork

beforeEach(() => {
  network = new HeldNetwork()
})
afterEach(() => {
  cleanup()
  hideToast()
  vi.unstubAllGlobals()
})

const open = { id: 'campaign-1', state: 'open', kind: 'pool', leaders_only: false }

test.each([
  ['authorise_capture', 3, true],
  ['authorise_capture', 0, false],
  ['pay_after_success', 3, false],
] as const)(
  'a manager may cancel a campaign unless that releases authorised cards: %s, %i pieces (STAFF-06)',
  (money, units, isDisabled) => {
    const campaign = { ...open, money, units } as AdminCampaign
    renderAdmin(<CampaignActions campaign={campaign} />, { role: 'manager' })
    expect(isInactive(screen.getByRole('button', { name: '取消團購' }))).toBe(isDisabled)
  },
)

const press = (text: string) => fireEvent.click(screen.getByText(text, { selector: 'button' }))

/** Confirms the open question, leaves it for another dialog, and only then has the answer. */
async function leaveFor(next: string, client: QueryClient, reread?: object) {
  press('確定結束')
  const sent = await vi.waitUntil(() => network.requests.find(({ method }) => method === 'POST'))
  press('返回')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  press(next)
  const dialog = screen.getByRole('dialog')
  sent.answer({ success: true, message: '已結束' })
  if (reread) (await network.request(2)).answer(reread)
  const [mutation] = client.getMutationCache().getAll()
  await vi.waitUntil(() => mutation?.state.status === 'success')
  await waitFor(() => expect(screen.getByRole('dialog')).toBe(dialog))
}

test('the end of a campaign that was left closes no dialog that is opened meanwhile', async () => {
  const campaign: AdminCampaign = { ...adminCampaignOf(1, '秋茶'), state: 'open' }
  const client = renderAdmin(<CampaignActions campaign={campaign} />)
  press('提前結束')
  await leaveFor('延長', client)
})

test('the end of a group that was left closes no dialog that is opened meanwhile', async () => {
  const campaign: AdminCampaign = { ...adminCampaignOf(1, '秋茶'), state: 'open', kind: 'team' }
  const group = {
    ...{ id: 'group-1', campaign, state: 'reached', units: 12, members: 3, missing: 0 },
    ...{ min_target: 10, expires_at: 1_780_600_000, participations: {} },
  } as unknown as AdminGroup
  const client = renderAdmin(<CampaignGroups campaign={campaign} />)
  const groups = { success: true, groups: [group], pagination: { total_pages: 1 } }
  ;(await network.request(0)).answer(groups)
  await screen.findByText('提前結束')
  press('提前結束')
  await leaveFor('指定團主', client, groups)
})
