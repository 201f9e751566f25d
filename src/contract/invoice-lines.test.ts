import fc from 'fast-check'
import { expect, it } from 'vitest'
import { invoiceLinesOf, invoiceTaxTypes, type OrderToInvoice } from './invoice-lines.ts'

const good = (title: string, finalHundredths: number, qty = 1) => {
  return { title, qty, unit: '件', finalHundredths, taxType: 'taxed' as const }
}
const amountsOf = (order: OrderToInvoice) => invoiceLinesOf(order).map(({ amount }) => amount)

it('has the goods at what was paid for them, and the shipping as a line of its own (INV-E-02)', () => {
  const order: OrderToInvoice = {
    lines: [good('青瓷杯', 42_000, 2), good('木砧板', 36_000)],
    fee: 60,
    feeTaxType: 'taxed',
    total: 840,
  }
  expect(invoiceLinesOf(order)).toEqual([
    { title: '青瓷杯', qty: 2, unit: '件', amount: 420, taxType: 'taxed' },
    { title: '木砧板', qty: 1, unit: '件', amount: 360, taxType: 'taxed' },
    { title: '運費', qty: 1, unit: '', amount: 60, taxType: 'taxed' },
  ])
})

it.each<[title: string, OrderToInvoice, amounts: number[]]>([
  [
    'a discount that leaves hundredths is rounded as the order was',
    // 33.66 and 66.33 were charged as NT$100.
    { lines: [good('a', 3_366), good('b', 6_633)], fee: 0, feeTaxType: 'taxed', total: 100 },
    [34, 66],
  ],
  [
    'what is taken off the whole is spread over the goods',
    { lines: [good('a', 10_000), good('b', 20_000)], fee: 60, feeTaxType: 'taxed', total: 310 },
    [83, 167, 60],
  ],
  [
    'what is taken off beyond the goods lowers the shipping',
    { lines: [good('a', 10_000)], fee: 60, feeTaxType: 'taxed', total: 20 },
    [0, 20],
  ],
  [
    'a gift has a line of NT$0',
    { lines: [good('a', 10_000), good('gift', 0)], fee: 0, feeTaxType: 'taxed', total: 100 },
    [100, 0],
  ],
  [
    'an order of NT$0 has no invoice',
    { lines: [good('a', 0)], fee: 60, feeTaxType: 'taxed', total: 0 },
    [],
  ],
])('%s (INV-E-02)', (_, order, amounts) => {
  expect(amountsOf(order)).toEqual(amounts)
})

/** An order as the shop prices it: percents by line, then tiers and credit on the whole. */
const anyOrder = fc
  .record({
    lines: fc.array(
      fc.record({
        price: fc.nat(50_000),
        qty: fc.integer({ min: 1, max: 99 }),
        percent: fc.integer({ min: 1, max: 100 }),
        taxType: fc.constantFrom(...invoiceTaxTypes),
      }),
      { minLength: 1, maxLength: 20 },
    ),
    /** Parts of the goods' price that a tier, and credit and points, take off. */
    tier: fc.double({ min: 0, max: 1, noNaN: true }),
    credit: fc.double({ min: 0, max: 1, noNaN: true }),
    fee: fc.oneof(fc.constant(0), fc.nat(300)),
    feeTaxType: fc.constantFrom(...invoiceTaxTypes),
  })
  .map(({ lines, tier, credit, fee, feeTaxType }): OrderToInvoice => {
    const finals = lines.map(({ price, qty, percent }) => price * qty * percent)
    const goods = finals.reduce((all, one) => all + one, 0)
    const payable = Math.floor((goods - Math.floor(goods * tier) + 50) / 100) + fee
    return {
      lines: lines.map(({ qty, taxType }, index) => {
        const finalHundredths = finals[index] ?? 0
        return { title: `商品 ${index}`, unit: '件', qty, taxType, finalHundredths }
      }),
      fee,
      feeTaxType,
      total: payable - Math.floor(payable * credit),
    }
  })

it('adds up to what was charged, in 10,000 random orders with coupons, tiers, credit and shipping (INV-E-02)', () => {
  fc.assert(
    fc.property(anyOrder, ({ lines: goods, fee, feeTaxType, total }) => {
      const lines = invoiceLinesOf({ lines: goods, fee, feeTaxType, total })
      const shipping = fee > 0 ? [`運費 ${feeTaxType}`] : []
      const named = [...goods.map(({ title, taxType }) => `${title} ${taxType}`), ...shipping]
      // One assertion an order: many thousands would take half a minute.
      expect({
        sum: lines.reduce((all, { amount }) => all + amount, 0),
        areWhole: lines.every(({ amount }) => Number.isSafeInteger(amount) && amount >= 0),
        named: lines.map(({ title, taxType }) => `${title} ${taxType}`).join(),
        shipping: total > 0 && fee > 0 ? lines.at(-1)?.amount : 0,
      }).toEqual({
        sum: total,
        areWhole: true,
        named: total === 0 ? '' : named.join(),
        shipping: Math.min(fee, total),
      })
    }),
    { seed: 20_261_129, numRuns: 10_000 },
  )
})
