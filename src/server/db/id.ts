import { randomFillSync } from 'node:crypto'

const alphabet = '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz'
const randomLength = 12
let lastTime = 0

/** Random bytes for many ids at a time: a call of the generator costs more than its bytes. */
const pool = Buffer.alloc(randomLength * 256)
let drawn = pool.length

/**
 * An id of the contract: 8 characters of milliseconds, then 12 random ones (72 bits). Ids of one
 * process ascend strictly: two within one millisecond are set one millisecond apart.
 */
export function createId(now = Date.now()): string {
  lastTime = Math.max(now, lastTime + 1)
  let time = lastTime
  let id = ''
  for (let position = 0; position < 8; position++) {
    id = alphabet.charAt(time % 64) + id
    time = Math.floor(time / 64)
  }
  if (drawn === pool.length) {
    randomFillSync(pool)
    drawn = 0
  }
  const end = drawn + randomLength
  while (drawn < end) id += alphabet.charAt(pool.readUInt8(drawn++) & 63)
  return id
}
