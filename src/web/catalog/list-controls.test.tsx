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
