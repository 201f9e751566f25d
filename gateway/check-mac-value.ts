import { createHash, timingSafeEqual } from 'node:crypto'
import type { Account } from './account.ts'

/** The parameters of a call, a callback or an answer, by name. */
export type Fields = Record<string, string>

type Keys = Pick<Account, 'hashKey' | 'hashIv'>

/** The CheckMacValue of all fields but itself. An empty value takes part. */
export function checkMacValue(fields: Fields, { hashKey, hashIv }: Keys): string {
  const pairs = Object.entries(fields)
    .filter(([name]) => name !== 'CheckMacValue')
    .map(([name, value]) => ({ order: name.toLowerCase(), text: `${name}=${value}` }))
    .sort((a, b) => (a.order < b.order ? -1 : 1))
    .map(({ text }) => text)
  const whole = [`HashKey=${hashKey}`, ...pairs, `HashIV=${hashIv}`].join('&')
  return createHash('sha256').update(urlEncode(whole)).digest('hex').toUpperCase()
}

export function sign(fields: Fields, account: Account): Fields {
  return { ...fields, CheckMacValue: checkMacValue(fields, account) }
}

export function isSigned(fields: Fields, account: Account): boolean {
  // Half a surrogate cannot be encoded.
  if (!Object.entries(fields).every((pair) => pair.every((text) => text.isWellFormed())))
    return false
  const given = Buffer.from(fields.CheckMacValue ?? '')
  const right = Buffer.from(checkMacValue(fields, account))
  return given.length === right.length && timingSafeEqual(given, right)
}

/** As PHP's `urlencode`, in lower case, except that `- _ . ! * ( )` stand for themselves. */
function urlEncode(text: string): string {
  return encodeURIComponent(text)
    .replaceAll('%20', '+')
    .replaceAll('~', '%7e')
    .replaceAll("'", '%27')
    .toLowerCase()
}
