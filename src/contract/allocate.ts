/**
 * Whole NT$ spread over entries in proportion to their weights, by largest remainder: the shares add up
 * to `total`, each is its exact part rounded down or up, and of equal remainders the earlier entry gets
 * more. Where all weights are 0 they count as equal; without entries there is nothing to spread.
 *
 * As long as `total` is at most the sum of the weights, no share exceeds its weight.
 */
export function allocate(total: number, weights: readonly number[]): number[] {
  if (![total, ...weights].every((one) => Number.isSafeInteger(one) && one >= 0)) {
    throw new RangeError('allocate takes whole numbers that are not below zero')
  }
  const sum = weights.reduce((all, weight) => all + BigInt(weight), 0n)
  if (sum === 0n && weights.length > 0) return allocate(total, Array(weights.length).fill(1))
  const whole = BigInt(total)
  const parts = weights.map((weight, index) => {
    const product = whole * BigInt(weight)
    return { index, share: Number(product / sum), remainder: product % sum }
  })
  const missing = total - parts.reduce((all, { share }) => all + share, 0)
  const byRemainder = parts.toSorted((a, b) =>
    a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1,
  )
  for (const part of byRemainder.slice(0, missing)) part.share += 1
  return parts.map(({ share }) => share)
}
