import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HeldNetwork } from '../../testing/held-network.ts'
import { hideToast } from '../../ui/toast-store.ts'
import { isInactive, renderAdmin } from '../testing/render-admin.tsx'
import { SelectionActions } from './selection-actions.tsx'

let network: HeldNetwork

beforeEach(() => {
  network = new HeldNetwork()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  hideToast()
})

interface Checked {
  checked: { id: string }[]
  isAllChecked: boolean
}

const page: Checked = { checked: [{ id: 'a' }, { id: 'b' }], isAllChecked: true }

/** Shows what is checked after a refetch of the list. */
let show: (next: Checked) => void

function Actions() {
  const [selection, setSelection] = useState(page)
  show = (next) => act(() => setSelection(next))
  return (
    <SelectionActions
      list={{
        exportKind: 'orders',
        runs: { kind: 'orders', actions: [{ action: 'ship', permission: 'order.ship' }] },
      }}
      {...selection}
      hasMore
      listKey="page-1"
      filter={{ state: 'paid' }}
      onStarted={() => undefined}
      isAtBottom={false}
      onOpen={() => undefined}
      onBulk={() => undefined}
    >
      {null}
    </SelectionActions>
  )
}

async function choose(item: string) {
  fireEvent.click(screen.getByText('批次操作'))
  fireEvent.click(await screen.findByRole('menuitem', { name: item }))
  await screen.findByRole('dialog')
}
const bodies = () => network.requests.map(({ body }) => (body as { data: object }).data)

/** Starts the run, which is tried first, and gives what was sent. */
async function startRun() {
  const trial = await network.request(0)
  trial.answer({ success: true, will_change: 2, cannot: [] })
  const dialog = await screen.findByRole('dialog')
  const start = dialog.querySelector<HTMLButtonElement>('[type=submit]')
  await waitFor(() => expect(isInactive(start)).toBe(false))
  if (start) fireEvent.click(start)
  await network.request(1)
  return bodies()[1]
}

test('a run over all that match stays one when a new entry comes to the page', async () => {
  renderAdmin(<Actions />)
  fireEvent.click(screen.getByText('選取符合條件的全部資料'))
  await choose('標示已出貨')
  show({ ...page, isAllChecked: false })
  const sent = await startRun()
  expect(sent).toMatchObject({ filter: { state: 'paid' } })
  expect(sent).not.toHaveProperty('ids')
})

test('a run stays open, with its entries, when they leave the page', async () => {
  renderAdmin(<Actions />)
  await choose('標示已出貨')
  show({ checked: [], isAllChecked: false })
  expect(await startRun()).toMatchObject({ ids: ['a', 'b'] })
})

test('an export of all that match stays one when a new entry comes to the page', async () => {
  renderAdmin(<Actions />)
  fireEvent.click(screen.getByText('選取符合條件的全部資料'))
  await choose('匯出')
  show({ ...page, isAllChecked: false })
  fireEvent.click(screen.getByText('匯出', { selector: '[type=submit]' }))
  await network.request(0)
  expect(bodies()[0]).not.toHaveProperty('ids')
})

test('an export stays open, with its entries, when they leave the page', async () => {
  renderAdmin(<Actions />)
  await choose('匯出')
  show({ checked: [], isAllChecked: false })
  fireEvent.click(screen.getByText('匯出', { selector: '[type=submit]' }))
  await network.request(0)
  expect(bodies()[0]).toMatchObject({ ids: ['a', 'b'] })
})
