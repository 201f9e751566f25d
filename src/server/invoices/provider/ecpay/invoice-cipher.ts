import { createCipheriv, createDecipheriv } from 'node:crypto'

/** The keys of an account of invoices: 16 signs each. */
export interface CipherKeys {
  hashKey: string
  hashIv: string
}

const algorithm = 'aes-128-cbc'

/** The data of a call: JSON, URL-encoded, AES-128-CBC with PKCS7, Base64. */
export function sealData(data: object, { hashKey, hashIv }: CipherKeys): string {
  const cipher = createCipheriv(algorithm, hashKey, hashIv)
  return cipher.update(urlEncode(JSON.stringify(data)), 'utf8', 'base64') + cipher.final('base64')
}

/** The data of an answer; undefined for what was made with other keys, or is no object. */
export function openData(
  sealed: string,
  { hashKey, hashIv }: CipherKeys,
): Record<string, unknown> | undefined {
  try {
    const decipher = createDecipheriv(algorithm, hashKey, hashIv)
    const encoded = decipher.update(sealed, 'base64', 'utf8') + decipher.final('utf8')
    const data: unknown = JSON.parse(decodeURIComponent(encoded.replaceAll('+', ' ')))
    return isObject(data) ? data : undefined
  } catch {
    return undefined
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** As PHP's `urlencode`, which encodes the star that a form leaves alone. */
function urlEncode(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1).replaceAll('*', '%2A')
}
