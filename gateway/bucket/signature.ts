import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export interface Keys {
  accessKeyId: string
  secretAccessKey: string
}

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

const pattern =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([a-z0-9-]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/

/** Whether a request is signed by these keys, as Signature Version 4 of AWS says, and its body too. */
export function isSigned(request: IncomingMessage, body: Buffer, keys: Keys): boolean {
  const { headers, method = '', url = '' } = request
  const [, id, day = '', region = '', names = '', signature = ''] =
    pattern.exec(headers.authorization ?? '') ?? []
  const bodyHash = headers['x-amz-content-sha256']
  const time = String(headers['x-amz-date'] ?? '')
  if (id !== keys.accessKeyId || bodyHash !== sha256(body) || !time.startsWith(day)) return false
  // Both are part of what a signature has to say.
  if (!names.split(';').includes('host') || !names.includes('x-amz-content-sha256')) return false
  const { pathname, searchParams } = new URL(url, 'http://bucket')
  const encode = (text: string) =>
    encodeURIComponent(text).replaceAll(
      /[!'()*]/g,
      (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
    )
  const query = [...searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
    .join('&')
  const signed = names
    .split(';')
    .map((name) => `${name}:${String(headers[name] ?? '').trim()}\n`)
    .join('')
  const canonical = [method, pathname, query, signed, names, bodyHash].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')
  const key = [region, 's3', 'aws4_request'].reduce<Buffer>(
    hmac,
    hmac(`AWS4${keys.secretAccessKey}`, day),
  )
  return timingSafeEqual(hmac(key, text), Buffer.from(signature, 'hex'))
}
