import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AdminCampaign } from '#contract/campaigns.ts'
import { HeldNetwork } from '../../testing/held-network.ts'
import { hideToast } from '../../ui/toast-store.ts'
import { renderAdmin } from '../testing/render-admin.tsx'
import { CampaignActions } from './campaign-actions.tsx'
import { ShortfallDialog } from './shortfall-dialog.tsx'

let network: HeldNetwork

beforeEach(() => {
  network = new HeldNetwork()
})
afterEach(() => {
  cleanup()
  hideToast()
  vi.unstubAllGlobals()
})

test('a second press on what cannot be taken back sends nothing more', async () => {
  const close = vi.fn()
  renderAdmin(
    <ShortfallDialog groupId="group-1" decision="cancel" onDecided={close} onClose={close} />,
  )
  const confirm = screen.getByText('確定取消並退款')
  fireEvent.click(confirm)
  const decision = await network.request(0)
  await vi.waitFor(() => expect(confirm.getAttribute('aria-disabled')).toBe('true'))
  fireEvent.click(confirm)
  decision.answer({ success: true, message: '已開始取消並退款' })
  await vi.waitFor(() => expect(close).toHaveBeenCalled())
  expect(network.requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
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
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '取消團購' }).disabled).toBe(
      isDisabled,
    )
  },
)
