import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Run } from '#contract/runs.ts'
import { HeldNetwork } from '../../testing/held-network.ts'
import { hideToast } from '../../ui/toast-store.ts'
import { renderAdmin } from '../testing/render-admin.tsx'
import { ExportDialog } from './export-dialog.tsx'

let network: HeldNetwork

beforeEach(() => {
  network = new HeldNetwork()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  hideToast()
})

function runOf(id: string, state: Run['state']): Run {
  return {
    ...{ id, state, kind: 'products', action: 'export', name: '店主' },
    ...{ total: 10, done: 0, failed: 0, create_at: 1_780_000_000, can_undo: false },
  }
}
const starts = () => network.requests.filter(({ method }) => method === 'POST')

test.each([
  ['failed', '匯出失敗，請再試一次'],
  ['cancelled', '已停止'],
] as const)('an export that ended as %s says so, and can be started again', async (state, text) => {
  renderAdmin(<ExportDialog kind="products" filter={{}} onClose={() => {}} />)
  fireEvent.click(screen.getByText('匯出'))
  ;(await network.request(0)).answer({ success: true, run: runOf('run-1', 'queued') })
  const read = await network.request(1)
  read.answer({ success: true, run: runOf('run-1', state), entries: [] })
  await screen.findByText(text)
  expect(screen.queryByRole('progressbar')).toBeNull()
  fireEvent.click(screen.getByText('匯出'))
  const again = await vi.waitUntil(() => starts()[1])
  again.answer({ success: true, run: runOf('run-2', 'running') })
  await screen.findByRole('progressbar', { name: '匯出進度' })
})
