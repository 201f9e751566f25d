import { createHash, createHmac } from 'node:crypto'

export interface S3Credentials {
  region: string
  accessKeyId: string
  secretAccessKey: string
}

export interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT'
  url: URL
  headers?: Record<string, string>
  body?: Uint8Array
}

/**
 * The headers that sign a request for S3 and what speaks its protocol (AWS Signature Version 4);
 * the request's own ones are among them.
 */
export function signedHeaders(
  request: S3Request,
  { region, accessKeyId, secretAccessKey }: S3Credentials,
  now: Date,
): Record<string, string> {
  const time = now.toISOString().replace(/[-:]|\.[0-9]{3}/g, '')
  const scope = `${time.slice(0, 8)}/${region}/s3/aws4_request`
  const payloadHash = sha256(request.body ?? '')
  const own = Object.entries(request.headers ?? {}).map(([name, value]) => [
    name.toLowerCase(),
    value.trim(),
  ])
  const headers: Record<string, string> = {
    ...Object.fromEntries(own),
    host: request.url.host,
    'x-amz-content-sha256': payloadHash,
    'x-amz-date': time,
  }
  const names = Object.keys(headers).sort()
  const canonical = [
    request.method,
    request.url.pathname.split('/').map(encodeSegment).join('/'),
    '',
    ...names.map((name) => `${name}:${headers[name]}`),
    '',
    names.join(';'),
    payloadHash,
  ].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')
  const key = scope
    .split('/')
    .reduce<Buffer | string>((secret, part) => hmac(secret, part), `AWS4${secretAccessKey}`)
  const signature = hmac(key, toSign).toString('hex')
  const credential = `Credential=${accessKeyId}/${scope}`
  return {
    ...headers,
    authorization: `AWS4-HMAC-SHA256 ${credential},SignedHeaders=${names.join(';')},Signature=${signature}`,
  }
}

/** The protocol encodes more than an address needs. */
function encodeSegment(segment: string): string {
  return encodeURIComponent(decodeURIComponent(segment)).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex')
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
