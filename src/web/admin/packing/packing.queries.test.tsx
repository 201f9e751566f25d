import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HeldNetwork } from '../../testing/held-network.ts'
import { usePrintedOrders } from './packing.queries.ts'

let network: HeldNetwork

beforeEach(() => {
  network = new HeldNetwork()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('an open print does not mark its orders again when a run ends', async () => {
  const client = new QueryClient()
  const { result } = renderHook(() => usePrintedOrders(['order-1']), {
    wrapper: ({ children }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  })
  const reply = { success: true, products: [], orders: [], left_out: [], total: 0 }
  ;(await network.request(0)).answer(reply)
  await waitFor(() => expect(result.current.isSuccess).toBe(true))
  act(() => void client.invalidateQueries())
  expect(result.current.fetchStatus).toBe('idle')
  network.expectCount(1)
})
