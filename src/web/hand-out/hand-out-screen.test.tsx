import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { HandOut } from '#contract/hand-out.ts'
import { setMemberSession, signedOutSession } from '../api/member-session.ts'
import { forgetLists } from '../shared/hand-out-lists.ts'
import { HandOutScreen } from './hand-out-screen.tsx'

const user = {
  ...{ uid: 'k3Jd82', displayName: null, email: null, emailVerified: true },
  ...{ phoneNumber: null, photoUrl: null, createdAt: null },
}
const row = (id: string, name: string, code: string): HandOut => ({
  ...{ id, name, tel_end: '678', code_end: code.slice(-3), state: 'waiting', owed: 0 },
  lines: [{ product_id: 'tea', title: '高山茶', qty: 2 }],
})
const codes: Record<string, string> = { '123456': 'a', '777888': 'b' }

/** The shop as the network shows it. */
let shop: {
  isAway: boolean
  /** The list is asked for, and never answered. */
  isListHeld?: boolean
  rows: HandOut[]
  sent: { id: string; code?: string; received?: number }[]
  calls: string[]
}

beforeEach(() => {
  localStorage.clear()
  setMemberSession({ user, isLoggedIn: true, token: 'token', isRestoring: false })
  shop = {
    ...{ isAway: false, sent: [], calls: [] },
    rows: [row('a', '王小明', '123456'), row('b', '林小美', '777888')],
  }
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (shop.isAway) throw new TypeError('Failed to fetch')
    shop.calls.push(`${init.method} ${path}`)
    if (init.method === 'POST') {
      const { items } = JSON.parse(String(init.body)).data
      shop.sent.push(...items)
      for (const { id, is_undo: isUndo } of items) {
        shop.rows = shop.rows.map((one) =>
          one.id !== id
            ? one
            : isUndo
              ? { ...one, state: 'waiting' }
              : { ...one, state: 'handed_out', undo_until: 9e9 },
        )
      }
      const results = items.map(() => ({ result: 'handed_out' }))
      return Response.json({ success: true, results, server_now: 0 })
    }
    const code = /hand-out\/(\d+)$/.exec(path)?.[1]
    if (code === undefined) {
      if (shop.isListHeld) return new Promise<Response>(() => {})
      const list = { hand_outs: shop.rows, total: shop.rows.length, remindable: 0 }
      return Response.json({ success: true, ...list, server_now: 0 })
    }
    const found = shop.rows.find(({ id }) => id === codes[code])
    return found
      ? Response.json({ success: true, hand_out: found, server_now: 0 })
      : Response.json({ success: false, message: '找不到這個取貨代碼' }, { status: 404 })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  setMemberSession(signedOutSession)
})

function open() {
  return render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <HandOutScreen helper={{ owner: 'm.k3Jd82', isStaff: false, group: 'tea' }} />
    </QueryClientProvider>,
  )
}
const type = (text: string) =>
  fireEvent.change(screen.getByLabelText('代碼或姓名'), { target: { value: text } })
const section = (name: RegExp) => within(screen.getByRole('region', { name }))

test('a typed code shows what to give, and one press ticks it off (AFTER-11)', async () => {
  open()
  await screen.findByRole('region', { name: '未取 2' })
  type('123456')
  const sheet = within(await screen.findByRole('dialog', { name: '王小明' }))
  expect(sheet.getByText('× 2')).toBeTruthy()
  fireEvent.click(sheet.getByRole('button', { name: '已取貨' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(shop.sent).toMatchObject([{ id: 'a', code: '123456' }]))
  await waitFor(() => expect(section(/^已取 1/).getByText('王小明')).toBeTruthy())
  expect(screen.getByLabelText<HTMLInputElement>('代碼或姓名').value).toBe('')
})

test('a code that nobody has is said to be unknown', async () => {
  open()
  await screen.findByRole('region', { name: '未取 2' })
  type('999999')
  expect(await screen.findByText('找不到這個取貨代碼')).toBeTruthy()
})

test('without a network the list of the device is there, a code finds its person, and the press is sent later (AFTER-05)', async () => {
  const first = open()
  await screen.findByRole('region', { name: '未取 2' })
  first.unmount()
  shop.isAway = true
  open()
  await screen.findByRole('region', { name: '未取 2' })
  expect(await screen.findByText(/，名單為 \d{4}\/\d\d\/\d\d \d\d:\d\d 的資料$/)).toBeTruthy()
  type('777888')
  const sheet = within(await screen.findByRole('dialog', { name: '林小美' }))
  expect(sheet.getByText(/代碼尚未核對/)).toBeTruthy()
  fireEvent.click(sheet.getByRole('button', { name: '已取貨' }))
  expect(await screen.findByText(/1 筆待傳送/)).toBeTruthy()
  expect(section(/^已取 1/).getByText('待傳送')).toBeTruthy()
  expect(shop.sent).toEqual([])
  shop.isAway = false
  fireEvent(window, new Event('online'))
  await waitFor(() => expect(shop.sent).toMatchObject([{ id: 'b', code: '777888' }]))
  await waitFor(() => expect(screen.queryByText(/待傳送/)).toBeNull())
})

test('a name finds its row, and what was pressed can be undone (AFTER-05)', async () => {
  open()
  await screen.findByRole('region', { name: '未取 2' })
  type('小美')
  expect(screen.queryByText('王小明')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: /林小美/ }))
  fireEvent.click(await screen.findByRole('button', { name: '已取貨' }))
  await waitFor(() => expect(shop.sent).toHaveLength(1))

  fireEvent.click(await screen.findByRole('button', { name: /林小美/ }))
  fireEvent.click(await screen.findByRole('button', { name: '復原，還沒取貨' }))
  await waitFor(() => expect(shop.sent.at(-1)).toMatchObject({ id: 'b', is_undo: true }))
  await screen.findByRole('region', { name: '未取 2' })
})

test('what is owed to the leader is taken with the goods in one press (AFTER-06)', async () => {
  shop.rows = [
    { ...row('a', '王小明', '123456'), state: 'unpaid', owed: 420, is_owed_to_leader: true },
  ]
  open()
  fireEvent.click(await screen.findByText('王小明'))
  expect(await screen.findByText('請先收款 NT$420')).toBeDefined()
  fireEvent.click(screen.getByText('收 NT$420，已取貨'))
  await waitFor(() => expect(shop.sent).toMatchObject([{ id: 'a', received: 420 }]))
  await waitFor(() => expect(section(/^已取 1/).getByText('王小明')).toBeDefined())
})

test('an answered press stays ticked while the list cannot be read again (AFTER-05)', async () => {
  open()
  await screen.findByRole('region', { name: '未取 2' })
  fireEvent.click(screen.getByRole('button', { name: /林小美/ }))
  shop.isListHeld = true
  fireEvent.click(await screen.findByRole('button', { name: '已取貨' }))
  await waitFor(() => expect(shop.sent).toHaveLength(1))
  await waitFor(() => expect(screen.queryByText('待傳送')).toBeNull())
  expect(section(/^已取 1/).getByText('林小美')).toBeDefined()
})

test('a device that somebody has signed out of has no names of the hand-out', async () => {
  open()
  await screen.findByRole('region', { name: '未取 2' })
  expect(JSON.stringify(localStorage)).toContain('王小明')
  forgetLists()
  expect(JSON.stringify(localStorage)).not.toContain('王小明')
})
