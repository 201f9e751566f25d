import { allocate } from './allocate.ts'

/** 應稅, 零稅率, 免稅. */
export const invoiceTaxTypes = ['taxed', 'zero', 'free'] as const
export type InvoiceTaxType = (typeof invoiceTaxTypes)[number]

/** A line of an invoice. */
export interface InvoiceLine {
  title: string
  qty: number
  /** The unit that is counted; empty: none is named. */
  unit: string
  /** Of all pieces, with tax, in whole NT$. */
  amount: number
  taxType: InvoiceTaxType
}

/** An order as far as its invoice knows it. */
export interface OrderToInvoice {
  lines: readonly {
    title: string
    qty: number
    unit: string
    /** After the discounts of the line, in hundredths of NT$. */
    finalHundredths: number
    taxType: InvoiceTaxType
  }[]
  /** 運費, in whole NT$. */
  fee: number
  feeTaxType: InvoiceTaxType
  /** Amount charged, in whole NT$: what is discounted on the whole is taken off already. */
  total: number
}

/**
 * The lines of an order's invoice, whose amounts add up to `total`: what was paid for the goods, spread
 * over them by their discounted prices, and the shipping. What the whole was lowered by beyond the goods
 * is taken off the shipping. An order of NT$0 has no invoice, and no lines.
 */
export function invoiceLinesOf({ lines, fee, feeTaxType, total }: OrderToInvoice): InvoiceLine[] {
  if (total === 0) return []
  const shipping = lines.length === 0 ? total : Math.min(fee, total)
  const amounts = allocate(
    total - shipping,
    lines.map(({ finalHundredths }) => finalHundredths),
  )
  const goods = lines.map(({ title, qty, unit, taxType }, index) => {
    return { title, qty, unit, taxType, amount: amounts[index] ?? 0 }
  })
  if (shipping === 0) return goods
  return [...goods, { title: '運費', qty: 1, unit: '', taxType: feeTaxType, amount: shipping }]
}
