import { ShopError } from '../http/shop-error.ts'

export const maxOwnKeysBytes = 8 * 1024

/**
 * The unknown properties of an input: they are stored and returned unchanged. `known` lists the
 * properties that the shop reads or owns. Together they may take 8 kB.
 */
export function unknownProperties(
  input: Record<string, unknown>,
  known: readonly string[],
): Record<string, unknown> {
  const unknown = omitKeys(input, known)
  if (Buffer.byteLength(JSON.stringify(unknown)) > maxOwnKeysBytes) {
    throw new ShopError('INVALID_INPUT', { message: ['自訂欄位合計不可超過 8 kB'] })
  }
  if (!hasOnlyPlainNumbers(unknown)) {
    throw new ShopError('INVALID_INPUT', { message: ['自訂欄位的數值超出範圍'] })
  }
  return unknown
}

export function omitKeys(
  input: Record<string, unknown>,
  keys: readonly string[],
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input).filter(([key]) => !keys.includes(key)))
}

/** PostgreSQL stores and gives back `1e308` as 309 digits, and `1e-308` as 310. */
function hasOnlyPlainNumbers(value: unknown): boolean {
  if (typeof value === 'number') {
    return Math.abs(value) <= Number.MAX_SAFE_INTEGER && !String(value).includes('e')
  }
  if (typeof value !== 'object' || value === null) return true
  return Object.values(value).every(hasOnlyPlainNumbers)
}
