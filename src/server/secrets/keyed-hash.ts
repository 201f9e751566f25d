import { createHmac } from 'node:crypto'

/** Hashes of short texts, which nobody can try out without the key. */
export type KeyedHash = (text: string, owner: string) => string

/** HMAC-SHA-256; the key is loaded at each use, because a rotation may replace its file. */
export function createKeyedHash(loadKey: () => Buffer): KeyedHash {
  return (text, owner) => createHmac('sha256', loadKey()).update(`${owner} ${text}`).digest('hex')
}
