import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** Encrypts what the database keeps; `owner` names the row, and no other row's text opens. */
export interface SecretBox {
  seal(secret: Buffer, owner: string): Buffer
  /** Undefined for what was sealed under another key or for another owner, or was changed since. */
  open(sealed: Buffer, owner: string): Buffer | undefined
}

/**
 * AES-256-GCM: nonce, tag and ciphertext in one. The key is loaded at each use, because a rotation
 * may replace its file under a running shop.
 */
export function createSecretBox(loadKey: () => Buffer): SecretBox {
  return {
    seal(secret, owner) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, loadKey(), nonce).setAAD(Buffer.from(owner))
      const text = Buffer.concat([cipher.update(secret), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), text])
    },
    open(sealed, owner) {
      const key = loadKey()
      const nonce = sealed.subarray(0, nonceBytes)
      const tag = sealed.subarray(nonceBytes, nonceBytes + tagBytes)
      try {
        // It throws for an empty nonce: a secret that a restore has emptied.
        const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
        decipher.setAAD(Buffer.from(owner)).setAuthTag(tag)
        const text = decipher.update(sealed.subarray(nonceBytes + tagBytes))
        return Buffer.concat([text, decipher.final()])
      } catch {
        return undefined
      }
    },
  }
}
