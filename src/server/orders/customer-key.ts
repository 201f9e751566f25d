import { isMemberOwner } from '../http/caller.ts'

/**
 * Whose order it is for the back office: a member's, or that of all guests with one e-mail address,
 * whatever its case and spaces. A guest without an address is a customer alone.
 */
export function customerKey(owner: string, email: string): string {
  if (isMemberOwner(owner)) return owner
  const folded = email.normalize('NFKC').replace(/\s+/g, '')
  if (folded === '' && owner.startsWith('g:')) return owner
  return `e:${folded.replace(/[A-Z]/g, (letter) => letter.toLowerCase())}`
}
