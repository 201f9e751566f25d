import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { Link, MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LedGroup, Participation } from '#contract/campaigns.ts'
import { setMemberSession, signedOutSession } from '../../api/member-session.ts'
import { paths } from '../../paths.ts'
import { teaCampaign, teaGroup, teaPlace } from '../../testing/campaign-fixtures.ts'
import { HeldNetwork } from '../../testing/held-network.ts'
import { LinkContext } from '../../ui/link-component.tsx'
import { MyGroupsPage } from './my-groups-page.tsx'

const user = {
  uid: 'k3Jd82',
  displayName: null,
  email: null,
  emailVerified: true,
  phoneNumber: null,
  photoUrl: null,
  createdAt: null,
}
const ledGroup = { ...teaGroup, title: '帶的團' } as unknown as LedGroup

let network: HeldNetwork
let client: QueryClient

beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  network = new HeldNetwork()
  setMemberSession({ user, isLoggedIn: true, token: 'token', isRestoring: false })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  setMemberSession(signedOutSession)
})

function open(page: number) {
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[paths.myGroups(page)]}>
        <LinkContext value={Link}>
          <MyGroupsPage />
        </LinkContext>
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

/** The last request of a page of a list, once it is there. */
async function requestOf(
  list: 'participations' | 'leading' | 'commission',
  page: number,
  count = 1,
) {
  return waitFor(() => {
    const asked = network.requests.filter(
      ({ path }) => path.includes(`/${list}?`) && path.endsWith(`page=${page}`),
    )
    const last = asked.at(-1)
    if (!last || asked.length < count) throw new Error('not asked yet')
    return last
  })
}

function paging(page: number, pages: number) {
  const rest = { has_pre: page > 1, has_next: page < pages, category: '' }
  return { messages: [], pagination: { ...rest, total_pages: pages, current_page: page } }
}

async function answerPlaces(page: number, pages: number, participations: Participation[]) {
  const request = await requestOf('participations', page)
  request.answer({ success: true, participations, ...paging(page, pages) })
}

test('a page of places past the end leads to the first one', async () => {
  open(2)
  await answerPlaces(2, 1, [])
  expect(await screen.findByText('這一頁沒有跟團')).toBeTruthy()
  const link = screen.getByRole('link', { name: '回到第一頁' })
  expect(link.getAttribute('href')).toBe(paths.myGroups())
})

test('a member without a place is led to the campaigns', async () => {
  open(1)
  await answerPlaces(1, 1, [])
  expect(await screen.findByText('還沒有跟過團')).toBeTruthy()
  expect(screen.getByRole('link', { name: '看開團中的團購' })).toBeTruthy()
})

test('while another page of places loads, that before is marked as busy', async () => {
  open(1)
  await answerPlaces(1, 2, [teaPlace])
  const place = await screen.findByText('春茶')
  expect(place.closest('[aria-busy="true"]')).toBeNull()
  fireEvent.click(screen.getByRole('link', { name: '第 2 頁' }))
  await requestOf('participations', 2)
  expect(screen.getByText('春茶').closest('[aria-busy="true"]')).not.toBeNull()
})

test('a place is changed once its campaign can be read, and says so until then', async () => {
  open(1)
  await answerPlaces(1, 1, [teaPlace])
  fireEvent.click(await screen.findByText('修改'))
  const asked = (count: number) =>
    waitFor(() => {
      const requests = network.requests.filter(({ path }) => path.endsWith('/campaign/tea'))
      if (requests.length < count) throw new Error('not asked yet')
      return requests.at(-1)
    })
  const refused = { success: false, message: '操作過於頻繁，請稍後再試' }
  ;(await asked(1))?.answer(refused, 429)
  expect(await screen.findByText('團購資料暫時無法顯示')).toBeTruthy()
  fireEvent.click(screen.getByText('重試'))
  const serverNow = Math.floor(Date.now() / 1_000)
  ;(await asked(2))?.answer({ success: true, campaign: teaCampaign, server_now: serverNow })
  expect(await screen.findByText('儲存')).toBeTruthy()
})

test('a page of led groups that is gone gives way to the last one', async () => {
  open(1)
  const answer = async (page: number, pages: number, groups: LedGroup[], count = 1) =>
    (await requestOf('leading', page, count)).answer({
      ...{ success: true, groups },
      ...paging(page, pages),
    })
  await answer(1, 2, [ledGroup])
  const led = within(await screen.findByRole('region', { name: '我帶的團' }))
  fireEvent.click(led.getByText('下一頁'))
  await answer(2, 2, [ledGroup])
  await waitFor(() => expect(led.getByText<HTMLButtonElement>('上一頁').disabled).toBe(false))
  act(() => void client.invalidateQueries())
  await answer(2, 1, [], 2)
  await answer(1, 1, [ledGroup], 2)
  expect(await screen.findByRole('heading', { name: '春茶' })).toBeTruthy()
})

const commission = (page: number, note: string) => ({
  ...{ success: true, balance: 30, ...paging(page, 2) },
  entries: [{ kind: 'adjusted', amount: 30, note, at: 1_900_000_000 }],
})

test('the commission stays while another page of it loads, and is marked as busy', async () => {
  open(1)
  ;(await requestOf('commission', 1)).answer(commission(1, '第一筆'))
  const first = await screen.findByText('第一筆')
  expect(first.closest('[aria-busy="true"]')).toBeNull()
  fireEvent.click(screen.getByText('下一頁'))
  const second = await requestOf('commission', 2)
  expect(screen.getByText('第一筆').closest('[aria-busy="true"]')).not.toBeNull()
  second.answer(commission(2, '第二筆'))
  expect(await screen.findByText('第二筆')).toBeTruthy()
  expect(screen.queryByText('第一筆')).toBeNull()
})

test.each([
  ['commission', '分潤暫時無法顯示', commission(1, '第一筆'), '第一筆'],
  [
    'leading',
    '我帶的團暫時無法顯示',
    { success: true, groups: [ledGroup], ...paging(1, 1) },
    '春茶',
  ],
] as const)(
  'a %s that cannot be read says so and is read again',
  async (list, message, reply, shown) => {
    open(1)
    ;(await requestOf(list, 1)).answer({ success: false, message: '系統忙碌中' }, 500)
    const alert = within(
      await screen.findByText(message).then((text) => text.parentElement as HTMLElement),
    )
    fireEvent.click(alert.getByText('重試'))
    ;(await requestOf(list, 1, 2)).answer(reply)
    expect(await screen.findByText(shown)).toBeTruthy()
    expect(screen.queryByText(message)).toBeNull()
  },
)

test('what cannot be read at all is told once', async () => {
  open(1)
  for (const list of ['participations', 'leading', 'commission'] as const) {
    ;(await requestOf(list, 1)).answer({ success: false, message: '系統忙碌中' }, 500)
  }
  expect(await screen.findByText('我的團暫時無法顯示')).toBeTruthy()
  expect(screen.getAllByText('重試')).toHaveLength(1)
})
