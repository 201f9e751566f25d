/** What the special price saves of the original one, in whole percent; 0 when it saves nothing. */
export function savedPercent(product: { price: number; origin_price: number }): number {
  const { price, origin_price: origin } = product
  return origin > price ? Math.round(((origin - price) / origin) * 100) : 0
}
