/** Label of a product that is low on stock. */
export function stockLeftText(left: number | undefined): string | undefined {
  return left !== undefined && left > 0 ? `僅剩 ${left} 件` : undefined
}
