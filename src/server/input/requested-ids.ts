import { ShopError } from '../http/shop-error.ts'

/** The ids of a query, separated by commas, each once; throws for more than `max`. */
export function requestedIds(text: string | undefined, max: number): string[] {
  const ids = [...new Set((text ?? '').split(',').filter((id) => id !== ''))]
  if (ids.length > max) throw new ShopError('INVALID_INPUT', { message: ['ids 數量不符規定'] })
  return ids
}
