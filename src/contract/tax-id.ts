const weights = [1, 2, 1, 2, 1, 2, 4, 1]

/** Whether eight digits are a 統一編號, by the check of the Ministry of Finance of April 2023. */
export function isTaxId(text: string): boolean {
  if (!/^[0-9]{8}$/.test(text)) return false
  const sum = weights.reduce((all, weight, index) => {
    const product = Number(text[index]) * weight
    return all + Math.floor(product / 10) + (product % 10)
  }, 0)
  // A seven in the seventh place gives 28, whose digits sum to 10, which counts as 1 or as 0.
  return sum % 5 === 0 || (text[6] === '7' && (sum + 1) % 5 === 0)
}
