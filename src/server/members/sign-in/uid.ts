import { randomInt } from 'node:crypto'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** 28 letters and digits, 166 bits. */
export function createUid(): string {
  return Array.from({ length: 28 }, () => alphabet.charAt(randomInt(alphabet.length))).join('')
}
