import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CartLine } from '#contract/cart.ts'
import { HeldNetwork } from '../testing/held-network.ts'
import { CartLineRow } from './cart-line-row.tsx'

const line: CartLine = {
  id: 'line-1',
  product_id: 'mug',
  qty: 2,
  total: 840,
  final_total: 840,
  product: {
    id: 'mug',
    title: '燕麥釉手感馬克杯',
    category: '茶與咖啡',
    content: '',
    description: '',
    imageUrl: 'https://example.com/mug.jpg',
    imagesUrl: [],
    is_enabled: 1,
    num: 1,
    origin_price: 580,
    price: 420,
    unit: '個',
  },
}

let network: HeldNetwork

beforeEach(() => {
  network = new HeldNetwork()
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <CartLineRow line={line} isLocked={false} onRemoved={() => undefined} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const isDisabled = (control: HTMLElement) => control.ariaDisabled === 'true'
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: '數量' })

test('CART-12 CART-15 two clicks in one breath are one step, and the line waits', async () => {
  const plus = button('增加數量')
  fireEvent.click(plus)
  fireEvent.click(plus)
  const request = await network.request(0)
  expect(request.body).toEqual({ data: { product_id: 'mug', qty: 3 } })
  expect(field().value).toBe('3')
  for (const name of ['增加數量', '減少數量', '移除']) expect(isDisabled(button(name))).toBe(true)
  expect(isDisabled(field())).toBe(true)
  expect(field().readOnly).toBe(true)
  network.expectCount(1)
})

test('CART-12 a refused step goes back to the quantity of the server', async () => {
  fireEvent.click(button('減少數量'))
  expect(field().value).toBe('1')
  ;(await network.request(0)).answer({ success: false, message: '系統忙碌中' }, 503)
  await waitFor(() => expect(isDisabled(button('減少數量'))).toBe(false))
  expect(field().value).toBe('2')
})

test('CART-13 CART-14 a typed quantity waits for 更新, without plus and minus', async () => {
  const user = userEvent.setup()
  await user.clear(field())
  await user.type(field(), '12.7')
  expect(isDisabled(button('增加數量'))).toBe(true)
  expect(isDisabled(button('減少數量'))).toBe(true)
  network.expectCount(0)
  await user.click(button('更新'))
  expect((await network.request(0)).body).toEqual({ data: { product_id: 'mug', qty: 12 } })
  expect(screen.queryByRole('button', { name: '更新' })).toBeNull()
})

test.each([
  ['', 1],
  ['0', 1],
  ['0.9', 1],
  ['9999', 9999],
])('CART-14 VALID-07 the typed 「%s」 becomes %d', async (typed, qty) => {
  const user = userEvent.setup()
  await user.clear(field())
  if (typed) await user.type(field(), typed)
  await user.keyboard('{Enter}')
  expect((await network.request(0)).body).toEqual({ data: { product_id: 'mug', qty } })
})

test('Escape drops what was typed', async () => {
  const user = userEvent.setup()
  await user.type(field(), '5')
  await user.keyboard('{Escape}')
  expect(field().value).toBe('2')
  expect(isDisabled(button('增加數量'))).toBe(false)
  network.expectCount(0)
})
