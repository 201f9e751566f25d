import { describe, expect, it } from 'vitest'
import { code39 } from './code39.ts'

/** Dark modules as 1, light ones as 0. */
function modules(text: string): string {
  const { bars, width } = code39(text) ?? { bars: [], width: 0 }
  return Array.from({ length: width }, (_, at) =>
    bars.some((bar) => bar.at <= at && at < bar.at + bar.width) ? '1' : '0',
  ).join('')
}

/** Start and stop sign, as the standard shows them. */
const guard = '100101101101'
const between = (...signs: string[]) => [guard, ...signs, guard].join('0')

describe('a barcode in Code 39 (GATEWAY-23)', () => {
  it('has the bars of the published examples', () => {
    expect(modules('')).toBe(between())
    expect(modules('0')).toBe(between('101001101101'))
    expect(modules('A1')).toBe(between('110101001011', '110100101011'))
    expect(modules('Z-')).toBe(between('100110110101', '100101011011'))
  })

  it('has three wide elements of nine in every sign, and no two signs alike', () => {
    const signs = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. '].map((sign) => modules(sign))
    expect(new Set(signs).size).toBe(39)
    for (const sign of signs) expect(sign).toHaveLength(guard.length * 3 + 2)
  })

  it('follows the two-of-five code of the digits and letters', () => {
    // Bars have the weights 1, 2, 4, 7 and 0; of ten signs in a row two bars are wide.
    const rows = ['1234567890', 'ABCDEFGHIJ', 'KLMNOPQRST', 'UVWXYZ']
    for (const row of rows) {
      for (const [index, sign] of [...row].entries()) {
        const { bars } = code39(sign) ?? { bars: [] }
        const own = bars.slice(5, 10).map(({ width }) => width - 1)
        const sum = own.reduce((sum, isWide, bar) => sum + isWide * ([1, 2, 4, 7, 0][bar] ?? 0), 0)
        expect(sum, sign).toBe(index === 9 ? 11 : index + 1)
      }
    }
  })

  it('has none for a sign that Code 39 does not know', () => {
    expect(code39('a')).toBeUndefined()
    expect(code39('1*2')).toBeUndefined()
    expect(code39('條碼')).toBeUndefined()
  })
})
