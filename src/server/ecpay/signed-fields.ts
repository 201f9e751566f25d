import { hasValidMac, type SigningKeys } from './check-mac-value.ts'

export type Fields = Readonly<Record<string, string>>

/** The fields, or why they are not believed. */
export function readSignedFields(
  account: SigningKeys & { merchantId: string },
  raw: Buffer,
): Fields | string {
  const fields = parseForm(raw)
  if (!fields) return 'Format Error'
  if (!hasValidMac(fields, account)) return 'CheckMacValue Error'
  return fields.MerchantID === account.merchantId ? fields : 'MerchantID Error'
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Undefined for what is no text, has a parameter twice, or a NUL, which PostgreSQL does not store. */
export function parseForm(raw: Buffer): Fields | undefined {
  let text: string
  try {
    text = utf8.decode(raw)
  } catch {
    return undefined
  }
  const entries = [...new URLSearchParams(text)]
  const fields = new Map(entries)
  if (entries.some((entry) => entry.join('').includes('\0'))) return undefined
  return fields.size === entries.length ? Object.fromEntries(fields) : undefined
}

export function readAmount(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,12}$/.test(text) ? Number(text) : undefined
}
