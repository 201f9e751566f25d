import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import type { CartLine } from '#contract/cart.ts'
import { type MemberUser, setMemberSession, signedOutSession } from '../api/member-session.ts'
import { HeldNetwork } from '../testing/held-network.ts'
import { hideToast, toastState } from '../ui/toast-store.ts'
import { CheckoutPage } from './checkout-page.tsx'

const line: CartLine = {
  id: 'line-1',
  product_id: 'mug',
  qty: 1,
  total: 420,
  final_total: 420,
  product: {
    id: 'mug',
    title: '馬克杯',
    category: '茶與咖啡',
    content: '',
    description: '',
    imageUrl: '/mug.jpg',
    imagesUrl: [],
    is_enabled: 1,
    num: 1,
    origin_price: 580,
    price: 420,
    unit: '個',
  },
}
const member: MemberUser = {
  uid: 'k3Jd82',
  displayName: '王小明',
  email: 'ming@example.com',
  emailVerified: true,
  phoneNumber: '+886912345678',
  photoUrl: null,
  createdAt: null,
}

function signIn(user: MemberUser) {
  setMemberSession({ user, isLoggedIn: true, token: user.uid, isRestoring: false })
}

afterEach(() => {
  cleanup()
  act(() => setMemberSession(signedOutSession))
  hideToast()
  localStorage.clear()
  vi.unstubAllGlobals()
})

/** Opens the checkout with a cart; gives how a request is found. */
async function openCheckout(isGuest = false) {
  const network = new HeldNetwork()
  const find = (method: string, path: string) =>
    waitFor(() => {
      const found = network.requests.find(
        (one) => one.method === method && one.path.split('?')[0]?.endsWith(path),
      )
      if (!found) throw new Error(`no ${method} ${path} so far`)
      return found
    })
  if (!isGuest) signIn(member)
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={[{ pathname: '/', state: { isGuest } }]}>
        <CheckoutPage />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const cart = { carts: [line], total: 420, final_total: 420, discount: 0, payable: 420 }
  await find('GET', '/cart')
  // Files share a thread: a request that one before has left may ask for the cart, too.
  await waitFor(() => {
    for (const { method, path, answer } of network.requests) {
      if (method === 'GET' && path.endsWith('/cart')) {
        answer({ success: true, data: cart, messages: [] })
      }
      if (path.endsWith('/member/checkout')) answer({ success: true })
      if (path.endsWith('/privacy')) {
        answer({ success: true, policy: { version: 1, text: '', terms: '', from: 0 }, storage: [] })
      }
    }
    expect(screen.queryByRole('status', { name: '載入中' })).toBeNull()
  })
  return find
}

test('another member who signs in does not find the order of the first one, sent without an answer', async () => {
  const find = await openCheckout()
  fireEvent.change(await screen.findByLabelText('地址'), { target: { value: '臺北市' } })
  fireEvent.click(screen.getByLabelText('我同意隱私權政策'))
  fireEvent.click(screen.getByText('送出訂單'))
  ;(await find('POST', '/order')).answer({ success: false, message: '系統忙碌中' }, 503)
  await waitFor(() => expect(toastState().message).toBe('系統忙碌中'))
  expect(screen.getByLabelText<HTMLInputElement>('地址').value).toBe('臺北市')

  act(() => signIn({ ...member, uid: 'p9Qw41', displayName: '林小春' }))
  expect(screen.queryByDisplayValue('臺北市')).toBeNull()
  expect(screen.queryByText('王小明')).toBeNull()
})

function Address() {
  const { pathname, state } = useLocation()
  return <output>{JSON.stringify({ pathname, state })}</output>
}

test('asks for a sign-in that says why and leads back, also when the session has ended (MEND-76)', () => {
  const address = (session: object) => {
    act(() => setMemberSession({ ...signedOutSession, ...session }))
    const { unmount } = render(
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter initialEntries={['/main/cart/info']}>
          <Screen />
          <Address />
        </MemoryRouter>
      </QueryClientProvider>,
    )
    const shown = JSON.parse(screen.getByRole('status').textContent ?? '')
    unmount()
    return shown
  }
  const asked = (reason: string) => ({
    pathname: '/main/memberLogin',
    state: { reason, next: '/main/cart/info' },
  })
  expect(address({})).toEqual(asked('needed'))
  expect(address({ hasEnded: true })).toEqual(asked('ended'))
})

function Screen() {
  return useLocation().pathname === '/main/cart/info' ? <CheckoutPage /> : null
}

test('a guest types the whole contact, e-mail too, and orders under that name alone (DOOR-01)', async () => {
  const find = await openCheckout(true)
  const typed = { 聯絡人: '林小春', 電子信箱: 'spring@example.com', 聯絡電話: '0987-654-321' }
  for (const [label, value] of Object.entries({ ...typed, 地址: '臺南市' })) {
    fireEvent.change(await screen.findByLabelText(label), { target: { value } })
  }
  fireEvent.click(screen.getByLabelText('我同意隱私權政策'))
  fireEvent.click(screen.getByText('送出訂單'))
  const { body } = await find('POST', '/order')
  expect(body).toMatchObject({
    data: {
      user: { name: '林小春', email: 'spring@example.com', tel: '0987654321', address: '臺南市' },
    },
  })
})
