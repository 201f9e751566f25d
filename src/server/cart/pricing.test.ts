import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromHundredths, priceCart } from './pricing.ts'

const coupon = (percent: number) => [{ kind: 'coupon', label: 'frost', percent }] as const

describe('pricing', () => {
  it.each([
    { lines: [], percent: 100, total: 0, final: 0, payable: 0 },
    { lines: [{ price: 1000, qty: 1 }], percent: 100, total: 1000, final: 1000, payable: 1000 },
    { lines: [{ price: 1000, qty: 1 }], percent: 80, total: 1000, final: 800, payable: 800 },
    { lines: [{ price: 333, qty: 1 }], percent: 75, total: 333, final: 249.75, payable: 250 },
    { lines: [{ price: 1, qty: 1 }], percent: 49, total: 1, final: 0.49, payable: 0 },
    { lines: [{ price: 1, qty: 1 }], percent: 50, total: 1, final: 0.5, payable: 1 },
    {
      // Rounded by line they would come to 2; the sum is 1.5 less a hundredth.
      lines: [
        { price: 1, qty: 1 },
        { price: 1, qty: 1 },
        { price: 1, qty: 1 },
      ],
      percent: 49,
      total: 3,
      final: 1.47,
      payable: 1,
    },
    { lines: [{ price: 0, qty: 9999 }], percent: 80, total: 0, final: 0, payable: 0 },
  ])(
    'API-67 API-68 API-69 API-70 API-71 $lines at $percent % is $final, charged $payable',
    (row) => {
      const priced = priceCart(row.lines, coupon(row.percent))
      expect(priced.total).toBe(row.total)
      expect(fromHundredths(priced.finalHundredths)).toBe(row.final)
      expect(priced.payable).toBe(row.payable)
    },
  )

  it('D11 any percent, price and quantity: lines exact, their sum rounded half up once (seed 20261121)', () => {
    const line = fc.record({
      price: fc.integer({ min: 0, max: 1_000_000 }),
      qty: fc.integer({ min: 1, max: 99 }),
    })
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 20 }),
        fc.integer({ min: 1, max: 100 }),
        (lines, percent) => {
          const priced = priceCart(lines, coupon(percent))
          const exact = lines.reduce((sum, { price, qty }) => sum + price * qty * percent, 0)
          expect(Number(priced.finalHundredths)).toBe(exact)
          expect(priced.lines.map(({ finalHundredths }) => Number(finalHundredths))).toEqual(
            lines.map(({ price, qty }) => price * qty * percent),
          )
          expect(priced.payable).toBe(Math.floor((exact + 50) / 100))
        },
      ),
      { seed: 20_261_121, numRuns: 2_000 },
    )
  })

  it('A2 the dearest cart there can be is counted exactly', () => {
    const lines = Array.from({ length: 100 }, () => ({ price: 2_147_483_647, qty: 9999 }))
    const priced = priceCart(lines, coupon(99))
    expect(priced.finalHundredths).toBe(2_147_483_647n * 9999n * 99n * 100n)
    expect(priced.payable).toBe(Number(2_147_483_647n * 9999n * 99n))
  })

  it('A2 of lines up to the dearest no total is ever inexact, negative or no number (seed 20261121)', () => {
    const line = fc.record({
      price: fc.oneof(fc.integer({ min: 0, max: 2_147_483_647 }), fc.constant(2_147_483_647)),
      qty: fc.oneof(fc.integer({ min: 1, max: 9_999 }), fc.constant(9_999)),
    })
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 100, size: 'max' }),
        fc.integer({ min: 1, max: 100 }),
        (lines, percent) => {
          const exact = lines.reduce((sum, { price, qty }) => sum + BigInt(price) * BigInt(qty), 0n)
          const priced = priceCart(lines, coupon(percent))
          expect(BigInt(priced.total)).toBe(exact)
          expect(priced.finalHundredths).toBe(exact * BigInt(percent))
          expect(BigInt(priced.payable)).toBe((exact * BigInt(percent) + 50n) / 100n)
          // Beyond 2^46 NT$ doubles have fewer cents than two decimals; whole amounts stay exact.
          const shown = fromHundredths(priced.finalHundredths)
          const whole = Number(priced.finalHundredths / 100n)
          expect(Math.abs(shown - whole)).toBeLessThanOrEqual(1)
          if (priced.finalHundredths % 100n === 0n) expect(shown).toBe(whole)
          expect(shown).toBeGreaterThanOrEqual(0)
        },
      ),
      { seed: 20_261_121, numRuns: 300 },
    )
  })

  it('D11 every percent of every price up to 1,000 is exact, and rounded half up', () => {
    for (let percent = 1; percent <= 100; percent++) {
      for (let price = 1; price <= 1_000; price++) {
        const { finalHundredths, payable } = priceCart([{ price, qty: 1 }], coupon(percent))
        const product = price * percent
        const isExact =
          Number(finalHundredths) === product && fromHundredths(finalHundredths) === product / 100
        const isHalfUp = payable === Math.floor(product / 100) + (product % 100 >= 50 ? 1 : 0)
        if (!isExact || !isHalfUp) expect.fail(`${price} at ${percent} % is charged ${payable}`)
      }
    }
  })

  it('applies adjustments in their order and tells what each adds; they sum to what is payable', () => {
    const priced = priceCart(
      [{ price: 999, qty: 3 }],
      [
        { kind: 'tier', label: '滿 3 件', percent: 90 },
        { kind: 'coupon', label: 'frost', percent: 80 },
        { kind: 'fee', label: '運費', hundredths: 6_000n },
      ],
    )
    expect(priced.adjustments).toEqual([
      { kind: 'tier', label: '滿 3 件', hundredths: -29_970n },
      { kind: 'coupon', label: 'frost', hundredths: -53_946n },
      { kind: 'fee', label: '運費', hundredths: 6_000n },
    ])
    expect(priced.lines).toEqual([{ total: 2997, finalHundredths: 215_784n }])
    expect(priced.finalHundredths).toBe(221_784n)
    expect(priced.payable).toBe(2218)
  })
})
