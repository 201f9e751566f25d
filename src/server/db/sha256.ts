import { hash } from 'node:crypto'

/** The form in which tokens, codes, cookies and subjects of limits are stored. */
export function sha256(text: string): string {
  return hash('sha256', text, 'base64url')
}
