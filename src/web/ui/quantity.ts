export const maxQuantity = 9999

/** What may be typed into a quantity: digits and a dot, at most four characters. */
export function isQuantityText(text: string): boolean {
  return /^[0-9.]{0,4}$/.test(text)
}

/** A typed quantity as it counts: rounded down, and at least `min`. */
export function committedQuantity(text: string, min = 1): number {
  const number = Math.floor(Number(text))
  return number >= min ? Math.min(number, maxQuantity) : min
}
