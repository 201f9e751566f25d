import { randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

/** RFC 6238 as the apps know it: SHA-1, six digits, steps of 30 s. */
const settings = { algorithm: 'SHA1', digits: 6, period: 30 } as const
const stepMs = settings.period * 1000

export const totpSecretBytes = 20

function totpOf(secret: Buffer): TOTP {
  const bytes = new Secret({ buffer: Uint8Array.from(secret).buffer })
  return new TOTP({ ...settings, secret: bytes })
}

/** The key as people type it, and as an app reads it from a QR code. */
export function describeTotpSecret(
  secret: Buffer,
  of: { issuer: string; account: string },
): { secret: string; uri: string } {
  const { base32 } = new Secret({ buffer: Uint8Array.from(secret).buffer })
  const totp = new TOTP({ ...settings, secret: base32, issuer: of.issuer, label: of.account })
  return { secret: base32, uri: totp.toString() }
}

/** The step that a code is of: the one of `now` (epoch ms), or its neighbours; else undefined. */
export function stepOfCode(secret: Buffer, code: string, now: number): number | undefined {
  if (!/^[0-9]{6}$/.test(code)) return undefined
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: 1 })
  return delta === null ? undefined : Math.floor(now / stepMs) + delta
}

export function codeAt(secret: Buffer, now: number): string {
  return totpOf(secret).generate({ timestamp: now })
}

const recoveryCodeCount = 10
const recoveryCodeLength = 10
/** 32 characters of 5 bits, none like another. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz023456789'

/** Ten codes of 50 random bits, `xxxxx-xxxxx`. */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () => {
    const letters = Array.from({ length: recoveryCodeLength }, () => alphabet[randomInt(32)])
    return `${letters.slice(0, 5).join('')}-${letters.slice(5).join('')}`
  })
}

/** A code as it was typed: without spaces, in small letters; a recovery code with its hyphen. */
export function normalizeCode(typed: string): string {
  const code = typed.normalize('NFKC').replace(/\s/g, '').toLowerCase()
  return /^[a-z0-9]{10}$/.test(code) ? `${code.slice(0, 5)}-${code.slice(5)}` : code
}
