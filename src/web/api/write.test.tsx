import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { customerApi } from '#contract/customers.ts'
import { adminOrderLifeApi } from '#contract/order-life.ts'
import { adminOrderApi } from '#contract/orders.ts'
import { adminStockApi } from '#contract/stock.ts'
import { HeldNetwork } from '../testing/held-network.ts'
import { apiQuery, useApiMutation } from './queries.ts'
import { readAnew, useChangesShown, write, writeTogether } from './write.ts'

let network: HeldNetwork

beforeEach(() => {
  network = new HeldNetwork()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const params = { id: 'one' }
const shown = {
  history: apiQuery(customerApi.orders, { params, query: { page: '1' } }),
  notes: apiQuery(customerApi.notes, { params, query: { page: '1' } }),
  stock: apiQuery(adminStockApi.list, { query: {} }),
}

function Screen({ name }: { name: keyof typeof shown }) {
  useChangesShown()
  useQuery({ ...(shown[name] as typeof shown.stock), staleTime: 60_000 })
  const prepare = useApiMutation(adminOrderLifeApi.prepare, { isPendingUntilShown: true })
  return (
    <button type="button" onClick={() => prepare.mutate({ params })}>
      {prepare.isPending ? '處理中' : '備貨'}
    </button>
  )
}

/** A screen that has read what it shows. */
async function open(name: keyof typeof shown) {
  const client = new QueryClient()
  render(
    <QueryClientProvider client={client}>
      <Screen name={name} />
    </QueryClientProvider>,
  )
  ;(await network.request(0)).answer({ success: true })
  await waitFor(() => expect(client.isFetching()).toBe(0))
}
const reads = () => network.requests.filter(({ method }) => method === 'GET').length

test.each([
  ['history', 2],
  ['stock', 2],
  ['notes', 1],
] as const)(
  'after a change of an order the screen of %s has read %i times (MEND-23)',
  async (name, count) => {
    await open(name)
    const sent = write(adminOrderLifeApi.prepare, { params })
    ;(await network.request(1)).answer({ success: true, message: '備貨中' })
    await sent
    expect(reads()).toBe(count)
  },
)

test('changes that run together are read once, when the last of them has ended (MEND-23)', async () => {
  await open('history')
  const remove = (id: string) => write(adminOrderApi.remove, { params: { id } })
  const sent = writeTogether(() => Promise.allSettled(['a', 'b'].map(remove)))
  const [, first, second] = network.requests
  first?.answer({ success: true, message: '已刪除' })
  second?.answer({ success: false, message: '已出貨' }, 409)
  await sent
  await waitFor(() => expect(reads()).toBe(2))
})

test('a button works until the screen shows what came of it (MEND-23)', async () => {
  await open('history')
  screen.getByText('備貨').click()
  ;(await network.request(1)).answer({ success: true, message: '備貨中' })
  const anew = await network.request(2)
  screen.getByText('處理中')
  anew.answer({ success: true })
  await waitFor(() => screen.getByText('備貨'))
})

test('a run that has ended is read where its entries are shown, and nowhere else (MEND-23)', async () => {
  await open('notes')
  readAnew(['order'])
  expect(reads()).toBe(1)
  readAnew(['customer'])
  expect(reads()).toBe(2)
})
