/** Whole NT$; the most that the column holds. */
export const maxPrice = 2_147_483_647
/** In grams. */
export const maxWeight = 1_000_000
/** In millimetres. */
export const maxSide = 10_000
/** Of one product. */
export const maxVariants = 200
