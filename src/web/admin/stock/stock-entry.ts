import type { StockRow } from '#contract/stock.ts'

/** A row of the list; its id is that of the product. */
export type StockEntry = StockRow & { id: string }

export function toEntry(row: StockRow): StockEntry {
  return { ...row, id: row.product_id }
}
