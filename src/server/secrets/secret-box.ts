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

/** AES-256-GCM: nonce, tag and ciphertext in one; the key is loaded at the first use. */
export function createSecretBox(loadKey: () => Buffer): SecretBox {
  let loaded: Buffer | undefined
  const key = () => {
    loaded ??= loadKey()
    return loaded
  }
  return {
    seal(secret, owner) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, key(), nonce).setAAD(Buffer.from(owner))
      const text = Buffer.concat([cipher.update(secret), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), text])
    },
    open(sealed, owner) {
      const nonce = sealed.subarray(0, nonceBytes)
      const tag = sealed.subarray(nonceBytes, nonceBytes + tagBytes)
      const decipher = createDecipheriv(algorithm, key(), nonce, { authTagLength: tagBytes })
      try {
        decipher.setAAD(Buffer.from(owner)).setAuthTag(tag)
        const text = decipher.update(sealed.subarray(nonceBytes + tagBytes))
        return Buffer.concat([text, decipher.final()])
      } catch {
        return undefined
      }
    },
  }
}
