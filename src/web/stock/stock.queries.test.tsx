import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { HeldNetwork } from '../testing/held-network.ts'
import { useStockLeftOf } from './stock.queries.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

test('asks in several calls for more ids than one call takes (VAR-09)', async () => {
  const network = new HeldNetwork()
  const ids = Array.from({ length: 60 }, (_, number) => `v${number + 10}`)
  const client = new QueryClient()
  const { result } = renderHook(() => useStockLeftOf(ids), {
    wrapper: ({ children }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  })
  const answer = async (call: number, product_id: string) =>
    (await network.request(call)).answer({ success: true, stock: [{ product_id, left: 2 }] })
  await answer(0, 'v10')
  await answer(1, 'v69')
  await vi.waitFor(() => expect([...result.current.keys()]).toEqual(['v10', 'v69']))
})
