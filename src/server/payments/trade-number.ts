import { randomBytes } from 'node:crypto'

const length = 20
/** Without lower case: nothing says that the gateway tells it apart. */
const base = 36
const timeLength = 9
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/**
 * A number of a trade at the gateway, unique for ever, also after the database was restored from a
 * backup: 9 digits of milliseconds, then 11 random ones (56 bits).
 */
export function createTradeNumber(now = Date.now()): string {
  let number = now.toString(base).toUpperCase().padStart(timeLength, '0')
  while (number.length < length) {
    for (const byte of randomBytes(length)) {
      // The bytes beyond the last multiple of 36 would favour the first letters.
      if (byte < 252 && number.length < length) number += alphabet.charAt(byte % base)
    }
  }
  return number
}
