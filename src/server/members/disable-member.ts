import type { Db } from '../db/connect.ts'
import { emailKey, normalizeEmail } from './email-address.ts'
import { findMemberByEmail, updateCredentials } from './members.queries.ts'

/**
 * Ends every session and every mailed code: a member who is enabled again signs in anew. False when
 * nobody has that address.
 */
export async function setMemberDisabled(
  db: Db,
  address: string,
  isDisabled: boolean,
): Promise<boolean> {
  const email = normalizeEmail(address)
  if (email === undefined) return false
  const member = await findMemberByEmail(db, emailKey(email))
  if (!member) return false
  return (await updateCredentials(db, member.uid, { isDisabled })) !== undefined
}
