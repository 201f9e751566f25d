import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Cart, CartLine } from '#contract/cart.ts'
import { HeldNetwork } from '../testing/held-network.ts'
import { connectToastView, hideToast, type Toast, toastState } from '../ui/toast-store.ts'
import { useAddLine, useClearCart } from './cart.queries.ts'
import { useCart } from './use-cart.ts'

let network: HeldNetwork

beforeEach(() => {
  network = new HeldNetwork()
})
afterEach(() => {
  vi.unstubAllGlobals()
  hideToast()
})

function renderCart() {
  return renderWrites(() => ({ cart: useCart(), addLine: useAddLine() }))
}

function renderWrites<T>(hook: () => T) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  return renderHook(hook, { wrapper }).result
}

function cartOf(total: number) {
  return { carts: [], total, final_total: total, discount: 0, payable: total }
}

function changed(total: number) {
  return { success: true, message: '已加入購物車', data: {}, cart: cartOf(total) }
}

test('two additions in one breath reach the server one after the other', async () => {
  const result = renderCart()
  ;(await network.request(0)).answer({ success: true, data: cartOf(0), messages: [] })
  await waitFor(() => expect(result.current.cart.data?.total).toBe(0))

  act(() => {
    result.current.addLine.mutate({ data: { product_id: 'mug', qty: 1 } })
    result.current.addLine.mutate({ data: { product_id: 'pot', qty: 1 } })
  })
  const first = await network.request(1)
  network.expectCount(2)
  first.answer(changed(420))
  ;(await network.request(2)).answer(changed(2400))
  await waitFor(() => expect(result.current.cart.data?.total).toBe(2400))
  expect(network.requests.map(({ method }) => method)).toEqual(['GET', 'POST', 'POST'])
})

test('CART-05 the totals are those of the reply, whatever the lines would add up to', async () => {
  const result = renderCart()
  ;(await network.request(0)).answer({ success: true, data: cartOf(0), messages: [] })
  await waitFor(() => expect(result.current.cart.isSuccess).toBe(true))
  act(() => result.current.addLine.mutate({ data: { product_id: 'mug', qty: 3 } }))
  ;(await network.request(1)).answer(changed(12345.5))
  await waitFor(() => expect(result.current.cart.data?.final_total).toBe(12345.5))
})

test('a read that began before a change does not bring back the old cart', async () => {
  const result = renderCart()
  const oldRead = await network.request(0)
  act(() => result.current.addLine.mutate({ data: { product_id: 'mug', qty: 1 } }))
  ;(await network.request(1)).answer(changed(420))
  await waitFor(() => expect(result.current.cart.data?.total).toBe(420))
  oldRead.answer({ success: true, data: cartOf(0), messages: [] })
  await waitFor(() => expect(result.current.cart.fetchStatus).toBe('idle'))
  expect(result.current.cart.data?.total).toBe(420)
})

test('TOAST-05 ERROR-08 the message of the reply stays for 3 seconds', async () => {
  const result = renderCart()
  act(() => result.current.addLine.mutate({ data: { product_id: 'mug', qty: 1 } }))
  ;(await network.request(1)).answer(changed(420))
  await waitFor(() => expect(toastState().open).toBe(true))
  expect(toastState()).toMatchObject({
    message: '已加入購物車',
    success: true,
    autoHideDuration: 3000,
  })
})

test('ERROR-08 a refusal is shown with its message, and the cart is read again', async () => {
  const result = renderCart()
  ;(await network.request(0)).answer({ success: true, data: cartOf(0), messages: [] })
  await waitFor(() => expect(result.current.cart.isSuccess).toBe(true))
  act(() => result.current.addLine.mutate({ data: { product_id: 'gone', qty: 1 } }))
  ;(await network.request(1)).answer({ success: false, message: '找不到產品' }, 404)
  await waitFor(() => expect(toastState()).toMatchObject({ message: '找不到產品', success: false }))
  expect((await network.request(2)).method).toBe('GET')
})

const lineOf = (title: string) => ({ product_id: title, qty: 1, product: { title } })

/** Clears a cart of these products with a coupon, and presses 復原. */
async function undoClearing(titles: string[], lines: object[] = titles.map(lineOf)) {
  const [first, ...others] = lines
  const carts = [{ ...first, coupon: { code: 'SPRING' } }, ...others] as CartLine[]
  const cart: Cart = { ...cartOf(0), carts }
  const toasts: Toast[] = []
  const disconnect = connectToastView({
    add: (toast) => toasts.push(toast),
    close: () => undefined,
  })
  const clear = renderWrites(() => useClearCart(cart))
  act(() => clear.current.mutate({}))
  ;(await network.request(0)).answer({ success: true, message: '已清空購物車', cart: cartOf(0) })
  const undo = await waitFor(() => toasts[0]?.action ?? Promise.reject(new Error('no toast yet')))
  disconnect()
  act(() => 'onPress' in undo && undo.onPress())
}

test('what is gone or short keeps nothing else of a cleared cart from coming back', async () => {
  await undoClearing(['mug', 'pot', 'lamp'])
  ;(await network.request(1)).answer({ success: false, message: '找不到產品' }, 404)
  ;(await network.request(2)).answer(changed(420))
  ;(await network.request(3)).answer({ success: false, message: '庫存不足' }, 409)
  const coupon = await network.request(4)
  expect(coupon.body).toEqual({ data: { code: 'SPRING' } })
  coupon.answer(changed(400))
  await waitFor(() =>
    expect(toastState()).toMatchObject({
      message: '未能復原：「mug」、「lamp」',
      success: false,
    }),
  )
})

test('a line of a cleared cart comes back with its own keys, and with none of ours (MEND-02)', async () => {
  const line = { product_id: 'mug', qty: 2, color: { colorName: 'red' } }
  const ours = { id: 'line', total: 1, final_total: 1, stock_left: 1 }
  await undoClearing([], [{ ...line, ...ours, product: { title: 'mug' } }])
  expect((await network.request(1)).body).toEqual({ data: line })
})

test('a failure that may pass stops the restoring of a cleared cart', async () => {
  await undoClearing(['mug', 'pot'])
  ;(await network.request(1)).answer({ success: false, message: '操作過於頻繁' }, 429)
  await waitFor(() => expect(toastState().message).toBe('操作過於頻繁'))
  network.expectCount(2)
})
