import { createCipheriv, createECDH, ECDH, hkdfSync, randomBytes } from 'node:crypto'

/** The keys of a browser's subscription, in base64url. */
export interface BrowserKeys {
  p256dh: string
  auth: string
}

const recordSize = 4096
/** The room of one record beside its delimiter, its tag and the header (RFC 8291, 4). */
export const maxMessageBytes = 3_993

/** Whether `p256dh` is a point of the curve: nothing can be encrypted for another. */
export function isPublicKey(p256dh: string): boolean {
  try {
    ECDH.convertKey(Buffer.from(p256dh, 'base64url'), 'prime256v1')
    return true
  } catch {
    return false
  }
}

/** A body of `aes128gcm` that only the browser of these keys can read (RFC 8291). */
export function encryptMessage(
  message: Buffer,
  { p256dh, auth }: BrowserKeys,
  /** Drawn anew for each message; a test gives those of the standard. */
  own: { privateKey?: Buffer; salt?: Buffer } = {},
): Buffer {
  if (message.length > maxMessageBytes) throw new RangeError('the message is too long')
  const salt = own.salt ?? randomBytes(16)
  const sender = createECDH('prime256v1')
  if (own.privateKey) sender.setPrivateKey(own.privateKey)
  else sender.generateKeys()
  const receiverKey = Buffer.from(p256dh, 'base64url')
  const senderKey = sender.getPublicKey()
  const { contentKey, nonce } = deriveKeys({
    shared: sender.computeSecret(receiverKey),
    secret: Buffer.from(auth, 'base64url'),
    info: Buffer.concat([Buffer.from('WebPush: info\0'), receiverKey, senderKey]),
    salt,
  })
  const cipher = createCipheriv('aes-128-gcm', contentKey, nonce)
  // The last record ends with a 2.
  const text = Buffer.concat([cipher.update(message), cipher.update(Buffer.of(2)), cipher.final()])
  const header = Buffer.alloc(5)
  header.writeUInt32BE(recordSize)
  header.writeUInt8(senderKey.length, 4)
  return Buffer.concat([salt, header, senderKey, text, cipher.getAuthTag()])
}

function deriveKeys(from: { shared: Buffer; secret: Buffer; info: Buffer; salt: Buffer }) {
  const { shared, secret, info, salt } = from
  const key = Buffer.from(hkdfSync('sha256', shared, secret, info, 32))
  const derive = (label: string, length: number) =>
    Buffer.from(hkdfSync('sha256', key, salt, `Content-Encoding: ${label}\0`, length))
  return { contentKey: derive('aes128gcm', 16), nonce: derive('nonce', 12) }
}
