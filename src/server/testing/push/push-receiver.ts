import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedPush {
  browser: string
  ttl: number
  topic: string
  /** As the browser would show it. */
  message: { title: string; body: string; path: string; tag: string }
  /** The claims of the shop's signature, which was verified. */
  claims: { aud: string; exp: number; sub: string }
  publicKey: string
}

export interface PushReceiver {
  address: string
  /** A browser that subscribes: its data for the shop. */
  browser(name: string): { endpoint: string; p256dh: string; auth: string }
  received: ReceivedPush[]
  /** The status of the next answers. */
  answers: { status: number }
  close(): Promise<void>
}

/** A push service with the browsers behind it, written from RFC 8030, 8188, 8291 and 8292. */
export async function openPushReceiver(): Promise<PushReceiver> {
  const browsers = new Map<string, { keys: ReturnType<typeof createECDH>; secret: Buffer }>()
  const received: ReceivedPush[] = []
  const answers = { status: 201 }
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray())
    const name = decodeURIComponent((request.url ?? '').slice('/push/'.length))
    const browser = browsers.get(name)
    if (browser && answers.status === 201) {
      const { headers } = request
      received.push({
        ...{ browser: name, ttl: Number(headers.ttl), topic: String(headers.topic) },
        message: JSON.parse(decrypt(body, browser.keys, browser.secret).toString('utf8')),
        ...verifiedClaims(String(headers.authorization)),
      })
    }
    response.writeHead(browser ? answers.status : 404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    address,
    received,
    answers,
    browser(name) {
      const keys = createECDH('prime256v1')
      const secret = randomBytes(16)
      browsers.set(name, { keys, secret })
      return {
        endpoint: `${address}/push/${encodeURIComponent(name)}`,
        p256dh: keys.generateKeys('base64url'),
        auth: secret.toString('base64url'),
      }
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** Throws for a content that was not encrypted for this browser. */
function decrypt(body: Buffer, keys: ReturnType<typeof createECDH>, secret: Buffer): Buffer {
  const salt = body.subarray(0, 16)
  const keyLength = body.readUInt8(20)
  const senderKey = body.subarray(21, 21 + keyLength)
  const record = body.subarray(21 + keyLength)
  if (body.readUInt32BE(16) < record.length) throw new Error('more than one record')
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), senderKey])
  const input = Buffer.from(hkdfSync('sha256', keys.computeSecret(senderKey), secret, info, 32))
  const derived = (label: string, length: number) =>
    Buffer.from(hkdfSync('sha256', input, salt, `Content-Encoding: ${label}\0`, length))
  const decipher = createDecipheriv('aes-128-gcm', derived('aes128gcm', 16), derived('nonce', 12))
  decipher.setAuthTag(record.subarray(-16))
  const text = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  const end = text.lastIndexOf(2)
  return text.subarray(0, end)
}

/** Throws for a signature that is not of the key beside it. */
function verifiedClaims(authorization: string): Pick<ReceivedPush, 'claims' | 'publicKey'> {
  const [, token = '', publicKey = ''] = /^vapid t=([^,]+), k=(\S+)$/.exec(authorization) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(publicKey, 'base64url')
  const key = createPublicKey({
    format: 'jwk',
    key: {
      ...{ kty: 'EC', crv: 'P-256' },
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  })
  const signed = Buffer.from(`${head}.${claims}`)
  const isSigned = verify(
    'sha256',
    signed,
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned) throw new Error('the signature is of another key')
  return { publicKey, claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) }
}
