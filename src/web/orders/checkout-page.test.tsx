import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
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

test('another member who signs in does not find the order of the first one, sent without an answer', async () => {
  const network = new HeldNetwork()
  const find = (method: string, path: string) =>
    waitFor(() => {
      const found = network.requests.find((one) => one.method === method && one.path.endsWith(path))
      if (!found) throw new Error(`no ${method} ${path} so far`)
      return found
    })
  signIn(member)
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <CheckoutPage />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const cart = { carts: [line], total: 420, final_total: 420, discount: 0, payable: 420 }
  ;(await find('GET', '/cart')).answer({ success: true, data: cart, messages: [] })
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
