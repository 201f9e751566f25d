/**
 * What a cart costs. All prices of the shop come from here, in integers: whole NT$ for what is
 * counted, hundredths of NT$ for what is discounted, since a percent of a whole has two decimals.
 */
export interface PricedLine {
  /** Price times quantity, in NT$. */
  total: number
  /** `total` times percent, in hundredths of NT$. */
  finalHundredths: bigint
}

export interface PricedCart {
  lines: PricedLine[]
  total: number
  finalHundredths: bigint
  /** What is charged, in whole NT$: the sum of the lines rounded half up, once. */
  charge: number
}

export interface LineToPrice {
  /** In whole NT$. */
  price: number
  qty: number
}

/** `percent` is what is paid: 80 takes 80 of 100; without a coupon it is 100. */
export function priceCart(lines: readonly LineToPrice[], percent: number): PricedCart {
  const priced = lines.map((line) => priceLine(line, percent))
  const finalHundredths = priced.reduce((sum, line) => sum + line.finalHundredths, 0n)
  return {
    lines: priced,
    total: priced.reduce((sum, line) => sum + line.total, 0),
    finalHundredths,
    charge: Number((finalHundredths + 50n) / 100n),
  }
}

function priceLine({ price, qty }: LineToPrice, percent: number): PricedLine {
  const total = BigInt(price) * BigInt(qty)
  return { total: Number(total), finalHundredths: total * BigInt(percent) }
}

/** Hundredths of NT$ as the number that the wire shows, with up to two decimals. */
export function fromHundredths(hundredths: bigint): number {
  if (hundredths <= BigInt(Number.MAX_SAFE_INTEGER)) return Number(hundredths) / 100
  return Number(hundredths / 100n) + Number(hundredths % 100n) / 100
}
