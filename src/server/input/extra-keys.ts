import { ShopError } from '../http/shop-error.ts'

const maxBytes = 8 * 1024

/**
 * The keys of an input that the shop does not know: they are kept as they are and given back.
 * `known` names what the shop reads or owns. Together they may take 8 kB.
 */
export function extraKeys(
  input: Record<string, unknown>,
  known: readonly string[],
): Record<string, unknown> {
  const extra = Object.fromEntries(Object.entries(input).filter(([key]) => !known.includes(key)))
  if (Buffer.byteLength(JSON.stringify(extra)) > maxBytes) {
    throw new ShopError('INVALID_INPUT', { message: ['自訂欄位合計不可超過 8 kB'] })
  }
  return extra
}
