import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HeldNetwork } from '../../testing/held-network.ts'
import { hideToast } from '../../ui/toast-store.ts'
import { useShipOrders } from './use-ship-orders.ts'

let network: HeldNetwork

beforeEach(() => {
  network = new HeldNetwork()
})
afterEach(() => {
  vi.unstubAllGlobals()
  hideToast()
})

function renderShipping() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  return renderHook(useShipOrders, { wrapper }).result
}

const shipment = { ids: ['order-1'], carrier: 'tcat', numbers: { 'order-1': 'A1' } } as const
const starts = () => network.requests.filter(({ method }) => method === 'POST')
const keys = () => starts().map(({ headers }) => headers.get('Idempotency-Key'))

async function startNumber(count: number) {
  await waitFor(() => expect(starts()).toHaveLength(count))
  const start = starts()[count - 1]
  if (!start) throw new Error('no request')
  return start
}

test('shipping the same again, after 復原, is a run of its own', async () => {
  const shipping = renderShipping()
  act(() => shipping.current.ship(shipment))
  const run = { id: 'run-1', state: 'done', total: 1, done: 1, failed: 0 }
  ;(await startNumber(1)).answer({ success: true, message: '', run })
  await waitFor(() => expect(network.requests.some(({ method }) => method === 'GET')).toBe(true))
  act(() => shipping.current.ship(shipment))
  await startNumber(2)
  expect(keys()[0]).toBeTruthy()
  expect(new Set(keys()).size).toBe(2)
})

test('a lost reply is asked for with the same key, a refusal is not', async () => {
  const shipping = renderShipping()
  for (const [index, status] of [503, 409, 200].entries()) {
    act(() => shipping.current.ship(shipment))
    ;(await startNumber(index + 1)).answer({ success: false, message: '無法執行' }, status)
    await waitFor(() => expect(shipping.current.isPending).toBe(false))
  }
  const [lost, refused, next] = keys()
  expect(refused).toBe(lost)
  expect(next).not.toBe(lost)
})

test('every refused order says why, of the later pages too', async () => {
  const shipping = renderShipping()
  act(() => shipping.current.ship(shipment))
  const run = { id: 'run-1', state: 'done', total: 12, done: 0, failed: 12 }
  ;(await startNumber(1)).answer({ success: true, message: '', run })
  const ids = Array.from({ length: 12 }, (_, number) => `order-${number}`)
  const answerPage = async (page: string) => {
    const isPage = (path: string) =>
      (new URL(path, 'http://shop.test').searchParams.get('page') ?? '1') === page
    const read = await vi.waitUntil(() =>
      network.requests.find(({ method, path }) => method === 'GET' && isPage(path)),
    )
    const shown = page === '1' ? ids.slice(0, 10) : ids.slice(10)
    const entries = shown.map((id) => ({ id, state: 'failed', reason: `${id} 已取消` }))
    read.answer({ success: true, run, entries, pagination: { total_pages: 2 } })
  }
  await answerPage('1')
  await answerPage('2')
  await waitFor(() => expect([...shipping.current.failures.keys()]).toEqual(ids))
  expect(shipping.current.failures.get('order-11')).toBe('order-11 已取消')
})
