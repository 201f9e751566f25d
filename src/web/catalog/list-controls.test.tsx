import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import type { ListFilters } from '#contract/catalog.ts'
import { ListControls } from './list-controls.tsx'

afterEach(cleanup)

function Listed() {
  const [filters, setFilters] = useState<ListFilters>({})
  return (
    <>
      <ListControls filters={filters} ownOrder="推薦" onChange={setFilters} />
      <output>{JSON.stringify(filters)}</output>
    </>
  )
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const button = (name: string) => screen.getByRole('button', { name })
const filters = () => JSON.parse(screen.getByRole('status').textContent)
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })

test('a typed price outlives another order', () => {
  render(<Listed />)
  type('最低價', '100')
  type('排序', 'price_asc')
  expect(field('最低價').value).toBe('100')
  fireEvent.click(button('套用'))
  expect(filters()).toEqual({ sort: 'price_asc', min_price: '100' })
})

test('套用 keeps the focus', () => {
  render(<Listed />)
  type('最低價', '100')
  const apply = button('套用')
  apply.focus()
  fireEvent.click(apply)
  expect(filters()).toEqual({ min_price: '100' })
  expect(document.activeElement).toBe(button('套用'))
})

test('清除條件 empties the fields', () => {
  render(<Listed />)
  type('最低價', '100')
  fireEvent.click(field('只看有現貨'))
  fireEvent.click(button('套用'))
  fireEvent.click(button('清除條件'))
  expect(filters()).toEqual({})
  expect([field('最低價').value, field('只看有現貨').checked]).toEqual(['', false])
})

test('a price is read as people write it; one that is no amount is refused (MEND-82)', () => {
  render(<Listed />)
  type('最低價', 'NT$1,280.00')
  fireEvent.click(button('套用'))
  expect(filters()).toEqual({ min_price: '1280' })
  for (const [text, said] of [
    ['-5', '「-5」不是 0 以上的整數'],
    ['35.5', '「35.5」不是 0 以上的整數'],
    ['3,000,000,000', '「3,000,000,000」超出範圍'],
  ] as const) {
    type('最低價', text)
    fireEvent.click(button('套用'))
    expect(screen.getByRole('alert').textContent).toBe(said)
    expect(filters()).toEqual({ min_price: '1280' })
  }
})
