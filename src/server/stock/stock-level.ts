import { plentyOfStock } from '#contract/stock-rules.ts'

/** As the function `stock_level` of the database, which announces a change to all nodes. */
export function stockLevelAt(available: number): 'low' | 'sold_out' | null {
  if (available >= plentyOfStock) return null
  return available > 0 ? 'low' : 'sold_out'
}
