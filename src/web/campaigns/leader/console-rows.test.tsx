import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LeaderConsole } from '#contract/campaigns.ts'
import { setMemberSession, signedOutSession } from '../../api/member-session.ts'
import { HeldNetwork } from '../../testing/held-network.ts'
import { hideToast } from '../../ui/toast-store.ts'
import { useLeaderConsole } from '../campaigns.queries.ts'
import { ConsoleRows } from './console-rows.tsx'

const user = {
  uid: 'k3Jd82',
  displayName: null,
  email: null,
  emailVerified: true,
  phoneNumber: null,
  photoUrl: null,
  createdAt: null,
}

let network: HeldNetwork

beforeEach(() => {
  network = new HeldNetwork()
  setMemberSession({ user, isLoggedIn: true, token: 'token', isRestoring: false })
})
afterEach(() => {
  cleanup()
  hideToast()
  vi.unstubAllGlobals()
  setMemberSession(signedOutSession)
})

type Row = LeaderConsole['rows'][number]
const row = (participation_id: string, handedOut = false): Row =>
  ({
    ...{ participation_id, name: participation_id, tel_end: '678', state: 'confirmed', lines: [] },
    ...(handedOut && { handed_out_at: 1 }),
  }) as unknown as Row

function Console() {
  const { data } = useLeaderConsole('tea')
  if (!data) return null
  return <ConsoleRows code="tea" rows={data.console.rows} money="pay_after_success" />
}

async function open() {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Console />
    </QueryClientProvider>,
  )
  ;(await network.request(0)).answer({ success: true, console: { rows: [row('一'), row('二')] } })
  await screen.findByText('一')
}

const boxes = () => screen.getAllByRole<HTMLInputElement>('checkbox')
const box = (index: number) => boxes()[index] as HTMLInputElement
const writes = () => network.requests.filter(({ method }) => method !== 'GET')

test('boxes that are ticked quickly are all sent, and keep the focus', async () => {
  await open()
  box(0).focus()
  fireEvent.click(box(0))
  await waitFor(() => expect(writes()).toHaveLength(1))
  expect(document.activeElement).toBe(box(0))
  expect(box(0).disabled).toBe(false)
  fireEvent.click(box(1))
  await waitFor(() => expect(writes()).toHaveLength(2))
  expect(writes().map(({ path }) => decodeURIComponent(path).split('/').at(-1))).toEqual([
    '一',
    '二',
  ])
})

test('a box is shown as ticked at once, and a press on it until the answer is ignored', async () => {
  await open()
  fireEvent.click(box(0))
  await waitFor(() => expect(box(0).getAttribute('aria-disabled')).toBe('true'))
  expect(box(0).checked).toBe(true)
  expect(box(1).getAttribute('aria-disabled')).toBeNull()
  fireEvent.click(box(0))
  expect(box(0).checked).toBe(true)
  writes()[0]?.answer({ success: true, message: '已取貨' })
  const reread = await network.request(2)
  reread.answer({ success: true, console: { rows: [row('一', true), row('二')] } })
  await waitFor(() => expect(box(0).getAttribute('aria-disabled')).toBeNull())
  expect(box(0).checked).toBe(true)
  expect(writes()).toHaveLength(1)
})

test('a box whose tick is refused is empty again', async () => {
  await open()
  fireEvent.click(box(0))
  await waitFor(() => expect(writes()).toHaveLength(1))
  writes()[0]?.answer({ success: false, message: '尚未付款' }, 409)
  await waitFor(() => expect(box(0).getAttribute('aria-disabled')).toBeNull())
  expect(box(0).checked).toBe(false)
})
