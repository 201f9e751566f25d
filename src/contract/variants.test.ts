import { expect, it } from 'vitest'
import type { Product, Variant } from './catalog.ts'
import { headMarkup } from './page-head.ts'
import { productHead } from './product-head.ts'
import {
  choicesText,
  firstVariant,
  isSoldOut,
  priceText,
  valuesOf,
  variantTitle,
} from './variants.ts'

function variant(id: string, option_values: string[], more: Partial<Variant> = {}): Variant {
  const title = option_values.join(' / ')
  return { id, title, option_values, price: 100, origin_price: 100, is_enabled: 1, ...more }
}
const product: Product = {
  id: 'shirt',
  title: '上衣',
  category: '衣服',
  content: '',
  description: '',
  imageUrl: 'https://shop.example/uploads/a-800x800.webp',
  imagesUrl: [],
  is_enabled: 1,
  num: 1,
  origin_price: 100,
  price: 100,
  price_max: 150,
  unit: '件',
  options: [
    { name: '顏色', values: ['紅', '藍', '綠'] },
    { name: '尺寸', values: ['S', 'L'] },
  ],
  variants: [
    variant('shirt', ['紅', 'S'], { stock_level: 'sold_out' }),
    variant('red-l', ['紅', 'L'], { imageUrl: 'https://shop.example/uploads/r-800x800.webp' }),
    variant('blue-s', ['藍', 'S'], { price: 150, origin_price: 200 }),
  ],
}
const [redS, redL, blueS] = product.variants as [Variant, Variant, Variant]

it('each value leads to a variant that can be had, and says what cannot (VAR-08)', () => {
  const shown = (chosen: Variant, index: number) =>
    valuesOf(product, chosen, index).map(({ value, variant: to, isSoldOut: none }) => [
      value,
      to?.id,
      none,
    ])
  // Nothing is sold in green; blue has no L, so it leads to S.
  expect(shown(redL, 0)).toEqual([
    ['紅', 'red-l', false],
    ['藍', 'blue-s', false],
  ])
  expect(shown(redL, 1)).toEqual([
    ['S', 'shirt', true],
    ['L', 'red-l', false],
  ])
  expect(shown(blueS, 1)).toEqual([
    ['S', 'blue-s', false],
    ['L', undefined, false],
  ])
  expect(shown(redS, 0)[1]).toEqual(['藍', 'blue-s', false])
})

it('a list says from which price and how many values there are, and begins with what is left', () => {
  expect(priceText(product)).toBe('NT$100 起')
  expect(choicesText(product)).toBe('2 種顏色・2 種尺寸')
  expect(firstVariant(product)?.id).toBe('red-l')
  expect([isSoldOut(product), isSoldOut({ ...product, variants: [] })]).toEqual([false, true])
})

it('a link names the variant with its price and address; offers go from low to high (VAR-08)', () => {
  const site = { own: 'https://shop.example', shop: '小農' }
  const page = 'https://shop.example/main/prods/detail/shirt'
  const named = productHead(product, site, 'blue-s')
  expect([named.title, named.canonical, named.shared]).toEqual([
    '上衣（藍 / S）｜小農',
    page,
    `${page}?v=blue-s`,
  ])
  expect(headMarkup(named, site)).toContain(`property="og:url" content="${page}?v=blue-s"`)
  expect(named.card?.url).toMatch(/-[0-9a-f]{16}\.jpg\?v=blue-s$/)
  expect(named.card?.alt).toContain('NT$150')
  const plain = productHead(product, site, 'unknown')
  expect(plain.shared).toBeUndefined()
  expect(plain.card?.alt).toContain('NT$100 起')
  expect(plain.jsonLd?.[0]).toMatchObject({
    offers: { '@type': 'AggregateOffer', lowPrice: 100, highPrice: 150, offerCount: 3 },
  })
})

it('lines name a variant in brackets, and one that has some of its own after a dot (VAR-08)', () => {
  expect(variantTitle('蝦餅', '辣味 / 大')).toBe('蝦餅（辣味 / 大）')
  expect(variantTitle('菜箱', '大箱（5 公斤）')).toBe('菜箱・大箱（5 公斤）')
})
