import { createHash, timingSafeEqual } from 'node:crypto'

/** The keys that ECPay gives a shop to sign with. */
export interface SigningKeys {
  hashKey: string
  hashIv: string
  /** The last step of the signature: MD5 for logistics; SHA-256 without it. */
  digest?: 'md5'
}

/** The signs that ECPay turns back after encoding, as .NET would leave them. */
const unescaped: Record<string, string> = {
  '%2d': '-',
  '%5f': '_',
  '%2e': '.',
  '%21': '!',
  '%2a': '*',
  '%28': '(',
  '%29': ')',
}

/** CheckMacValue: a hash over all fields but itself, in the order of their lower-case names. */
export function checkMacValue(
  fields: Readonly<Record<string, string>>,
  { hashKey, hashIv, digest }: SigningKeys,
): string {
  const pairs = Object.entries(fields)
    .filter(([name]) => name !== 'CheckMacValue')
    .map(([name, value]) => ({ key: name.toLowerCase(), name, pair: `${name}=${value}` }))
    .sort((a, b) => compare(a.key, b.key) || compare(a.name, b.name))
    .map(({ pair }) => pair)
  const text = [`HashKey=${hashKey}`, ...pairs, `HashIV=${hashIv}`].join('&')
  const encoded = encode(text)
    .toLowerCase()
    .replace(/%(?:2d|5f|2e|21|2a|28|29)/g, (code) => unescaped[code] ?? code)
  return createHash(digest ?? 'sha256')
    .update(encoded)
    .digest('hex')
    .toUpperCase()
}

/** In constant time. A missing, short or doubled value is none. */
export function hasValidMac(fields: Readonly<Record<string, string>>, keys: SigningKeys): boolean {
  const given = Buffer.from(fields.CheckMacValue ?? '')
  const expected = Buffer.from(checkMacValue(fields, keys))
  return given.length === expected.length && timingSafeEqual(given, expected)
}

export function sign<Fields extends Record<string, string>>(
  fields: Fields,
  keys: SigningKeys,
): Fields & { CheckMacValue: string } {
  return { ...fields, CheckMacValue: checkMacValue(fields, keys) }
}

/** By code unit: `localeCompare` sorts otherwise. */
function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** As PHP's `urlencode`; half a surrogate becomes the replacement character. */
function encode(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1)
}
