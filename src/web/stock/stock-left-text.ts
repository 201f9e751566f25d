/** What the shop window says of a product of which little is left. */
export function stockLeftText(left: number | undefined): string | undefined {
  return left !== undefined && left > 0 ? `僅剩 ${left} 件` : undefined
}
