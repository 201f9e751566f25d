import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { Link, MemoryRouter, Route, Routes, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Campaign } from '#contract/campaigns.ts'
import { setMemberSession, signedOutSession } from '../../api/member-session.ts'
import { paths } from '../../paths.ts'
import { teaCampaign, teaGroup, teaPlace } from '../../testing/campaign-fixtures.ts'
import { HeldNetwork } from '../../testing/held-network.ts'
import { LinkContext } from '../../ui/link-component.tsx'
import { GroupView } from '../group-view.tsx'
import { OwnPlace } from '../own/own-place.tsx'
import { SellPanel } from './sell-panel.tsx'
import { noteSellerLink } from './seller-link.ts'
import { SellingPage } from './selling-page.tsx'

const campaign: Campaign = { ...teaCampaign, has_sellers: true, commission_percent: 5 }
const user = {
  ...{ uid: 'm1', displayName: '林小華', email: 'hua@example.com', emailVerified: true },
  ...{ phoneNumber: null, photoUrl: null, createdAt: null },
}
const selling = {
  ...{ code: 'k3f9x2ab', name: '林○○', commission_percent: 5, places: 2, units: 6, goods: 600 },
  ...{ earned: 20, expected: 10, campaign: { ...teaGroup.campaign } },
}
const detail = {
  ...{ success: true, can_sell: true, money: 'pay_after_success', messages: [] },
  pagination: { total_pages: 1, current_page: 1, has_pre: false, has_next: false, category: '' },
}

let network: HeldNetwork
beforeEach(() => {
  network = new HeldNetwork()
})
afterEach(() => {
  cleanup()
  act(() => setMemberSession(signedOutSession))
  localStorage.clear()
  vi.unstubAllGlobals()
})

const signIn = () =>
  act(() => setMemberSession({ user, isLoggedIn: true, token: 'token', isRestoring: false }))
const asked = (part: string, method = 'GET') =>
  vi.waitUntil(() =>
    network.requests.findLast((one) => one.path.includes(part) && one.method === method),
  )

function Address() {
  const { pathname, search } = useLocation()
  return <p data-testid="address">{pathname + search}</p>
}

function open(view: ReactNode, address = '/here') {
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <MemoryRouter initialEntries={[address]}>
        <LinkContext value={Link}>
          <Address />
          <Routes>
            <Route path={paths.selling(':id')} element={view} />
            <Route path="/*" element={view} />
          </Routes>
        </LinkContext>
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

const clickLink = () => noteSellerLink(`/main/groups/detail/${campaign.id}?seller=k3f9x2ab`)
const groupView = <GroupView campaign={campaign} group={teaGroup} path="/here" />

test('a buyer sees whose link led to the group, and takes it away by one press (AFTER-10)', async () => {
  clickLink()
  open(groupView)
  const request = await asked('/seller/k3f9x2ab')
  expect(request.path).toContain(`/campaign/${campaign.id}/`)
  request.answer({ success: true, seller: { name: '林○○' } })
  const badge = within(await screen.findByRole('region', { name: '幫賣' }))
  expect(badge.getByText('林○○')).toBeTruthy()
  expect(badge.getByText('您的價格不變，店家會分潤給對方')).toBeTruthy()
  await userEvent.click(badge.getByRole('button', { name: '移除' }))
  expect(screen.queryByRole('region', { name: '幫賣' })).toBeNull()
  expect(localStorage.getItem('sellerLinks')).toBeNull()
})

test.each([
  ['a link that counts for nothing says nothing', {}, null],
  ['the own link says that it does not count', { is_own: true }, '這是您自己的幫賣連結'],
])('%s (AFTER-10)', async (_, reply, said) => {
  clickLink()
  open(groupView)
  const request = await asked('/seller/k3f9x2ab')
  await act(async () => request.answer({ success: true, ...reply }))
  if (said) expect(await screen.findByText(new RegExp(said))).toBeTruthy()
  else await waitFor(() => expect(screen.queryByRole('region', { name: '幫賣' })).toBeNull())
})

test('nothing is asked for without a link, or for a campaign that nobody sells', async () => {
  open(groupView)
  cleanup()
  clickLink()
  open(<GroupView campaign={teaCampaign} group={teaGroup} path="/here" />)
  await screen.findAllByText('我要跟團')
  expect(network.requests.filter(({ path }) => path.includes('/seller/'))).toEqual([])
})

test('a place says whose it is (AFTER-10)', () => {
  open(<OwnPlace place={{ ...teaPlace, seller: { name: '林○○' } }} />)
  expect(screen.getByText('由 林○○ 幫賣')).toBeTruthy()
})

test('a member takes the link with the name that buyers see, and shares it (AFTER-10)', async () => {
  signIn()
  open(<SellPanel campaign={campaign} path="/here" />)
  ;(await asked(`/selling/${campaign.id}`)).answer({ ...detail, places: [] })
  expect(await screen.findByText(/您可得商品金額 5 %/)).toBeTruthy()
  const name = screen.getByLabelText('您的稱呼')
  expect((name as HTMLInputElement).value).toBe('林小華')
  await userEvent.clear(name)
  await userEvent.click(screen.getByRole('button', { name: '取得幫賣連結' }))
  expect(screen.getByText('請填寫您的稱呼')).toBeTruthy()
  await userEvent.type(name, '小華')
  await userEvent.click(screen.getByRole('button', { name: '取得幫賣連結' }))
  const sent = await asked(`/campaign/${campaign.id}/seller`, 'POST')
  expect(sent.body).toEqual({ data: { name: '小華' } })
  sent.answer({ success: true, message: '已取得幫賣連結', selling })
  await vi.waitUntil(() => network.requests.length === 3)
  ;(await asked(`/selling/${campaign.id}`)).answer({ ...detail, selling, places: [] })
  expect(await screen.findByText('已有 2 位從您的連結跟團，共 6 份')).toBeTruthy()
  const withClipboard = userEvent.setup()
  await withClipboard.click(screen.getByRole('button', { name: '複製連結' }))
  expect(await navigator.clipboard.readText()).toBe(
    `${location.origin}${paths.campaign(campaign.id)}?seller=k3f9x2ab&via=copy&openExternalBrowser=1`,
  )
})

test('a guest is led to the sign-in; where the shop names who sells, the panel is for those (AFTER-10)', async () => {
  open(<SellPanel campaign={campaign} path="/here" />)
  await userEvent.click(await screen.findByRole('button', { name: '登入取得連結' }))
  await waitFor(() => expect(screen.getByTestId('address').textContent).toContain('next=%2Fhere'))
  cleanup()
  open(<SellPanel campaign={{ ...campaign, leaders_only: true }} path="/here" />)
  expect(screen.queryByText('幫賣這個團購')).toBeNull()
  signIn()
  cleanup()
  open(<SellPanel campaign={{ ...campaign, leaders_only: true }} path="/here" />)
  const read = await asked(`/selling/${campaign.id}`)
  await act(async () => read.answer({ ...detail, can_sell: false, places: [] }))
  expect(screen.queryByText('幫賣這個團購')).toBeNull()
})

test('a seller reads sums and masked places, and that the shop has ended the link (AFTER-10)', async () => {
  signIn()
  open(<SellingPage />, paths.selling(campaign.id))
  const place = { participation_id: 'p', qty: 5, joined_at: 1_800_000_000 }
  ;(await asked(`/selling/${campaign.id}`)).answer({
    ...{ ...detail, selling: { ...selling, ended_at: 1_800_000_000 } },
    places: [
      { ...place, name: '王○○', state: 'confirmed', commission: 20 },
      { ...place, participation_id: 'q', name: '匿名團友', state: 'held' },
    ],
  })
  expect(await screen.findByText(/結束您的幫賣/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: '複製連結' })).toBeNull()
  expect(screen.getByText('2 位，6 份')).toBeTruthy()
  const [first, second] = screen.getAllByRole('listitem')
  expect(first?.textContent).toContain('王○○')
  expect(first?.textContent).toContain('分潤 NT$20')
  expect(second?.textContent).not.toContain('分潤')
})
