import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { adminCampaignApi } from '#contract/admin-campaigns.ts'
import type { AdminCampaign } from '#contract/campaigns.ts'
import { apiQuery } from '../../api/queries.ts'
import { HeldNetwork } from '../../testing/held-network.ts'
import { renderAdmin } from '../testing/render-admin.tsx'
import { LeadersDialog } from './leaders-dialog.tsx'

let network: HeldNetwork

beforeEach(() => {
  network = new HeldNetwork()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const listOf = (...emails: string[]) => ({
  success: true as const,
  leaders: emails.map((email) => ({ email, name: '' })),
})

test('the named leaders are saved with those that the form was opened with', async () => {
  const campaign = { id: 'campaign-1' } as AdminCampaign
  const client = renderAdmin(
    <LeadersDialog campaign={campaign} onSaved={() => {}} onClose={() => {}} />,
  )
  ;(await network.request(0)).answer(listOf('a@example.com'))
  const field = await screen.findByLabelText('會員')
  fireEvent.change(field, { target: { value: 'a@example.com\nb@example.com' } })
  const { queryKey } = apiQuery(adminCampaignApi.namedLeaders, { params: { id: campaign.id } })
  client.setQueryData(queryKey, listOf('c@example.com'))
  fireEvent.click(screen.getByText('儲存'))
  const save = await vi.waitUntil(() => network.requests.find(({ method }) => method === 'PUT'))
  expect(save.body).toEqual({
    data: { emails: ['a@example.com', 'b@example.com'], expected_emails: ['a@example.com'] },
  })
})
