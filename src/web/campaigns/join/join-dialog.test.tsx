import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, MemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Campaign, PlaceQuote } from '#contract/campaigns.ts'
import { orderApi } from '#contract/orders.ts'
import { privacyApi } from '#contract/privacy.ts'
import { defaultSettings } from '#contract/settings.ts'
import type { ShippingMethod } from '#contract/shipping.ts'
import { callerQuery } from '../../api/caller-query.ts'
import { type MemberUser, setMemberSession, signedOutSession } from '../../api/member-session.ts'
import { apiQuery } from '../../api/queries.ts'
import { brand, setLook, shopSettings } from '../../api/shop-config.ts'
import { paths } from '../../paths.ts'
import { loadDraft, saveDraft } from '../../shared/checkout-draft.ts'
import {
  crackerCampaign,
  teaCampaign,
  teaGroup,
  teaPlace,
} from '../../testing/campaign-fixtures.ts'
import { HeldNetwork } from '../../testing/held-network.ts'
import { hideToast, toastState } from '../../ui/toast-store.ts'
import { GroupView } from '../group-view.tsx'
import { OpenTeamDialog } from './join-dialog.tsx'

const member: MemberUser = {
  uid: 'k3Jd82',
  displayName: '王小明+太太',
  email: 'ming@example.com',
  emailVerified: true,
  phoneNumber: '+886912345678',
  photoUrl: null,
  createdAt: null,
}

let network: HeldNetwork
const isQuote = ({ path }: { path: string }) => path.endsWith('/quote')
const joins = () =>
  network.requests.filter((request) => request.method === 'POST' && !isQuote(request))

/** Answers what the form asks the price of, the newest question last. */
async function quote(total = 520, more: Partial<PlaceQuote> = {}) {
  const asked = await vi.waitUntil(() => network.requests.filter(isQuote).at(-1))
  const amounts = { subtotal: total, discount: 0, shipping_fee: 0, due_now: 0, due_later: total }
  await act(async () => asked.answer({ success: true, quote: { ...amounts, total, ...more } }))
  return asked
}

function signIn(user: MemberUser) {
  setMemberSession({ user, isLoggedIn: true, token: 'token', isRestoring: false })
  const key = callerQuery({ ...signedOutSession, user }, orderApi.defaults, {}).queryKey
  client.setQueryData(key, { success: true })
  const policy = { version: 1, text: '', terms: '', from: 0 }
  const read = apiQuery(privacyApi.read, { query: {} })
  client.setQueryData(read.queryKey, { success: true, policy, storage: [] })
}

/** The group with its form open. */
function openForm(user = member, group = teaGroup, campaign = teaCampaign) {
  signIn(user)
  const path = paths.group(teaGroup.code)
  const view = <GroupView campaign={campaign} group={group} path={path} />
  const router = createMemoryRouter(
    [
      { path, element: view },
      { path: '*', element: null },
    ],
    {
      initialEntries: [`${path}?join=1`],
    },
  )
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return { router, address: () => router.state.location.pathname + router.state.location.search }
}

let client: QueryClient
beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  network = new HeldNetwork()
})
afterEach(() => {
  cleanup()
  act(() => setMemberSession(signedOutSession))
  hideToast()
  localStorage.clear()
  vi.unstubAllGlobals()
})

test.each([
  ['was closed', { state: 'closing' }, '看其他開團'],
  ['is full', { places_left: 0 }, '已額滿'],
] as const)('the form is not opened on a group that %s meanwhile', async (_, change, said) => {
  const { address } = openForm(member, { ...teaGroup, ...change })
  expect((await screen.findAllByText(said)).length).toBeGreaterThan(0)
  expect(screen.queryByText('確認跟團')).toBeNull()
  expect(address()).toBe(paths.group(teaGroup.code))
})

test('a form to open a team stays when the campaign ends, with what is typed', async () => {
  signIn(member)
  const form = (campaign: Campaign) => (
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <OpenTeamDialog isOpen onClose={vi.fn()} user={member} campaign={campaign} />
      </MemoryRouter>
    </QueryClientProvider>
  )
  const { rerender } = render(form(teaCampaign))
  expect(await screen.findByRole('dialog', { name: '我要開團' })).toBeTruthy()
  rerender(form({ ...teaCampaign, state: 'closing' }))
  expect(screen.getByRole('dialog', { name: '我要開團' })).toBeTruthy()
})

async function send() {
  await waitFor(() => expect(screen.getByText('確認跟團').closest('button')?.disabled).toBe(false))
  fireEvent.click(screen.getByText('確認跟團'))
}

/** Agrees, sends, and gives the request that waits for its answer. */
async function join() {
  fireEvent.click(await screen.findByLabelText('我同意隱私權政策'))
  await quote()
  await send()
  return waitFor(() => {
    const [sent] = joins()
    if (!sent) throw new Error('nothing is sent')
    return sent
  })
}

/** Answers a join and the requests that follow it. */
async function answer(sent: Awaited<ReturnType<typeof join>>) {
  sent.answer({ success: true, message: '請在 15 分鐘內完成授權', participation: teaPlace })
  const pagination = { total_pages: 1, current_page: 1, has_pre: false, has_next: false }
  await waitFor(() => expect(toastState().message).toBe('請在 15 分鐘內完成授權'))
  await waitFor(() => {
    for (const { path, answer } of network.requests) {
      if (!path.includes('participations')) continue
      answer({ success: true, participations: [teaPlace], pagination, messages: [] })
    }
    expect(client.isMutating()).toBe(0)
  })
}

test.each([
  ['LINE', 'Safari Line/14.16.0', '以外部瀏覽器開啟'],
  ['Facebook', '[FBAN/FB4A;FBAV/480.0.0.30.109;]', null],
])(
  'inside %s the form says above its button how to leave it before the payment (SHARE-09)',
  async (_, userAgent, link) => {
    const copied = vi.fn(async () => undefined)
    vi.stubGlobal('navigator', { ...navigator, userAgent, clipboard: { writeText: copied } })
    openForm()
    const notice = await screen.findByText('請改用外部瀏覽器完成付款')
    const confirm = screen.getByText('確認跟團')
    expect(notice.compareDocumentPosition(confirm)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    const address = `${location.origin}/?openExternalBrowser=1#${paths.group(teaGroup.code)}`
    fireEvent.click(screen.getByText('複製團購網址'))
    await waitFor(() => expect(copied).toHaveBeenCalledWith(address))
    const leaving = screen.queryByText('以外部瀏覽器開啟')
    expect(leaving?.textContent ?? null).toBe(link)
    if (leaving) expect(leaving.closest('a')?.getAttribute('href')).toBe(address)
  },
)

test('a browser, and a form that is paid later inside LINE, show no such notice (SHARE-09)', async () => {
  openForm()
  expect(await screen.findByText('確認跟團')).toBeTruthy()
  expect(screen.queryByText('請改用外部瀏覽器完成付款')).toBeNull()
  cleanup()
  vi.stubGlobal('navigator', { ...navigator, userAgent: 'Safari Line/14.16.0' })
  openForm(member, teaGroup, { ...teaCampaign, money: 'pay_after_success' })
  expect(await screen.findByText('確認跟團')).toBeTruthy()
  expect(screen.queryByText('請改用外部瀏覽器完成付款')).toBeNull()
})

test('a contact name with a plus sign is sent whole', async () => {
  openForm()
  const { body } = await join()
  expect(body).toMatchObject({ data: { user: { name: '王小明+太太+k3Jd82' } } })
})

test('a place has an invoice to choose, where the shop issues them (INV-E-01)', async () => {
  const terms = { shipping: defaultSettings.shipping, methods: [] }
  setLook({ shop: shopSettings, brand, terms: { ...terms, issuesInvoices: true } })
  openForm()
  fireEvent.click(await screen.findByRole('radio', { name: '捐贈' }))
  const typed = { target: { value: '０９１９' } }
  fireEvent.change(screen.getByRole('textbox', { name: '捐贈碼' }), typed)
  const sent = await join()
  expect(sent.body).toMatchObject({ data: { invoice: { kind: 'donation', love_code: '0919' } } })
  const love_code = '捐贈碼是 3 至 7 碼數字，開頭的 0 也要填'
  const fields = { love_code }
  sent.answer({ success: false, message: [love_code], code: 'INVALID_INPUT', fields }, 400)
  await waitFor(() =>
    expect(screen.getByRole('textbox', { name: '捐贈碼' }).getAttribute('aria-invalid')).toBe(
      'true',
    ),
  )
  setLook({ shop: shopSettings, brand, terms })
})

test('what is refused of a contact that is not asked for is said, and can be sent again', async () => {
  openForm()
  const refusal = { success: false, message: ['Email 格式不正確'], fields: { email: 'x' } }
  ;(await join()).answer(refusal, 400)
  const notice = await screen.findByText('Email 格式不正確')
  expect(notice.closest('[role=alert]')).toBeTruthy()
  expect(toastState().open).toBe(false)
  await send()
  await waitFor(() => expect(joins()).toHaveLength(2))
})

test('a join that is answered in its open form leads on to the payment (JOIN-05)', async () => {
  const { address } = openForm()
  await answer(await join())
  expect(address()).toBe(paths.pay('order'))
})

test('a join deletes the contact of the draft, and a refused one does not', async () => {
  const draft = { address: '臺北市信義區', message: '平日送達' }
  saveDraft(member.uid, draft)
  openForm()
  ;(await join()).answer({ success: false, message: '只剩 1 份，請減少數量' }, 409)
  expect(await screen.findByText('只剩 1 份，請減少數量')).toBeTruthy()
  expect(loadDraft(member.uid)).toMatchObject(draft)
  await send()
  await waitFor(() => expect(joins()).toHaveLength(2))
  await answer(joins()[1] as (typeof network.requests)[0])
  expect(loadDraft(member.uid)).toEqual({ message: '平日送達' })
})

test('a join that is answered on another screen leaves that one alone', async () => {
  const { router, address } = openForm()
  saveDraft(member.uid, { name: '王大明', isReplaced: true })
  const sent = await join()
  await act(() => router.navigate('/elsewhere'))
  await answer(sent)
  expect(address()).toBe('/elsewhere')
  expect(loadDraft(member.uid)).toBeNull()
})

test('a join that is answered after its form was closed leads nowhere', async () => {
  const { address } = openForm()
  const sent = await join()
  fireEvent.click(screen.getByLabelText('關閉'))
  await answer(sent)
  expect(address()).toBe(paths.group(teaGroup.code))
})

test('a join that is refused after its form was closed is said by a toast', async () => {
  openForm()
  const sent = await join()
  fireEvent.click(screen.getByLabelText('關閉'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  sent.answer({ success: false, message: '只剩 1 份，請減少數量' }, 409)
  await waitFor(() => expect(toastState()).toMatchObject({ open: true, success: false }))
})

test('a form that is opened again does not repeat the refusal of before', async () => {
  const { router, address } = openForm()
  ;(await join()).answer({ success: false, message: '只剩 1 份，請減少數量' }, 409)
  expect(await screen.findByText('只剩 1 份，請減少數量')).toBeTruthy()
  fireEvent.click(screen.getByLabelText('關閉'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await act(() => router.navigate(`${address()}?join=1`))
  expect(await screen.findByText('確認跟團')).toBeTruthy()
  expect(screen.queryByText('只剩 1 份，請減少數量')).toBeNull()
})

test('another member who signs in finds none of the first one in the form', async () => {
  openForm({ ...member, displayName: null })
  const name = await screen.findByLabelText('聯絡人')
  fireEvent.change(name, { target: { value: '林小春' } })
  act(() => signIn({ ...member, uid: 'p9Qw41', displayName: null }))
  expect((await screen.findByLabelText<HTMLInputElement>('聯絡人')).value).toBe('')
})

test('the button of the form to open a team says so (DOOR-06)', async () => {
  signIn(member)
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <OpenTeamDialog isOpen onClose={vi.fn()} user={member} campaign={teaCampaign} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  expect(await screen.findByRole('button', { name: '確認開團' })).toBeTruthy()
})

test('what a place costs is what the server says, and goes with the join (MEND-24)', async () => {
  openForm()
  fireEvent.click(await screen.findByLabelText('我同意隱私權政策'))
  expect(screen.getByText('計算金額中')).toBeTruthy()
  await quote(600, { subtotal: 560, discount: 40, shipping_fee: 80 })
  await screen.findByText('商品最高')
  const sums = ['商品最高NT$560', '優惠碼−NT$40', '運費NT$80', '現在不收款，成團後付款最高 NT$600']
  for (const sum of sums) expect(screen.getByRole('dialog').textContent).toContain(sum)

  await send()
  const sent = await vi.waitUntil(() => joins()[0])
  expect(sent.body).toMatchObject({ data: { expected_total: 600 } })
  const changed = { code: 'GROUP_TOTAL_CHANGED', message: '金額已變更為 NT$640，請重新確認' }
  sent.answer({ success: false, ...changed }, 409)
  await vi.waitUntil(() => network.requests.filter(isQuote).length === 2)
  await quote(640)
  expect(await screen.findByText(changed.message)).toBeTruthy()
  expect(await screen.findByText('最高 NT$640')).toBeTruthy()
})

test('a coupon is priced before it is agreed to, and one that is refused says so (MEND-24)', async () => {
  openForm(member, teaGroup, { ...teaCampaign, coupons: true })
  await quote(520)
  const field = await screen.findByLabelText('優惠碼')
  fireEvent.change(field, { target: { value: 'spring' } })
  fireEvent.blur(field)
  const asked = await vi.waitUntil(() => network.requests.filter(isQuote)[1])
  expect(asked.body).toMatchObject({ data: { coupon: 'spring' } })
  expect(screen.getByText('確認跟團').closest('button')?.disabled).toBe(true)
  asked.answer({ success: false, code: 'COUPON_UNKNOWN', message: '找不到優惠券!' }, 404)
  expect(await screen.findByText('找不到優惠券!')).toBeTruthy()
  await quote(520)
  expect(await screen.findByText('最高 NT$520')).toBeTruthy()
})

const rows = () => within(screen.getByRole('table', { name: '選擇規格與數量' }))
const piecesOf = (name: RegExp) =>
  within(rows().getByRole('row', { name })).getByRole<HTMLInputElement>('textbox')

test('twelve variants are one table, and joined by one request (VAR-07)', async () => {
  openForm(member, teaGroup, { ...crackerCampaign, is_from_stock: true })
  await screen.findByRole('table', { name: '選擇規格與數量' })
  expect(screen.getByText('請選擇數量')).toBeTruthy()
  expect(rows().getByRole('rowheader', { name: /辣味/ }).textContent).toBe('辣味最高 NT$110／包')
  const stock = network.requests.find(({ path }) => path.includes('/stock?'))
  const counted = [
    { product_id: 'c1', left: 3 },
    { product_id: 'c2', left: 0 },
  ]
  await act(async () => stock?.answer({ success: true, stock: counted }))
  expect(await rows().findByText('僅剩 3 件')).toBeTruthy()
  expect(rows().getByText('已售完')).toBeTruthy()

  await userEvent.click(piecesOf(/原味/))
  await userEvent.keyboard('{Control>}a{/Control}2')
  // Down leads past what is sold out, and what is typed takes the place of the number there.
  for (const typed of ['1', '1', '1', '1', '1', '1', '1', '1', '1', '1']) {
    await userEvent.keyboard(`{ArrowDown}${typed}`)
  }
  expect(rows().getByRole('row', { name: /合計/ }).textContent).toBe('合計12 份')
  const { body } = await join()
  const lines = Array.from({ length: 12 }, (_, index) => ({
    ...{ product_id: 'c0', variant_id: `c${index}`, qty: index === 0 ? 2 : 1 },
  })).toSpliced(2, 1)
  expect(body).toMatchObject({ data: { lines } })
})

test('a product without options stands in the same table as a variant (VAR-07)', async () => {
  const products = [...teaCampaign.products, ...crackerCampaign.products]
  const prices = [...teaCampaign.tiers, ...crackerCampaign.tiers.slice(0, 1)].flatMap(
    (tier) => tier.prices,
  )
  openForm(member, teaGroup, { ...crackerCampaign, products, tiers: [{ from_units: 1, prices }] })
  await screen.findByRole('table', { name: '選擇規格與數量' })
  fireEvent.change(piecesOf(/春茶/), { target: { value: '2' } })
  fireEvent.change(piecesOf(/抹茶/), { target: { value: '1' } })
  const { body } = await join()
  const lines = [
    { product_id: 'p1', qty: 2 },
    { product_id: 'c0', variant_id: 'c11', qty: 1 },
  ]
  expect(body).toMatchObject({ data: { lines } })
})

test('of the methods of a campaign one is chosen, at the fee that its quote shows (SHIP-03)', async () => {
  const method = (id: string, kind: ShippingMethod['kind'], name: string): ShippingMethod => ({
    ...{ id, kind, name, fee: 0, free_over: null, outlying: { mode: 'same' }, cod: false },
    temperatures: ['normal'],
  })
  const places = [{ id: 'a', name: '中山店', address: '臺北市', hours: '' }]
  const own = { ...method('own', 'place', '自取'), places }
  const delivery = [method('home', 'home', '宅配'), own, method('fast', 'home', '快遞')]
  const { shipping } = defaultSettings
  setLook({ shop: shopSettings, brand, terms: { shipping, delivery, methods: [] } })
  openForm(member, teaGroup, {
    ...teaCampaign,
    ...{ delivery: 'each', shipping_method_ids: ['own', 'fast'] },
  })
  await screen.findByRole('radio', { name: '快遞' })
  expect(screen.queryByRole('radio', { name: '宅配' })).toBeNull()
  const offers = [
    { id: 'own', kind: 'place' as const, name: '自取', cod: false, is_offered: true, fee: 0 },
    { id: 'fast', kind: 'home' as const, name: '快遞', cod: false, is_offered: true, fee: 200 },
  ]
  await quote(720, { shipping_fee: 200, shipping: { methods: offers, chosen: 'fast' } })
  fireEvent.click(screen.getByRole('radio', { name: '自取' }))
  const asked = () => network.requests.filter(isQuote).at(-1)?.body
  await waitFor(() => {
    expect(asked()).toMatchObject({ data: { shipping: { shipping_method: 'own' } } })
  })
  await quote(520, { shipping: { methods: offers, chosen: 'own' } })
  expect(screen.queryByLabelText('地址')).toBeNull()
  fireEvent.click(await screen.findByLabelText('我同意隱私權政策'))
  await send()
  const sent = await vi.waitUntil(() => joins()[0])
  expect(sent.body).toMatchObject({
    data: { shipping: { method_id: 'own', place_id: 'a', fee: 0 }, expected_total: 520 },
  })
  setLook({ shop: shopSettings, brand, terms: { shipping, methods: [] } })
})
