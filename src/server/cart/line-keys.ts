import { CartLine } from '#contract/cart.schema.ts'
import { ShopError } from '../http/shop-error.ts'
import { omitKeys, unknownProperties } from '../input/unknown-properties.ts'

const maxBytesOfCart = 64 * 1024

/** Keys of a line that the server owns: never stored as a client's own. */
const knownLineKeys = Object.keys(CartLine.properties)

/** The own keys of a line in what a client sends. */
export function readLineKeys(input: Record<string, unknown>): Record<string, unknown> {
  return unknownProperties(input, knownLineKeys)
}

/** The stored own keys of a line, without those that the server has defined since. */
export function ownLineKeys(extra: Record<string, unknown>): Record<string, unknown> {
  return omitKeys(extra, knownLineKeys)
}

/** Bounds own keys over all lines: a cart has up to 100, and its order is read by the staff. */
export function assertLineKeys(lines: readonly { extra: Record<string, unknown> }[]): void {
  const bytes = Buffer.byteLength(JSON.stringify(lines.map(({ extra }) => extra)))
  if (bytes <= maxBytesOfCart) return
  throw new ShopError('INVALID_INPUT', { message: ['購物車的自訂欄位合計不可超過 64 kB'] })
}
