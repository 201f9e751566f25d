import { randomBytes } from 'node:crypto'

const alphabet = '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz'
let lastTime = 0

/**
 * An id of the contract: 8 characters of milliseconds, then 12 random ones (72 bits). Ids of one
 * process ascend strictly: two within one millisecond are set one millisecond apart.
 */
export function makeId(now = Date.now()): string {
  lastTime = Math.max(now, lastTime + 1)
  let time = lastTime
  let id = ''
  for (let position = 0; position < 8; position++) {
    id = alphabet.charAt(time % 64) + id
    time = Math.floor(time / 64)
  }
  for (const byte of randomBytes(12)) id += alphabet.charAt(byte & 63)
  return id
}
