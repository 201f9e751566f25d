/** Whole NT$; the most that the column holds. */
export const maxPrice = 2_147_483_647
/** In grams. */
export const maxWeight = 1_000_000
/** In millimetres. */
export const maxSide = 10_000
/** Of one product. */
export const maxVariants = 200
/** Of one product. */
export const maxOptions = 3
/** Of one option. */
export const maxValues = 30
/** Characters of the name of an option. */
export const maxOptionName = 20
/** Characters of a value of an option. */
export const maxValueText = 30
/** Characters of a SKU or a barcode. */
export const maxCode = 64
