import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import {
  crackerCampaign,
  crackers,
  teaCampaign,
  teaGroup,
} from '../../testing/campaign-fixtures.ts'
import { PricePanel } from './price-panel.tsx'

afterEach(cleanup)

test('a group says that it has reached its minimum for as long as it is open', () => {
  const open = (changes: object) => (
    <PricePanel campaign={teaCampaign} group={{ ...teaGroup, ...changes }} />
  )
  const { rerender } = render(open({ state: 'forming', missing: 2 }))
  expect(screen.queryByText('已達成團門檻')).toBeNull()
  rerender(open({ state: 'reached', missing: 0 }))
  expect(screen.getByText('已達成團門檻')).toBeTruthy()
  rerender(open({ state: 'succeeded', missing: 0 }))
  expect(screen.queryByText('已達成團門檻')).toBeNull()
})

test('prices that differ by variant are told from the lowest on, and each in a table (VAR-06)', () => {
  const { container } = render(<PricePanel campaign={crackerCampaign} group={teaGroup} />)
  expect(container.textContent).toContain('NT$100 起／包')
  expect(container.textContent).toContain('單買 NT$120 起')
  const name = within(screen.getByRole('table')).getByRole('rowheader', { name: '抹茶' })
  expect(name.closest('tbody')?.textContent).toBe('抹茶NT$210NT$200')
})

test('variants of one price are shown as a product without options (VAR-06)', () => {
  const variants = crackers.variants?.map((variant) => ({ ...variant, step: 0 })) ?? []
  const campaign = { ...crackerCampaign, products: [{ ...crackers, variants }] }
  const { container } = render(<PricePanel campaign={campaign} group={teaGroup} />)
  expect(screen.queryByRole('table')).toBeNull()
  expect(container.textContent).toContain('NT$100／包')
})
