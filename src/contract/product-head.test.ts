import { expect, it } from 'vitest'
import type { Product } from './catalog.ts'
import { productDescription } from './product-head.ts'

const product: Product = {
  id: '-P1',
  title: '檯燈',
  category: '燈飾',
  content: '',
  description: '',
  imageUrl: '',
  imagesUrl: [],
  is_enabled: 1,
  num: 1,
  origin_price: 2,
  price: 1,
  unit: '盞',
}

it.each([
  ['the content in one line', { content: ' 亞麻\n燈罩 ', description: '<p>暖光</p>' }, '亞麻 燈罩'],
  ['else the text of the description', { description: '<p>暖光 &lt;3</p>' }, '暖光 <3'],
  [
    'plain text with its signs',
    { description: '體重 < 5kg、身高 >60cm，S<M&nbsp;L' },
    '體重 < 5kg、身高 >60cm，S<M L',
  ],
  ['else the title, and never nothing', { content: ' ', description: '<p> </p>' }, '檯燈'],
  ['120 characters whole', { content: '燈'.repeat(120) }, '燈'.repeat(120)],
  ['of more the beginning', { content: '燈'.repeat(121) }, `${'燈'.repeat(119)}…`],
  ['no half of a character', { content: `${'燈'.repeat(118)}👩‍👧燈燈燈` }, `${'燈'.repeat(118)}…`],
])('describes a product by %s (META-02)', (_, values, expected) => {
  const line = productDescription({ ...product, ...values })
  expect(line).toBe(expected)
  expect(line.length).toBeLessThanOrEqual(120)
})
