import { randomUUID } from 'node:crypto'

/** Without lower case: nothing says that the gateway tells it apart. */
const base = 36
const timeLength = 9
const randomLength = 11
const range = BigInt(base) ** BigInt(randomLength)

/**
 * A number of a trade at the gateway: 20 letters and digits, unique for ever, also after the
 * database was restored from a backup. 9 are of milliseconds, 11 are random (56 bits).
 */
export function createTradeNumber(now = Date.now()): string {
  // The last 60 bits of a random UUID are all random.
  const random = BigInt.asUintN(60, BigInt(`0x${randomUUID().replaceAll('-', '')}`)) % range
  return digits(BigInt(now), timeLength) + digits(random, randomLength)
}

function digits(number: bigint, length: number): string {
  return number.toString(base).toUpperCase().padStart(length, '0')
}
