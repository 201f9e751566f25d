import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { teaCampaign } from '../../testing/campaign-fixtures.ts'
import { CampaignCard } from './campaign-card.tsx'

afterEach(cleanup)

const falling = { ...teaCampaign, price_now: 90, price_ceiling: 100 }

test.each([
  ['目前 NT$90最高 NT$100', falling],
  ['目前 NT$90最低可到 NT$80', { ...falling, price_lowest: 80 }],
  ['目前 NT$90 起', { ...falling, has_several_prices: true as const }],
])('the price of a campaign is 「%s」 (GROUP-05, MEND-91)', (text, campaign) => {
  render(
    <MemoryRouter>
      <CampaignCard campaign={campaign} />
    </MemoryRouter>,
  )
  expect(screen.getByText(/目前/).parentElement?.textContent).toBe(text)
})
