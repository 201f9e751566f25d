import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PackingLine, PackingOrder } from '#contract/packing.ts'
import { pickingList } from './picking-list.ts'

const line = (product_id: string, qty: number, more: Partial<PackingLine> = {}): PackingLine => ({
  line_id: `${product_id}-${qty}`,
  product_id,
  title: product_id,
  unit: '個',
  category: '茶',
  qty,
  price: 100,
  ...more,
})
const order = (lines: PackingLine[]): PackingOrder => ({
  id: 'o',
  number: '261122-1',
  create_at: 0,
  state: 'paid',
  is_partly_shipped: false,
  total: 100,
  message: '',
  shipping: { kind: 'home' as const, name: '宅配' },
  user: { name: '', tel: '', address: '' },
  lines,
})

describe('a picking list (PACK-02)', () => {
  it('has one line a product, by category, then title', () => {
    const list = pickingList([
      order([line('壺', 1), line('杯', 2, { category: '器皿' })]),
      order([line('壺', 3), line('壺', 1), line('茶', 5, { title: '一番茶' })]),
    ])
    const byCategory = [...new Set(list.map(({ category }) => category))]
    expect(byCategory).toEqual(['茶', '器皿'].toSorted(new Intl.Collator('zh-TW').compare))
    expect(list.filter(({ category }) => category === '茶').map(({ title }) => title)).toEqual([
      '一番茶',
      '壺',
    ])
    expect(list.find(({ product_id }) => product_id === '壺')).toMatchObject({
      title: '壺',
      unit: '個',
      pieces: 5,
      orders: 2,
    })
  })

  it('adds up to the pieces of its orders', () => {
    const lines = fc.array(
      fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.integer({ min: 1, max: 9_999 })),
      { maxLength: 6 },
    )
    fc.assert(
      fc.property(fc.array(lines, { maxLength: 8 }), (drawn) => {
        const orders = drawn.map((ofOne) => order(ofOne.map(([id, qty]) => line(id, qty))))
        const list = pickingList(orders)
        for (const product of list) {
          const own = orders.map(({ lines }) =>
            lines.filter(({ product_id }) => product_id === product.product_id),
          )
          expect(product.pieces).toBe(own.flat().reduce((sum, { qty }) => sum + qty, 0))
          expect(product.orders).toBe(own.filter(({ length }) => length > 0).length)
        }
        expect(list).toHaveLength(new Set(drawn.flat().map(([id]) => id)).size)
      }),
      { seed: 20_261_122 },
    )
  })
})
