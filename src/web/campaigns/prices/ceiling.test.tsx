import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { defaultShop, defaultShownBrand } from '#contract/settings.ts'
import { setLook } from '../../api/shop-config.ts'
import { teaCampaign } from '../../testing/campaign-fixtures.ts'
import { Ceiling } from './ceiling.tsx'

afterEach(cleanup)

const sent = { ...teaCampaign, delivery: 'each' } as const
const [cup] = teaCampaign.products
if (!cup) throw new Error('the campaign sells nothing')

test.each([
  ['one product', sent, 80, '最高不超過 NT$100，加運費 NT$80 最高 NT$180'],
  ['a shop without a fee', sent, 0, '最高不超過 NT$100'],
  ['goods that the leader hands out', teaCampaign, 80, '最高不超過 NT$100'],
  [
    'several products',
    { ...sent, products: [cup, { ...cup, product_id: 'p2' }] },
    80,
    '最高不超過各商品第一級的單價，另計運費 NT$80',
  ],
])('the ceiling of %s names the fee that the form adds', (_, campaign, fee, text) => {
  const terms = { shipping: { fee, free_over: null }, methods: [] }
  setLook({ shop: defaultShop, brand: defaultShownBrand, terms })
  expect(render(<Ceiling campaign={campaign} />).container.textContent).toBe(text)
})
