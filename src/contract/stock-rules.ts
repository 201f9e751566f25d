/** From this many on, the storefront shows no number. The function `stock_level` knows it too. */
export const plentyOfStock = 11
export const maxOnHand = 999_999
export const maxCountedLines = 200

/** Why an administrator changes a number. */
export const stockReasons = [
  'received',
  'counted',
  'written_off',
  'lost',
  'returned',
  'other',
] as const
export type StockReason = (typeof stockReasons)[number]

export const movementKinds = [
  ...stockReasons,
  'imported',
  'held',
  'released',
  'shipped',
  'unshipped',
  'closed',
] as const
export type MovementKind = (typeof movementKinds)[number]

/** The columns that the back office may sort the stock by. */
export const stockSortColumns = ['title', 'on_hand', 'held', 'available'] as const
export type StockSortColumn = (typeof stockSortColumns)[number]

/** As the function `stock_level` of the database, which announces a change to all nodes. */
export function stockLevelAt(available: number): 'low' | 'sold_out' | null {
  if (available >= plentyOfStock) return null
  return available > 0 ? 'low' : 'sold_out'
}
