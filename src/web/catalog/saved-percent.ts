/** The discount on the original price, in whole percent; 0 when there is none. */
export function savedPercent(product: { price: number; origin_price: number }): number {
  const { price, origin_price: origin } = product
  return origin > price ? Math.round(((origin - price) / origin) * 100) : 0
}
