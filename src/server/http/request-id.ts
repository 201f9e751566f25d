import { randomBytes } from 'node:crypto'

/** Numbers the requests of this process, after a prefix that no other process of any node has. */
export function createRequestIds(): () => string {
  const processName = randomBytes(9).toString('base64url')
  let count = 0
  return () => `${processName}-${(++count).toString(36)}`
}
