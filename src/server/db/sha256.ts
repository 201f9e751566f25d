import { hash } from 'node:crypto'

/** What tokens, codes, cookies and subjects of limits are stored as. */
export function sha256(text: string): string {
  return hash('sha256', text, 'base64url')
}
