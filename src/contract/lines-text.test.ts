import { expect, it } from 'vitest'
import { linesText } from './lines-text.ts'

it('tells lines by variant, the product once and with its sum (VAR-10)', () => {
  const line = (product_id: string, title: string, qty: number) => ({ product_id, title, qty })
  const of = (variant_title: string, qty: number) => ({
    ...line('c', `蝦餅（大）（${variant_title}）`, qty),
    variant_title,
  })
  const mug = line('m', '杯', 2)
  expect(linesText([of('原味', 3), of('辣味', 9), mug])).toBe(
    '蝦餅（大）：原味 × 3、辣味 × 9，共 12；杯 × 2',
  )
  expect(linesText([of('原味', 3), mug])).toBe('蝦餅（大）（原味） × 3；杯 × 2')
  // An older supplier order tells whole titles.
  const lines = [line('c', '蝦餅（原味）', 3), line('c', '蝦餅（辣味）', 9)]
  expect(linesText(lines)).toBe('蝦餅（原味） × 3、蝦餅（辣味） × 9，共 12')
})
