import { expect, test } from 'vitest'
import type { HandOut } from '#contract/hand-out.ts'
import { codeOf, countProducts, rowsOfCode, rowsOfName } from './find-rows.ts'

const row = (name: string, more: Partial<HandOut> = {}): HandOut => ({
  ...{ id: name, name, tel_end: '678', state: 'waiting' as const, lines: [] },
  ...more,
})

test('finds the code in digits of any keyboard and in the address of a QR code (AFTER-11)', () => {
  expect(codeOf('123456')).toBe('123456')
  expect(codeOf(' 123 456 ')).toBe('123456')
  expect(codeOf('１２３４５６')).toBe('123456')
  expect(codeOf('https://shop.example/main/handOut?code=001234')).toBe('001234')
  for (const other of ['12345', '1234567', '王小明', 'https://shop.example/?code=1234567', '']) {
    expect(codeOf(other)).toBeUndefined()
  }
})

test('finds whom a code may be of by its end alone (AFTER-05)', () => {
  const rows = [row('一', { code_end: '456' }), row('二', { code_end: '457' }), row('三')]
  expect(rowsOfCode(rows, '123456').map(({ name }) => name)).toEqual(['一'])
})

test('finds people by a part of the name, the end of the telephone or the number', () => {
  const rows = [row('王小明'), row('Lin', { tel_end: '123' }), row('陳', { number: '261129-7' })]
  expect(rowsOfName(rows, '小')).toHaveLength(1)
  expect(rowsOfName(rows, 'lin')).toHaveLength(1)
  expect(rowsOfName(rows, '123')).toMatchObject([{ name: 'Lin' }])
  expect(rowsOfName(rows, '129-7')).toMatchObject([{ name: '陳' }])
  expect(rowsOfName(rows, ' ')).toHaveLength(3)
})

test('counts what must still lie on the table, by variant', () => {
  const line = (variant_id: string, qty: number) => ({
    ...{
      product_id: 'p',
      variant_id,
      variant_title: variant_id,
      title: `茶（${variant_id}）`,
      qty,
    },
  })
  const rows = [
    row('一', { state: 'handed_out', lines: [line('大', 2), line('小', 1)] }),
    row('二', { lines: [line('大', 3)] }),
  ]
  expect(countProducts(rows)).toEqual([
    { id: '大', title: '茶（大）', left: 3, total: 5 },
    { id: '小', title: '茶（小）', left: 0, total: 1 },
  ])
})
