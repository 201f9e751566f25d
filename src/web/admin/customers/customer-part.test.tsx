import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Pagination } from '#contract/paging.ts'
import { CustomerPart } from './customer-part.tsx'

afterEach(cleanup)

const pageSize = 10

/** Shows a part with these notes, which the test may change. */
function renderNotes(notes: string[]) {
  const client = new QueryClient()
  const read = (page: number) => {
    const total_pages = Math.max(1, Math.ceil(notes.length / pageSize))
    const pagination: Pagination = {
      total_pages,
      current_page: page,
      has_pre: page > 1,
      has_next: page < total_pages,
      category: '',
    }
    return { pagination, notes: notes.slice((page - 1) * pageSize, page * pageSize) }
  }
  render(
    <QueryClientProvider client={client}>
      <CustomerPart
        title="內部備註"
        emptyText="沒有備註"
        queryOf={(page) => ({
          queryKey: ['notes', page],
          queryFn: () => Promise.resolve(read(Number(page))),
        })}
        isEmpty={(reply) => reply.notes.length === 0}
      >
        {(reply) => reply.notes.map((note) => <p key={note}>{note}</p>)}
      </CustomerPart>
    </QueryClientProvider>,
  )
  return client
}

const goTo = (page: number) =>
  fireEvent.click(screen.getByRole('button', { name: `Go to page ${page}` }))

test('with the last entry of the last page gone it shows the page before', async () => {
  const notes = Array.from({ length: 11 }, (_, index) => `備註 ${index + 1}`)
  const client = renderNotes(notes)
  await screen.findByText('備註 1')
  goTo(2)
  await screen.findByText('備註 11')
  notes.pop()
  await act(() => client.invalidateQueries())
  await screen.findByText('備註 10')
  expect(screen.queryByText('沒有備註')).toBeNull()
})

test('with the last entry of all gone it says so', async () => {
  const notes = ['備註 1']
  const client = renderNotes(notes)
  await screen.findByText('備註 1')
  notes.pop()
  await act(() => client.invalidateQueries())
  await screen.findByText('沒有備註')
})
