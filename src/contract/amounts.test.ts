import { expect, it } from 'vitest'
import { parseAmount } from './amounts.ts'

it('reads an amount as people write it, and nothing that could be another one (MEND-82)', () => {
  const written = [
    ...['1280', '1,280', '1,280.00', '1280.0', 'NT$1,280', 'NT$ 1,280', ' nt$1280 ', '$1,280'],
    ...['１２８０', '１，２８０', 'ＮＴ＄１２８０．００', '1,280元', '01280'],
  ]
  for (const text of written) expect([text, parseAmount(text)]).toEqual([text, 1_280])
  const none = [
    ...[
      '',
      ' ',
      '-5',
      '−5',
      '－５',
      '+5',
      '1,28',
      '12,80',
      '1,2800',
      ',280',
      '1.280',
      '12.5',
      '.00',
    ],
    ...['1 280', '1.280,00', '1e3', '0x10', '80%', '1/2', '3萬', '(5)', 'US$5', '9'.repeat(16)],
  ]
  for (const text of none) expect([text, parseAmount(text)]).toEqual([text, undefined])
})

it('reads a sign where money goes both ways (MEND-82)', () => {
  expect(parseAmount('-1,280', { signed: true })).toBe(-1_280)
  expect(parseAmount('－NT$5', { signed: true })).toBeUndefined()
  expect(parseAmount('NT$-5', { signed: true })).toBe(-5)
  expect(Object.is(parseAmount('-0', { signed: true }), 0)).toBe(true)
})
