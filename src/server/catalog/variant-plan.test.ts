import { describe, expect, it } from 'vitest'
import { type GivenVariant, planVariants, type VariantRow } from './variant-plan.ts'

const product = { id: 'P1', originPrice: 500 }
const taste = { name: '口味', values: ['原味', '辣味'] }
const size = { name: '大小', values: ['大', '小'] }
const given = (optionValues: string[], more: Partial<GivenVariant> = {}): GivenVariant => ({
  ...{ optionValues, price: 400, ...more },
})
/** The rows that a plan leaves. */
function saved(
  known: readonly VariantRow[],
  options: Parameters<typeof planVariants>[2]['options'],
  variants: GivenVariant[],
): VariantRow[] {
  const plan = planVariants(product, known, { options, variants })
  const ids = new Set(plan.saved.map(({ id }) => id))
  const rest = known.filter(({ id }) => !ids.has(id))
  return [
    ...plan.saved.map((row) => ({ ...row, productId: product.id })),
    ...rest.map((row) => ({
      ...row,
      archivedAt: plan.archived.includes(row.id) ? new Date() : row.archivedAt,
    })),
  ]
}
const live = (rows: readonly VariantRow[]) => rows.filter(({ archivedAt }) => archivedAt === null)
const byTitle = (rows: readonly VariantRow[], title: string) =>
  live(rows).find((row) => row.title === title)?.id

describe('the variants of a product (VAR-04)', () => {
  const first = saved([], [taste], [given(['原味']), given(['辣味'])])

  it('begin with the product itself, whose stock and history become those of the first', () => {
    expect(byTitle(first, '原味')).toBe('P1')
    expect(byTitle(first, '辣味')).toMatch(/^-/)
    expect(first[0]).toMatchObject({ position: 0, originPrice: 500, isEnabled: true })
  })

  it('keep their ids when a value is renamed, moved, and when an option comes', () => {
    const [mild = '', hot = ''] = live(first).map(({ id }) => id)
    const renamed = { name: '口味', values: ['麻辣', '經典'] }
    const moved = saved(
      first,
      [renamed],
      [given(['麻辣'], { id: hot }), given(['經典'], { id: mild })],
    )
    expect([byTitle(moved, '經典'), byTitle(moved, '麻辣')]).toEqual([mild, hot])
    const more = saved(
      moved,
      [renamed, size],
      [
        given(['經典', '大'], { id: mild }),
        given(['麻辣', '大'], { id: hot }),
        given(['經典', '小']),
      ],
    )
    expect(byTitle(more, '經典 / 大')).toBe(mild)
    expect(live(more)).toHaveLength(3)
  })

  it('are archived when they are left out, and come back under their id', () => {
    const hot = byTitle(first, '辣味')
    const without = saved(first, [taste], [given(['原味'])])
    expect(live(without).map(({ title }) => title)).toEqual(['原味'])
    expect(byTitle(saved(without, [taste], [given(['原味']), given(['辣味'])]), '辣味')).toBe(hot)
  })

  it('go, and leave the product as the one that is sold', () => {
    expect(planVariants(product, first, { options: [], variants: [] })).toMatchObject({
      archived: [byTitle(first, '辣味')],
      isReleased: true,
    })
  })

  it('keep what was not given of them', () => {
    const [, hot] = saved(
      [],
      [taste],
      [given(['原味']), given(['辣味'], { sku: 'HOT', weightG: 90 })],
    )
    const again = saved(hot ? [hot] : [], [taste], [given(['辣味'], { price: 350 })])
    expect(live(again)[0]).toMatchObject({ sku: 'HOT', weightG: 90, price: 350 })
  })

  it('give the product its prices: of the cheapest that is on sale', () => {
    const prices = (...variants: GivenVariant[]) =>
      planVariants(product, [], { options: [taste], variants }).prices
    expect(prices(given(['原味']), given(['辣味'], { price: 450, originPrice: 480 }))).toEqual({
      ...{ price: 400, originPrice: 500, priceMax: 450 },
    })
    const off = given(['原味'], { isEnabled: false })
    expect(prices(off, given(['辣味'], { price: 450 }))).toMatchObject({
      price: 450,
      priceMax: null,
    })
  })

  it.each([
    ['options', [taste, taste], [given(['原味', '原味'])], '規格名稱重複'],
    ['options', [{ name: '口味', values: ['辣', '辣'] }], [given(['辣'])], '「口味」有重複的選項'],
    ['options', [], [given(['原味'])], '請先設定規格'],
    ['variants', [taste], [], '請至少保留一種規格'],
    ['variants', [taste], [given(['鹹味'])], '規格「鹹味」與選項不符'],
    ['variants', [taste, size], [given(['原味'])], '規格「原味」與選項不符'],
    ['variants', [taste], [given(['原味']), given(['原味'])], '規格重複'],
    ['variants', [taste], [given(['原味'], { id: '-X' })], '找不到規格「原味」，請重新整理後再試'],
    [
      'variants',
      [taste],
      [given(['原味'], { sku: 'A' }), given(['辣味'], { sku: 'A' })],
      '商品貨號（SKU）重複',
    ],
  ])('are refused with a sentence at %s: %j', (field, options, variants, text) => {
    const plan = () => planVariants(product, [], { options, variants })
    const reply = expect.objectContaining({ fields: { [field]: text } })
    expect(plan).toThrow(expect.objectContaining({ reply }))
  })
})
