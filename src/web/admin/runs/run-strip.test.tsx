import { useQuery } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { adminRunApi, type Run } from '#contract/runs.ts'
import { apiQuery } from '../../api/queries.ts'
import { hideToast, toastState } from '../../ui/toast-store.ts'
import { renderAdmin } from '../testing/render-admin.tsx'
import { RunStrip } from './run-strip.tsx'
import { useCurrentRuns, useStartRun, useUndoRun } from './runs.queries.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const run: Run = {
  ...{ id: 'run-1', state: 'running', kind: 'orders', action: 'prepare', name: '店主' },
  ...{ total: 1, done: 0, failed: 0, create_at: 1_780_000_000, can_undo: false },
}
const done: Run = { ...run, state: 'done', done: 1, can_undo: true }
const undoing: Run = { ...done, state: 'undoing', can_undo: false }
const undone: Run = { ...undoing, state: 'undone', undone: 1 }

/** The server of a run whose job is done before the next read of it; without `current` the first read is late. */
function answerAtOnce(from: { current?: Run[]; changed: Run; ended: Run }) {
  let isChanged = false
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    if (init.method === 'POST') isChanged = true
    if (init.method === 'POST') return Response.json({ success: true, run: from.changed })
    const pagination = { total_pages: 1, current_page: 1 }
    if (!path.includes('/admin/runs')) return Response.json({ success: true, run: from.ended })
    const runs = isChanged ? [from.ended] : from.current
    if (!runs) return new Promise<Response>(() => {})
    return Response.json({ success: true, runs, pagination })
  })
}

function Buttons() {
  const isRead = useCurrentRuns().length > 0
  const start = useStartRun({ onStarted: () => undefined })
  const undo = useUndoRun()
  return (
    <>
      <button
        type="button"
        onClick={() => start.mutate({ data: { kind: 'orders', action: 'prepare', ids: ['1'] } })}
      >
        開始
      </button>
      {isRead && (
        <button type="button" onClick={() => undo.mutate({ params: { id: run.id } })}>
          回復
        </button>
      )}
    </>
  )
}

const renderRuns = () =>
  renderAdmin(
    <>
      <Buttons />
      <RunStrip />
    </>,
  )

async function expectToast(message: string): Promise<void> {
  await waitFor(() => expect(toastState()).toMatchObject({ message, open: true }))
  hideToast()
}

test('a run that has ended before the screen could show it tells its outcome (BULK-03)', async () => {
  const earlier: Run = { ...done, id: 'run-0' }
  answerAtOnce({ current: [earlier], changed: run, ended: done })
  renderRuns()
  await screen.findByText('回復')
  fireEvent.click(screen.getByText('開始'))
  await expectToast('標示備貨中：已完成 1 筆')
})

test('an undo that has ended before the screen could show it tells its outcome (BULK-08)', async () => {
  answerAtOnce({ current: [done], changed: undoing, ended: undone })
  renderRuns()
  fireEvent.click(await screen.findByText('回復'))
  await expectToast('已復原 1 筆')
})

test('a run that is started before the runs were read tells its outcome (BULK-03)', async () => {
  answerAtOnce({ changed: run, ended: done })
  renderRuns()
  fireEvent.click(screen.getByText('開始'))
  await expectToast('標示備貨中：已完成 1 筆')
})

test('a run that has ended before its start is answered tells its outcome, and so does its undo (BULK-03, BULK-08)', async () => {
  const earlier: Run = { ...done, id: 'run-0' }
  answerAtOnce({ current: [earlier], changed: done, ended: done })
  renderRuns()
  await screen.findByText('回復')
  fireEvent.click(screen.getByText('開始'))
  await expectToast('標示備貨中：已完成 1 筆')
  answerAtOnce({ current: [done], changed: undone, ended: undone })
  fireEvent.click(screen.getByText('回復'))
  await expectToast('已復原 1 筆')
})

function Listed() {
  const { data } = useQuery(apiQuery(adminRunApi.list, { query: { page: '1' } }))
  return <output>{data?.runs[0]?.state}</output>
}

test('the list of runs shows an undo that ends while it is open (BULK-08, MEND-23)', async () => {
  let current = undoing
  vi.stubGlobal('fetch', async (path: string) => {
    const pagination = { total_pages: 1, current_page: 1 }
    if (!path.includes('/admin/runs')) return Response.json({ success: true, run: current })
    return Response.json({ success: true, runs: [current], pagination })
  })
  renderAdmin(
    <>
      <Listed />
      <RunStrip />
    </>,
  )
  await screen.findByText('undoing')
  current = undone
  await expectToast('已復原 1 筆')
  expect(await screen.findByText('undone')).toBeTruthy()
})
