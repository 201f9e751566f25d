const fallback = '網路商品一批'
const most = 50

/** As the carriers take it: without signs that they refuse, and never cut in the middle. */
export function toGoodsName(text: string): string {
  const name = text
    .replace(/[\^'`!@#%&*+\\"<>|_[\]]/g, ' ')
    .replace(/\p{Cc}/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  // A sign beyond ASCII counts two.
  const units = [...name].reduce((sum, sign) => sum + (sign > '\u007f' ? 2 : 1), 0)
  return units === 0 || units > most ? fallback : name
}
