import { createHash } from 'node:crypto'

const base = 36
const length = 20

/**
 * Our number (RelateNumber) of the next invoice of an order that has had so many: 20 letters and digits.
 * It is the same wherever it is made, so that what was issued after a backup is found by the shop that
 * was restored from it.
 */
export function invoiceNumber(orderId: string, count: number): string {
  const hash = createHash('sha256').update(`invoice ${orderId} ${count}`).digest('hex')
  const number = BigInt(`0x${hash}`) % BigInt(base) ** BigInt(length)
  return number.toString(base).toUpperCase().padStart(length, '0')
}
