import { expect, test } from 'vitest'
import type { Product } from '#contract/catalog.ts'
import {
  faultsOf,
  parseBlock,
  toInput,
  withBlock,
  withCell,
  withCounts,
  withMany,
  withPicture,
} from './variant-cells.ts'
import {
  countRemoved,
  draftsOf,
  rebased,
  titleOf,
  toOptions,
  typedValues,
  type VariantDrafts,
  withOption,
  withOptionMoved,
  withoutOption,
  withoutValue,
  withText,
  withValueMoved,
  withValues,
} from './variant-drafts.ts'

const variant = (id: string, option_values: string[], price: number) => ({
  ...{ id, option_values, price, title: option_values.join(' / '), origin_price: 200 },
  ...{ is_enabled: 1 as const, on_hand: 5, available: 5, sku: `S-${id}` },
})
const cakes = {
  options: [
    { name: '口味', values: ['原味', '辣味'] },
    { name: '大小', values: ['小', '大'] },
  ],
  variants: [
    variant('a', ['原味', '小'], 100),
    variant('b', ['原味', '大'], 150),
    variant('c', ['辣味', '小'], 110),
    variant('d', ['辣味', '大'], 160),
  ],
} as unknown as Product
const none = { price: 100, origin_price: 120 } as Product

const drafts = draftsOf(cakes)
const listed = (now: VariantDrafts) =>
  now.variants.map((one) => `${one.id ?? '+'} ${titleOf(now, one)}`)
const keyOf = (now: VariantDrafts, at: number, index: number) =>
  now.options[at]?.values[index]?.key ?? ''

test('a renamed value keeps the variants with their ids (VAR-04)', () => {
  const renamed = withText(drafts, 0, { key: keyOf(drafts, 0, 1), text: '麻辣' })
  expect(listed(renamed)).toEqual(['a 原味 / 小', 'b 原味 / 大', 'c 麻辣 / 小', 'd 麻辣 / 大'])
  expect(toOptions(renamed)[0]?.values).toEqual(['原味', '麻辣'])
})

test('a new value makes the combinations that are missing, at the price of their like (VAR-04)', () => {
  const grown = withValues(drafts, 0, ['海苔'])
  expect(listed(grown).slice(4)).toEqual(['+ 海苔 / 小', '+ 海苔 / 大'])
  const [small, large] = grown.variants.slice(4)
  expect([small?.cells.price, large?.cells.price]).toEqual(['100', '150'])
  expect(large?.cells).toMatchObject({ sku: '', on_hand: '' })
})

test('variants of a value that is taken away go, and the last value stays (VAR-04)', () => {
  const fewer = withoutValue(drafts, 1, keyOf(drafts, 1, 0))
  expect(listed(fewer)).toEqual(['b 原味 / 大', 'd 辣味 / 大'])
  expect(withoutValue(fewer, 1, keyOf(fewer, 1, 0))).toBe(fewer)
})

test('options and values change places, and the variants follow (VAR-04)', () => {
  expect(listed(withOptionMoved(drafts, 0, 1))).toEqual([
    ...['a 小 / 原味', 'c 小 / 辣味', 'b 大 / 原味', 'd 大 / 辣味'],
  ])
  expect(listed(withValueMoved(drafts, 0, [1, 0]))).toEqual([
    ...['c 辣味 / 小', 'd 辣味 / 大', 'a 原味 / 小', 'b 原味 / 大'],
  ])
})

test('the variants of before are those of the first value of a new option (VAR-04)', () => {
  const grown = withOption(drafts, { name: '包裝', values: ['袋裝', '罐裝'] }, cakes)
  expect(listed(grown).slice(0, 2)).toEqual(['a 原味 / 小 / 袋裝', '+ 原味 / 小 / 罐裝'])
  expect(grown.variants.filter(({ id }) => id)).toHaveLength(4)
  expect(grown.variants).toHaveLength(8)
})

test('a product without options gets them at its own prices, and loses them again', () => {
  const first = withOption(draftsOf(none), { name: '口味', values: ['原味', '辣味'] }, none)
  expect(listed(first)).toEqual(['+ 原味', '+ 辣味'])
  expect(first.variants[1]?.cells).toMatchObject({ price: '100', origin_price: '120' })
  expect(withoutOption(first, 0)).toEqual({ options: [], variants: [] })
})

test('of variants that differ by an option alone, the first stays without it (VAR-04)', () => {
  expect(listed(withoutOption(drafts, 1))).toEqual(['a 原味', 'c 辣味'])
})

test('values are typed with any sign between them, each once', () => {
  expect(typedValues('小、中, 大，中\n特大；')).toEqual(['小', '中', '大', '特大'])
})

test('a block of a spreadsheet fills the cells from one on, and tells what was left (VAR-09)', () => {
  const block = parseBlock('1,280\t"1,500"\r\n99\t"a ""b""\nc"\r\n')
  expect(block).toEqual([
    ['1,280', '1,500'],
    ['99', 'a "b"\nc'],
  ])
  const { drafts: pasted, ...told } = withBlock(drafts, { key: 'd', column: 'price' }, block)
  expect(told).toEqual({ pasted: 2, left: 2 })
  const last = pasted.variants[3]
  expect(last?.cells).toMatchObject({ price: '1,280', origin_price: '1,500' })
  expect(last && toInput(pasted, last)).toMatchObject({ id: 'd', price: 1280, origin_price: 1500 })
  expect(parseBlock('a\t\nb\t')).toEqual([
    ['a', ''],
    ['b', ''],
  ])
})

test('ticked variants are set, added to and taken a percentage of (VAR-09)', () => {
  const pricesBy = (kind: 'set' | 'add' | 'percent', text: string) =>
    withMany(drafts, new Set(['a', 'b']), { column: 'price', kind, text }).variants.map(
      ({ cells }) => cells.price,
    )
  expect(pricesBy('set', '90')).toEqual(['90', '90', '110', '160'])
  expect(pricesBy('add', '-15')).toEqual(['85', '135', '110', '160'])
  expect(pricesBy('percent', '85')).toEqual(['85', '128', '110', '160'])
})

test('cells that cannot be saved are refused, each with its reason (VAR-09)', () => {
  const typed: [string, Parameters<typeof withCell>[2]][] = [
    ['a', ['price', '12.5']],
    ['b', ['sides_mm', '300×200']],
    ['b', ['on_hand', '']],
    ['c', ['sku', 'S-d']],
    ['d', ['weight_g', '0']],
  ]
  const wrong = typed.reduce((now, [key, cell]) => withCell(now, key, cell), drafts)
  expect(faultsOf(wrong, drafts)).toEqual({
    a: { price: '請輸入 0 到 2,147,483,647 的整數' },
    b: { sides_mm: '長×寬×高，各 1 到 10,000', on_hand: '要改為不限量，請到「庫存」' },
    c: { sku: '貨號重複' },
    d: { sku: '貨號重複', weight_g: '請輸入 1 到 1,000,000 的整數' },
  })
  const sides = withCell(drafts, 'a', ['sides_mm', '300 x 200*100'])
  expect(sides.variants[0] && toInput(sides, sides.variants[0]).sides_mm).toEqual([300, 200, 100])
  expect(faultsOf(sides, drafts)).toEqual({})
})

test('variants that stay under their title, or as the product itself, are not counted as removed', () => {
  const fewer = withoutValue(drafts, 1, keyOf(drafts, 1, 1))
  expect(countRemoved(fewer, drafts, 'a')).toBe(2)
  expect(countRemoved(withValues(fewer, 1, ['大']), drafts, 'a')).toBe(0)
  const plain = withoutOption(withoutOption(drafts, 1), 0)
  expect(countRemoved(plain, drafts, 'a')).toBe(3)
})

test('a count that a colleague has taken away is none', () => {
  const [first] = withCounts(drafts, new Map([['a', null]])).variants
  expect(first?.cells.on_hand).toBe('')
})

test('edits go over what a colleague saved meanwhile, field by field (VAR-12)', () => {
  const keyOfFirst = drafts.variants[0]?.key ?? ''
  const mine = withCell(drafts, keyOfFirst, ['price', '99'])
  const theirs = draftsOf({
    ...cakes,
    variants: [
      { ...variant('a', ['原味', '小'], 105), sku: 'NEW', imageUrl: 'https://p.example/a.jpg' },
      ...(cakes.variants?.slice(1) ?? []),
    ],
  } as Product)
  const [first] = rebased(drafts, mine, theirs)?.variants ?? []
  expect(first?.cells).toMatchObject({ price: '99', sku: 'NEW' })
  expect(first?.picture).toBe('https://p.example/a.jpg')
  const grown = withValues(drafts, 0, ['海苔'])
  expect(listed(rebased(drafts, grown, theirs) ?? drafts)).toHaveLength(6)
  expect(listed(rebased(drafts, mine, grown) ?? drafts)).toHaveLength(6)
  expect(rebased(drafts, withoutOption(drafts, 1), grown)).toBeUndefined()
})

test('a picture stays with a renamed value, and goes to the values of a new option (VAR-04)', () => {
  const keyOfFirst = drafts.variants[0]?.key ?? ''
  const shown = withPicture(drafts, new Set([keyOfFirst]), 'https://p.example/a.jpg')
  const renamed = withText(shown, 0, { key: keyOf(shown, 0, 0), text: '經典' })
  const grown = withOption(renamed, { name: '包裝', values: ['袋', '盒'] }, none)
  expect(grown.variants.slice(0, 3).map(({ picture }) => picture !== '')).toEqual([
    true,
    true,
    false,
  ])
})
