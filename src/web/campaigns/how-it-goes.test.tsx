import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { defaultShop, defaultShownBrand, type ShopTerms } from '#contract/settings.ts'
import { setLook } from '../api/shop-config.ts'
import { teaCampaign } from '../testing/campaign-fixtures.ts'
import { HowItGoes } from './how-it-goes.tsx'

afterEach(cleanup)

const returns = { to: '/main/page/returns', label: '退換貨須知' }

test.each<[string, string, ShopTerms['returns'] | undefined, boolean]>([
  ['says nothing of returns', '每週五出貨。', undefined, true],
  ['speaks of returns in the campaign', '生鮮不適用七天鑑賞期。', undefined, false],
  ['has a page about returns', '每週五出貨。', returns, false],
])('a shop that %s (GROUP-22)', (_, description, page, isSaid) => {
  const terms = {
    shipping: { fee: 0, free_over: null },
    methods: [],
    ...(page && { returns: page }),
  }
  setLook({ shop: defaultShop, brand: defaultShownBrand, terms })
  const { container } = render(<HowItGoes campaign={{ ...teaCampaign, description }} />)
  expect(container.textContent.includes('到貨後享有七天鑑賞期。')).toBe(isSaid)
})
