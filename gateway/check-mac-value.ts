import { createHash, timingSafeEqual } from 'node:crypto'
import type { Account } from './account.ts'

/** The parameters of a call, a callback or an answer, by name. */
export type Fields = Record<string, string>

type Keys = Pick<Account, 'hashKey' | 'hashIv' | 'hash'>

/** The CheckMacValue of all fields but itself. An empty value takes part. */
export function checkMacValue(fields: Fields, { hashKey, hashIv, hash }: Keys): string {
  const pairs = Object.entries(fields)
    .filter(([name]) => name !== 'CheckMacValue')
    .map(([name, value]) => ({ order: name.toLowerCase(), text: `${name}=${value}` }))
    .sort((a, b) => (a.order < b.order ? -1 : 1))
    .map(({ text }) => text)
  const whole = [`HashKey=${hashKey}`, ...pairs, `HashIV=${hashIv}`].join('&')
  return createHash(hash).update(urlEncode(whole)).digest('hex').toUpperCase()
}

export function sign(fields: Fields, account: Account): Fields {
  return { ...fields, CheckMacValue: checkMacValue(fields, account) }
}

/** The same fields with a CheckMacValue that cannot be theirs. */
export function forge(fields: Fields): Fields {
  return { ...fields, CheckMacValue: '0'.repeat(fields.CheckMacValue?.length ?? 0) }
}

/** The same fields with NT$1 more. */
export function withOtherAmount(fields: Fields): Fields {
  const names = ['TradeAmt', 'GoodsAmount', 'IIS_Remain_Allowance_Amt']
  const name = names.find((one) => one in fields) ?? 'TradeAmt'
  return { ...fields, [name]: String(Number(fields[name]) + 1) }
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
