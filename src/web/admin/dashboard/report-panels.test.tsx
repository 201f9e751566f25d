import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { HeldNetwork } from '../../testing/held-network.ts'
import { renderAdmin } from '../testing/render-admin.tsx'
import { GroupsPanel } from './report-panels.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('what an open group lacks is in people where the campaign counts them (TODAY-11)', async () => {
  const network = new HeldNetwork()
  renderAdmin(<GroupsPanel />)
  const group = { campaign_id: 'campaign-1', state: 'forming', units: 4, missing: 2 }
  const groups = [
    { ...group, group_id: '1', title: '春茶', metric: 'members' },
    { ...group, group_id: '2', title: '夏茶', metric: 'units' },
    // A node of the version before names no metric.
    { ...group, group_id: '3', title: '秋茶' },
  ]
  ;(await network.request(0)).answer({ success: true, groups, messages: [] })
  await screen.findByText('春茶')
  expect(screen.getAllByText(/還差/).map(({ textContent }) => textContent)).toEqual([
    '未達門檻・4 份・還差 2 人',
    '未達門檻・4 份・還差 2 份',
    '未達門檻・4 份・還差 2 份',
  ])
})
