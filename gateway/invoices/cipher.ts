import { createCipheriv, createDecipheriv } from 'node:crypto'

export interface CipherKeys {
  hashKey: string
  hashIv: string
}

const algorithm = 'aes-128-cbc'

/** Base64 of AES-128-CBC (PKCS7) over the URL-encoded JSON of a value. */
export function encrypt(value: object, { hashKey, hashIv }: CipherKeys): string {
  const cipher = createCipheriv(algorithm, hashKey, hashIv)
  const encoded = urlEncode(JSON.stringify(value))
  return Buffer.concat([cipher.update(encoded, 'latin1'), cipher.final()]).toString('base64')
}

/** Throws for what was encrypted with other keys, or is no JSON. */
export function decrypt(text: string, { hashKey, hashIv }: CipherKeys): unknown {
  const decipher = createDecipheriv(algorithm, hashKey, hashIv)
  const encoded = Buffer.concat([decipher.update(text, 'base64'), decipher.final()])
  return JSON.parse(decodeURIComponent(encoded.toString('utf8').replaceAll('+', '%20')))
}

/** As PHP's `urlencode`: letters, digits and `-_.` stand for themselves, a space is `+`. */
function urlEncode(text: string): string {
  const signs = [...Buffer.from(text)].map((byte) => {
    const sign = String.fromCharCode(byte)
    if (/[A-Za-z0-9\-_.]/.test(sign)) return sign
    return sign === ' ' ? '+' : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
  })
  return signs.join('')
}
