import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { teaCampaign, teaGroup } from '../testing/campaign-fixtures.ts'
import { PricePanel } from './price-panel.tsx'

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
