import { expect, it } from 'vitest'
import { askedPart, askedQuantities } from './asked-quantities.ts'

const product = { title: '', unit: '', picture: '', own_price: 1 }
const campaign = {
  products: [
    { ...product, product_id: 'P1' },
    {
      ...product,
      product_id: 'P2',
      variants: [{ variant_id: 'V~1', title: '', step: 0, own_price: 1 }],
    },
  ],
}

it('a link fills the form with what is sold, and with nothing else (LINE-07)', () => {
  const query = new URLSearchParams('join=1&q=2~P1&q=1~V~1&q=5~P2&q=0~P1&q=100~P1&q=x')
  expect(askedQuantities(campaign, query)).toEqual({ P1: 2, 'V~1': 1 })
  expect(askedQuantities(campaign, new URLSearchParams('q=1~other'))).toBeUndefined()
  expect(askedPart(new URLSearchParams('join=1&q=2~P1'))).toBe('&q=2~P1')
})
