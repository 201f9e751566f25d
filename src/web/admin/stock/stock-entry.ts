import type { StockRow } from '#contract/stock.ts'

/** A row of the list; its id is that of what is sold, a variant or a product without options. */
export type StockEntry = StockRow & { id: string }

export function toEntry(row: StockRow): StockEntry {
  return { ...row, id: row.variant_id ?? row.product_id }
}
