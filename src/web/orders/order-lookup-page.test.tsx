import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { orderAccess } from '../api/order-access.ts'
import { paths } from '../paths.ts'
import { HeldNetwork } from '../testing/held-network.ts'
import { OrderLookupPage } from './order-lookup-page.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

const Address = () => <output>{useLocation().pathname}</output>

test('number and telephone lead to the order of a guest, and a refusal is told in place (DOOR-03)', async () => {
  const network = new HeldNetwork()
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={[paths.orderLookup()]}>
        <OrderLookupPage />
        <Address />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const send = () => fireEvent.click(screen.getByText('查詢訂單'))
  send()
  expect(await screen.findByText('請輸入訂單編號')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('訂單編號'), { target: { value: '261128-15' } })
  fireEvent.change(screen.getByLabelText('聯絡電話'), { target: { value: '0912-345-678' } })
  send()
  ;(await network.request(0)).answer({ success: false, message: '找不到這筆訂單' }, 404)
  expect(await screen.findByText('找不到這筆訂單')).toBeTruthy()
  send()
  const { body, answer } = await network.request(1)
  expect(body).toEqual({ data: { number: '261128-15', tel: '0912-345-678' } })
  answer({ success: true, order_id: 'looked-up', access: 'token' })
  expect(await screen.findByText(paths.order('looked-up'))).toBeTruthy()
  expect(orderAccess('looked-up')).toBe('token')
})
