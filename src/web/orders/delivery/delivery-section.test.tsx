import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Cart } from '#contract/cart.ts'
import { defaultSettings } from '#contract/settings.ts'
import type { OfferedMethod, ShippingMethod } from '#contract/shipping.ts'
import { type MemberUser, setMemberSession, signedOutSession } from '../../api/member-session.ts'
import { brand, setLook, shopSettings } from '../../api/shop-config.ts'
import { HeldNetwork } from '../../testing/held-network.ts'
import { CheckoutForm } from '../checkout-form.tsx'
import { knownContact } from '../contact.ts'
import type { OrderContent } from '../order-content.ts'

const method = (id: string, kind: ShippingMethod['kind'], name: string): ShippingMethod => ({
  ...{ id, kind, name, fee: 0, free_over: null, outlying: { mode: 'same' }, cod: false },
  temperatures: ['normal'],
})
const place = (id: string, name: string) => ({ id, name, address: `${name}的地址`, hours: '' })
const methods: ShippingMethod[] = [
  method('home', 'home', '宅配'),
  { ...method('own', 'place', '自取'), places: [place('a', '中山店'), place('b', '大安店')] },
  { ...method('store', 'store', '超商取貨'), chains: ['UNIMART'] },
  method('cold', 'home', '冷凍宅配'),
]
const fees: Record<string, number> = { home: 100, own: 0, store: 60 }
const offered: OfferedMethod[] = methods.map(({ id, kind, name, cod }) => ({
  ...{ id, kind, name, cod },
  ...(fees[id] === undefined
    ? { is_offered: false, reason: '無法配送常溫商品「杯子」' }
    : { is_offered: true, fee: fees[id] }),
}))
const cart = { carts: [], total: 420, final_total: 420, discount: 0, payable: 420 }
const quoteOf = (chosen: string, fee = fees[chosen] ?? 0): Cart => ({
  ...cart,
  ...{ shipping_fee: fee, charge: 420 + fee, shipping: { methods: offered, chosen } },
})
const member: MemberUser = {
  ...{ uid: 'k3Jd82', displayName: '王小明', email: 'ming@example.com', emailVerified: true },
  ...{ phoneNumber: '+886912345678', photoUrl: null, createdAt: null },
}

let network: HeldNetwork
beforeEach(() => {
  network = new HeldNetwork()
  setMemberSession({ user: member, isLoggedIn: true, token: 't', isRestoring: false })
  const { shipping } = defaultSettings
  setLook({ shop: shopSettings, brand, terms: { shipping, delivery: methods, methods: [] } })
})
afterEach(() => {
  cleanup()
  act(() => setMemberSession(signedOutSession))
  setLook({ shop: shopSettings, brand, terms: { shipping: defaultSettings.shipping, methods: [] } })
  localStorage.clear()
  vi.unstubAllGlobals()
})

let quotes = 0
/** Answers the next quote, with what was asked for. */
async function answerQuote(chosen: string, fee?: number): Promise<string> {
  const { path, answer } = await network.request(quotes++)
  answer({ success: true, data: quoteOf(chosen, fee), messages: [] })
  return path
}

function open(user: MemberUser = member) {
  quotes = 0
  const sent: OrderContent[] = []
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <CheckoutForm
          user={user}
          cart={cart}
          defaults={{
            known: knownContact(user),
            ...{ policyVersion: 1, hasConsent: true, hasTerms: false },
          }}
          isSending={false}
          onSubmit={(order) => sent.push(order)}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return sent
}
const card = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name })
const send = () => fireEvent.click(screen.getByText('送出訂單'))
const total = () => screen.getByText('總計').nextElementSibling?.textContent

test('the cards have their fees, one that is not offered says why, and the amounts follow (SHIP-03, SHIP-04)', async () => {
  open()
  expect(card('宅配').disabled).toBe(false)
  // An empty value would be left out, and the answer would have no fees.
  expect(await answerQuote('home')).toContain('shipping_method=home')
  await waitFor(() => expect(total()).toBe('NT$520'))
  expect(card('宅配').checked).toBe(true)
  expect(card('冷凍宅配').disabled).toBe(true)
  screen.getByText('無法配送常溫商品「杯子」')
  fireEvent.click(card('自取'))
  // Until the fee is there the amounts of before stay.
  expect(total()).toBe('NT$520')
  expect(await answerQuote('own')).toContain('shipping_method=own')
  await waitFor(() => expect(total()).toBe('NT$420'))
})

test('an address is asked for where it is sent, a place where it is picked up', async () => {
  const sent = open()
  await answerQuote('home')
  await screen.findByLabelText('地址')
  fireEvent.click(card('自取'))
  await answerQuote('own')
  expect(screen.queryByLabelText('地址')).toBeNull()
  await waitFor(() => expect(total()).toBe('NT$420'))
  send()
  await screen.findByText('請選擇取貨地點')
  fireEvent.click(screen.getByRole('radio', { name: /^大安店/ }))
  send()
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({
    shipping: { method_id: 'own', place_id: 'b', fee: 0 },
    user: { tel: '0912345678' },
  })
  expect(sent[0]?.user).not.toHaveProperty('address')
})

test('the county and district of the address are asked for their fee, which is sent along (SHIP-03)', async () => {
  const sent = open()
  await answerQuote('home')
  fireEvent.change(await screen.findByLabelText('縣市'), { target: { value: '澎湖縣' } })
  fireEvent.change(screen.getByLabelText('鄉鎮市區'), { target: { value: '馬公市' } })
  const path = decodeURIComponent(await answerQuote('home', 250))
  expect(path).toContain('county=澎湖縣')
  expect(path).toContain('district=馬公市')
  await waitFor(() => expect(total()).toBe('NT$670'))
  fireEvent.change(screen.getByLabelText('地址'), { target: { value: '中正路 1 號' } })
  send()
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({
    shipping: { method_id: 'home', fee: 250 },
    user: { address: '880 澎湖縣馬公市中正路 1 號' },
  })
})

test.each([
  ['王 小明２號', '+886912345678', '聯絡人', '取件人姓名只能用中文或英文字母，不含數字與符號'],
  [
    '王小明',
    '+886223456789',
    '聯絡電話',
    '超商取貨需要台灣的手機號碼，09 開頭共 10 碼，到店簡訊會寄到這裡',
  ],
])(
  'a store that is chosen asks for another %s or %s at the field (SHIP-10)',
  async (displayName, phoneNumber, label, words) => {
    open({ ...member, displayName, phoneNumber })
    await answerQuote('home')
    expect(screen.queryByLabelText(label)).toBeNull()
    fireEvent.click(card('超商取貨'))
    await answerQuote('store')
    await screen.findByText(words)
    expect(screen.getByLabelText<HTMLInputElement>(label).value).not.toBe('')
    fireEvent.click(card('宅配'))
    await answerQuote('home')
    await waitFor(() => expect(screen.queryByText(words)).toBeNull())
  },
)

test('a method that the shop has taken away meanwhile is asked for anew, in view (SHIP-04)', async () => {
  const sent = open()
  await answerQuote('home')
  fireEvent.click(card('自取'))
  const shipping = { methods: offered.filter(({ id }) => id !== 'own') }
  const { answer } = await network.request(quotes++)
  answer({ success: true, data: { ...cart, shipping }, messages: [] })
  await waitFor(() => expect(screen.queryByRole('radio', { name: '自取' })).toBeNull())
  expect(screen.queryByText('取貨地點')).toBeNull()
  send()
  await screen.findByText('請選擇配送方式')
  await waitFor(() => {
    expect(document.activeElement).toBe(screen.getByRole('group', { name: '配送方式' }))
  })
  expect(sent).toEqual([])
  fireEvent.click(card('宅配'))
  await answerQuote('home')
  expect(screen.queryByText('請選擇配送方式')).toBeNull()
})

test('a store is asked for at the checkout; it is quoted and ordered by its token (SHIP-05)', async () => {
  const sent = open()
  await answerQuote('home')
  fireEvent.click(card('超商取貨'))
  await answerQuote('store')
  const find = (method: string, path: string) =>
    waitFor(() => {
      const found = network.requests.findLast(
        (one) => one.method === method && one.path.includes(path),
      )
      if (!found) throw new Error(`no ${method} ${path} so far`)
      return found
    })
  ;(await find('GET', '/store-choice')).answer({ success: true, recent: [store] })
  await screen.findByRole('button', { name: /南港門市/ })
  await waitFor(() => expect(total()).toBe('NT$480'))
  send()
  await screen.findByText('請選擇取貨門市')
  // On a phone the button is far below it.
  await waitFor(() => {
    expect(document.activeElement).toBe(screen.getByRole('group', { name: '取貨門市' }))
  })
  expect(sent).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: /南港門市/ }))
  const choice = { success: true, store_token: 'T1', store }
  ;(await find('POST', '/store-choice')).answer(choice)
  ;(await find('GET', 'store_token=T1')).answer({ success: true, data: quoteOf('store', 90) })
  await waitFor(() => expect(total()).toBe('NT$510'))
  expect(screen.queryByText('請選擇取貨門市')).toBeNull()
  send()
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.shipping).toEqual({ method_id: 'store', store_token: 'T1', fee: 90 })
  // The shop keeps the choice: the draft of this browser does not.
  expect(localStorage.getItem('checkoutDraft')).not.toContain('T1')
})

const store = {
  ...{ chain: 'UNIMART', id: '131386', name: '南港門市', county: '臺北市', district: '南港區' },
  ...{ address: '臺北市南港區三重路19號', tel: '02-26551386' },
}
